"""A championship out of the database and into it again, as a backup does it."""

from datetime import datetime
from typing import Any

from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models

from tournaments.models import (
    Bye,
    Championship,
    CorrectionRequest,
    Entry,
    EntryMember,
    Event,
    EventReason,
    Footprint,
    ImportBatch,
    Penalty,
    PenaltyRequest,
    Publication,
    ResultVersion,
    Round,
    Seal,
    Seat,
    SentForm,
    Stage,
    Substitution,
    Table,
    append_only,
)

#: All that belongs to a championship, in the order in which it can be made.
PARTS: dict[type[models.Model], str] = {
    Championship: "pk",
    Stage: "championship",
    ImportBatch: "championship",
    Entry: "championship",
    EntryMember: "championship",
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
    Event: "championship",
    EventReason: "event__championship",
    Footprint: "championship",
    SentForm: "championship",
}


class ToTheMicrosecond(DjangoJSONEncoder):
    """Django's own encoder cuts times to milliseconds, and then no hash of the log fits any more."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def dumped(championship_id: int) -> list[str]:
    """Each part as JSON."""
    return [
        serializers.serialize(
            "json", model._base_manager.filter(**{path: championship_id}).order_by("pk"), cls=ToTheMicrosecond
        )
        for model, path in PARTS.items()
    ]


def removed(championship_id: int) -> None:
    """Every row of it; only a restore does this, so it lifts the triggers of the log."""
    keys = {
        model: list(model._base_manager.filter(**{path: championship_id}).values_list("pk", flat=True))
        for model, path in PARTS.items()
    }
    for model in reversed(PARTS):
        rows = model._base_manager.filter(pk__in=keys[model])
        rows._raw_delete(rows.db)


def restored(championship_id: int) -> None:
    """Dump it, remove it, load it."""
    texts = dumped(championship_id)
    with append_only.lifted():
        removed(championship_id)
        for text in texts:
            for row in serializers.deserialize("json", text):
                row.save()
    connection.check_constraints()
