"""What organisers propose to each other, told from the log: corrections of official results, and points off.

`TELLERS` fill `Told.requests`; `request_problems` holds them against the rows. The words of a reason are in no event.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from tournaments.enums import RequestState
from tournaments.models import Championship, CorrectionRequest, PenaltyRequest

from .log_told import Told, ToldRequest
from .refusal import Problem

Payload = dict[str, Any]

#: What a proposal says, as its event names it; earlier releases need not have named all of it.
SAID = ("deals", "outcome", "replayed", "version", "points", "round", "lifts")


def proposed(told: Told, said: Payload) -> None:
    """A new one. `by` and `at` are those of the event."""
    values = {name: said[name] for name in SAID if name in said}
    told.requests.append(ToldRequest(about(said), values, by=said["by"], at=said["at"]))


def about(said: Payload) -> tuple[int, ...]:
    """The entry that points are taken off, or round and table."""
    return (said["entry"],) if "entry" in said else (said["round"], said["table"])


def deciding(state: RequestState) -> Callable[[Told, Payload], None]:
    def decided(told: Told, said: Payload) -> None:
        """Of an entry or a table one waits at a time."""
        for request in told.requests:
            if request.about == about(said) and request.state == RequestState.PROPOSED:
                request.state, request.decided_by, request.decided_at = state, said["by"], said["at"]

    return decided


DECISIONS = {
    "accepted": RequestState.ACCEPTED,
    "rejected": RequestState.REJECTED,
    "overtaken": RequestState.STALE,
}
TELLERS: dict[str, Callable[[Told, Payload], None]] = {
    "correction_proposed": proposed,
    "penalty_proposed": proposed,
    **{f"{what}_{done}": deciding(state) for what in ("correction", "penalty") for done, state in DECISIONS.items()},
}


def request_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """Each proposal is there, says what its event says, and was decided by whom and when the log says; no other is."""
    told_of: dict[tuple[int, ...], list[ToldRequest]] = {}
    for request in told.requests:
        told_of.setdefault(request.about, []).append(request)
    stored = stored_requests(championship)
    places = sorted(stored.keys() | told_of.keys())
    wrong = [place for place in places if not alike(told_of.get(place, []), stored.get(place, []))]
    if entries := [entry for entry, *table in wrong if not table]:
        yield Problem("log_penalty_requests", {"entries": entries})
    for round_, table in (place for place in wrong if len(place) > 1):
        yield Problem("log_correction_requests", {"round": round_, "table": table})


def alike(told: list[ToldRequest], stored: list[ToldRequest]) -> bool:
    """Whether these are the same, one after the other, as far as the log tells what they say."""
    if len(told) != len(stored):
        return False
    both = zip(told, stored, strict=True)
    there = [asdict(row) | {"said": {name: row.said[name] for name in one.said}} for one, row in both]
    return [asdict(one) for one in told] == there


def stored_requests(championship: Championship) -> dict[tuple[int, ...], list[ToldRequest]]:
    """What the rows say, by what it is about, in the order in which it was proposed."""
    found: dict[tuple[int, ...], list[ToldRequest]] = {}
    corrections = CorrectionRequest.objects.filter(table__round__championship=championship)
    for row in corrections.select_related("table__round").order_by("proposed_at", "pk"):
        place = {"round": row.table.round.number, "table": row.table.number}
        said = {"deals": row.deals, "outcome": row.outcome, "replayed": row.replayed, "version": row.expected_version}
        found.setdefault(about(place), []).append(as_told(row, about(place), said | {"round": place["round"]}))
    penalties = PenaltyRequest.objects.filter(entry__championship=championship)
    for asked in penalties.select_related("entry").order_by("proposed_at", "pk"):
        says = {"points": asked.points, "round": asked.after_round, "lifts": asked.lifts_id is not None}
        found.setdefault((asked.entry.number,), []).append(as_told(asked, (asked.entry.number,), says))
    return found


def as_told(row: CorrectionRequest | PenaltyRequest, place: tuple[int, ...], said: Payload) -> ToldRequest:
    return ToldRequest(
        place,
        said,
        by=row.proposed_by_id,
        at=row.proposed_at,
        state=RequestState(row.state),
        decided_by=row.decided_by_id,
        decided_at=row.decided_at,
    )
