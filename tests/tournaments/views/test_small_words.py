"""Words that follow each other on a page: no stop inside a sentence, no dot before nothing."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from tests.tournaments.views.reading import words
from tournaments.enums import Outcome, Source, TableState
from tournaments.views.phone_words import settled_words
from tournaments.views.seating import Seated


def test_what_the_organiser_has_decided_goes_on_with_its_time():
    counting = SimpleNamespace(source=Source.RULING, outcome=Outcome.PLAYED, at=datetime(2026, 11, 7, tzinfo=UTC))

    said = settled_words(SimpleNamespace(counting=counting, state=TableState.CONFIRMED))

    assert (said.title, said.by) == ("The organiser has decided", "this counts now")


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param("Trun", "Gion Caduff Trun · with Otto Müller Table 3", id="a place"),
        pytest.param("", "Gion Caduff with Otto Müller Table 3", id="no place"),
    ],
)
def test_a_partner_stands_after_the_place(place, expected):
    seat = Seated("Gion Caduff", place, "Otto Müller", 1, 3, None, "")

    html = render_to_string("tournaments/_seats.html", {"seats": [seat], "championship": SimpleNamespace(slug="c")})

    assert words(html) == expected
