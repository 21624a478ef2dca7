"""A result is never overwritten: each change is a new version."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.enums import Outcome, ReasonCode, ResultState, Source

from .table import Table


class ResultVersion(models.Model):
    """The deals of one table, in card points of side A (0–72; side B has the rest to 72), from one source.

    `deals` has four numbers where the `outcome` is `played`, else those of the deals that were finished (0–3).
    `corrects`: it replaced a result that counted; `replayed` is the number of the deal that was void and played again
    (the void one stands in the version before). `questions` are the codes and deals that a person answered with yes.
    `device` is the mark of the phone or computer that it came from (empty: not known); `handed_over`: the other side
    confirmed on that one. The reason is a code of the list, free text, or both.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="results")
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=12, choices=ResultState)
    source = models.CharField(max_length=8, choices=Source)
    deals = models.JSONField()
    outcome = models.CharField(max_length=12, choices=Outcome, default=Outcome.PLAYED)
    replayed = models.PositiveSmallIntegerField(null=True, blank=True)
    corrects = models.BooleanField(default=False)
    questions = models.JSONField(default=list)
    reason_code = models.CharField(max_length=16, choices=ReasonCode, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField()
    device = models.CharField(max_length=16, blank=True)
    handed_over = models.BooleanField(default=False)
    idempotency_key = models.CharField(max_length=64, null=True, blank=True, unique=True)

    class Meta:
        ordering = ("table", "version")
        constraints = (
            models.UniqueConstraint(fields=("table", "version"), name="result_version_once"),
            models.UniqueConstraint(fields=("table",), condition=Q(state="confirmed"), name="one_confirmed_result"),
            models.UniqueConstraint(
                fields=("table", "source"), condition=Q(state="claimed"), name="one_claim_a_source"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table} v{self.version}"

    @property
    def why(self) -> str:
        """The reason in the reader's language, with what was added to it; empty when none was given."""
        return ": ".join(filter(None, (str(self.get_reason_code_display()), self.reason)))
