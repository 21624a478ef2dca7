"""Taking back what the office did last, from any device, while nothing depends on it.

Afterwards everything is as if it had never been done: the rows are put back as the footprint of the change says
(`footprints`), only counters have risen, and a version of a result that counted stays in the history. The undo is an
event itself.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import F

from tournaments.enums import ResultState
from tournaments.models import (
    Championship,
    EntryMember,
    Event,
    Footprint,
    Person,
    ResultVersion,
    Round,
    Substitution,
    Table,
)

from .change import Actor, Change, changing
from .decided import standing
from .event_subjects import RESULT_TYPES, depends
from .footprints import COUNTERS, WATCHED, Row, RowChange, rows_of
from .refusal import Problem, Refused, refused

#: What can be taken back by the button. The rest has a way back of its own (an import, an entry) or none (a ranking
#: that was handed out, slips that were made invalid, what a side has said).
UNDOABLE = frozenset({
    *RESULT_TYPES,
    "results_from_file",
    "round_drawn",
    "round_seated",
    "round_undone",
    "round_published",
    "round_closed",
    "entries_swapped",
    "swap_undone",
    "entry_state",
    "reserve_moved_up",
    "penalty_given",
    "penalty_lifted",
    "substituted",
    "settings_changed",
    "made_public",
    "made_private",
    "results_hidden",
    "results_shown",
})  # fmt: skip

#: Said along with another event; alone it never stands for a change that can be taken back.
COMPANIONS = frozenset({"round_complete", "names_changed", "seal_given_up"})


@dataclass(frozen=True, slots=True)
class Undoable:
    """The last change of the office. `event` is its sequence number, `type` and `payload` say what it was.

    `who` is the account's e-mail address (empty: none). `why_not` says what is in the way; None: it can be taken back.
    `decides`: this would undo, or bring back, what only an organiser decides.
    """

    event: int
    type: str
    payload: dict[str, Any]
    who: str
    time: datetime
    why_not: Problem | None
    decides: bool = False

    @property
    def is_result(self) -> bool:
        """Whoever may type results may take back this one."""
        return self.type in RESULT_TYPES or self.type == "results_from_file"


def undoable(championship: Championship) -> Undoable | None:
    """What "Undo" would take back now, also when it cannot be; None when there is nothing."""
    found = last_footprint(championship)
    return None if found is None else described(championship, *found)


def described(championship: Championship, footprint: Footprint, event: Event) -> Undoable:
    who = event.actor.email if event.actor else ""
    why_not = obstacle(championship, footprint, event)
    decides = decides_again(championship, footprint, event)
    return Undoable(event.sequence, event.type, event.payload, who, event.time, why_not, decides)


def decides_again(championship: Championship, footprint: Footprint, event: Event) -> bool:
    """Whether a table of this result is one where an organiser has decided by it, or had to decide before it."""
    places = [event.payload["table"]] if "table" in event.payload else [*map(int, event.payload.get("results", ()))]
    if event.type not in RESULT_TYPES and event.type != "results_from_file":
        return False
    round_ = event.payload["round"]
    return any(
        standing(championship, round_, place, without=footprint.events).is_for_organisers
        or standing(championship, round_, place).decided
        for place in places
    )


def permitted(_done: Undoable) -> None:
    """Everything is: for a command."""


def undo_last(
    championship_id: int,
    expected_event: int,
    *,
    permit: Callable[[Undoable], None] = permitted,
    actor: Actor = None,
) -> Undoable:
    """Take back the change that the reader saw (`Undoable.event`), and return what it was.

    `permit` raises what it likes where the actor may not take this back; nothing can change between its word and that.
    Raises `Refused`: `undo_other` (something else is the last change now, or it was taken back already),
    `undo_depends`, `undo_used`, `round_played`, `nothing_to_undo`, `person_entered` (who would step in again plays
    elsewhere now).
    """
    with changing(championship_id, actor) as change:
        championship = change.championship
        found = last_footprint(championship)
        if found is None:
            raise refused("nothing_to_undo")
        footprint, event = found
        done = described(championship, footprint, event)
        if event.sequence != expected_event:
            raise refused("undo_other", event=event.sequence)
        permit(done)
        if done.why_not is not None:
            raise Refused(done.why_not)
        undo(change, footprint, event)
        return done


def undo(change: Change, footprint: Footprint, event: Event) -> None:
    """Take back a change that nothing is in the way of."""
    rows = [RowChange.from_json(row) for row in footprint.rows]
    put_back(change, rows)
    said = where(event.payload) | new_serials(rows)
    change.record("undone", events=footprint.events, type=event.type, **said)
    footprint.delete()


def undo_correction(change: Change, table: Table) -> None:
    """Take back the last correction of a table, also when other tables were typed since. Raises `Refused` as above."""
    told = {"type": "result_corrected", "payload__round": table.round.number, "payload__table": table.number}
    event = change.championship.events.filter(**told).select_related("actor").order_by("sequence").last()
    footprints = change.championship.footprints.order_by("-sequence")
    footprint = next((each for each in footprints if event and event.sequence in each.events), None)
    if event is None or footprint is None:
        raise refused("nothing_to_take_back")
    if (problem := obstacle(change.championship, footprint, event)) is not None:
        raise Refused(problem)
    undo(change, footprint, event)


def where(payload: dict[str, Any]) -> dict[str, Any]:
    """What an event was about, for the event that takes it back."""
    return {name: payload[name] for name in ("round", "table", "entry", "entries", "state") if name in payload}


def new_serials(rows: Sequence[RowChange]) -> dict[str, Any]:
    """Round, table and serial of the slips of those tables that came back: their old slips do not hold any more."""
    back = Table.objects.filter(pk__in=[row.key for row in rows if row.model is Table and row.after is None])
    found = back.order_by("round__number", "number").values_list("round__number", "number", "link_serial")
    return {"serials": [list(each) for each in found]} if found else {}


# What it is -------------------------------------------------------------------------------------------------------


def last_footprint(championship: Championship) -> tuple[Footprint, Event] | None:
    """The newest change of the office that is of a kind that can be taken back, and the event that stands for it."""
    for footprint in championship.footprints.order_by("-sequence"):
        events = championship.events.filter(sequence__in=footprint.events).select_related("actor").order_by("sequence")
        kinds = [event for event in events if event.type not in COMPANIONS]
        if kinds and all(event.type in UNDOABLE for event in kinds):
            return footprint, kinds[-1]
    return None


def obstacle(championship: Championship, footprint: Footprint, event: Event) -> Problem | None:
    """What keeps a change from being taken back: an event that depends on it, or a row that has changed since."""
    events = list(championship.events.filter(sequence__in=footprint.events).exclude(type__in=COMPANIONS))
    for later in standing_events(championship, after=footprint.sequence):
        if later.sequence not in footprint.events and any(depends(later, each) for each in events):
            return Problem("undo_depends", {"event": later.sequence, "type": later.type, **where(later.payload)})
    rows = [RowChange.from_json(row) for row in footprint.rows]
    if moved_since(championship, rows):
        return Problem("undo_used", {"event": event.sequence})
    if (name := plays_elsewhere(championship, rows, event.time)) is not None:
        return Problem("person_entered", {"name": name})
    made = [row.key for row in rows if row.model is Table and row.before is None]
    if ResultVersion.objects.filter(table__in=made).exists():  # taken back as well, but the history is never removed
        return Problem("round_played", {"round": event.payload["round"]})
    return None


def plays_elsewhere(championship: Championship, rows: Sequence[RowChange], since: datetime) -> str | None:
    """Name of somebody who would step in again, and has got another place since; None: nobody."""
    for row in rows:
        back = row.before if row.model is Substitution else None
        if back is None or row.after is not None:
            continue
        person, place = back["person_id"], {"entry": back["entry_id"], "position": back["position"]}
        entered = EntryMember.objects.filter(championship=championship, person=person).exclude(entry=back["entry_id"])
        steps_in = Substitution.objects.filter(entry__championship=championship, person=person, created_at__gt=since)
        if entered.exists() or steps_in.exclude(**place).exists():
            return Person.objects.get(pk=person).full_name
    return None


def standing_events(championship: Championship, *, after: int) -> list[Event]:
    """The events after this one that were not taken back later, oldest first; without the takings back themselves."""
    later = list(championship.events.filter(sequence__gt=after).order_by("sequence"))
    gone = taken_back(later)
    return [event for event in later if event.sequence not in gone and event.type != "undone"]


def taken_back(events: Iterable[Event]) -> set[int]:
    """Sequence numbers of the events that were taken back."""
    return {sequence for event in events if event.type == "undone" for sequence in event.payload["events"]}


def moved_since(championship: Championship, rows: Sequence[RowChange]) -> bool:
    """Whether a row is not as the change has left it."""
    for model in {row.model for row in rows}:
        mine = [row for row in rows if row.model is model]
        now = rows_of(model, championship.pk, [row.key for row in mine])
        if any(not is_as_left(row, now.get(row.key)) for row in mine):
            return True
    return False


def is_as_left(change: RowChange, now: Row | None) -> bool:
    if change.after is None or now is None:
        return change.after is None and now is None
    counters = COUNTERS.get(change.model, set())
    return all(now[name] == value for name, value in change.after.items() if name not in counters)


# Putting back -----------------------------------------------------------------------------------------------------


def put_back(change: Change, rows: Sequence[RowChange]) -> None:
    """Bring the rows back to what they were: first what was made goes, then what was removed comes, then the rest."""
    order = {model: place for place, model in enumerate(WATCHED)}
    for row in sorted(rows, key=lambda row: -order[row.model]):
        if row.before is None:
            take_away(row)
    for row in sorted(rows, key=lambda row: order[row.model]):
        if row.after is None:
            bring_back(change, row)
    # where only one of a table's versions may count, the one that counted since steps back first
    for row in sorted(rows, key=lambda row: bool(row.before and row.before.get("state") != ResultState.SUPERSEDED)):
        if row.before is not None and row.after is not None:
            restore(change, row)
    raise_versions(change, rows)


def take_away(row: RowChange) -> None:
    """A version of a result that was stored stays in the history; every other new row goes."""
    found = row.model._base_manager.filter(pk=row.key)
    if row.model is ResultVersion:
        found.update(state=ResultState.SUPERSEDED)
    else:
        found._raw_delete(found.db)


def bring_back(change: Change, row: RowChange) -> None:
    """A row that was removed, as it was; its counters begin where no old page or slip has seen one."""
    assert row.before is not None  # noqa: S101 - a removed row was there before
    risen = dict.fromkeys(COUNTERS.get(row.model, ()), change.championship.revision + 1)
    values = {name: value_of(row.model, name, value) for name, value in {**row.before, **risen}.items()}
    row.model(**values).save_base(raw=True, force_insert=True)


def restore(change: Change, row: RowChange) -> None:
    assert row.before is not None  # noqa: S101 - the caller has looked
    values = {name: value_of(row.model, name, value) for name, value in row.before.items()}
    if row.model is Championship:  # its settings have a history of their own
        for name, value in values.items():
            setattr(change.championship, name, value)
        change.championship.save(update_fields=list(values))
    else:
        row.model._base_manager.filter(pk=row.key).update(**values)


def value_of(model: type[models.Model], attname: str, value: Any) -> Any:
    """A value as the model knows it: dates and times were kept as texts."""
    name = next(each.name for each in model._meta.concrete_fields if each.attname == attname)
    field: Any = model._meta.get_field(name)
    return value if field.is_relation or value is None else field.to_python(value)


def raise_versions(change: Change, rows: Sequence[RowChange]) -> None:
    """Pages that show what was taken back are old now."""
    tables = {row.key for row in rows if row.model is Table}
    tables |= set(
        ResultVersion.objects.filter(pk__in=[row.key for row in rows if row.model is ResultVersion]).values_list(
            "table", flat=True
        )
    )
    Table.objects.filter(pk__in=tables).update(version=F("version") + 1)
    rounds = {row.key for row in rows if row.model is Round}
    Round.objects.filter(pk__in=rounds, championship=change.championship).update(version=F("version") + 1)
