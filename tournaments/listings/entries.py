"""Entries on screen."""

from typing import ClassVar

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.models.names import folded

from .columns import NumberColumn, PairColumn


def entry_page(record: Entry) -> str:
    return reverse("office_entry", args=[record.championship.slug, record.number])


def words(record: Entry) -> str:
    """What a search looks through: names, places, club and number, folded."""
    club = record.club.name if record.club else ""
    return folded(f"{record.number} {record.name} {record.place} {club}")


class EntryListing(tables.Table):
    """Who takes part, with the tick at the door. `may_check_in` in the context of the page shows the buttons."""

    number = NumberColumn(verbose_name=_("No."), css="key")
    name = PairColumn(verbose_name=_("Name"), accessor="name", place="place", linkify=entry_page, orderable=False)
    place = tables.Column(
        verbose_name=_("Place"),
        orderable=False,
        attrs={"td": {"class": "wide-only"}, "th": {"class": "wide-only"}},
    )
    club = tables.Column(
        verbose_name=_("Club"),
        default="",
        orderable=False,
        attrs={"td": {"class": "wide-only"}, "th": {"class": "wide-only"}},
    )
    state = tables.TemplateColumn(
        template_name="tournaments/_entry_state.html",
        verbose_name=_("Present"),
        orderable=False,
    )

    title = _("Entries")

    class Meta:
        attrs: ClassVar = {"class": "table"}
        row_attrs: ClassVar = {"data-find": words, "id": lambda record: f"entry-{record.number}"}
        orderable = False
        empty_text = ""
