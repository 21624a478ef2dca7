"""What happened, in order, without names; and beside it the reasons that people gave in their own words."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournaments.enums import ActorKind

from .championship import Championship


class Event(models.Model):
    """One change of a championship. Each event's hash covers the one before: nothing can be removed unseen.

    `payload` holds numbers and codes only (entry and table numbers, points), so a person can be anonymised later.
    `actor_kind` and `device` say who acted from where, also without an account; empty in events of earlier releases.
    The database refuses to change or remove an event (`append_only`), so an account that has acted is made inactive,
    never deleted.
    """

    championship = models.ForeignKey(Championship, models.PROTECT, related_name="events")
    sequence = models.PositiveIntegerField()
    time = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    actor_kind = models.CharField(max_length=8, choices=ActorKind, blank=True)
    device = models.CharField(max_length=16, blank=True)
    type = models.CharField(max_length=40)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("championship", "sequence")
        constraints = (models.UniqueConstraint(fields=("championship", "sequence"), name="event_sequence_once"),)

    def __str__(self) -> str:
        return f"{self.championship_id} #{self.sequence} {self.type}"

    @property
    def why(self) -> str:
        """The reason that was given with it; empty when there is none (no query after `select_related("reason")`)."""
        return self.reason.text if hasattr(self, "reason") else ""


class EventReason(models.Model):
    """Why somebody made a change, in their own words, where no row of the change itself keeps it for good.

    It stands beside the event and not in it, because a reason may name somebody: so it can be cleared, and the chain
    still holds. The event says `reason_kept`. The database refuses all but the clearing (`append_only`).
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="reason")
    text = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.event}: {self.text}"
