"""What the proposal of a round says about its plan: that it was left, and who has no place in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.domain.brackets import leaves_a_round_out
from tournaments.models import Championship
from tournaments.pairing.board import Method
from tournaments.pairing.formats import PairingFormat

#: Ways to draw whose tables are known beforehand.
KNOWN_BEFORE = frozenset({
    PairingFormat.ROUND_ROBIN,
    PairingFormat.WHIST,
    PairingFormat.STRANGERS,
    PairingFormat.PRESCRIBED,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlanNotes:
    """`left`: the round is not one of the plan. `outside`: names of those who play and are in no place of a bracket.

    `skipped`: all tables of a round of the bracket have fallen away, and this is the one after it.
    """

    left: bool
    outside: tuple[str, ...]
    skipped: bool = False


def plan_notes(championship: Championship, number: int, draw: Mapping[str, Any]) -> PlanNotes:
    """Notes about the drawn round of this number; `draw` is what is kept of it."""
    inputs = draw.get("inputs", {})
    left = inputs.get("format") in KNOWN_BEFORE and draw.get("method") == Method.LOT
    skipped = inputs.get("format") == PairingFormat.KNOCKOUT and leaves_a_round_out(inputs)
    return PlanNotes(left, outside_bracket(championship, number, inputs), skipped)


def outside_bracket(championship: Championship, number: int, inputs: Mapping[str, Any]) -> tuple[str, ...]:
    """Those who came after the first round of a knock-out, or missed it. Whoever is not in a final is not missing."""
    if inputs.get("format") != PairingFormat.KNOCKOUT:
        return ()
    if championship.rounds.filter(number=number, stage__qualified__isnull=False).exists():
        return ()
    entries = championship.entries.playing().filter(stand_in=False).exclude(number__in=inputs["plan"]["order"])
    return tuple(entry.name for entry in entries.with_people().order_by("number"))
