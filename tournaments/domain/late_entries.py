"""Somebody who comes after the draw plays against those who would have sat out (product.md B9).

No table that is set changes: one more table is put up. Where nobody sits out, or too few for a table of four, whoever
comes late plays from the next round on.
"""

from dataclasses import asdict, replace
from typing import Any

from tournaments.enums import ByeReason, EntryState, RoundState
from tournaments.models import Championship, Entry, Round
from tournaments.pairing.board import Method
from tournaments.pairing.certificate import inputs_hash
from tournaments.pairing.field import PairingRefusedError
from tournaments.pairing.swap_join import joined

from .change import LONGEST_REASON, Actor, changing
from .draw_records import stored, stored_draw
from .draw_steps import best_of, field_after, inputs_after, steps_of
from .draws import entry_states, said
from .late import seat_anew
from .refusal import refused
from .rounds import move_on
from .seated import seated
from .standings import ranking


def open_seat(championship: Championship) -> Round | None:
    """The last round, when just one entry is missing for another table; None where it has no such place."""
    last = championship.rounds.select_related("stage").order_by("-number").first()
    if last is None or last.state not in {RoundState.DRAFT, RoundState.PUBLISHED}:
        return None
    if last.draw.get("method") not in {*Method} or last.stage.qualified is not None:
        return None
    last.championship = championship
    out = last.byes.filter(reason=ByeReason.SITS_OUT).count()
    return last if out + 1 == 2 * championship.seats_per_side else None


def has_seat(entry: Entry, round_: Round) -> bool:
    """Whether an entry plays or sits out in a round; who was marked as absent may still come."""
    return (
        entry.seats.filter(round=round_).exists() or entry.byes.filter(round=round_, reason=ByeReason.SITS_OUT).exists()
    )


def seat_late_entry(entry_id: int, *, reason: str, expected_round: int | None = None, actor: Actor = None) -> Round:
    """Put up one more table for an entry and everybody who would sit out. The reason is public; the round is marked.

    Raises `Refused`: `no_open_seat` (also when the round is another one than `expected_round`), `seated_already`,
    `entry_withdrawn`, `late_reason_missing`.
    """
    entry = Entry.objects.get(pk=entry_id)
    with changing(entry.championship_id, actor) as change:
        entry.refresh_from_db()
        round_ = open_seat(change.championship)
        if round_ is None or expected_round not in {None, round_.number}:
            raise refused("no_open_seat")
        if entry.state == EntryState.WITHDRAWN:
            raise refused("entry_withdrawn", number=entry.number)
        if has_seat(entry, round_):
            raise refused("seated_already", number=entry.number, round=round_.number)
        if not reason.strip():
            raise refused("late_reason_missing")
        step: dict[str, Any] = {"joined": newcomer(round_, entry), "reason": reason.strip()[:LONGEST_REASON]}
        table = put_up_table(round_, entry, step)
        now = inputs_hash(inputs_after(round_).field)
        change.record(
            "late_entry_seated",
            round=round_.number,
            entry=entry.number,
            table=table,
            inputs=now,
            reason=reason,
            **seated(round_),
        )
        return round_


def newcomer(round_: Round, entry: Entry) -> list[Any]:
    """Number, rank, points, club and table of somebody as the draw would have known them."""
    championship = round_.championship
    board = ranking(championship, after=round_.number - 1) if round_.number > 1 else None
    club = entry.club.name if entry.club and championship.keep_clubs_apart else None
    (state,) = entry_states(round_.stage, round_.number, [entry.number], {entry.number: club}, board)
    if round_.number == 1:
        state = replace(state, rank=1)
    return [entry.number, state.rank, state.points, list(state.groups), entry.fixed_table]


def put_up_table(round_: Round, entry: Entry, step: dict[str, Any]) -> int:
    """Write the new table and the step by which it came about; the number of the table."""
    inputs = inputs_after(round_)
    field = field_after(inputs.field, [step])
    try:
        outcome = joined(field, stored_draw(round_), entry.number, inputs.side, round_.seed)
    except PairingRefusedError as error:
        raise said(error) from error
    best = best_of(round_)
    round_.draw = {**round_.draw, **stored(outcome.draw), "swaps": [*steps_of(round_), step], "best": asdict(best)}
    move_on(round_, "draw")
    round_.byes.filter(reason=ByeReason.SITS_OUT).delete()
    round_.byes.filter(entry=entry).delete()
    seat_anew(round_, [table for table in outcome.draw.tables if table.number in outcome.touched])
    return outcome.touched[0]
