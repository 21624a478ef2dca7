"""Somebody else plays for a person of a pair, from a round on."""

from django.conf import settings
from django.db import models

from .entry import Entry
from .person import Person


class Substitution(models.Model):
    """From `from_round` on `person` sits at this place of the entry. Earlier rounds keep the names they had.

    The latest one that has begun counts; the person of the entry itself may come back by another one.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="substitutions")
    position = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="substitutions")
    from_round = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=300, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("entry", "position", "from_round")
        constraints = (
            models.UniqueConstraint(fields=("entry", "position", "from_round"), name="substitution_once_a_round"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.person} ({self.from_round})"
