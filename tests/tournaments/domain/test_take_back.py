"""Typing over claims, and taking back what one has just typed."""

from datetime import timedelta

import pytest

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.claims import claim_result
from tournaments.domain.log_checks import check_log
from tournaments.domain.refusal import Refused
from tournaments.domain.results import key_result
from tournaments.domain.rounds import close_round
from tournaments.domain.standings import ranking
from tournaments.domain.take_back import take_back
from tournaments.domain.versions import fresh
from tournaments.enums import Outcome, SideName, TableState
from tournaments.models import ResultVersion, append_only

pytestmark = pytest.mark.django_db

OURS, THEIRS = (40, 30, 36, 50), (32, 42, 36, 22)


@pytest.fixture
def round_():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    return seat_round(championship, [(a, b), (c, d)])


@pytest.fixture
def table(round_):
    return round_.tables.get(number=1)


@pytest.fixture
def scorer(round_):
    return member(round_.championship.association)


def refusal_code(function, *args, **options) -> str:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return refusal.value.code


def standing(table):
    """What a ranking is made of, and the table's state."""
    found = fresh(table.pk)
    rows = [(row.number, row.standing) for row in ranking(found.round.championship).rows]
    return found.state, rows


@pytest.mark.parametrize(
    ("deals", "state"),
    [(OURS, TableState.CONFIRMED), ((41, 30, 36, 50), TableState.CONFLICT)],
    ids=["the same", "another number"],
)
def test_a_claim_that_came_while_the_office_typed_is_held_against_it(table, scorer, deals, state):
    claim_result(table.pk, SideName.A, OURS, seen_version=0)

    keyed = key_result(table.pk, deals, expected_version=0, actor=scorer)

    assert (keyed.table.state, keyed.table.version) == (state, 2)


def test_a_result_that_came_while_the_office_typed_is_not_overwritten(table, scorer):
    claim_result(table.pk, SideName.A, OURS, seen_version=0)
    claim_result(table.pk, SideName.B, THEIRS, seen_version=1)

    assert refusal_code(key_result, table.pk, (41, 30, 36, 50), expected_version=0, actor=scorer) == "stale"


def test_a_conflict_that_came_while_the_office_typed_needs_a_ruling(table, scorer):
    claim_result(table.pk, SideName.A, OURS, seen_version=0)
    claim_result(table.pk, SideName.B, (31, 42, 36, 22), seen_version=1)

    assert refusal_code(key_result, table.pk, OURS, expected_version=0, actor=scorer) == "needs_ruling"


@pytest.mark.parametrize("claims", [(), (OURS,), ((40, 30, 36, 49),)], ids=["open", "claimed", "another claim"])
def test_what_was_just_typed_is_taken_back_as_if_it_had_never_been(table, scorer, claims):
    for deals in claims:
        claim_result(table.pk, SideName.A, deals, seen_version=0)
    before = standing(table)
    keyed = key_result(table.pk, OURS, expected_version=len(claims), actor=scorer)

    taken = take_back(table.pk, version=keyed.table.version, actor=scorer)

    assert standing(table) == before
    assert taken.version == keyed.table.version + 1
    assert table.round.championship.events.last().type == "result_taken_back"


@pytest.mark.parametrize(
    "claimed",
    [{SideName.A: OURS}, {SideName.B: THEIRS}, {SideName.A: OURS, SideName.B: (31, 42, 36, 22)}],
    ids=["of side A", "of side B", "of both, in conflict"],
)
@pytest.mark.parametrize(
    ("outcome", "deals"),
    [(Outcome.WALKOVER_A, ()), (Outcome.NEITHER, ()), (Outcome.ABANDONED, (40, 30))],
    ids=["walk-over", "neither", "broken off"],
)
def test_claims_that_the_office_replaced_stand_again(table, scorer, claimed, outcome, deals):
    for side, numbers in claimed.items():
        claim_result(table.pk, side, numbers, seen_version=9, answered_yes=True)
    before = standing(table), list(table.results.values_list("version", "source", "deals", "state"))
    seen = fresh(table.pk).version
    keyed = key_result(
        table.pk, deals, outcome=outcome, expected_version=seen, reason="ill", answered_yes=True, actor=scorer
    )

    take_back(table.pk, version=keyed.table.version, actor=scorer)

    stands = table.results.exclude(version=keyed.result.version).order_by("version")
    assert (standing(table), list(stands.values_list("version", "source", "deals", "state"))) == before
    assert check_log(fresh(table.pk).round.championship).problems == ()


def test_what_another_person_typed_stays(round_, table, scorer):
    keyed = key_result(table.pk, OURS, expected_version=0, actor=scorer)
    other = member(round_.championship.association)

    assert refusal_code(take_back, table.pk, version=keyed.table.version, actor=other) == "nothing_to_take_back"


def test_after_a_while_it_stays(table, scorer):
    keyed = key_result(table.pk, OURS, expected_version=0, actor=scorer)
    earlier = keyed.result.created_at - timedelta(seconds=61)
    with append_only.lifted():
        ResultVersion.objects.filter(pk=keyed.result.pk).update(created_at=earlier)

    assert refusal_code(take_back, table.pk, version=1, actor=scorer) == "nothing_to_take_back"


@pytest.mark.parametrize("closed", [False, True], ids=["while the round is played", "after it was closed"])
def test_a_correction_is_taken_back_and_what_counted_before_counts_again(round_, table, scorer, closed):
    key(round_, 1, *OURS)
    key(round_, 2, *OURS)
    if closed:
        close_round(round_.pk)
    before = standing(table)
    keyed = key_result(table.pk, (41, 30, 36, 50), expected_version=1, reason="typed wrong", actor=scorer)

    taken = take_back(table.pk, version=keyed.table.version, actor=scorer)

    assert standing(table) == before
    assert taken.version > keyed.table.version
    assert list(table.results.order_by("version").values_list("deals", "state")) == [
        (list(OURS), "confirmed"),
        ([41, 30, 36, 50], "superseded"),
    ]


def test_what_was_typed_at_other_tables_since_is_not_in_the_way_of_a_correction():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, *OURS)
    corrected = round_.tables.get(number=1)
    author = member(championship.association)
    key_result(corrected.pk, (41, 30, 36, 50), expected_version=1, reason="first", actor=author)
    keyed = key_result(corrected.pk, (42, 30, 36, 50), expected_version=2, reason="second", actor=author)
    key(round_, 2, 44, 30, 36, 50)

    take_back(corrected.pk, version=keyed.table.version, actor=author)

    states = dict(ResultVersion.objects.order_by("pk").values_list("deals__0", "state"))
    assert states == {40: "superseded", 41: "confirmed", 42: "superseded", 44: "confirmed"}
    assert fresh(corrected.pk).state == TableState.CORRECTED


def test_what_changed_since_or_belongs_to_a_closed_round_stays(round_, table, scorer):
    keyed = key_result(table.pk, OURS, expected_version=0, actor=scorer)
    key(round_, 2, 40, 30, 36, 50)

    assert refusal_code(take_back, table.pk, version=0, actor=scorer) == "stale"
    close_round(round_.pk)
    assert refusal_code(take_back, table.pk, version=keyed.table.version, actor=scorer) == "round_closed"
