"""The organiser exchanges two entries of a proposal: looked at before, with a reason, and to be taken back."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tournaments.enums import ByeReason, RoundState
from tournaments.models import Round
from tournaments.pairing.field import Certificate, Draw
from tournaments.pairing.swap import Swap

from .change import LONGEST_REASON, Actor, changing
from .draw_records import inputs_from, stored, stored_draw
from .draw_steps import best_of, exchanged, inputs_after, replayed, steps_of
from .refusal import refused
from .rounds import add_byes, add_tables, championship_of, move_on
from .seated import seated


def swap_of(round_: Round, one: int, other: int) -> Swap:
    """What exchanging two entries would come to: the new draw, its warnings, its price. Nothing is stored.

    Raises `Refused`: `not_in_draw`, `swap_changes_nothing`, `swap_changes_no_pairs`, `bracket_fixed`, `draw_by_hand`.
    """
    return exchanged(inputs_after(round_), stored_draw(round_), one, other, best_of(round_))


def swap_entries(
    round_id: int, one: int, other: int, *, reason: str, expected_version: int | None = None, actor: Actor = None
) -> Round:
    """Exchange two entries of a proposal. The reason is public, and the round is marked.

    Raises `Refused`: `no_round`, `round_published`, `stale_round`, `swap_reason_missing`, and as `swap_of` does.
    """
    with changing(championship_of(round_id), actor) as change:
        round_ = proposal(round_id, expected_version)
        if not reason.strip():
            raise refused("swap_reason_missing")
        best = best_of(round_)
        found = swap_of(round_, one, other)
        kept = {"entries": [one, other], "reason": reason.strip()[:LONGEST_REASON]}
        store(round_, found.draw, [*steps_of(round_), kept], best)
        change.record("entries_swapped", round=round_.number, entries=[one, other], reason=reason, **seated(round_))
        return round_


def undo_swap(round_id: int, *, expected_version: int | None = None, actor: Actor = None) -> Round:
    """Take the last exchange back; without any left the round is as it was drawn, and not marked.

    Raises `Refused`: `no_round`, `round_published`, `stale_round`, `no_swap`.
    """
    with changing(championship_of(round_id), actor) as change:
        round_ = proposal(round_id, expected_version)
        swaps, inputs = steps_of(round_), inputs_from(round_)
        if not swaps or inputs is None:
            raise refused("no_swap", round=round_.number)
        best = best_of(round_)
        store(round_, replayed(inputs, round_.seed, swaps[:-1]), swaps[:-1], best)
        change.record("swap_undone", round=round_.number, entries=swaps[-1].get("entries", []), **seated(round_))
        return round_


def proposal(round_id: int, expected_version: int | None) -> Round:
    round_ = Round.objects.select_related("championship", "stage").get(pk=round_id)
    if round_.state != RoundState.DRAFT:
        raise refused("round_published", round=round_.number)
    if expected_version not in {None, round_.version}:
        raise refused("stale_round", round=round_.number)
    return round_


def store(round_: Round, drawn: Draw, swaps: Sequence[dict[str, Any]], best: Certificate) -> None:
    """Put this draw in the place of the one that is there."""
    mark = {"swaps": list(swaps), "best": asdict(best)} if swaps else {}
    kept = {key: value for key, value in round_.draw.items() if key not in {"swaps", "best"}}
    round_.draw = {**kept, **stored(drawn), **mark}
    move_on(round_, "draw")
    round_.tables.all().delete()
    round_.byes.filter(reason=ByeReason.SITS_OUT).delete()
    add_tables(round_, drawn.tables)
    add_byes(round_, ByeReason.SITS_OUT, [bye.entry for bye in drawn.byes])
