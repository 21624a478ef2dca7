"""Results that are typed: stored, or sent back with the numbers and the reason why not."""

import re

import pytest

from tests.factories import key
from tests.tournaments.views.keying import GRID, address, fields, send, stored, typed
from tests.tournaments.views.reading import main, rows
from tournaments.domain.rounds import close_round, draw_round, undo_draw
from tournaments.models import ResultVersion, Table

pytestmark = pytest.mark.django_db


# Saving -------------------------------------------------------------------------------------------------------------


def test_four_numbers_are_stored_and_the_next_open_table_follows(scorer):
    answer = send(scorer, 1, 41, 30, 50, 36)

    assert (answer.status_code, answer.headers["Location"]) == (302, address(GRID, 1) + "?table=2")
    assert stored() == [41, 30, 50, 36]


def test_the_first_table_without_a_result_is_open(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    html = scorer.get(address(GRID, 1)).content.decode()

    assert fields(html) == ["", "", "", ""]
    assert 'action="/en/c/office/rounds/1/tables/2/result/"' in html


def test_after_the_last_table_no_row_is_open(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = send(scorer, 2, 20, 44, 44, 44)

    assert answer.headers["Location"] == address(GRID, 1)
    assert "Every table has a result" in main(scorer.get(address(GRID, 1)).content.decode())


def test_a_result_shows_its_numbers_total_and_the_better_side(scorer, open_round):
    key(open_round, 1, 20, 44, 44, 44)

    html = scorer.get(address(GRID, 1)).content.decode()

    assert rows(html)[0][:8] == ["1", "Uno – Dus", "20", "44", "44", "44", "152", ""]
    assert '<td data-a title="A Uno\u00a0– A Dus" class="winner">' in html


def test_balances_are_typed_with_their_sign(scorer):
    answer = send(scorer, 1, "+5", "-6", "\u221214", "0", notation="net")

    assert answer.status_code == 302
    assert stored() == [41, 30, 22, 36]


def test_the_same_form_sent_twice_is_one_result(scorer):
    send(scorer, 1, 41, 30, 50, 36, key="k1")

    answer = send(scorer, 1, 41, 30, 50, 36, key="k1")

    assert answer.status_code == 302
    assert ResultVersion.objects.count() == 1


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "more", "sentence"),
    [
        ((74, 30, 50, 36), {}, "Deal 1: 74 cannot be. A deal has 0 to 72 card points."),
        (("36.5", 30, 50, 36), {}, "Deal 1: 36.5 cannot be."),
        (("４１", 30, 50, 36), {}, "Deal 1: ４１ cannot be."),
        (("+5", 30, 50, 36), {}, "Deal 1: +5 cannot be."),
        ((41, "", 50, 36), {}, "Deal 2: the number is missing."),
        ((1, 30, 50, 36), {}, "Deal 1: the side that dealt cannot end on 1."),
        ((41, 71, 50, 36), {}, "Deal 2: the side that dealt cannot end on 1."),
        ((72, 30, 50, 36), {}, "Deal 1 is unusual (72). Is that right?"),
        ((71, 30, 50, 36), {"yes": "72 30 50 36"}, "Deal 1 is unusual (71). Is that right?"),
        ((41, 30, 50, 36), {"control": 158}, "The control total is 158, but the four numbers add up to 157."),
        (("+5", "-6", "14", "0"), {"notation": "net"}, "Deal 3: 14 cannot be. Write + or − and a number up to 36."),
        (("+5", "-6", "-0", "0"), {"notation": "net", "control": "+1"}, "The control total is 1, but"),
    ],
    ids=[
        "range",
        "fraction",
        "full-width digits",
        "sign in points",
        "missing",
        "dealer's 1",
        "dealer of deal 2",
        "match",
        "yes to other numbers",
        "control total",
        "no sign",
        "control net",
    ],
)
def test_a_refused_result_comes_back_with_its_numbers(scorer, deals, more, sentence):
    answer = send(scorer, 1, *deals, **more)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in main(html)
    assert fields(html) == [str(each) for each in deals]
    assert stored() is None


