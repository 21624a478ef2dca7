"""One phone for both sides: it is handed over, and the other side's own code confirms."""

import pytest

from tests.tournaments.views.phones import DEALS, MIRRORED, Phone, code, token
from tournaments.domain.versions import fresh
from tournaments.enums import Confirming, SideName, TableState
from tournaments.models import Stage, Table

A, B = SideName.A, SideName.B


def state(table: Table) -> str:
    return fresh(table.pk).state


@pytest.fixture
def handed(table: Table) -> Phone:
    """Side A has reported, and the other side holds the phone."""
    return Phone().scan(table, A).types(*DEALS).press("do", "hand")


def test_the_summary_shows_the_other_side_its_own_numbers(handed):
    assert "Now it is up to B Uno – B Dus" in handed.words
    assert "A Uno – A Dus report:" in handed.words
    assert "Total 132 156 −12" in handed.words


@pytest.mark.parametrize("spelled", [str.upper, str.lower, lambda code: f" {code[:4]}-{code[4:]}"])
def test_the_other_sides_code_confirms_and_the_history_knows_it_was_one_phone(table, handed, spelled):
    handed.press("do", "agree_here", other=spelled(code(table, B)))

    assert "Confirmed by both sides" in handed.words
    assert (state(table), table.results.get(source="side_b").handed_over) == (TableState.CONFIRMED, True)


def test_the_token_of_their_half_is_as_good_as_the_short_code(table, handed):
    handed.press("do", "agree_here", other=token(table, B))

    assert state(table) == TableState.CONFIRMED


def test_a_phone_that_drops_cookies_is_known_by_its_form(table):
    phone = Phone().scan(table, A)
    phone.client.cookies.clear()
    phone.types(*DEALS)
    phone.client.cookies.clear()
    phone.press("do", "hand")
    phone.client.cookies.clear()
    phone.press("do", "agree_here", other=code(table, B))

    first, second = table.results.order_by("version")
    assert (second.handed_over, first.device) == (True, second.device)


def test_who_scans_the_other_code_with_the_same_phone_hands_it_over_as_well(table):
    phone = Phone().scan(table, A).types(*DEALS)
    phone.scan(table, B).press("do", "agree")

    assert table.results.get(source="side_b").handed_over


def test_the_other_side_may_type_its_own_numbers_on_the_same_phone(table, handed):
    handed.press("do", "differ_here", other=code(table, B)).types("31", "42", "36", "22")

    assert "Deal 1 differs" in handed.words
    assert "You B Uno – B Dus against A Uno – A Dus" in handed.words


def test_after_the_hand_over_the_phone_goes_back_to_its_own_side(table, handed):
    handed.press("do", "agree_here", other=code(table, B))
    theirs = handed.words
    handed.press("do", "back")

    assert "You B Uno – B Dus" in theirs
    assert "Back to A Uno – A Dus" in theirs
    assert "You A Uno – A Dus" in handed.words
    assert (handed.fields["code"], "own" in handed.fields) == (token(table, A), False)
    assert ("do", "back") not in handed.buttons


def test_the_way_back_stays_while_the_other_side_types_its_numbers(table, handed):
    handed.press("do", "differ_here", other=code(table, B)).types("31", "x", "36", "22").types("31", "42", "36", "22")

    handed.press("do", "back")

    assert "You A Uno – A Dus" in handed.words
    assert "Deal 1 differs" in handed.words


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        pytest.param(lambda _t: "0000-0000", "This code is not known.", id="unknown"),
        pytest.param(lambda _t: "", "Type the code first.", id="nothing"),
        pytest.param(lambda t: code(t, A), "This is the code of the side that has reported.", id="the-own-one"),
        pytest.param(
            lambda t: code(t.round.tables.select_related("round__championship").get(number=2), B),
            "This is the code of another table",
            id="of-another-table",
        ),
    ],
)
def test_a_wrong_code_confirms_nothing_and_stays_in_its_field(table, handed, typed, words):
    other = typed(table)

    handed.press("do", "agree_here", other=other)

    assert (handed.status, state(table)) == (422, TableState.CLAIMED)
    assert words in handed.words
    assert handed.fields["other"] == other


def test_numbers_that_changed_meanwhile_are_not_confirmed(table, handed):
    Phone().scan(table, A).press("do", "mend").types("41", "30", "36", "50")

    handed.press("do", "agree_here", other=code(table, B))

    assert (handed.status, state(table)) == (409, TableState.CLAIMED)
    assert "The other side has changed its numbers meanwhile." in handed.words


def test_where_a_second_phone_is_asked_for_this_one_is_not_handed_over(table):
    Stage.objects.update(confirming=Confirming.SECOND_DEVICE)
    phone = Phone().scan(table, A).types(*DEALS)
    saved = phone.words
    buttons = phone.buttons

    phone.scan(table, B).press("do", "agree")

    assert "In this round the other side uses a phone of its own." in saved
    assert ("do", "hand") not in buttons
    assert (phone.status, state(table)) == (409, TableState.CLAIMED)
    assert "with a phone of its own, not with yours" in phone.words
    assert "Confirmed" in Phone().scan(table, B).press("do", "agree").words


def test_where_both_type_blind_the_phone_goes_over_without_the_numbers(table):
    Stage.objects.update(confirming=Confirming.BLIND)

    phone = Phone().scan(table, A).types(*DEALS).press("do", "hand")
    words = phone.words
    phone.press("do", "differ_here", other=code(table, B)).types(*MIRRORED)

    assert "without seeing the other’s" in words
    assert "40" not in words
    assert "Confirmed by both sides" in phone.words
