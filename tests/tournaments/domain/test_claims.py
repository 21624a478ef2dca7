"""A result is a claim with sources: what two sides and the office say is held against each other."""

import pytest
from django.utils.translation import override

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.change import acting_device, broken_links
from tournaments.domain.claims import agree, claim_result, side_view
from tournaments.domain.file_results import store_file_results
from tournaments.domain.refusal import Refused
from tournaments.domain.results import key_result, rule, withdraw_result
from tournaments.domain.rounds import close_round
from tournaments.domain.standings import ranking
from tournaments.domain.versions import fresh
from tournaments.enums import Confirming, Outcome, ReasonCode, ResultState, SideName, TableState

pytestmark = pytest.mark.django_db

A, B = SideName.A, SideName.B
OURS, THEIRS = (40, 30, 36, 50), (32, 42, 36, 22)


@pytest.fixture
def round_():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    return seat_round(championship, [(a, b), (c, d)])


@pytest.fixture
def table(round_):
    return round_.tables.get(number=1)


def claim(table, side, deals=None, **options):
    deals = deals or (OURS if side == A else THEIRS)
    return claim_result(table.pk, side, deals, **({"seen_version": fresh(table.pk).version} | options))


def refusal_of(function, *args, **options) -> list[dict]:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return [problem.as_json() for problem in refusal.value.problems]


def versions(table):
    return list(table.results.values_list("version", "source", "state", "deals"))


def events(table):
    """Types of the events about results, oldest first."""
    return list(table.round.championship.events.filter(type__startswith="result_").values_list("type", "actor_kind"))


@pytest.fixture
def from_device():
    """Let what follows come from this device."""
    tokens = []

    def switch(device):
        tokens.append(acting_device.set(device))

    yield switch
    for token in reversed(tokens):
        acting_device.reset(token)


def test_one_side_alone_is_a_claim_and_counts_for_nothing(table):
    claimed = claim(table, A)

    assert (claimed.table.state, claimed.table.version) == (TableState.CLAIMED, 1)
    assert versions(table) == [(1, "side_a", ResultState.CLAIMED, [40, 30, 36, 50])]
    assert ranking(fresh(table.pk).round.championship).open_tables == ()
    assert [row.standing.tables for row in ranking(fresh(table.pk).round.championship).rows] == [0, 0, 0, 0]


def test_the_other_side_agrees_and_it_counts(table):
    claim(table, A)

    agreed = agree(table.pk, B, version=1)

    assert agreed.table.state == TableState.CONFIRMED
    assert versions(table) == [
        (1, "side_a", ResultState.CLAIMED, [40, 30, 36, 50]),
        (2, "side_b", ResultState.CONFIRMED, [40, 30, 36, 50]),
    ]
    assert events(table) == [("result_claimed", "side_a"), ("result_confirmed", "side_b")]
    assert ranking(agreed.table.round.championship).rows[0].standing.net == 12


def test_the_other_side_types_its_own_numbers_and_they_are_the_mirror_image(table):
    claim(table, A)

    claimed = claim(table, B, THEIRS)

    assert (claimed.table.state, claimed.result.deals) == (TableState.CONFIRMED, [40, 30, 36, 50])


def test_numbers_that_differ_are_a_conflict_and_count_for_nothing(table):
    claim(table, A, (40, 30, 36, 50))

    claimed = claim(table, B, (31, 42, 36, 22))

    assert claimed.table.state == TableState.CONFLICT
    assert side_view(fresh(table.pk), A).differing == side_view(fresh(table.pk), B).differing == (1,)
    assert [row.standing.tables for row in ranking(claimed.table.round.championship).rows] == [0, 0, 0, 0]
    assert events(table) == [("result_claimed", "side_a"), ("result_disputed", "side_b")]


def test_a_side_mends_its_number_and_the_conflict_is_over(table):
    claim(table, A, (40, 30, 36, 50))
    claim(table, B, (31, 42, 36, 22))

    mended = claim(table, B, (32, 42, 36, 22))

    assert mended.table.state == TableState.CONFIRMED
    assert [state for _v, _source, state, _d in versions(table)] == ["claimed", "superseded", "confirmed"]


def test_a_side_that_sees_its_mistake_gives_in(table):
    claim(table, A, (40, 30, 36, 50))
    claim(table, B, (31, 42, 36, 22))

    agreed = agree(table.pk, B, version=1, seen_version=2)

    assert (agreed.table.state, agreed.result.deals) == (TableState.CONFIRMED, [40, 30, 36, 50])


