"""The sample listing of the style page."""

from typing import ClassVar

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from .columns import NetColumn, NumberColumn, PairColumn, RankColumn, StateColumn


class SampleListing(tables.Table):
    """Invented pairs, one of each thing that a column can show."""

    rank = RankColumn(verbose_name=_("Rank"), movement="movement", shared="shared")
    name = PairColumn(verbose_name=_("Pair"), place="place", linkify=lambda record: f"#{record['number']}")
    place = tables.Column(
        verbose_name=_("From"), attrs={"td": {"class": "muted wide-only"}, "th": {"class": "wide-only"}}
    )
    points = NumberColumn(verbose_name=_("Points"), css="key")
    net = NetColumn(verbose_name=_("Net"), bar_span=40)
    state = StateColumn(verbose_name=_("State"))

    class Meta:
        attrs: ClassVar = {"class": "table"}
        orderable = False


SAMPLE_ROWS = (
    {
        "number": 1,
        "rank": 1,
        "shared": False,
        "movement": 3,
        "name": "Aita\u00a0– Duri",
        "place": "Sagogn",
        "points": 8,
        "net": 40,
        "state": "confirmed",
    },
    {
        "number": 2,
        "rank": 2,
        "shared": True,
        "movement": 0,
        "name": "Nesa\u00a0– Flurin",
        "place": "Trun / Ilanz",
        "points": 6,
        "net": 0,
        "state": "claimed",
    },
    {
        "number": 3,
        "rank": 2,
        "shared": True,
        "movement": -2,
        "name": "Barla\u00a0– Giachen",
        "place": "Mustér",
        "points": 6,
        "net": -27,
        "state": "conflict",
    },
)
