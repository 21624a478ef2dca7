"""Penalties as lists show them: points off for an entry from a round on, and why (formats.md §4)."""

from dataclasses import dataclass
from typing import Any

from tournaments.models import Championship, Penalty


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """Points taken off, and why. `after_round` 0: from the start."""

    number: int
    points: int
    reason: str
    after_round: int

    def as_json(self) -> dict[str, Any]:
        """For programs; `number` is that of the entry."""
        return {
            "number": self.number,
            "points": self.points,
            "after_round": self.after_round,
            "reason": self.reason,
        }


def penalty_lines(championship: Championship) -> tuple[PenaltyLine, ...]:
    """Every penalty that was not lifted, by entry."""
    rows = (
        Penalty.objects.counting()
        .filter(entry__championship=championship)
        .order_by("entry__number", "pk")
        .values_list("entry__number", "points", "reason", "after_round")
    )
    return tuple(PenaltyLine(*row) for row in rows)
