"""Whatever goes wrong: the numbers that were typed come back, and a phone is never told that something is saved."""

import pytest
from django.test import Client

from tests.factories import key
from tests.tournaments.views.phones import DEALS, Phone, code
from tournaments.domain.links import invalidate_slip
from tournaments.domain.results import key_result
from tournaments.domain.rounds import close_round
from tournaments.enums import SideName
from tournaments.models import Championship, ResultVersion, Table

A, B = SideName.A, SideName.B


@pytest.fixture
def typing(table: Table) -> Phone:
    return Phone().scan(table, A)


def claims() -> list[list[int]]:
    return list(ResultVersion.objects.filter(source__startswith="side").values_list("deals", flat=True))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("74", "30", "36", "50"), "Deal 1: 74 cannot be. A deal has 0 to 72 card points."),
        (("40", "x", "36", "50"), "Deal 2: x cannot be."),
        (("40", "30", "36", ""), "Deal 4: the number is missing."),
        (("1", "30", "36", "50"), "Deal 1: the side that dealt cannot end on 1."),
        (("４０", "30", "36", "50"), "Deal 1: ４０ cannot be."),
    ],
    ids=["too-many", "no-number", "missing", "a-1-of-the-giving-side", "other-digits"],
)
def test_numbers_that_cannot_be(typing, typed, words):
    typing.types(*typed)

    assert (typing.status, typing.typed, claims()) == (422, typed, [])
    assert words in typing.words
    assert "Saved" not in typing.words


def test_a_damaged_form(typing):
    typing.types(*DEALS, version="")

    assert (typing.status, typing.typed, claims()) == (422, DEALS, [])
    assert "This form is not complete." in typing.words


def test_an_older_page_of_the_same_side(table, typing):
    Phone().scan(table, A).types("41", "30", "36", "50")

    typing.types(*DEALS)
    refused = (typing.status, typing.typed, typing.words)
    typing.press()

    assert refused[:2] == (409, DEALS)
    assert "Your side has sent 41, 30, 36, 50 before. Look at the slip, then send again." in refused[2]
    assert "Saved" in typing.words
    assert claims()[-1] == [40, 30, 36, 50]


def test_the_key_of_an_earlier_request_with_other_numbers(table, typing):
    first = Client().post("/T/", {**typing.fields, "d1": "41", "d2": "30", "d3": "36", "d4": "50"})

    typing.types(*DEALS)

    assert first.status_code == 200
    assert (typing.status, typing.typed, claims()) == (422, DEALS, [[41, 30, 36, 50]])
    assert "These numbers differ from those sent before." in typing.words
    assert "Saved" in typing.press().words


def test_a_round_that_was_closed_meanwhile(table, typing):
    key(table.round, 1, 44, 30, 36, 50)
    key(table.round, 2, 41, 30, 36, 50)
    close_round(table.round.pk)

    typing.types(*DEALS)

    assert (typing.status, claims()) == (409, [])
    assert "The round is closed. Go to the organiser if the result is wrong. You typed: 40, 30, 36, 50." in typing.words


def test_a_result_that_was_corrected_meanwhile(table, typing):
    key(table.round, 1, 44, 30, 36, 50)
    key_result(table.pk, (45, 30, 36, 50), expected_version=1, reason="counted again")

    typing.types(*DEALS)

    assert (typing.status, claims()) == (409, [])
    assert "This table has a confirmed result already." in typing.words
    assert "You typed: 40, 30, 36, 50." in typing.words


def test_claims_that_are_not_taken_any_more(typing):
    Championship.objects.update(takes_claims=False)

    typing.types(*DEALS)

    assert (typing.status, claims()) == (422, [])
    assert "Your numbers are still here: 40, 30, 36, 50." in typing.words


def test_a_slip_that_was_made_invalid_meanwhile_and_its_reprint(table, typing):
    invalidate_slip(table.pk)

    typing.types(*DEALS)
    lost = (typing.status, typing.words)
    table.refresh_from_db()

    typing.press("do", "open", code=code(table, A))
    found = typing.typed
    typing.press()

    assert lost[0] == 422
    assert "Your numbers are still here: 40, 30, 36, 50." in lost[1]
    assert found == DEALS
    assert "Saved" in typing.words


def test_another_language_in_the_middle(typing):
    typing.press("speak", "de", d1="40", d2="30")

    assert typing.typed == ("40", "30", "", "")
    assert 'lang="de-CH"' in typing.html
    assert "Tisch 1" in typing.words
    assert typing.fields["lang"] == "de"


def test_markup_that_was_typed_is_shown_as_text(typing):
    typing.types("<b>", '"><i>', "36", "50")

    assert "&lt;b&gt; cannot be" in typing.html
    assert '"><i>' not in typing.html
    assert typing.typed[:2] == ("<b>", '"><i>')


ODD = ["", "\x00", "x" * 5000, "-1", "٣", "😀"]


@pytest.mark.parametrize(
    "field", ["version", "key", "said", "do", "notation", "lang", "device", "yes", "code", "other"]
)
def test_no_content_of_a_field_breaks_the_page(table, typing, field):
    for value in ODD:
        for action in ("", "agree", "agree_here"):
            fields = {**typing.fields, "do": action, "d1": "40", "d2": "30", "d3": "36", "d4": "50", field: value}

            response = Client().post("/T/", fields)

            assert response.status_code in {200, 400, 409, 422}
