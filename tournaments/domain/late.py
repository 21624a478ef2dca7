"""A result of an earlier round comes, or is corrected, when the next round is drawn already (product.md F4).

The tables that have started stay as they are, whatever is chosen: keep everything (nothing happens unless somebody
says so), change as few of the others as the better draw needs, or draw the others anew.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db.models import F

from tournaments.enums import ByeReason, RoundState, SideName, StageKind
from tournaments.models import Championship, ResultVersion, Round, Seat, Table
from tournaments.pairing.certificate import inputs_hash
from tournaments.pairing.field import Draw, DrawnTable, Field, PairingRefusedError
from tournaments.pairing.formats import PairingFormat
from tournaments.pairing.swap_late import Late, LateChange, late_draw

from .change import LONGEST_REASON, Actor, changing
from .draw_records import inputs_from, stored, stored_draw, stored_reason
from .draw_steps import best_of, field_after, inputs_after, moved, steps_of
from .draws import Inputs, draw_of, inputs_of, said
from .refusal import refused
from .rounds import add_tables, draw_round, move_on, undo_draw
from .seated import seated
from .standings import ranking
from .winners import same_winners


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on. `tables`: the touched ones as they would be. `mark` names exactly this outcome.

    `afresh`: a proposal that nobody has seen is drawn again, so no public reason stands with the round. `proved`:
    no smaller number of tables would do.
    """

    change: LateChange
    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...]
    mark: str
    afresh: bool = False
    proved: bool = False


@dataclass(frozen=True, slots=True)
class LateOptions:
    """What a late result means for a drawn round. `moved`: entries that stand elsewhere now than when it was drawn."""

    round: int
    version: int
    moved: tuple[int, ...]
    started: tuple[int, ...]
    free: tuple[int, ...]
    minimal: Choice
    redraw: Choice


def late_round(championship: Championship) -> Round | None:
    """The last round, when entries stand elsewhere now than when it was drawn and that can still be looked after."""
    last = championship.rounds.select_related("stage").order_by("-number").first()
    if last is None or last.number < 2 or last.state not in {RoundState.DRAFT, RoundState.PUBLISHED}:
        return None
    last.championship = championship
    inputs = inputs_from(last) if last.draw.get("method") == PairingFormat.STANDING else None
    if inputs is None or opens_a_final(last):
        return None
    field = field_after(inputs.field, steps_of(last))
    now = field_now(last, field)
    if now == field or last.draw.get("late_kept") == inputs_hash(now) or len(free_tables(last)) < 2:
        return None
    return last


def winners_changed(championship: Championship) -> Round | None:
    """The last round of a knock-out, when other entries have won the round before than it was drawn from."""
    last = championship.rounds.select_related("stage").order_by("-number").first()
    if last is None or last.state not in {RoundState.DRAFT, RoundState.PUBLISHED}:
        return None
    last.championship = championship
    inputs = inputs_from(last) if last.draw.get("method") == PairingFormat.KNOCKOUT else None
    return None if inputs is None or same_winners(last, inputs) else last


def opens_a_final(round_: Round) -> bool:
    """The first round of a final begins level, and who plays it is fixed."""
    return round_.stage.kind == StageKind.FINAL and not round_.stage.rounds.filter(number__lt=round_.number).exists()


def field_now(round_: Round, field: Field) -> Field:
    """The same people at the places where the ranking before the round has them now."""
    rows = {row.number: row.standing for row in ranking(round_.championship, after=round_.number - 1).rows}
    stand = {number: (row.rank, row.tournament_points) for number, row in rows.items()}
    return replace(field, entries=tuple(moved(entry, stand) for entry in field.entries))


def started_tables(round_: Round) -> list[int]:
    """Numbers of the tables from which anything was reported, whatever became of it."""
    reported = ResultVersion.objects.filter(table__round=round_).values("table")
    return list(round_.tables.filter(pk__in=reported).order_by("number").values_list("number", flat=True))