def test_who_has_not_seen_its_own_later_claim_does_not_give_in(table):
    claim(table, A, (40, 30, 36, 50))
    claim(table, B, (31, 42, 36, 22))

    assert [each["code"] for each in refusal_of(agree, table.pk, B, version=1)] == ["stale"]


def test_a_ruling_decides_and_both_sides_see_it(table):
    claim(table, A, (40, 30, 36, 50))
    claim(table, B, (31, 42, 36, 22))

    ruled = rule(table.pk, (41, 30, 36, 50), expected_version=2, reason="The signed slip says 41.")

    assert (ruled.table.state, ruled.result.deals) == (TableState.CONFIRMED, [41, 30, 36, 50])
    seen = [side_view(fresh(table.pk), side).counting for side in (A, B)]
    assert [(each.deals, each.source, each.reason) for each in seen] == [
        ((41, 30, 36, 50), "ruling", "The signed slip says 41."),
        ((31, 42, 36, 22), "ruling", "The signed slip says 41."),
    ]
    assert refusal_of(claim, table, A, (40, 30, 36, 50)) == [{"code": "already_confirmed", "deals": [41, 30, 36, 50]}]


def test_a_reason_of_the_list_is_read_in_the_readers_own_language(table):
    claim(table, A, (40, 30, 36, 50))
    claim(table, B, (31, 42, 36, 22))

    rule(table.pk, (41, 30, 36, 50), expected_version=2, reason_code=ReasonCode.RECOUNTED, reason="by two people")

    with override("en"):
        assert side_view(fresh(table.pk), B).counting.reason == "The cards were counted again: by two people"
    assert table.round.championship.events.get(type="result_ruled").payload["reason_code"] == "recounted"


@pytest.mark.parametrize(
    ("reason", "version", "code"),
    [
        pytest.param(" ", 2, "reason_missing", id="without-a-reason"),
        pytest.param("recounted", 1, "stale", id="of-an-old-page"),
    ],
)
def test_a_ruling_is_refused(table, reason, version, code):
    claim(table, A, (40, 30, 36, 50))
    claim(table, B, (31, 42, 36, 22))

    problems = refusal_of(rule, table.pk, (41, 30, 36, 50), expected_version=version, reason=reason)

    assert [problem["code"] for problem in problems] == [code]
    assert fresh(table.pk).state == TableState.CONFLICT


def test_there_is_nothing_to_rule_without_a_conflict(table):
    claim(table, A)

    problems = refusal_of(rule, table.pk, (41, 30, 36, 50), expected_version=1, reason="recounted")

    assert [problem["code"] for problem in problems] == ["no_conflict"]


def test_the_office_confirms_what_a_side_claims(table):
    claim(table, A)

    keyed = key_result(table.pk, OURS, expected_version=1)

    assert (keyed.table.state, keyed.result.state) == (TableState.CONFIRMED, ResultState.CONFIRMED)


def test_the_office_keys_something_else_than_a_side_claims(table):
    claim(table, A)

    keyed = key_result(table.pk, (41, 30, 36, 50), expected_version=1)
    again = refusal_of(key_result, table.pk, (42, 30, 36, 50), expected_version=2)

    assert (keyed.table.state, keyed.result.state) == (TableState.CONFLICT, ResultState.CLAIMED)
    assert again == [{"code": "needs_ruling"}]


def test_a_side_denies_what_the_office_keyed(round_, table):
    key(round_, 1, *OURS)

    claimed = claim(table, B, (31, 42, 36, 22))

    assert claimed.table.state == TableState.CONFLICT
    assert versions(table) == [
        (1, "office", ResultState.CLAIMED, [40, 30, 36, 50]),
        (2, "side_b", ResultState.CLAIMED, [41, 30, 36, 50]),
    ]


def test_a_side_says_what_the_office_keyed(round_, table):
    key(round_, 1, *OURS)

    claimed = claim(table, B, THEIRS)

    assert claimed.table.state == TableState.CONFIRMED
    assert [state for _v, _source, state, _d in versions(table)] == ["confirmed", "claimed"]


def test_a_side_agrees_with_the_office_in_a_conflict(round_, table):
    claim(table, A, (41, 30, 36, 50))
    key_result(table.pk, OURS, expected_version=1)

    agreed = agree(table.pk, A, version=2)

    assert (agreed.table.state, agreed.result.deals) == (TableState.CONFIRMED, [40, 30, 36, 50])


@pytest.mark.parametrize("side", [A, B])
def test_what_both_have_said_is_settled(table, side):
    claim(table, A)
    agree(table.pk, B, version=1)

    problems = refusal_of(claim, table, side, (44, 44, 44, 44))

    assert problems == [{"code": "already_confirmed", "deals": [40, 30, 36, 50]}]


