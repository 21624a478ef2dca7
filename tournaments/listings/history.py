"""The log of a championship as a page shows it: chosen by table, kind and who acted, newest first."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.enums import ActorKind
from tournaments.models import Championship, Event

#: Kinds of events by the beginnings of their types; what fits nowhere is `other`.
KINDS: dict[str, tuple[str, ...]] = {
    "results": ("result_", "results_from", "correction", "round_complete"),
    "rounds": ("round", "late", "entries_swapped", "swap", "draw", "seal", "schedule"),
    "entries": ("entry", "import", "names", "penalty", "substitut"),
    "calls": ("table_call", "organiser_call", "call_", "link", "slip"),
    "settings": ("championship", "settings", "made_", "results_hidden", "results_shown", "ranking"),
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a reader wants to see. None and empty texts: everything. `person` is an account, "side_a" or the like."""

    round: int | None = None
    table: int | None = None
    kind: str = ""
    person: str = ""


def chosen_events(championship: Championship, chosen: Chosen) -> QuerySet[Event]:
    """The events that fit, newest first."""
    events = championship.events.select_related("actor").order_by("-sequence")
    if chosen.round is not None:
        events = events.filter(Q(payload__round=chosen.round) | Q(payload__after_round=chosen.round))
    if chosen.table is not None:
        events = events.filter(payload__table=chosen.table)
    if chosen.kind:
        events = events.filter(pk__in=of_kind(championship, chosen.kind))
    if chosen.person.isdecimal():
        events = events.filter(actor=int(chosen.person))
    elif chosen.person:
        events = events.filter(actor=None, actor_kind=chosen.person)
    return events


def of_kind(championship: Championship, kind: str) -> QuerySet[Event]:
    """Events of a kind; a type belongs to the first kind that has its beginning."""
    wanted, earlier = Q(), Q(pk__in=[])
    for name, beginnings in KINDS.items():
        here = Q()
        for beginning in beginnings:
            here |= Q(type__startswith=beginning)
        if name == kind:
            wanted = here & ~earlier
        earlier |= here
    return championship.events.filter(wanted if kind in KINDS else ~earlier)


def people_of(championship: Championship) -> list[tuple[str, str]]:
    """Who has acted, for a choice: accounts by their address, then sides and programs."""
    accounts = championship.events.exclude(actor=None).values_list("actor", "actor__email").distinct().order_by()
    kinds = championship.events.filter(actor=None).values_list("actor_kind", flat=True).distinct().order_by()
    return [
        *sorted(((str(pk), email) for pk, email in accounts), key=lambda each: each[1]),
        *((kind, str(ActorKind(kind).label)) for kind in sorted(filter(None, kinds))),
    ]
