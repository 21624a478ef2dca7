"""Corrections through the pages: seen before they are stored, and agreed on by two once they are official."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import key, member
from tests.factories.fixture_f import FixtureF, fixture_f
from tests.tournaments.views.keying import typed
from tournaments.domain.official import make_official
from tournaments.domain.rounds import close_round
from tournaments.enums import Outcome, PointsPer, Role
from tournaments.models import Championship, CorrectionRequest, Membership, ResultVersion, Table

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}
#: What moves in fixture F with points per deal when deal 3 of A–B becomes 37.
MOVES = [
    "A Uno\u00a0– A Dus: rank 2 becomes 1.",
    "C Uno\u00a0– C Dus: rank 1 becomes 2.",
    "D Uno\u00a0– D Dus: rank 4 becomes 3.",
    "B Uno\u00a0– B Dus: rank 3 becomes 4.",
]
#: What the two sides have then.
SUMS = [
    "A Uno\u00a0– A Dus: points 9 → 10, net +12 → +13.",
    "B Uno\u00a0– B Dus: points 7 → 6, net −12 → −13.",
]


@pytest.fixture
def found() -> FixtureF:
    cache.clear()
    return fixture_f(points_per=PointsPer.DEAL, rounds=2, slug="f")


@pytest.fixture
def organiser(client: Client, found: FixtureF) -> Client:
    client.force_login(member(found.championship.association))
    return client


def address(name: str, *values: int) -> str:
    return reverse(name, args=["f", *values])


def stored(round_: int = 1, table: int = 1) -> list[int]:
    return ResultVersion.objects.get(table__round__number=round_, table__number=table, state="confirmed").deals


def correction(*deals: object, outcome: str = "played", **more: object) -> dict[str, object]:
    return typed(*deals, outcome=outcome, **({"version": 1, "reason": "counted again", "replayed": ""} | more))


def mark(html: str) -> str:
    return re.search(r'name="seen" value="(\w+)"', html)[1]


# In the grid -----------------------------------------------------------------------------------------------------


def test_a_correction_in_the_grid_is_answered_with_what_it_changes_and_stores_nothing(organiser: Client):
    data = typed(40, 30, 37, 50, version=1, reason="slip read wrongly")

    answer = organiser.post(address("office_result", 1, 1), data, headers=JSON)

    said = answer.json()
    assert answer.status_code == 409
    assert [each["sentence"] for each in said["problems"]] == [
        *MOVES,
        *SUMS,
        "Nothing is stored yet. Save again to correct the result.",
    ]
    assert stored() == [40, 30, 36, 50]
    again = organiser.post(address("office_result", 1, 1), {**data, "seen": said["seen"]}, headers=JSON)
    assert again.json()["saved"] is True
    assert stored() == [40, 30, 37, 50]


def test_without_a_script_the_page_keeps_the_numbers_and_asks_once(organiser: Client):
    data = typed(40, 30, 37, 50, version=1, reason="slip read wrongly")

    page = organiser.post(address("office_result", 1, 1), data)

    html = page.content.decode()
    assert page.status_code == 409
    assert all(move in html for move in MOVES)
    assert re.findall(r'name="d\d"[^>]*? value="([^"]*)"', html)[:4] == ["40", "30", "37", "50"]
    assert 'value="slip read wrongly"' in html
    saved = organiser.post(address("office_result", 1, 1), {**data, "seen": mark(html)})
    assert saved.status_code == 302
    assert stored() == [40, 30, 37, 50]


def test_what_was_seen_does_not_count_for_other_numbers(organiser: Client):
    data = typed(40, 30, 37, 50, version=1, reason="slip read wrongly")
    seen = organiser.post(address("office_result", 1, 1), data, headers=JSON).json()["seen"]

    answer = organiser.post(address("office_result", 1, 1), {**data, "d3": 38, "seen": seen}, headers=JSON)

    assert answer.status_code == 409
    assert stored() == [40, 30, 36, 50]


def test_in_the_round_that_is_played_a_correction_that_moves_nobody_is_stored_at_once(organiser: Client):
    data = typed(70, 2, 37, 35, version=1, reason="slip read wrongly", yes="70 2 37 35")

    answer = organiser.post(address("office_result", 2, 2), data, headers=JSON)

    assert answer.json().get("saved") is True
    assert stored(2, 2) == [70, 2, 37, 35]


# On the page of the table ----------------------------------------------------------------------------------------


def test_the_page_shows_what_changes_then_stores_it_and_the_history_has_both(organiser: Client, found: FixtureF):
    page = organiser.post(address("office_correction", 1, 1), correction(40, 30, 37, 50))
    html = page.content.decode()
    assert page.status_code == 409
    assert all(move in html for move in MOVES)
    assert stored() == [40, 30, 36, 50]

    organiser.post(address("office_correction", 1, 1), correction(40, 30, 37, 50, seen=mark(html)))

    history = organiser.get(address("office_table", 1, 1)).content.decode()
    assert stored() == [40, 30, 37, 50]
    assert [text in history for text in ("40, 30, 37, 50", "40, 30, 36, 50", "counted again")] == [True] * 3


@pytest.mark.parametrize(
    ("outcome", "deals"),
    [
        pytest.param(Outcome.WALKOVER_B, [], id="walk-over without play"),
        pytest.param(Outcome.WALKOVER_A, [40, 30], id="walk-over after two deals"),
        pytest.param(Outcome.ABANDONED, [50, 50, 50], id="broken off after three"),
        pytest.param(Outcome.NEITHER, [], id="nobody came"),
    ],
)
def test_a_table_that_was_not_played_to_the_end_is_marked(organiser: Client, found: FixtureF, outcome, deals):
    third = found.rounds[1].tables.get(number=1)
    padded = [*deals, "", "", "", ""][:4]
    page = organiser.post(address("office_correction", 2, 1), correction(*padded, outcome=outcome))

    html = page.content.decode()
    organiser.post(address("office_correction", 2, 1), correction(*padded, outcome=outcome, seen=mark(html)))

    result = third.results.get(state="confirmed")
    assert (result.deals, result.outcome, result.reason) == (deals, outcome, "counted again")
    for name, values in (("office_round", (2,)), ("office_table", (2, 1)), ("office_correction", (2, 1))):
        assert organiser.get(address(name, *values)).status_code == 200


def test_four_deals_are_no_walk_over(organiser: Client):
    page = organiser.post(address("office_correction", 1, 1), correction(40, 30, 36, 50, outcome="walkover_a"))

    assert page.status_code == 422
    assert "0 to 3 finished deals" in page.content.decode()


def test_a_replayed_deal_leaves_the_void_one_in_the_history(organiser: Client):
    form = correction(40, 30, 30, 50, replayed="3")
    html = organiser.post(address("office_correction", 1, 1), form).content.decode()

    organiser.post(address("office_correction", 1, 1), {**form, "seen": mark(html)})

    assert stored() == [40, 30, 30, 50]
    history = organiser.get(address("office_table", 1, 1)).content.decode()
    assert "deal 3 was void and played again" in history
    assert "40, 30, 36, 50" in history


def test_a_replayed_deal_changes_no_other(organiser: Client):
    page = organiser.post(address("office_correction", 1, 1), correction(41, 30, 30, 50, replayed="3"))

    assert page.status_code == 422
    assert stored() == [40, 30, 36, 50]


def test_a_question_is_asked_on_the_page_and_answered_for_these_numbers(organiser: Client):
    page = organiser.post(address("office_correction", 1, 1), correction(70, 30, 36, 50))

    html = page.content.decode()
    assert 'name="yes" value="70 30 36 50"' in html
    answered = organiser.post(address("office_correction", 1, 1), correction(70, 30, 36, 50, yes="70 30 36 50"))
    assert mark(answered.content.decode())


# Official --------------------------------------------------------------------------------------------------------


@pytest.fixture
def official(found: FixtureF) -> FixtureF:
    close_round(found.rounds[1].pk)
    make_official(found.rounds[1].pk)
    return found


def propose(client: Client) -> None:
    form = correction(40, 30, 37, 50)
    html = client.post(address("office_correction", 1, 1), form).content.decode()
    client.post(address("office_correction", 1, 1), {**form, "seen": mark(html)})


def test_two_organisers_agree_on_a_correction(organiser: Client, official: FixtureF):
    propose(organiser)
    assert stored() == [40, 30, 36, 50]
    proposal = CorrectionRequest.objects.get()
    own = organiser.get(address("office_corrections")).content.decode()
    assert ("Accept the correction" in own, "Take it back" in own) == (False, True)

    other = Client()
    other.force_login(member(official.championship.association))
    html = other.get(address("office_corrections")).content.decode()
    assert all(move in html for move in MOVES)
    other.post(address("office_correction_decide", proposal.pk), {"do": "accept", "seen": mark(html)})

    assert stored() == [40, 30, 37, 50]
    assert "official" in other.get(address("office_round", 1)).content.decode()


def test_rejecting_asks_why_and_says_it(organiser: Client, official: FixtureF):
    propose(organiser)
    decide = address("office_correction_decide", CorrectionRequest.objects.get().pk)

    silent = organiser.post(decide, {"do": "reject", "reason": " "})
    done = organiser.post(decide, {"do": "reject", "reason": "the slip was right"}, follow=True)

    assert silent.status_code == 422
    assert "Reason: the slip was right" in done.content.decode()
    history = organiser.get(address("office_history")).content.decode()
    assert "reason: the slip was right" in history
    assert stored() == [40, 30, 36, 50]


def test_nobody_accepts_what_they_have_not_seen(organiser: Client, official: FixtureF):
    propose(organiser)
    other = Client()
    other.force_login(member(official.championship.association))

    page = other.post(address("office_correction_decide", CorrectionRequest.objects.get().pk), {"do": "accept"})

    assert page.status_code == 409
    assert stored() == [40, 30, 36, 50]


def test_nobody_accepts_their_own(organiser: Client, official: FixtureF):
    propose(organiser)
    seen = organiser.get(address("office_corrections")).context["waiting"][0][2].mark

    address_ = address("office_correction_decide", CorrectionRequest.objects.get().pk)
    page = organiser.post(address_, {"do": "accept", "seen": seen})

    assert page.status_code == 422
    assert stored() == [40, 30, 36, 50]


def test_the_grid_proposes_too(organiser: Client, official: FixtureF):
    data = typed(40, 30, 37, 50, version=1, reason="slip read wrongly")
    seen = organiser.post(address("office_result", 1, 1), data, headers=JSON).json()["seen"]

    answer = organiser.post(address("office_result", 1, 1), {**data, "seen": seen}, headers=JSON)

    assert answer.json()["sentence"].startswith("Table 1: the correction is proposed.")
    assert (stored(), CorrectionRequest.objects.count()) == ([40, 30, 36, 50], 1)


def test_a_scorer_is_told_who_may_propose(client: Client, official: FixtureF):
    client.force_login(member(official.championship.association, Role.SCORER))
    form = correction(40, 30, 37, 50)
    html = client.post(address("office_correction", 1, 1), form).content.decode()

    page = client.post(address("office_correction", 1, 1), {**form, "seen": mark(html)})

    assert page.status_code == 409
    assert "an organiser proposes the correction" in page.content.decode()


def test_a_single_organiser_is_told_what_to_do(organiser: Client, official: FixtureF):
    assert Membership.objects.count() == 1

    html = organiser.get(address("office_correction", 1, 1)).content.decode()

    assert "make a second person organiser" in html


def test_the_button_ends_corrections_and_the_public_reads_it(organiser: Client, found: FixtureF):
    close_round(found.rounds[1].pk)
    Championship.objects.update(is_public=True)

    organiser.post(address("office_round_official", 2))

    assert set(Table.objects.values_list("state", flat=True)) == {"official"}
    public = Client().get(reverse("standings", args=["f"])).content.decode()
    assert "not official yet" not in public


def test_requests_of_three_tables_are_read_as_fast_as_of_one(
    organiser: Client, official: FixtureF, django_assert_max_num_queries
):
    propose(organiser)

    with django_assert_max_num_queries(60):
        organiser.get(address("office_corrections"))


def test_a_corrected_table_is_set_right_once_more(organiser: Client, found: FixtureF):
    key(found.rounds[0], 1, 40, 30, 37, 50, reason="first")

    page = organiser.get(address("office_correction", 1, 1)).content.decode()

    assert re.findall(r'name="d\d"[^>]*? value="([^"]*)"', page) == ["40", "30", "37", "50"]
