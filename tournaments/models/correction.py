"""A correction of an official result, or points off in an official ranking: one organiser proposes, another decides."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q

from tournaments.enums import Outcome, RequestState

from .entry import Entry
from .round import Penalty
from .table import Table


class ProposedChange(models.Model):
    """What one organiser proposes and another one decides."""

    state = models.CharField(max_length=12, choices=RequestState, default=RequestState.PROPOSED)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def decide(self, state: RequestState, user: User | None, time: datetime) -> None:
        """Store what was decided, by whom and when."""
        self.state, self.decided_by, self.decided_at = state, user, time
        self.save(update_fields=["state", "decided_by", "decided_at"])


class CorrectionRequest(ProposedChange):
    """What an official table should say instead, in card points of side A; nothing counts before it is accepted.

    `expected_version` is the table's version that was seen; when the table changed since, the request is overtaken.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="requests")
    deals = models.JSONField()
    outcome = models.CharField(max_length=12, choices=Outcome, default=Outcome.PLAYED)
    replayed = models.PositiveSmallIntegerField(null=True, blank=True)
    questions = models.JSONField(default=list)
    reason = models.CharField(max_length=300)
    expected_version = models.PositiveIntegerField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("table",), condition=Q(state="proposed"), name="one_request_a_table"),
        )

    def __str__(self) -> str:
        return f"{self.table}: {self.deals}"


class PenaltyRequest(ProposedChange):
    """Points off for an entry in a ranking that is official; nothing counts before it is accepted.

    `lifts` is the penalty that shall be given back (None: a new one is asked for); points and round are its own, the
    reason says why it shall be given back (requests of earlier releases repeat why it was given).
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="penalty_requests")
    lifts = models.ForeignKey(Penalty, models.CASCADE, null=True, blank=True, related_name="requests")
    points = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=300)
    after_round = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("entry",), condition=Q(state="proposed"), name="one_penalty_request_an_entry"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.points} ({self.state})"
