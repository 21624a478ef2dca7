"""Dates and times in the reader's language, with the words of CLDR: Django knows no Romansh ones."""

from datetime import date, datetime, time
from typing import Any

from babel.dates import format_date, format_time
from django import template
from django.utils.timezone import is_aware, localtime
from django.utils.translation import get_language

register = template.Library()

LOCALES = {"rm": "rm", "de": "de_CH", "it": "it_CH", "en": "en_GB"}


@register.filter
def day(value: date | None, width: str = "long") -> str:
    """`1 d’avrigl 2026`, with `full` also the weekday: `mesemna, ils 1 d’avrigl 2026`. Nothing for no date."""
    return format_date(_local(value), width, locale=_locale()) if value else ""


@register.filter
def clock(value: datetime | time | None) -> str:
    """`16:42`, in the time of the hall."""
    return "" if value is None else format_time(_local(value), "HH:mm", locale=_locale())


@register.filter
def clock_seconds(value: datetime | time | None) -> str:
    """`16:42:07`, in the time of the hall."""
    return "" if value is None else format_time(_local(value), "HH:mm:ss", locale=_locale())


@register.filter
def day_time(value: datetime | None) -> str:
    """`1 d’avrigl 2026, 16:42`."""
    return f"{day(value)}, {clock(value)}" if value else ""


def _locale() -> str:
    return LOCALES.get(get_language() or "", LOCALES["en"])


def _local(value: date | time) -> Any:
    return localtime(value) if isinstance(value, datetime) and is_aware(value) else value