@pytest.mark.parametrize("side", [A, B])
def test_saying_the_same_again_stores_nothing(table, side):
    claim(table, A)
    agree(table.pk, B, version=1)

    claim(table, side)

    assert table.results.count() == 2


@pytest.mark.parametrize("outcome", [Outcome.WALKOVER_B, Outcome.NEITHER])
def test_no_side_makes_a_table_played_that_the_office_says_was_not(table, outcome):
    key_result(table.pk, (), expected_version=0, outcome=outcome, reason="They did not come.", answered_yes=True)

    agreed = refusal_of(agree, table.pk, A, version=1)
    claimed = refusal_of(claim, table, A)

    assert agreed == claimed == [{"code": "already_confirmed", "deals": []}]
    assert list(table.results.values_list("outcome", "state")) == [(outcome, ResultState.CONFIRMED)]


def test_a_side_cannot_deny_what_it_has_said_and_the_office_confirmed(table):
    claim(table, A)
    key_result(table.pk, OURS, expected_version=1)
    agree(table.pk, B, version=2)

    problems = [refusal_of(claim, table, side, (72, 72, 72, 72), answered_yes=True) for side in (A, B)]

    assert [problem[0]["code"] for problem in problems] == ["already_confirmed"] * 2
    assert fresh(table.pk).state == TableState.CONFIRMED


def test_the_same_key_for_agreeing_to_something_else_is_refused(table):
    claim(table, A)
    agree(table.pk, B, version=1, idempotency_key="k1")

    again = agree(table.pk, B, version=1, idempotency_key="k1")
    problems = refusal_of(agree, table.pk, B, version=7, idempotency_key="k1")

    assert again.result.version == 2
    assert problems == [{"code": "other_request"}]


def test_a_ruling_with_the_same_key_and_another_reason_is_refused(table):
    claim(table, A, (40, 30, 36, 50))
    claim(table, B, (31, 42, 36, 22))
    ruling = {"expected_version": 2, "idempotency_key": "k1"}
    rule(table.pk, (41, 30, 36, 50), reason="recounted", **ruling)

    problems = refusal_of(rule, table.pk, (41, 30, 36, 50), reason="The slip says so.", **ruling)

    assert problems == [{"code": "other_request"}]


def test_a_table_that_was_taken_back_takes_no_claim(table):
    number = table.pk
    table.delete()

    assert refusal_of(claim_result, number, A, OURS, seen_version=0) == [{"code": "no_round"}]


def test_an_agreement_with_a_claim_that_was_changed_meanwhile_is_stale(table):
    claim(table, A)
    claim(table, A, (41, 30, 36, 50))

    problems = refusal_of(agree, table.pk, B, version=1)

    assert problems == [{"code": "stale", "version": 2, "expected": 1}]


def test_an_old_page_never_replaces_a_newer_claim_of_its_side(table):
    claim(table, A)

    problems = refusal_of(claim, table, A, (41, 30, 36, 50), seen_version=0)

    assert problems == [{"code": "stale", "version": 1, "expected": 0}]


def test_both_sides_may_have_opened_the_page_before_anybody_claimed(table):
    claim(table, A, seen_version=0)

    claimed = claim(table, B, seen_version=0)

    assert claimed.table.state == TableState.CONFIRMED


def test_the_same_request_gets_the_same_answer_also_after_the_round_was_closed(round_, table):
    first = claim(table, A, idempotency_key="k1")
    agree(table.pk, B, version=1)
    key(round_, 2, 36, 36, 36, 36)
    close_round(round_.pk)

    second = claim(table, A, idempotency_key="k1", seen_version=0)

    assert second.result == first.result
    assert table.results.count() == 2


def test_the_same_key_at_another_table_is_refused(table):
    other = table.round.tables.get(number=2)
    claim(table, A, idempotency_key="k1")

    problems = refusal_of(claim, other, A, idempotency_key="k1")

    assert problems == [{"code": "other_request"}]
    assert list(other.results.all()) == []


@pytest.mark.parametrize(
    ("side", "deals"),
    [pytest.param(A, (41, 30, 36, 50), id="other-numbers"), pytest.param(B, THEIRS, id="the-other-side")],
)
def test_the_same_key_for_another_request_is_refused(table, side, deals):
    claim(table, A, idempotency_key="k1")

    problems = refusal_of(claim, table, side, deals, idempotency_key="k1")

    assert problems == [{"code": "other_request"}]


