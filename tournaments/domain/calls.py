"""Calls between the office and the tables: a table that shall report, and a side that wants the organiser.

Both are events and nothing more: a call ends by itself once the table has reported, or when the office says so.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from tournaments.enums import PENDING_STATES, RoundState, SideName
from tournaments.models import Event, ResultVersion, Round

from .change import Actor, AtTable, changing
from .refusal import refused
from .versions import fresh

CALLED, CALL_ENDED = "table_called", "table_call_ended"
WANTED, ANSWERED = "organiser_called", "organiser_call_answered"


@dataclass(frozen=True, slots=True)
class Wish:
    """A side asks for the organiser. `side` is None where the phone did not say it."""

    table: int
    side: SideName | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of a round that stand: tables that shall report, since when; and who wants the organiser."""

    tables: dict[int, datetime]
    wishes: tuple[Wish, ...]


def call_table(table_id: int, *, actor: Actor = None) -> None:
    """Ask a table publicly to report. Asking again changes nothing. Raises `Refused`: `round_closed`, `reported`."""
    with changing(fresh(table_id).round.championship_id, actor) as change:
        table = fresh(table_id)
        if table.round.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=table.round.number)
        if table.state not in PENDING_STATES:
            raise refused("reported", table=table.number)
        if table.number not in calls_of(table.round).tables:
            change.record(CALLED, round=table.round.number, table=table.number)


def end_call(table_id: int, *, actor: Actor = None) -> None:
    """Stop asking; a table that nobody asks for is left as it is."""
    with changing(fresh(table_id).round.championship_id, actor) as change:
        table = fresh(table_id)
        if table.number in calls_of(table.round).tables:
            change.record(CALL_ENDED, round=table.round.number, table=table.number)


def call_organiser(table_id: int, side: SideName) -> None:
    """A side wants the organiser at its table. While it waits, asking again changes nothing. Raises `round_closed`."""
    with changing(fresh(table_id).round.championship_id, AtTable(side)) as change:
        table = fresh(table_id)
        if table.round.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=table.round.number)
        if not any((wish.table, wish.side) == (table.number, side) for wish in calls_of(table.round).wishes):
            change.record(WANTED, round=table.round.number, table=table.number, side=str(side))


def answer_wish(table_id: int, *, actor: Actor = None) -> None:
    """The organiser has been at the table; where nobody waits nothing happens."""
    with changing(fresh(table_id).round.championship_id, actor) as change:
        table = fresh(table_id)
        if any(wish.table == table.number for wish in calls_of(table.round).wishes):
            change.record(ANSWERED, round=table.round.number, table=table.number)


def calls_of(round_: Round) -> Calls:
    """The calls that stand. Only what was called since the round was published counts; at most two queries."""
    if round_.state != RoundState.PUBLISHED or round_.published_at is None:
        return Calls({}, ())
    events = Event.objects.filter(
        championship=round_.championship_id,
        type__in=(CALLED, CALL_ENDED, WANTED, ANSWERED),
        time__gte=round_.published_at,
        payload__round=round_.number,
    ).order_by("sequence")
    tables: dict[int, datetime] = {}
    wishes: dict[tuple[int, SideName | None], Wish] = {}
    for event in events:
        number = event.payload["table"]
        if event.type == CALLED:
            tables[number] = event.time
        elif event.type == CALL_ENDED:
            tables.pop(number, None)
        elif event.type == WANTED:
            side = SideName(event.payload["side"]) if event.payload.get("side") in set(SideName) else None
            wishes.setdefault((number, side), Wish(number, side, event.time))
        else:
            wishes = {key: wish for key, wish in wishes.items() if wish.table != number}
    return Calls(unreported(round_, tables) if tables else {}, tuple(wishes.values()))


def unreported(round_: Round, called: dict[int, datetime]) -> dict[int, datetime]:
    """Without the tables for which something was said since they were called."""
    said = dict(
        ResultVersion.objects.filter(table__round=round_, table__number__in=called)
        .values_list("table__number")
        .annotate(Max("created_at"))
    )
    return {number: at for number, at in called.items() if number not in said or said[number] < at}
