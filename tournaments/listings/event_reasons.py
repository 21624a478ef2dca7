"""The reasons of events, from the rows that hold them: the log itself has no free text, so that no name is in it.

What was written about a change stands beside its event. A version of a result and a request keep theirs themselves,
and so did all rows in earlier releases. Such a row may have gone or changed since, as by "Undo": then the event has no
reason here, never that of another one.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from tournaments.models import Championship, CorrectionRequest, Event, EventReason, Penalty, ResultVersion, Round

type Key = tuple[object, ...]

#: A row that an event is about was written in the same change: within this time.
SAME_CHANGE = timedelta(seconds=5)

#: What leaves a step with a reason in a draw, in the order of the steps.
STEPS = ("entries_swapped", "round_changed_late", "late_entry_seated")


def reasons_of(championship: Championship, events: Sequence[Event]) -> dict[int, str]:
    """The reasons that people have typed, by the number of the event, in a constant number of queries."""
    found = [
        *of_results(championship, events),
        *of_requests(championship, events),
        *of_penalties(championship, events),
        *of_rounds(championship, events),
    ]
    beside = EventReason.objects.filter(event__championship=championship, event__in=[event.pk for event in events])
    kept = dict(beside.values_list("event__sequence", "text"))
    return {sequence: reason for sequence, reason in (dict(found) | kept).items() if reason}


def of_results(championship: Championship, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Corrections, rulings, tables that were not played: the version has the reason."""
    rows = ResultVersion.objects.filter(table__round__championship=championship).exclude(reason="")
    reasons: dict[Key, str] = {
        (round_, table, version): reason
        for round_, table, version, reason in rows.values_list(
            "table__round__number", "table__number", "version", "reason"
        )
    }
    for event in events:
        said = event.payload
        if event.type.startswith("result_") and {"round", "table", "version"} <= said.keys():
            yield event.sequence, reasons.get(hashed(said["round"], said["table"], said["version"]), "")


def of_requests(championship: Championship, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Corrections of official results: proposed and decided at the time of the event."""
    rows = CorrectionRequest.objects.filter(table__round__championship=championship)
    reasons: dict[Key, str] = {}
    for *table, proposed, decided, reason in rows.values_list(
        "table__round__number", "table__number", "proposed_at", "decided_at", "reason"
    ):
        reasons |= {(*table, proposed): reason, (*table, decided): reason}
    for event in events:
        if event.type.startswith("correction_"):
            key = hashed(event.payload.get("round"), event.payload.get("table"), event.time)
            yield event.sequence, reasons.get(key, "")


def of_penalties(championship: Championship, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    rows = list(
        Penalty.objects.filter(entry__championship=championship).values_list(
            "entry__number", "points", "after_round", "created_at", "lifted_at", "reason"
        )
    )
    for event in events:
        if event.type in {"penalty_given", "penalty_lifted"}:
            wanted = tuple(event.payload.get(name) for name in ("entry", "points", "round"))
            for *which, created, lifted, reason in rows:
                at = created if event.type == "penalty_given" else lifted
                if tuple(which) == wanted and is_same_change(at, event.time):
                    yield event.sequence, reason


def is_same_change(at: datetime | None, time: datetime) -> bool:
    return at is not None and abs(at - time) <= SAME_CHANGE


def of_rounds(championship: Championship, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Exchanges by hand and late changes, and rounds that were closed although tables were open."""
    wanted = {event.sequence for event in events}
    told = championship.events.filter(
        type__in=(*STEPS, "swap_undone", "round_drawn", "round_undone", "round_closed", "undone")
    ).order_by("sequence")
    log = list(told)
    gone = {sequence for event in log if event.type == "undone" for sequence in event.payload.get("events", ())}
    log = [event for event in log if event.sequence not in gone and event.type != "undone"]
    for round_ in championship.rounds.all():
        for sequence, reason in (*of_steps(round_, log), *of_open_tables(round_, log)):
            if sequence in wanted:
                yield sequence, reason


def of_steps(round_: Round, log: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """The steps of a draw and the events that have left them, as long as both tell the same."""
    standing: list[Event] = []
    for event in log:
        if event.payload.get("round") == round_.number:
            if event.type == "round_drawn":
                standing = []
            elif event.type == "swap_undone":
                standing = standing[:-1]
            elif event.type in STEPS:
                standing.append(event)
    steps = round_.draw.get("swaps", ())
    if len(steps) == len(standing):
        for event, step in zip(standing, steps, strict=True):
            if event.type != "entries_swapped" or event.payload.get("entries") == step.get("entries"):
                yield event.sequence, step.get("reason", "")


def of_open_tables(round_: Round, log: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Why the round was closed with open tables: by the last closing of it, or by the draw that closed it."""
    last: dict[str, int] = {}
    for event in log:
        number = event.payload.get("round")
        if event.type == "round_closed" and number == round_.number:
            last["round_closed"] = event.sequence
        if event.type == "round_drawn" and number == round_.number + 1 and event.payload.get("accepted_open"):
            last["round_drawn"] = event.sequence
    for sequence in last.values():
        yield sequence, round_.accepted_open


def hashed(*values: object) -> Key:
    """A key from a payload, which may hold anything."""
    return tuple(value if isinstance(value, int | datetime) else str(value) for value in values)