def free_tables(round_: Round) -> list[int]:
    numbers = round_.tables.order_by("number").values_list("number", flat=True)
    started = set(started_tables(round_))
    return [number for number in numbers if number not in started]


def late_options(championship: Championship) -> LateOptions | None:
    """What can be done about the last round, each with its tables; None when no late result concerns it."""
    round_ = late_round(championship)
    if round_ is None:
        return None
    inputs = inputs_after(round_)
    now = field_now(round_, inputs.field)
    before = {entry.id: entry for entry in inputs.field.entries}
    started = started_tables(round_)
    return LateOptions(
        round=round_.number,
        version=round_.version,
        moved=tuple(int(str(each.id)) for each in now.entries if before[each.id] != each),
        started=tuple(started),
        free=tuple(free_tables(round_)),
        minimal=choice(round_, replace(inputs, field=now), LateChange.MINIMAL, started),
        redraw=choice(round_, replace(inputs, field=now), LateChange.REDRAW, started),
    )


def choice(round_: Round, inputs: Inputs, change: LateChange, started: Iterable[int]) -> Choice:
    drawn = stored_draw(round_)
    outcome = changed_draw(round_, inputs, drawn, change, list(started))
    tables = tuple(table for table in outcome.draw.tables if table.number in outcome.touched)
    byes = tuple(int(str(bye.entry)) for bye in outcome.draw.byes)
    said_now = [[table.number, list(table.side_a), list(table.side_b)] for table in tables]
    text = f"{change} {round_.version} {said_now} {byes}"
    mark = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Choice(change, tables, byes, mark, draws_afresh(round_, change), outcome.proved)


def draws_afresh(round_: Round, change: LateChange) -> bool:
    """A proposal that nobody has seen is simply drawn again; one whose seed was sealed keeps its seal and is marked."""
    fresh = round_.state == RoundState.DRAFT and "sealed" not in round_.draw and not steps_of(round_)
    return fresh and change is LateChange.REDRAW


def changed_draw(round_: Round, inputs: Inputs, drawn: Draw, change: LateChange, started: list[int]) -> Late:
    """The round as it would be."""
    if draws_afresh(round_, change):
        anew = draw_of(
            inputs_of(round_.championship, round_.stage, round_.number, round_.seed, absent(round_)), round_.seed
        )
        before = {table.number: (table.side_a, table.side_b) for table in drawn.tables}
        touched = [table.number for table in anew.tables if before.get(table.number) != (table.side_a, table.side_b)]
        return Late(anew, tuple(touched))
    minded = inputs.plan.mind_other_role
    try:
        return late_draw(change, inputs.field, drawn, started, round_.seed, mind_other_role=minded)
    except PairingRefusedError as error:
        raise said(error) from error


def absent(round_: Round) -> frozenset[int]:
    return frozenset(round_.byes.filter(reason=ByeReason.ABSENT).values_list("entry__number", flat=True))


# What is done ----------------------------------------------------------------------------------------------------


def keep_late(championship_id: int, *, expected_version: int | None = None, actor: Actor = None) -> Round:
    """Leave the round as it is, and say no more about this late result. Raises `Refused`: `no_late`, `stale_round`."""
    with changing(championship_id, actor) as change:
        round_ = concerned(change.championship, expected_version)
        now = inputs_hash(field_now(round_, inputs_after(round_).field))
        round_.draw = {**round_.draw, "late_kept": now}
        move_on(round_, "draw")
        change.record("late_result_kept", round=round_.number)
        return round_


