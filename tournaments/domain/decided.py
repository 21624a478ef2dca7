"""Where only an organiser decides: at a table in conflict, and where one has decided a conflict.

Otherwise whoever may type results could bring a decision about by withdrawing, typing anew or correcting. The log tells
it: a result that was corrected since is still one that an organiser had decided.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from tournaments.enums import ActorKind, TableState
from tournaments.models import Championship, Event, Table

from .event_subjects import RESULT_TYPES
from .refusal import refused

SIDES = frozenset({ActorKind.SIDE_A, ActorKind.SIDE_B})


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a table is in conflict, and whether what counts there ended a conflict by a decision of the office."""

    conflict: bool = False
    decided: bool = False

    @property
    def is_for_organisers(self) -> bool:
        return self.conflict or self.decided


def refuse_decision(table: Table, *, may_decide: bool) -> None:
    """Raises `Refused`: `organiser_decides` for somebody who may not decide, where only an organiser does."""
    if not may_decide and (table.state == TableState.CONFLICT or standing_of(table).decided):
        raise refused("organiser_decides", table=table.number)


def standing_of(table: Table) -> Standing:
    return standing(table.round.championship, table.round.number, table.number)


def standing(championship: Championship, round_: int, table: int, *, without: Iterable[int] = ()) -> Standing:
    """How a table stands by the log, as if the events with these sequence numbers had not been."""
    events = list(
        championship.events.filter(
            Q(type__in=RESULT_TYPES, payload__table=table)
            | Q(type="results_from_file", payload__results__has_key=str(table)),
            payload__round=round_,
        ).order_by("sequence")
    )
    taken = championship.events.filter(type="undone").values_list("payload", flat=True)
    gone = {*without, *(sequence for payload in taken for sequence in payload["events"])}
    stands = Standing()
    for event in events:
        if event.sequence not in gone:
            stands = after(stands, event, table)
    return stands


def decided_tables(championship: Championship, round_: int) -> frozenset[int]:
    """Numbers of the tables of a round where an organiser has decided what counts."""
    told = championship.events.filter(type__in=(*RESULT_TYPES, "results_from_file"), payload__round=round_)
    taken = championship.events.filter(type="undone").values_list("payload", flat=True)
    gone = {sequence for payload in taken for sequence in payload["events"]}
    stands: dict[int, Standing] = {}
    for event in told.order_by("sequence"):
        if event.sequence in gone:
            continue
        several = [int(number) for number in event.payload.get("results", ())]
        for table in several if event.type == "results_from_file" else [event.payload["table"]]:
            stands[table] = after(stands.get(table, Standing()), event, table)
    return frozenset(table for table, standing in stands.items() if standing.decided)


def after(before: Standing, event: Event, table: int) -> Standing:
    """How a table stands after one more event that is about it."""
    match event.type:
        case "result_disputed":
            return Standing(conflict=True)
        case "result_ruled":
            return Standing(decided=True)
        case "result_confirmed":
            by_office = event.actor_kind not in SIDES
            return Standing(decided=by_office and before.conflict)
        case "result_withdrawn" | "result_taken_back":
            return Standing(conflict=event.payload.get("state") == TableState.CONFLICT)
        case "results_from_file":  # one that says a table was not played to the end decides a conflict
            disputed = table in event.payload.get("disputed", ())
            return Standing(conflict=disputed, decided=not disputed and before.is_for_organisers)
    return Standing(decided=before.decided)  # a claim beside what counts, or a correction of it
