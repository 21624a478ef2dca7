"""Everyone plays one table at the same time, or sits out."""

from typing import Self

from django.conf import settings
from django.db import models

from tournaments.enums import PENDING_STATES, ByeReason, RoundState

from .championship import Championship, Stage
from .entry import Entry


class RoundQuerySet(models.QuerySet["Round"]):
    def published(self) -> Self:
        """Those that the public may see."""
        return self.exclude(state=RoundState.DRAFT)

    def with_missing_results(self) -> Self:
        """Those with at least one table whose result does not count yet."""
        return self.filter(tables__state__in=PENDING_STATES).distinct()


class Round(models.Model):
    """A round. `seed` and `draw` (the inputs' hash, reasons and bounds from `pairing`) let anybody repeat the draw.

    `version` rises with each change of the round itself; a change names the version it saw. Results may be corrected
    until `correct_until` (None: no end is set); the round is official from `official_at`.
    """

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=RoundState, default=RoundState.DRAFT)
    seed = models.PositiveBigIntegerField()
    draw = models.JSONField(default=dict)
    accepted_open = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField(default=1)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    correct_until = models.DateTimeField(null=True, blank=True)
    official_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ("championship", "number")
        constraints = (models.UniqueConstraint(fields=("championship", "number"), name="round_number_once"),)

    def __str__(self) -> str:
        return f"{self.championship} · {self.number}"

    @property
    def is_published(self) -> bool:
        return self.state != RoundState.DRAFT


class Bye(models.Model):
    """An entry without a table in a round: it sits out, or it was absent."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="byes")
    reason = models.CharField(max_length=12, choices=ByeReason, default=ByeReason.SITS_OUT)

    class Meta:
        ordering = ("round", "entry")
        constraints = (models.UniqueConstraint(fields=("round", "entry"), name="bye_once_per_round"),)

    def __str__(self) -> str:
        return f"{self.round}: {self.entry}"


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    def counting(self) -> Self:
        """Those that were not lifted."""
        return self.filter(lifted_at=None)


class Penalty(models.Model):
    """Tournament points taken off, with the reason that the list shows; it counts until it is lifted."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    points = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=300)
    after_round = models.PositiveSmallIntegerField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.entry}: −{self.points}"
