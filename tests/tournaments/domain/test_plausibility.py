"""Odd results are asked about, answered with yes, and stored with the answer; nothing is refused for good."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import ChampionshipFactory, enter, seat_round
from tournaments.domain.championships import change_settings
from tournaments.domain.change import acting_device
from tournaments.domain.claims import claim_result
from tournaments.domain.log_checks import check_log
from tournaments.domain.plausibility import OPTIONAL_QUESTIONS, doubts
from tournaments.domain.refusal import Problem, Refused
from tournaments.domain.versions import fresh
from tournaments.enums import SideName
from tournaments.models import Championship, Round

pytestmark = pytest.mark.django_db

A, B = SideName.A, SideName.B
DEALS = (40, 30, 36, 50)


@pytest.fixture
def round_() -> Round:
    """Three tables, played for an hour."""
    championship = ChampionshipFactory()
    a, b, c, d, e, f = enter(championship, *"ABCDEF")
    return seat_round(championship, [(a, b), (c, d), (e, f)])


def table(round_: Round, number: int):
    return fresh(round_.tables.get(number=number).pk)


def asked(round_: Round, number: int, deals=DEALS, *, side: SideName = A, device: str = "", minutes: int = 60):
    time = round_.published_at + timedelta(minutes=minutes)
    points = list(deals) if side == A else [72 - each for each in deals]
    return doubts(table(round_, number), points, time=time, device=device)


def claim(round_: Round, number: int, deals=DEALS, *, side: SideName = A, device: str = "", **options):
    before = acting_device.set(device)
    try:
        return claim_result(table(round_, number).pk, side, deals, seen_version=9, **options)
    finally:
        acting_device.reset(before)


def test_a_plain_result_after_an_hour_raises_no_question(round_):
    assert asked(round_, 1) == ()


@pytest.mark.parametrize("deals", [pytest.param((), id="no-deal"), pytest.param((40, 30), id="two-deals")])
def test_nobody_is_asked_whether_four_deals_were_played_where_the_office_says_that_they_were_not(round_, deals):
    assert asked(round_, 1, deals, minutes=3) == ()


@pytest.mark.parametrize(
    ("minutes", "questions"),
    [
        pytest.param(11, (Problem("TOO_EARLY", {"minutes": 11}),), id="after-11-minutes"),
        pytest.param(12, (), id="after-12-minutes"),
        pytest.param(-5, (Problem("TOO_EARLY", {"minutes": 0}),), id="a-clock-that-went-back"),
    ],
)
def test_four_deals_take_their_time(round_, minutes, questions):
    assert asked(round_, 1, minutes=minutes) == questions


def test_four_equal_numbers_are_asked_about(round_):
    assert asked(round_, 1, (36, 36, 36, 36)) == (Problem("ALL_EQUAL"),)


@pytest.mark.parametrize("side", [A, B], ids=["as-they-stand", "from-the-other-side"])
def test_the_numbers_of_another_table_are_asked_about(round_, side):
    claim(round_, 2)

    assert asked(round_, 1, side=side) == (Problem("SAME_NUMBERS", {"tables": [2]}),)


def test_the_own_earlier_claim_is_no_other_table(round_):
    claim(round_, 1)

    assert asked(round_, 1) == ()


def test_a_replaced_claim_of_another_table_is_forgotten(round_):
    claim(round_, 2)
    claim(round_, 2, (41, 30, 36, 50))

    assert asked(round_, 1) == ()


def test_one_phone_at_three_tables_is_asked_about(round_):
    claim(round_, 2, (41, 30, 36, 50), device="7F3A")
    after_one = asked(round_, 1, device="7F3A")
    claim(round_, 3, (42, 30, 36, 50), device="7F3A")

    assert after_one == ()
    assert asked(round_, 1, device="7F3A") == (Problem("SAME_DEVICE", {"tables": [2, 3]}),)
    assert asked(round_, 1, device="9QRM") == asked(round_, 1) == ()


def test_a_question_is_answered_and_stored_with_the_version(round_):
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now() - timedelta(minutes=3, seconds=30))

    with pytest.raises(Refused) as refusal:
        claim(round_, 1, (72, 30, 36, 50))
    claimed = claim(round_, 1, (72, 30, 36, 50), answered_yes=True)

    questions = [{"code": "CONFIRM_EXTREME", "deal": 1}, {"code": "TOO_EARLY", "minutes": 3}]
    assert [problem.as_json() for problem in refusal.value.problems] == questions
    assert claimed.result.questions == questions
    event = claimed.table.round.championship.events.get(type="result_claimed")
    assert event.payload["asked"] == ["CONFIRM_EXTREME", "TOO_EARLY"]


def test_each_question_can_be_switched_off(round_):
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now())
    claim(round_, 2, (0, 0, 0, 0), device="7F3A", answered_yes=True)
    claim(round_, 3, (40, 30, 36, 50), device="7F3A", answered_yes=True)

    with pytest.raises(Refused) as refusal:
        claim(round_, 1, (0, 0, 0, 0), device="7F3A")
    Championship.objects.update(unasked=list(OPTIONAL_QUESTIONS))
    claimed = claim(round_, 1, (0, 0, 0, 0), device="7F3A")

    assert {problem.code for problem in refusal.value.problems} == set(OPTIONAL_QUESTIONS)
    assert claimed.result.questions == []


def test_the_limits_are_those_of_the_championship(round_):
    change_settings(round_.championship_id, odd_points=10, odd_minutes=20, odd_tables=2)
    claim(round_, 2, (41, 30, 36, 50), device="7F3A")

    early, spoken = asked(round_, 1, minutes=19), asked(round_, 1, device="7F3A")
    with pytest.raises(Refused) as refusal:
        claim(round_, 3, (9, 30, 62, 63))

    assert early == (Problem("TOO_EARLY", {"minutes": 19}),)
    assert asked(round_, 1, minutes=20) == ()
    assert spoken == (Problem("SAME_DEVICE", {"tables": [2]}),)
    assert [problem.as_json() for problem in refusal.value.problems] == [
        {"code": "CONFIRM_EXTREME", "deal": 1},
        {"code": "CONFIRM_EXTREME", "deal": 4},
    ]


def test_new_limits_stand_in_the_log_and_hold(round_):
    change_settings(round_.championship_id, odd_minutes=20)

    event = round_.championship.events.get(type="settings_changed")
    assert event.payload["settings"] == ["odd_minutes"]
    assert event.payload["limits"] == {"odd_points": 6, "odd_minutes": 20, "odd_tables": 3}
    assert check_log(Championship.objects.get()).problems == ()


def test_limits_that_were_changed_behind_the_log_are_found(round_):
    change_settings(round_.championship_id, odd_minutes=20)
    Championship.objects.update(odd_points=1)

    (problem,) = check_log(Championship.objects.get()).problems

    assert problem.as_json() == {"code": "log_settings", "settings": ["odd_points"]}


@pytest.mark.parametrize(
    ("name", "given"),
    [("odd_points", 0), ("odd_points", 37), ("odd_minutes", 0), ("odd_minutes", 121), ("odd_tables", 1)],
)
def test_a_limit_that_cannot_be_is_refused(round_, name, given):
    with pytest.raises(Refused, match="odd_limit"):
        change_settings(round_.championship_id, **{name: given})

    assert Championship.objects.get().revision == round_.championship.revision
