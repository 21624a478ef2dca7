"""What was done to a draw after it was made, step by step: each can be made again, so a changed draw is proved too.

A round keeps its steps in `draw["swaps"]`, each with the public reason: an exchange (`entries`), a change after a late
result (`late`, with the tables that had started and where everybody stood by then), somebody who came late (`joined`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.models import Round
from tournaments.pairing import swap
from tournaments.pairing.field import Certificate, Draw, EntryState, Field, PairingRefusedError, RefusalCode
from tournaments.pairing.swap import Swap
from tournaments.pairing.swap_join import joined
from tournaments.pairing.swap_late import LateChange, late_draw

from .draw_records import certificate_from, inputs_from
from .draws import Inputs, draw_of, said
from .refusal import refused

type Step = Mapping[str, Any]


def replayed(inputs: Inputs, seed: int, steps: Sequence[Step]) -> Draw:
    """The draw made anew, with these steps in their order. Raises `Refused` as the steps do."""
    field, drawn = inputs.field, draw_of(inputs, seed)
    best = drawn.certificate
    for step in steps:
        field = field_after(field, [step])
        drawn = stepped(replace(inputs, field=field), drawn, step, seed, best)
    return drawn


def stepped(inputs: Inputs, drawn: Draw, step: Step, seed: int, best: Certificate) -> Draw:
    try:
        if "late" in step:
            change, minded = LateChange(step["late"]), inputs.plan.mind_other_role
            return late_draw(change, inputs.field, drawn, step["started"], seed, mind_other_role=minded).draw
        if "joined" in step:
            return joined(inputs.field, drawn, step["joined"][0], inputs.side, seed).draw
        one, other = step["entries"]
        return swap.swapped(inputs.field, drawn, one, other, best).draw
    except PairingRefusedError as error:
        raise said(error) from error


def exchanged(inputs: Inputs, drawn: Draw, one: int, other: int, best: Certificate) -> Swap:
    """An exchange with its warnings and its price. Raises `Refused`."""
    try:
        return swap.swapped(inputs.field, drawn, one, other, best)
    except PairingRefusedError as error:
        if error.code is RefusalCode.NOTHING_CHANGES and inputs.side == 1:  # a pair has no partner to speak of
            raise refused("swap_changes_no_pairs") from error
        raise said(error) from error


def field_after(field: Field, steps: Sequence[Step]) -> Field:
    """Who plays the round and where they stand, after these steps."""
    for step in steps:
        if "stand" in step:
            stand = {number: (rank, points) for number, rank, points in step["stand"]}
            field = replace(field, entries=tuple(moved(entry, stand) for entry in field.entries))
        if "joined" in step:
            number, rank, points, groups, table = step["joined"]
            newcomer = EntryState(number, rank, points, tuple(groups), table)
            field = replace(field, entries=(*field.entries, newcomer))
    return field


def moved(entry: EntryState, stand: Mapping[int, tuple[int, int]]) -> EntryState:
    rank, points = stand.get(int(str(entry.id)), (entry.rank, entry.points))
    return replace(entry, rank=rank, points=points)


def steps_of(round_: Round) -> list[dict[str, Any]]:
    return list(round_.draw.get("swaps", ()))


def inputs_after(round_: Round) -> Inputs:
    """The inputs of a round with its field as it is after its steps. Raises `Refused`: `draw_by_hand`."""
    inputs = inputs_from(round_)
    if inputs is None:
        raise refused("draw_by_hand", round=round_.number)
    return replace(inputs, field=field_after(inputs.field, steps_of(round_)))


def best_of(round_: Round) -> Certificate:
    """The certificate of the draw before anything was changed."""
    return certificate_from(round_.draw.get("best") or round_.draw)
