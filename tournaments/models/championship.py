"""The whole event, and its parts."""

import secrets
from typing import Self

from django.contrib.auth.models import User
from django.db import models
from simple_history.models import HistoricalRecords

from tournaments.enums import ByeScore, CarryOver, Confirming, Kind, Notation, Pairing, PointsPer, StageKind

from .association import Association

#: formats.md §4; what stays equal afterwards shares the rank.
DEFAULT_KEYS = ("tournament_points", "net", "tables_won", "direct", "best_table")


def default_keys() -> list[str]:
    return list(DEFAULT_KEYS)


def new_link_key() -> str:
    """256 bits by chance, as 64 hexadecimal digits."""
    return secrets.token_hex(32)


class ChampionshipQuerySet(models.QuerySet["Championship"]):
    def public(self) -> Self:
        """Those that anybody may see."""
        return self.filter(is_public=True)

    def of_user(self, user: User) -> Self:
        """Those of the associations in which the user has a role."""
        return self.filter(association__memberships__user=user)


class Championship(models.Model):
    """An event: who is ranked, by which rules, when and where.

    `revision` rises by one with every change. Caches are keyed by `head`, the last event's hash: it names one history,
    so a copy restored from a backup does not find what was cached for another one.
    `takes_claims`: sides report their results themselves. Their links are made from `link_key`, which travels with the
    backup so that printed slips survive a change of the laptop; raising `link_generation` revokes all of them.
    `unasked` are the codes of the questions about odd results that are not asked here (`domain.plausibility`). What is
    odd: a side with fewer card points in a deal than `odd_points`, a result before `odd_minutes` have passed since the
    round was published, and one phone that reports for `odd_tables` or more.
    `mind_other_role`: of single persons, also in a draw by standing, partners do not meet again as opponents, nor the
    other way round, where that can be.
    A result may be corrected until the next session begins (`final_starts_at` on the day of the final; None: when the
    first day began), and those of the last session until `correction_minutes` after the final list was posted.
    `hidden_after` keeps numbers from the public: results and rankings of later rounds stay in the office until the
    prize-giving (None: nothing is hidden).
    """

    association = models.ForeignKey(Association, models.PROTECT, related_name="championships")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    edition = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.CharField(max_length=120, blank=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PAIRS)
    starts_on = models.DateField()
    starts_at = models.TimeField()
    hall_until = models.TimeField()
    final_on = models.DateField(null=True, blank=True)
    final_starts_at = models.TimeField(null=True, blank=True)
    correction_minutes = models.PositiveSmallIntegerField(default=30)

    expected_entries = models.PositiveSmallIntegerField(default=50)
    minutes_per_round = models.PositiveSmallIntegerField(default=60)
    break_minutes = models.PositiveSmallIntegerField(default=10)

    points_per = models.CharField(max_length=8, choices=PointsPer, default=PointsPer.TABLE)
    points_win = models.PositiveSmallIntegerField(default=2)
    points_level = models.PositiveSmallIntegerField(default=1)
    points_loss = models.PositiveSmallIntegerField(default=0)
    bye_score = models.CharField(max_length=8, choices=ByeScore, default=ByeScore.WIN)
    keys = models.JSONField(default=default_keys)
    lot_seed = models.PositiveBigIntegerField(default=0)
    ruleset = models.CharField(max_length=20, default="surselva")
    ruleset_version = models.PositiveSmallIntegerField(default=1)
    notation = models.CharField(max_length=8, choices=Notation, default=Notation.POINTS)

    finalists = models.PositiveSmallIntegerField(null=True, blank=True)
    carry_over = models.CharField(max_length=8, choices=CarryOver, default=CarryOver.NONE)

    keep_clubs_apart = models.BooleanField(default=True)
    mind_other_role = models.BooleanField(default=False)

    takes_claims = models.BooleanField(default=True)
    unasked = models.JSONField(default=list)
    odd_points = models.PositiveSmallIntegerField(default=6)
    odd_minutes = models.PositiveSmallIntegerField(default=12)
    odd_tables = models.PositiveSmallIntegerField(default=3)
    link_key = models.CharField(max_length=64, default=new_link_key, editable=False)
    link_generation = models.PositiveSmallIntegerField(default=1, editable=False)

    is_public = models.BooleanField(default=False)
    hidden_after = models.PositiveSmallIntegerField(null=True, blank=True)
    copied_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="copies")
    revision = models.PositiveIntegerField(default=0)
    last_event_hash = models.CharField(max_length=64, default="0" * 64, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ChampionshipQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["revision", "last_event_hash", "link_key"])

    class Meta:
        ordering = ("-starts_on", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def head(self) -> str:
        """What caches of this championship are keyed by."""
        return f"{self.pk}:{self.last_event_hash}"

    @property
    def log_mark(self) -> str:
        """The head of the log in short, as pages and prints show it: `7F3A-91C2`."""
        return f"{self.last_event_hash[:4]}-{self.last_event_hash[4:8]}".upper()

    @property
    def is_pairs(self) -> bool:
        return self.kind == Kind.PAIRS

    @property
    def seats_per_side(self) -> int:
        """How many entries share one side of a table: a pair is one entry, two single persons are two."""
        return 1 if self.is_pairs else 2


class Stage(models.Model):
    """A part of the event: preliminary or final. Rounds are numbered through all of them.

    `qualified` holds the numbers of the entries that play it, fixed when its first round is drawn (None: everybody).
    `schedule` is a prescribed one: a list of `[round, [numbers of side A], [numbers of side B]]`, rounds from 1 in the
    stage (None: no file was read).
    """

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="stages")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=StageKind)
    rounds_planned = models.PositiveSmallIntegerField()
    qualified = models.JSONField(null=True, blank=True)
    pairing = models.CharField(max_length=12, choices=Pairing, default=Pairing.STANDING)
    schedule = models.JSONField(null=True, blank=True)
    confirming = models.CharField(max_length=16, choices=Confirming, default=Confirming.HAND_OVER)

    class Meta:
        ordering = ("championship", "position")
        constraints = (models.UniqueConstraint(fields=("championship", "position"), name="stage_position_once"),)

    def __str__(self) -> str:
        return f"{self.championship} · {self.get_kind_display()}"
