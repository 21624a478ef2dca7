"""A table that shall report is called: the public page of the round and the phones of the table show it.

A call is an event and nothing more: it ends by itself once the table has said something, or when the office says so.
"""

from datetime import datetime

from django.db.models import Max

from tournaments.enums import PENDING_STATES, RoundState
from tournaments.models import Event, ResultVersion, Round

from .change import Actor, changing
from .refusal import refused
from .versions import championship_of_table, fresh

CALLED, ENDED = "table_called", "table_call_ended"


def call_table(table_id: int, *, actor: Actor = None) -> None:
    """Ask a table publicly to report. Asking again changes nothing. Raises `Refused`: `round_closed`, `reported`."""
    with changing(championship_of_table(table_id), actor) as change:
        table = fresh(table_id)
        if table.round.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=table.round.number)
        if table.state not in PENDING_STATES:
            raise refused("reported", table=table.number)
        if table.number not in called_tables(table.round):
            change.record(CALLED, round=table.round.number, table=table.number)


def end_call(table_id: int, *, actor: Actor = None) -> None:
    """Stop asking; a table that nobody asks for is left as it is."""
    with changing(championship_of_table(table_id), actor) as change:
        table = fresh(table_id)
        if table.number in called_tables(table.round):
            change.record(ENDED, round=table.round.number, table=table.number)


def called_tables(round_: Round) -> dict[int, datetime]:
    """The tables that are called and have not said anything since, with the time of the call. At most two queries.

    Only what was called since the round was published counts: a round that was taken back had other tables.
    """
    if round_.state != RoundState.PUBLISHED or round_.published_at is None:
        return {}
    events = Event.objects.filter(
        championship=round_.championship_id, type__in=(CALLED, ENDED), time__gte=round_.published_at
    )
    called: dict[int, datetime] = {}
    for type_, time, payload in events.order_by("sequence").values_list("type", "time", "payload"):
        if payload["round"] != round_.number:
            continue
        if type_ == CALLED:
            called[payload["table"]] = time
        else:
            called.pop(payload["table"], None)
    return unreported(round_, called) if called else {}


def unreported(round_: Round, called: dict[int, datetime]) -> dict[int, datetime]:
    """Without the tables for which something was said since they were called."""
    said = dict(
        ResultVersion.objects.filter(table__round=round_, table__number__in=called)
        .values_list("table__number")
        .annotate(Max("created_at"))
    )
    return {number: at for number, at in called.items() if number not in said or said[number] < at}
