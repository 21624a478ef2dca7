"""The rounds of a championship, as the office sees them."""

from typing import Any, ClassVar

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from tournaments.enums import RoundState
from tournaments.models import Round
from tournaments.templatetags.marks import state

from .columns import NumberColumn, StateColumn


def round_link(record: Round) -> str:
    """A proposal is looked at, a published round is typed."""
    name = "office_draw" if record.state == RoundState.DRAFT else "office_round"
    return reverse(name, args=[record.championship.slug, record.number])


class RoundsListing(tables.Table):
    """Rounds with `table_count` and `open_count` (tables whose result does not count yet) annotated."""

    number = NumberColumn(verbose_name=_("Round"), css="key", linkify=round_link)
    stage = tables.Column(verbose_name=_("Part"), accessor="stage__get_kind_display")
    state = StateColumn(verbose_name=_("State"))
    table_count = NumberColumn(verbose_name=_("Tables"))
    open_count = NumberColumn(verbose_name=_("Open"))
    published_at = tables.Column(verbose_name=_("Published"), default="–")
    accepted_open = tables.Column(
        verbose_name=_("Drawn with open tables"), default="", attrs={"td": {"class": "muted"}}
    )

    class Meta:
        attrs: ClassVar = {"class": "table"}
        orderable = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not any(row.accepted_open for row in self.data):
            self.columns.hide("accepted_open")

    def render_state(self, record: Round) -> str:
        """The stored value, not its label: silhouette and word hang on it."""
        return state(record.state)

    def render_published_at(self, value: Any) -> str:
        return date_format(localtime(value), "TIME_FORMAT")
