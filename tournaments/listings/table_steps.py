"""Every step of one table: the versions of its result, and between them when it was opened again or taken back."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.domain.event_subjects import RESULT_TYPES
from tournaments.enums import ResultState
from tournaments.models import Championship, Event, ResultVersion, Table

#: Events that make a new version of a table without a result of its own.
OPENING = ("result_withdrawn", "result_taken_back")


@dataclass(frozen=True, slots=True)
class TableStep:
    """A version of the result, or an event that took one away. `number`: the table's version then (None: not told)."""

    number: int | None
    at: datetime
    who: str
    version: ResultVersion | None
    event: Event | None

    @property
    def why(self) -> str:
        """The reason in the reader's language; empty when none was given."""
        if self.version is not None:
            return self.version.why
        return self.event.why if self.event else ""

    @property
    def is_correction(self) -> bool:
        """It counts, and replaced a result that counted: the page calls the table corrected."""
        return self.version is not None and self.version.corrects and self.version.state == ResultState.CONFIRMED


def table_steps(championship: Championship, table: Table) -> list[TableStep]:
    """The newest first."""
    versions = ResultVersion.objects.filter(table=table).select_related("author")
    found = [TableStep(each.version, each.created_at, email(each.author), each, None) for each in versions]
    found += [
        TableStep(number_of(event), event.time, email(event.actor), None, event)
        for event in openings(championship, table)
    ]
    return sorted(found, key=lambda step: (step.at, step.number or 0), reverse=True)


def openings(championship: Championship, table: Table) -> list[Event]:
    """Withdrawn, taken back by who had typed it, or undone: alone or with the file that it came from."""
    events = championship.events.filter(payload__round=table.round.number).select_related("actor", "reason")
    here = Q(type__in=OPENING) | Q(type="undone", payload__type__in=RESULT_TYPES)
    found = list(events.filter(here, payload__table=table.number))
    for event in events.filter(type="undone", payload__type="results_from_file"):
        files = championship.events.filter(sequence__in=event.payload["events"], type="results_from_file")
        if any(str(table.number) in file.payload["results"] for file in files):
            found.append(event)
    return found


def number_of(event: Event) -> int | None:
    number = event.payload.get("version")
    return number if isinstance(number, int) else None


def email(account: object) -> str:
    return str(getattr(account, "email", ""))
