"""Who meets whom in the next round: reads what `pairing` needs, and asks it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from engine.seats import Side
from tournaments.enums import ByeReason, Kind, SideName, StageKind
from tournaments.models import Bye, Championship, Seat, Stage, Table
from tournaments.pairing import individuals, swiss
from tournaments.pairing.field import (
    Draw,
    EntryState,
    Field,
    PairingRefusedError,
    PastBye,
    PastTable,
    RefusalCode,
    TableReason,
)

from .refusal import refused
from .standings import ranking

FORMATS: dict[Kind, Callable[[Field, int], Draw]] = {Kind.PAIRS: swiss.draw, Kind.INDIVIDUALS: individuals.draw}


def draw(championship: Championship, stage: Stage, number: int, seed: int, absent: frozenset[int]) -> Draw:
    """Draw round `number`. The same rows and seed give the same draw. Raises `Refused`: `too_few_entries`."""
    try:
        return FORMATS[Kind(championship.kind)](field_of(championship, stage, number, absent), seed)
    except PairingRefusedError as refusal:
        if refusal.code == RefusalCode.TOO_FEW:
            raise refused("too_few_entries", wanted=refusal.data["needed"], given=refusal.data["given"]) from refusal
        raise


def field_of(championship: Championship, stage: Stage, number: int, absent: frozenset[int] = frozenset()) -> Field:
    """Who plays round `number`, where they stand, and what happened before."""
    entries = championship.entries.playing()
    if stage.qualified is not None:
        entries = entries.filter(number__in=stage.qualified)
    clubs = dict(entries.values_list("number", "club__name"))
    playing = [entry for entry in sorted(clubs) if entry not in absent]
    planned = sum(each.rounds_planned for each in championship.stages.filter(position__lte=stage.position))
    return Field(
        entries=tuple(entry_states(championship, stage, number, playing, clubs)),
        tables=past_tables(championship, number),
        byes=tuple(
            PastBye(*bye)
            for bye in Bye.objects.filter(
                round__championship=championship, round__number__lt=number, reason=ByeReason.SITS_OUT
            )
            .order_by("round__number", "entry__number")
            .values_list("round__number", "entry__number")
        ),
        rounds_after=planned - number,
    )


def entry_states(
    championship: Championship, stage: Stage, number: int, playing: list[int], clubs: Mapping[int, str | None]
) -> list[EntryState]:
    """Where each entry stands. In the first round nobody stands anywhere; a final begins level, in order of rank."""
    rows = {row.number: row.standing for row in ranking(championship, after=number - 1).rows} if number > 1 else {}
    first_of_final = stage.kind == StageKind.FINAL and not stage.rounds.filter(number__lt=number).exists()
    last_rank = len(rows) + 1
    return [
        EntryState(
            id=entry,
            rank=rows[entry].rank if entry in rows else last_rank,
            points=0 if first_of_final or entry not in rows else rows[entry].tournament_points,
            groups=(club,) if (club := clubs[entry]) else (),
        )
        for entry in playing
    ]


def past_tables(championship: Championship, number: int) -> tuple[PastTable, ...]:
    sides: dict[int, dict[str, tuple[int, ...]]] = {}
    seats = Seat.objects.filter(round__championship=championship, round__number__lt=number)
    for table, side, entry in seats.order_by("table", "side", "position").values_list("table", "side", "entry__number"):
        both = sides.setdefault(table, {SideName.A: (), SideName.B: ()})
        both[side] += (entry,)
    tables = Table.objects.filter(round__championship=championship, round__number__lt=number)
    return tuple(
        PastTable(round_, sides[pk][SideName.A], sides[pk][SideName.B], Side(first))
        for pk, round_, first in tables.order_by("round__number", "number").values_list(
            "pk", "round__number", "first_dealer"
        )
    )


def qualified(championship: Championship, after: int) -> list[int]:
    """Numbers of the entries that play the final, best first. Raises `Refused` when the line runs through a tie."""
    wanted = championship.finalists
    rows = [row for row in ranking(championship, after=after).rows if not row.withdrawn]
    if not wanted or wanted >= len(rows):
        return [row.number for row in rows]
    if rows[wanted - 1].standing.rank == rows[wanted].standing.rank:
        raise refused("cut_tied", finalists=wanted, entries=[rows[wanted - 1].number, rows[wanted].number])
    return [row.number for row in rows[:wanted]]


def stored(drawn: Draw) -> dict[str, Any]:
    """The certificate, and why each one sits out, as a round keeps them."""
    byes = [{"entry": bye.entry, "code": str(bye.code), "before": bye.before} for bye in drawn.byes]
    return {**asdict(drawn.certificate), "byes": byes}


def stored_reason(reason: TableReason) -> dict[str, Any]:
    """A reason as a table keeps it: the code and what belongs to it."""
    data = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(reason).items()}
    return {"code": str(data.pop("code")), **{key: value for key, value in data.items() if value not in (None, [])}}
