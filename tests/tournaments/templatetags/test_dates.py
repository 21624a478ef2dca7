from datetime import UTC, date, datetime, time

import pytest
from django.utils.formats import date_format, number_format
from django.utils.translation import override

from tournaments.templatetags.dates import clock, day, day_time

MOMENT = datetime(2026, 4, 1, 14, 42, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("rm", "1 d’avrigl 2026, 16:42"),
        ("de", "1. April 2026, 16:42"),
        ("it", "1 aprile 2026, 16:42"),
        ("en", "1 April 2026, 16:42"),
    ],
)
def test_moment_in_the_time_of_the_hall(language: str, expected: str) -> None:
    with override(language):
        shown = day_time(MOMENT)

    assert shown == expected


def test_weekday_in_romansh() -> None:
    with override("rm"):
        shown = day(date(2026, 11, 7), "full")

    assert shown == "sonda, ils 7 da november 2026"


def test_nothing_is_shown_for_no_date() -> None:
    assert [day(None), clock(None), day_time(None)] == ["", "", ""]


def test_time_without_a_date() -> None:
    assert clock(time(9, 5)) == "09:05"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("rm", "1 d’avrigl 2026"), ("de", "1. April 2026"), ("it", "1 Aprile 2026"), ("en", "1 April 2026")],
)
def test_django_formats_dates_alike(language: str, expected: str) -> None:
    with override(language):
        shown = date_format(date(2026, 4, 1))

    assert shown == expected


@pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
def test_numbers_have_a_point_and_apostrophes(language: str) -> None:
    with override(language):
        shown = number_format("1234567.5", force_grouping=True)

    assert shown == "1’234’567.5"
