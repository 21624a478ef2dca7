"""Notices which rows of a championship a change touches, so that it can be taken back exactly.

A change is watched at the database: before its first write to a table, the championship's rows there are read, and
again at its end; what differs is the footprint. So every kind of change leaves one, also kinds that are added later.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, models

from tournaments.models import (
    Bye,
    Championship,
    CorrectionRequest,
    Entry,
    Penalty,
    PenaltyRequest,
    Publication,
    ResultVersion,
    Round,
    Seal,
    Seat,
    Stage,
    Substitution,
    Table,
)

#: Where the rows of a championship are, and how they belong to it. What refers to others stands below them.
WATCHED: dict[type[models.Model], str] = {
    Championship: "pk",
    Stage: "championship",
    Entry: "championship",
    Penalty: "entry__championship",
    PenaltyRequest: "entry__championship",
    Substitution: "entry__championship",
    Round: "championship",
    Bye: "round__championship",
    Table: "round__championship",
    Seat: "round__championship",
    ResultVersion: "table__round__championship",
    CorrectionRequest: "table__round__championship",
    Seal: "championship",
    Publication: "championship",
}
BY_LABEL = {model._meta.model_name: model for model in WATCHED}
BY_TABLE = {model._meta.db_table: model for model in WATCHED}

#: What only ever rises, so that an old page or slip is recognised; it takes no part in what a state is.
COUNTERS = {
    Championship: {"revision", "last_event_hash"},
    Round: {"version"},
    Table: {"version", "link_serial"},
}

WRITE = re.compile(r'\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+"(\w+)"', re.IGNORECASE)

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row before and after: None where it did not exist, else what differs. `key` is its primary key."""

    model: type[models.Model]
    key: int
    before: Row | None
    after: Row | None

    def as_json(self) -> list[Any]:
        return [self.model._meta.model_name, self.key, self.before, self.after]

    @classmethod
    def from_json(cls, data: list[Any]) -> "RowChange":
        label, key, before, after = data
        return cls(BY_LABEL[label], key, before, after)


@dataclass(slots=True)
class Watch:
    """What a running change has touched."""

    championship_id: int
    before: dict[type[models.Model], dict[int, Row]] = field(default_factory=dict)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        written = WRITE.match(str(sql))
        model = BY_TABLE.get(written[1]) if written else None
        if model is not None and model not in self.before:
            self.before[model] = {}  # reading must not ask again
            self.before[model] = rows_of(model, self.championship_id)
        return execute(sql, params, many, context)

    def changes(self) -> list[RowChange]:
        """What differs now, in the order in which rows have to be made."""
        found = []
        for model in WATCHED:
            if model in self.before:
                found += differing(model, self.before[model], rows_of(model, self.championship_id))
        return found


@contextmanager
def watched(championship_id: int) -> Iterator[Watch]:
    """Watch what is written meanwhile."""
    watch = Watch(championship_id)
    with connection.execute_wrapper(watch):
        yield watch


def differing(model: type[models.Model], before: dict[int, Row], after: dict[int, Row]) -> list[RowChange]:
    """The rows that are not the same; of a row that is there before and after, only what differs, without counters."""
    found = []
    for key in sorted(before.keys() | after.keys()):
        one, other = before.get(key), after.get(key)
        if one is not None and other is not None:
            names = [name for name in one if one[name] != other[name] and name not in COUNTERS.get(model, ())]
            one, other = {name: one[name] for name in names}, {name: other[name] for name in names}
        if one != other:
            found.append(RowChange(model, key, one, other))
    return found


def rows_of(model: type[models.Model], championship_id: int, keys: list[int] | None = None) -> dict[int, Row]:
    """The rows of a championship, or those with these keys, by primary key; values as JSON knows them."""
    rows = model._base_manager.filter(**{WATCHED[model]: championship_id})
    if keys is not None:
        rows = rows.filter(pk__in=keys)
    names = [each.attname for each in model._meta.concrete_fields]
    place = names.index(model._meta.pk.attname)
    return {
        values[place]: {name: plain(value) for name, value in zip(names, values, strict=True)}
        for values in rows.order_by().values_list(*names)
    }


def plain(value: Any) -> Any:
    """A date or a time as text, to the microsecond; all else as it is."""
    return value.isoformat() if hasattr(value, "isoformat") else value
