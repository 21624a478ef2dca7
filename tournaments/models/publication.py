"""A ranking that was published stays as it was published."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from .championship import Championship


class Publication(models.Model):
    """The ranking after a round, frozen: the JSON of `standings` (interfaces.md) at that moment."""

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="publications")
    number = models.PositiveSmallIntegerField()
    after_round = models.PositiveSmallIntegerField()
    standings = models.JSONField(encoder=DjangoJSONEncoder)
    revision = models.PositiveIntegerField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField()

    class Meta:
        ordering = ("championship", "number")
        constraints = (models.UniqueConstraint(fields=("championship", "number"), name="publication_number_once"),)

    def __str__(self) -> str:
        return f"{self.championship} · {self.number}"