@pytest.mark.parametrize(
    ("deals", "problem"),
    [
        pytest.param((80, 36, 36, 36), {"code": "RANGE", "deal": 1, "side": "b", "given": 80}, id="80"),
        pytest.param((36, 1, 36, 36), {"code": "DEALER_ONE", "deal": 2, "side": "b"}, id="1-of-the-giving-side"),
    ],
)
def test_a_problem_speaks_of_the_sides_own_numbers(table, deals, problem):
    problems = refusal_of(claim, table, B, deals, answered_yes=True)

    assert {name: problems[0].get(name) for name in problem} == problem


def test_a_match_is_asked_about(table):
    asked = refusal_of(claim, table, B, (72, 36, 36, 36))
    claimed = claim(table, B, (72, 36, 36, 36), answered_yes=True)

    assert [(each["code"], each["deal"]) for each in asked] == [("CONFIRM_EXTREME", 1)]
    assert claimed.result.deals == [0, 36, 36, 36]


def test_signed_numbers_are_the_sides_own(table):
    claimed = claim(table, B, (-4, 6, 0, -14), notation="net")

    assert claimed.result.deals == [40, 30, 36, 50]


def test_no_claims_are_taken_where_only_the_office_types(table):
    type(table.round.championship).objects.update(takes_claims=False)

    assert refusal_of(claim, table, A) == [{"code": "claims_off"}]


def test_no_claims_are_taken_after_the_round(round_, table):
    key(round_, 1, *OURS)
    key(round_, 2, *OURS)
    close_round(round_.pk)

    assert refusal_of(claim, table, A, (41, 30, 36, 50)) == [{"code": "round_closed", "round": 1}]


def test_the_phone_handed_over_confirms_and_the_history_knows(table, from_device):
    from_device("7F3A")
    claim(table, A)

    agreed = agree(table.pk, B, version=1)

    assert (agreed.result.handed_over, agreed.result.device) == (True, "7F3A")


def test_where_a_second_device_is_asked_for_the_first_cannot_confirm(table, from_device):
    table.round.stage.__class__.objects.update(confirming=Confirming.SECOND_DEVICE)
    from_device("7F3A")
    claim(table, A)

    same = refusal_of(agree, table.pk, B, version=1)
    from_device("9QRM")
    agreed = agree(table.pk, B, version=1)

    assert same == [{"code": "same_device"}]
    assert (agreed.table.state, agreed.result.handed_over) == (TableState.CONFIRMED, False)


def test_blind_sides_see_nothing_of_each_other_before_they_have_typed(table):
    table.round.stage.__class__.objects.update(confirming=Confirming.BLIND)
    claim(table, A)

    seen = side_view(fresh(table.pk), B)
    refused = refusal_of(agree, table.pk, B, version=1)
    claim(table, B, (31, 42, 36, 22))
    seen_after = side_view(fresh(table.pk), B)

    assert (seen.theirs, refused) == (None, [{"code": "blind"}])
    assert (seen_after.theirs.deals, seen_after.differing) == ((32, 42, 36, 22), (1,))


def test_a_withdrawn_table_forgets_every_claim(round_, table):
    claim(table, A)
    claim(table, B, (31, 42, 36, 22))

    withdraw_result(table.pk, expected_version=2, reason="They sat at another table.")

    seen = side_view(fresh(table.pk), A)
    assert (seen.state, seen.mine, seen.theirs, seen.counting) == (TableState.OPEN, None, None, None)


def test_a_correction_of_the_office_replaces_all_that_was_claimed(round_, table):
    claim(table, A)
    agree(table.pk, B, version=1)

    key_result(table.pk, (44, 30, 36, 50), expected_version=2, reason="Both sides recounted.")

    assert [state for _v, _source, state, _d in versions(table)] == ["superseded", "superseded", "confirmed"]
    assert side_view(fresh(table.pk), B).counting.deals == (28, 42, 36, 22)


def test_a_file_that_differs_from_a_claim_is_a_conflict(round_, table):
    claim(table, A)

    stored = store_file_results(round_.pk, {1: (41, 30, 36, 50), 2: (36, 36, 36, 36)})

    assert (stored.stored, stored.disputed, stored.problems) == ((1, 2), (1,), ())
    assert fresh(table.pk).state == TableState.CONFLICT


def test_the_last_result_of_a_round_says_once_that_it_is_complete(round_, table):
    key(round_, 2, 44, 30, 36, 44)
    claim(table, A)
    agree(table.pk, B, version=1)
    key_result(table.pk, (44, 30, 36, 50), expected_version=2, reason="recounted")

    championship = fresh(table.pk).round.championship
    assert list(championship.events.filter(type="round_complete").values_list("payload", flat=True)) == [{"round": 1}]
    assert broken_links(championship) == []
