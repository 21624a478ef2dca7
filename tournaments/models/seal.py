"""A draw that was sealed before it was made."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from .championship import Championship


class SealQuerySet(models.QuerySet["Seal"]):
    def standing(self) -> Self:
        """Those that are neither opened nor given up."""
        return self.filter(opened_at=None, given_up_at=None)


class Seal(models.Model):
    """The seal of a round's draw (`pairing.sealed`), shown to everybody before cards are drawn in the hall.

    `lines` is what was sealed, without a name: the way to draw, then one line an entry. `secret` is nobody's business
    until `opened_at`; then it, the `cards` and the seed are public. One that was given up (the list had changed, or the
    office wanted another draw) stays in sight. At most one seal of a round stands.
    """

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="seals")
    round_number = models.PositiveSmallIntegerField()
    seal = models.CharField(max_length=64)
    secret = models.CharField(max_length=64)
    lines = models.JSONField()
    absent = models.JSONField(default=list)
    cards = models.CharField(max_length=400, blank=True)
    sealed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    sealed_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    objects = SealQuerySet.as_manager()

    class Meta:
        ordering = ("championship", "round_number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("championship", "round_number"),
                condition=Q(opened_at=None, given_up_at=None),
                name="one_standing_seal",
            ),
        )

    def __str__(self) -> str:
        return f"{self.championship} · {self.round_number}"
