"""Numbers that do not fit: how many sit out, or how many stand-ins it takes (product.md B11)."""

from dataclasses import dataclass

from tournaments.enums import EntryState
from tournaments.models import Championship


@dataclass(frozen=True, slots=True)
class Numbers:
    """Who takes part, and what that means for each round that is still to be drawn.

    `ranked` and `stand_ins` count entries, `rounds` the rounds of the first stage that are left. `over`: how many sit
    out in each of them while no stand-in plays; `lacking`: how many stand-ins fill the last table instead.
    """

    ranked: int
    stand_ins: int
    per_table: int
    rounds: int

    @property
    def over(self) -> int:
        return self.ranked % self.per_table

    @property
    def lacking(self) -> int:
        return -self.ranked % self.per_table

    @property
    def filled(self) -> bool:
        """Whether nobody sits out: the numbers fit by themselves, or enough stand-ins are there."""
        return self.lacking == 0 or self.stand_ins >= self.lacking

    @property
    def still(self) -> int:
        """How many stand-ins are missing yet."""
        return max(0, self.lacking - self.stand_ins)

    @property
    def sit_outs(self) -> int:
        """How often somebody sits out in all."""
        return self.over * self.rounds

    @property
    def most(self) -> int:
        """How often one entry sits out at the most, in rotation."""
        return -(-self.sit_outs // self.ranked) if self.ranked else 0


def numbers_of(championship: Championship) -> Numbers:
    """Count who takes part, in three queries."""
    rows = championship.entries.exclude(state=EntryState.WITHDRAWN).values_list("stand_in", flat=True)
    flags = list(rows)
    planned = championship.stages.order_by("position").values_list("rounds_planned", flat=True).first() or 0
    return Numbers(
        ranked=flags.count(False),
        stand_ins=flags.count(True),
        per_table=2 * championship.seats_per_side,
        rounds=max(0, planned - championship.rounds.count()),
    )