def change_late(
    championship_id: int,
    change_to: LateChange,
    *,
    reason: str,
    mark: str = "",
    expected_version: int | None = None,
    actor: Actor = None,
) -> Round:
    """Do it. The reason is public where the round is marked as changed; that of a
    proposal which is drawn again stays in the history of the office. `mark`: the outcome that the reader has seen.

    Raises `Refused`: `no_late`, `stale_round`, `late_changed` (a table has started meanwhile: look again),
    `late_reason_missing`, `nothing_to_change`.
    """
    with changing(championship_id, actor) as change:
        round_ = concerned(change.championship, expected_version)
        inputs = inputs_after(round_)
        inputs = replace(inputs, field=field_now(round_, inputs.field))
        started = started_tables(round_)
        chosen = choice(round_, inputs, change_to, started)
        if mark not in {"", chosen.mark}:
            raise refused("late_changed", round=round_.number)
        if not chosen.tables:
            raise refused("nothing_to_change", round=round_.number)
        if draws_afresh(round_, change_to):
            return draw_again(championship_id, round_, reason, actor)
        if not reason.strip():
            raise refused("late_reason_missing")
        outcome = changed_draw(round_, inputs, stored_draw(round_), change_to, started)
        keep_step(round_, outcome, late_step(inputs, change_to, started, reason))
        change.record(
            "round_changed_late",
            round=round_.number,
            change=str(change_to),
            tables=list(outcome.touched),
            started=started,
            reason=reason,
            inputs=inputs_hash(inputs.field),
            **seated(round_),
        )
        return round_


def concerned(championship: Championship, expected_version: int | None) -> Round:
    round_ = late_round(championship)
    if round_ is None:
        raise refused("no_late")
    if expected_version not in {None, round_.version}:
        raise refused("stale_round", round=round_.number)
    return round_


def draw_again(championship_id: int, round_: Round, why: str, actor: Actor) -> Round:
    """The same proposal with the same seed, from the ranking as it is now; inside a change that is already running."""
    before = Round.objects.filter(championship=championship_id, number=round_.number - 1).first()
    reason, missing = before.accepted_open if before else "", sorted(absent(round_))
    undo_draw(round_.pk, reason=why, actor=actor)
    return draw_round(championship_id, seed=round_.seed, accept_open=reason, absent=missing, actor=actor)


def late_step(inputs: Inputs, change: LateChange, started: list[int], reason: str) -> dict[str, Any]:
    stand = [[entry.id, entry.rank, entry.points] for entry in inputs.field.entries]
    return {"late": str(change), "started": started, "stand": stand, "reason": reason.strip()[:LONGEST_REASON]}


def keep_step(round_: Round, outcome: Late, step: dict[str, Any]) -> None:
    """Write the changed tables, and the step by which they came about. The other tables are not touched."""
    best = best_of(round_)
    round_.draw = {
        **round_.draw,
        **stored(outcome.draw),
        "swaps": [*steps_of(round_), step],
        "best": asdict(best),
    }
    move_on(round_, "draw")
    seat_anew(round_, [table for table in outcome.draw.tables if table.number in outcome.touched])


def seat_anew(round_: Round, drawn: list[DrawnTable]) -> None:
    """Other people at these tables. Their printed slips are void, and a page that still shows the others is refused."""
    there = {table.number: table for table in round_.tables.all()}
    Seat.objects.filter(table__in=[there[table.number].pk for table in drawn if table.number in there]).delete()
    add_tables(round_, [table for table in drawn if table.number not in there])
    entries: dict[Any, int] = dict(round_.championship.entries.values_list("number", "pk"))
    for table in drawn:
        if table.number not in there:
            continue
        row = there[table.number]
        Table.objects.filter(pk=row.pk).update(
            first_dealer=table.first_dealer,
            reasons=[stored_reason(reason) for reason in table.reasons],
            version=F("version") + 1,
            link_serial=F("link_serial") + 1,
        )
        Seat.objects.bulk_create(
            Seat(table=row, round=round_, entry_id=entries[number], side=side, position=position)
            for side, numbers in ((SideName.A, table.side_a), (SideName.B, table.side_b))
            for position, number in enumerate(numbers, 1)
        )
