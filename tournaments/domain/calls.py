"""A table calls the organiser, from either side's phone, and the office ticks the call off."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Subquery

from tournaments.enums import ActorKind, RoundState, SideName
from tournaments.models import Championship, Event, Round, Table

from .change import Actor, AtTable, changing
from .refusal import refused
from .versions import championship_of_table, fresh

CALLED, ANSWERED = "organiser_called", "call_answered"
SIDE_OF = {ActorKind.SIDE_A: SideName.A, ActorKind.SIDE_B: SideName.B}


@dataclass(frozen=True, slots=True)
class Call:
    """A table that waits for the organiser: since when, and which sides have called, in the order in which they did."""

    round: int
    table: int
    sides: tuple[SideName, ...]
    since: datetime


def call_organiser(table_id: int, side: SideName) -> Call:
    """Say that this table needs the organiser. A side that has called already waits on; nothing is stored twice.

    Raises `Refused`: `round_not_published`, `round_closed` (nobody looks after its tables any more).
    """
    with changing(championship_of_table(table_id), AtTable(side)) as change:
        table = fresh(table_id)
        if table.round.state == RoundState.DRAFT:
            raise refused("round_not_published", round=table.round.number)
        if table.round.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=table.round.number)
        waiting = call_of(table)
        if waiting is None or side not in waiting.sides:
            change.record(CALLED, round=table.round.number, table=table.number)
            waiting = call_of(table)
        assert waiting is not None  # noqa: S101 - it was recorded just now
        return waiting


def answer_call(championship_id: int, round_number: int, table_number: int, *, actor: Actor = None) -> None:
    """Tick a call off: somebody has gone there. Raises `Refused`: `no_call` when nobody waits there (any more)."""
    with changing(championship_id, actor) as change:
        calls = open_calls(change.championship)
        if not any((call.round, call.table) == (round_number, table_number) for call in calls):
            raise refused("no_call", table=table_number)
        change.record(ANSWERED, round=round_number, table=table_number)


def call_of(table: Table) -> Call | None:
    """The call of this table that nobody has answered yet."""
    calls = calls_of_round(table.round.championship, table.round.number)
    return next((call for call in calls if call.table == table.number), None)


def open_calls(championship: Championship) -> tuple[Call, ...]:
    """The tables that wait for the organiser in the rounds being played, the longest first. Two queries or a few."""
    rounds = Round.objects.filter(championship=championship, state=RoundState.PUBLISHED).order_by("number")
    numbers = rounds.values_list("number", flat=True)
    calls = [call for number in numbers for call in calls_of_round(championship, number)]
    return tuple(sorted(calls, key=lambda call: call.since))


def calls_of_round(championship: Championship, number: int) -> list[Call]:
    """Read from the log: each call of a side since its table was last answered.

    Only since the round was published: others sat at the tables of a draw that was discarded.
    """
    waiting: dict[int, Call] = {}
    published = Round.objects.filter(championship=championship, number=number).values("published_at")
    events = Event.objects.filter(
        championship=championship, type__in=(CALLED, ANSWERED), payload__round=number, time__gte=Subquery(published)
    )
    for event in events.order_by("sequence"):
        table = event.payload["table"]
        if event.type == ANSWERED:
            waiting.pop(table, None)
            continue
        before = waiting.get(table)
        side = SIDE_OF[ActorKind(event.actor_kind)]
        sides = (*before.sides, side) if before else (side,)
        waiting[table] = Call(number, table, sides, before.since if before else event.time)
    return list(waiting.values())
