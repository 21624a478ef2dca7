"""What a change of the office did to the rows, so that it can be taken back."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from .championship import Championship


class Footprint(models.Model):
    """The rows that one change of the office has made, changed or removed, as they were before and after.

    `events` are the sequence numbers of the change's events, `rows` a list of `[model, key, before, after]`: the whole
    row where it was made (before is None) or removed (after is None), else the fields that differ. There are no people
    among these rows. Only the newest are kept: they serve to take back what was just done, the log says what happened.
    """

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="footprints")
    sequence = models.PositiveIntegerField()
    events = models.JSONField()
    rows = models.JSONField(encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ("championship", "sequence")
        constraints = (models.UniqueConstraint(fields=("championship", "sequence"), name="footprint_once"),)

    def __str__(self) -> str:
        return f"{self.championship_id} #{self.sequence}"
