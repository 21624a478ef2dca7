"""Where a championship stands, and the one thing to do next."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.domain.brackets import ended, rounds_to_play
from tournaments.enums import PENDING_STATES, EntryState, RoundState, TableState
from tournaments.models import Championship, Round


class Step(StrEnum):
    """What an organiser does next, in the order of a day."""

    ENTER = "enter"
    DRAW = "draw"
    PUBLISH_ROUND = "publish_round"
    PRINT = "print"
    TYPE = "type"
    CLOSE = "close"
    PUBLISH = "publish"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts that the next step follows from. `last` is the last round (None: none is drawn).

    `entries` counts those that play, `wanted` how many a draw needs at least, `planned` the rounds of all stages (a
    knock-out ends with its final).
    `ended`: the knock-out is over, and `winner` has won it (empty: nobody).
    `open_tables` are numbers of the last round's tables whose result does not count yet, `conflicts` those of
    them whose sides disagree. `silent`: nobody has reported anything in the last round yet.
    """

    entries: int
    present: int
    withdrawn: int
    wanted: int
    planned: int
    last: Round | None
    tables: int
    open_tables: tuple[int, ...]
    conflicts: tuple[int, ...]
    silent: bool
    published: bool
    ended: bool = False
    winner: str = ""

    @property
    def number(self) -> int:
        """Number of the last round, 0 before the first."""
        return self.last.number if self.last else 0

    @property
    def confirmed(self) -> int:
        """Tables of the last round whose result counts."""
        return self.tables - len(self.open_tables)

    @property
    def missing(self) -> int:
        """Entries not ticked off at the door before the first draw; 0 where nobody is ticked off at all."""
        return self.entries - self.present if self.present and self.last is None else 0

    @property
    def more_rounds(self) -> bool:
        return self.number < self.planned

    @property
    def step(self) -> Step:
        if self.last is None:
            return Step.ENTER if self.entries < self.wanted else Step.DRAW
        if self.last.state == RoundState.DRAFT:
            return Step.PUBLISH_ROUND
        if self.last.state == RoundState.PUBLISHED and self.open_tables:
            return Step.PRINT if self.silent else Step.TYPE
        if self.more_rounds:
            return Step.DRAW
        if self.last.state == RoundState.PUBLISHED:
            return Step.CLOSE
        return Step.DONE if self.published else Step.PUBLISH


def standing_of(championship: Championship) -> Standing:
    """Read where the championship stands, in a constant number of queries."""
    states = list(championship.entries.values_list("state", flat=True))
    last = championship.rounds.select_related("drawn_by").order_by("-number").first()
    tables = list(last.tables.order_by("number").values_list("number", "state")) if last else []
    latest = championship.publications.order_by("-number").values_list("after_round", flat=True).first()
    end = ended(championship, last) if last else None
    winner = championship.entries.with_people().filter(number=end.winner).first() if end and end.winner else None
    return Standing(
        entries=sum(state != EntryState.WITHDRAWN for state in states),
        present=sum(state == EntryState.PRESENT for state in states),
        withdrawn=sum(state == EntryState.WITHDRAWN for state in states),
        wanted=2 * championship.seats_per_side,
        planned=rounds_to_play(championship, last),
        last=last,
        tables=len(tables),
        open_tables=tuple(number for number, state in tables if state in PENDING_STATES),
        silent=all(state == TableState.OPEN for _number, state in tables),
        conflicts=tuple(number for number, state in tables if state == TableState.CONFLICT),
        published=last is not None and latest == last.number,
        ended=end is not None,
        winner=winner.name if winner else "",
    )