def test_the_field_that_is_wrong_is_marked_and_described(scorer):
    html = send(scorer, 1, 41, 74, 50, 36).content.decode()

    field = re.search(r'<input class="cell is-invalid"[^>]*>', html).group()
    assert ('name="d2"' in field, 'aria-invalid="true"' in field, 'aria-describedby="said"' in field) == (
        True,
        True,
        True,
    )


def test_a_question_is_answered_with_yes_for_just_these_numbers(scorer):
    html = send(scorer, 1, 72, 30, 50, 36).content.decode()
    yes = re.search(r'name="yes" value="([^"]*)"', html).group(1)

    answer = send(scorer, 1, 72, 30, 50, 36, yes=yes)

    assert answer.status_code == 302
    assert ResultVersion.objects.get().questions == [{"code": "CONFIRM_EXTREME", "deal": 1}]


def test_the_side_that_did_not_deal_may_end_on_one(scorer):
    answer = send(scorer, 1, 71, 30, 50, 36, yes="71 30 50 36")

    assert answer.status_code == 302
    assert stored() == [71, 30, 50, 36]


def test_a_damaged_form_brings_the_numbers_back(scorer):
    answer = send(scorer, 1, 41, 30, 50, 36, version="x")

    assert answer.status_code == 422
    assert fields(answer.content.decode()) == ["41", "30", "50", "36"]


def test_somebody_else_was_faster_both_results_are_shown(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 44, 30, 36, 50)

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Stored is: 40, 30, 36, 50." in main(html)
    assert fields(html) == ["44", "30", "36", "50"]
    assert 'name="version" value="1"' in html
    assert stored() == [40, 30, 36, 50]


def test_after_a_conflict_saving_again_with_a_reason_corrects(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 44, 30, 36, 50, version=1, reason="Typed wrongly")

    assert answer.status_code == 302
    assert (stored(), Table.objects.get(number=1).state) == ([44, 30, 36, 50], "corrected")


def test_somebody_else_typed_the_same(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 40, 30, 36, 50)

    assert answer.status_code == 302
    assert ResultVersion.objects.count() == 1


def test_a_correction_needs_a_reason(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 44, 30, 36, 50, version=1)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Give a reason" in main(html)
    assert fields(html) == ["44", "30", "36", "50"]
    assert re.search(r'<div class="why-row"><label for="reason">', html)


def test_nothing_to_correct(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = send(scorer, 1, 40, 30, 36, 50, version=1, reason="x")

    assert answer.status_code == 409
    assert "This is the result that is stored already." in main(answer.content.decode())


def test_one_key_for_two_results_is_refused(scorer):
    send(scorer, 1, 41, 30, 50, 36, key="k1")

    answer = send(scorer, 2, 41, 30, 50, 36, key="k1")

    assert answer.status_code == 422
    assert fields(answer.content.decode()) == ["41", "30", "50", "36"]


def test_a_closed_round_takes_a_correction_and_says_that_it_is_closed(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)
    key(open_round, 2, 20, 44, 44, 44)
    close_round(open_round.pk)

    answer = send(scorer, 1, 44, 30, 36, 50, version=1)

    html = answer.content.decode()
    assert (answer.status_code, fields(html)) == (409, ["44", "30", "36", "50"])
    assert "closed" in main(html)
    seen = html.split('name="seen" value="')[1][:16]
    assert send(scorer, 1, 44, 30, 36, 50, version=1, reason="Typed wrongly", seen=seen).status_code == 302


def test_a_proposal_takes_no_result(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)
    key(open_round, 2, 20, 44, 44, 44)
    draw_round(open_round.championship_id, seed=1)

    answer = scorer.post(address("office_result", 2, 1), typed(41, 30, 50, 36))

    html = answer.content.decode()
    assert (answer.status_code, fields(html)) == (409, ["41", "30", "50", "36"])
    assert "Round 2 is not published yet." in main(html)


def test_a_table_that_does_not_exist(scorer):
    assert send(scorer, 9, 41, 30, 50, 36).status_code == 404


def test_a_round_that_was_taken_back(scorer, open_round):
    undo_draw(open_round.pk)

    assert send(scorer, 1, 41, 30, 50, 36).status_code == 404
