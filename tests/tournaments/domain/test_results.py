"""A result is a version, never overwritten."""

import pytest

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.change import broken_links
from tournaments.domain.file_results import store_file_results
from tournaments.domain.refusal import Refused
from tournaments.domain.results import key_result, withdraw_result
from tournaments.domain.standings import ranking
from tournaments.enums import ResultState, TableState
from tournaments.models import append_only

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    return seat_round(championship, [(a, b), (c, d)])


def table(round_, number=1):
    return round_.tables.get(number=number)


def refusal_of(function, *args, **options) -> list[dict]:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return [problem.as_json() for problem in refusal.value.problems]


def test_a_keyed_result_is_confirmed_and_knows_its_author(round_):
    user = member(round_.championship.association)

    keyed = key_result(table(round_).pk, (41, 30, 50, 36), expected_version=0, actor=user)

    assert (keyed.table.state, keyed.table.version, keyed.result.deals) == (TableState.CONFIRMED, 1, [41, 30, 50, 36])
    assert (keyed.result.author, keyed.corrected) == (user, False)


@pytest.mark.parametrize(
    ("number", "deals", "accepted"),
    [
        pytest.param(1, (1, 36, 36, 36), False, id="side-a-dealt-and-has-1"),
        pytest.param(1, (71, 36, 36, 36), True, id="side-b-did-not-deal-and-has-1"),
        pytest.param(1, (36, 1, 36, 36), True, id="side-a-did-not-deal-deal-2-and-has-1"),
        pytest.param(2, (71, 36, 36, 36), False, id="side-b-gives-first-at-table-2-and-has-1"),
        pytest.param(2, (1, 36, 36, 36), True, id="side-a-does-not-give-first-at-table-2"),
    ],
)
def test_1_71_is_refused_only_where_the_side_with_1_dealt(round_, number, deals, accepted):
    seat = table(round_, number)

    if accepted:
        key_result(seat.pk, deals, expected_version=0, answered_yes=True)
    else:
        problems = refusal_of(key_result, seat.pk, deals, expected_version=0, answered_yes=True)
        assert [problem["code"] for problem in problems] == ["DEALER_ONE"]

    assert table(round_, number).state == (TableState.CONFIRMED if accepted else TableState.OPEN)


def test_a_match_is_valid_and_asks_first(round_):
    seat = table(round_)

    asked = refusal_of(key_result, seat.pk, (0, 36, 36, 36), expected_version=0)
    keyed = key_result(seat.pk, (0, 36, 36, 36), expected_version=0, answered_yes=True)

    assert [(question["code"], question["deal"]) for question in asked] == [("CONFIRM_EXTREME", 1)]
    assert [question["code"] for question in keyed.result.questions] == ["CONFIRM_EXTREME"]


def test_every_problem_is_named_at_once(round_):
    problems = refusal_of(key_result, table(round_).pk, (73, 1, 36, "4x"), expected_version=0)

    assert [(problem["code"], problem["deal"]) for problem in problems] == [("RANGE", 1), ("RANGE", 4)]


def test_a_change_needs_a_reason_and_keeps_both_versions(round_):
    key(round_, 1, 40, 30, 36, 50)

    missing = refusal_of(key_result, table(round_).pk, (44, 30, 36, 50), expected_version=1)
    keyed = key_result(table(round_).pk, (44, 30, 36, 50), expected_version=1, reason="misread")

    assert [problem["code"] for problem in missing] == ["reason_missing"]
    assert keyed.table.state == TableState.CORRECTED
    assert list(keyed.table.results.values_list("version", "state", "deals", "reason")) == [
        (1, ResultState.SUPERSEDED, [40, 30, 36, 50], ""),
        (2, ResultState.CONFIRMED, [44, 30, 36, 50], "misread"),
    ]


def test_a_stale_form_changes_nothing(round_):
    key(round_, 1, 40, 30, 36, 50)

    problems = refusal_of(key_result, table(round_).pk, (41, 31, 37, 51), expected_version=0, reason="late")

    assert problems == [{"code": "stale", "version": 1, "expected": 0}]
    assert table(round_).results.count() == 1


def test_the_same_request_twice_is_stored_once(round_):
    first = key_result(table(round_).pk, (40, 30, 36, 50), expected_version=0, idempotency_key="k1")

    second = key_result(table(round_).pk, (40, 30, 36, 50), expected_version=0, idempotency_key="k1")
    other = refusal_of(key_result, table(round_).pk, (41, 30, 36, 50), expected_version=0, idempotency_key="k1")

    assert second.result == first.result
    assert [problem["code"] for problem in other] == ["other_request"]
    assert table(round_).results.count() == 1


def test_a_result_at_the_wrong_table_is_withdrawn(round_):
    key(round_, 1, 40, 30, 36, 50)

    opened = withdraw_result(table(round_).pk, expected_version=1, reason="wrong table")
    key_result(opened.pk, (40, 30, 36, 51), expected_version=2)

    assert opened.state == TableState.OPEN
    assert list(table(round_).results.values_list("version", "state")) == [
        (1, ResultState.SUPERSEDED),
        (3, ResultState.CONFIRMED),
    ]


def test_a_proposal_takes_no_results():
    championship = ChampionshipFactory()
    draft = seat_round(championship, [tuple(enter(championship, "A", "B"))], publish=False)

    problems = refusal_of(key_result, table(draft).pk, (40, 30, 36, 50), expected_version=0)

    assert problems == [{"code": "round_not_published", "round": 1}]


def test_a_file_stores_what_is_right_and_reports_the_rest(round_):
    key(round_, 2, 36, 36, 36, 36)

    stored = store_file_results(round_.pk, {1: (0, 36, 36, 36), 2: (40, 40, 40, 40), 9: (36, 36, 36, 36)})

    assert (stored.stored, stored.unchanged) == ((1,), ())
    assert [(question.code, question.data["table"]) for question in stored.questions] == [("CONFIRM_EXTREME", 1)]
    assert [(problem.code, problem.data["table"]) for problem in stored.problems] == [
        ("reason_missing", 2),
        ("unknown_table", 9),
    ]


def test_the_same_file_twice_changes_nothing(round_):
    rows = {1: (40, 30, 36, 50), 2: (36, 36, 36, 36)}
    store_file_results(round_.pk, rows)
    round_.championship.refresh_from_db()
    before = ranking(round_.championship)

    again = store_file_results(round_.pk, rows)

    round_.championship.refresh_from_db()
    assert (again.stored, again.unchanged) == ((), (1, 2))
    assert ranking(round_.championship) == before


def test_every_change_is_one_event_in_an_unbroken_chain(round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 1, 41, 30, 36, 50, reason="misread")
    championship = round_.championship

    assert [event.type for event in championship.events.all()][-2:] == ["result_confirmed", "result_corrected"]
    assert championship.revision == championship.events.count()
    assert broken_links(championship) == []


def test_a_change_behind_the_log_is_found(round_):
    key(round_, 1, 40, 30, 36, 50)
    championship = round_.championship
    event = championship.events.get(type="result_confirmed")

    with append_only.lifted():  # somebody with all rights on the database
        championship.events.filter(pk=event.pk).update(payload=event.payload | {"deals": [41, 30, 36, 50]})

    assert broken_links(championship) == [event.sequence]
