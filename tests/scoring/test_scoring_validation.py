"""Every code of rules.md §11, each where it belongs and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import Side
from scoring.slip import Notation, Slip
from scoring.table_result import DealScore, TableResult
from scoring.validation import Checked, Finding, ProblemCode, QuestionCode, validate

LEVEL = (36, 36, 36, 36)


def codes(checked: Checked) -> list[tuple[str, int | None]]:
    return [(each.code, each.deal) for each in checked.problems]


def questions(checked: Checked) -> list[tuple[str, int | None]]:
    return [(each.code, each.deal) for each in checked.questions]


def test_four_good_deals_become_a_result():
    slip = Slip((41, 30, 50, 36), first_dealer=Side.A)

    checked = validate(slip)

    deals = (DealScore(41, Side.A), DealScore(30, Side.B), DealScore(50, Side.A), DealScore(36, Side.B))
    assert checked == Checked(TableResult(deals), (), ())


def test_both_notations_give_the_same_result():
    points = validate(Slip((41, 30, 50, 36)))
    nets = validate(Slip((5, -6, 14, 0), notation=Notation.NET))

    assert points == nets


def test_what_is_rare_is_for_the_caller_to_say():
    slip = Slip((9, 10, 62, 63))

    asked = [question.deal for question in validate(slip, fewest=10).questions]

    assert asked == [1, 4]


@pytest.mark.parametrize(
    ("slip", "expected"),
    [
        pytest.param(Slip((73, 36, 36, 36)), [("RANGE", 1)], id="73 points"),
        pytest.param(Slip((36, -1, 36, 36)), [("RANGE", 2)], id="minus 1 as points"),
        pytest.param(Slip((36, 36, "36.5", 36)), [("RANGE", 3)], id="not a whole number"),
        pytest.param(Slip((36, True, 36, 36)), [("RANGE", 2)], id="a truth value is no number"),
        pytest.param(Slip((36, 36, 36)), [("RANGE", 4)], id="a deal is missing"),
        pytest.param(Slip((*LEVEL, 36)), [("RANGE", 5)], id="a deal too many"),
        pytest.param(Slip((36, 37, 0, 0), notation=Notation.NET), [("RANGE", 2)], id="37 buns"),
        pytest.param(Slip(LEVEL, side_b=(36, 36, 36, "x")), [("RANGE", 4)], id="unreadable on side b"),
        pytest.param(Slip((41, 30, 50, 36), side_b=(31, 42, 23, 36)), [("SUM", 3)], id="73 together"),
        pytest.param(Slip((5, 0, 0, 0), side_b=(-4, 0, 0, 0), notation=Notation.NET), [("DIFF", 1)], id="not mirrored"),
        pytest.param(Slip((41, 36, 36, 36), balances=(4, 0, 0, 0)), [("DIFF", 1)], id="41 is not 4 buns"),
        pytest.param(Slip((36, 36, 1, 36), first_dealer=Side.A), [("DEALER_ONE", 3)], id="side a gave and has 1"),
        pytest.param(Slip((36, 71, 36, 36), first_dealer=Side.A), [("DEALER_ONE", 2)], id="side b gave and has 1"),
        pytest.param(Slip((36, 1, 36, 36), first_dealer=Side.A), [], id="1 on the side that did not give"),
        pytest.param(Slip((71, 36, 36, 36), first_dealer=Side.A), [], id="71 on the side that gave"),
        pytest.param(Slip((72, 0, 36, 36), matches=frozenset({1, 2})), [], id="matches marked"),
        pytest.param(Slip((72, 0, 36, 36)), [], id="matches not marked"),
        pytest.param(Slip(LEVEL, matches=frozenset({2, 5})), [("MATCH_FLAG", 2), ("MATCH_FLAG", 5)], id="no match"),
        pytest.param(Slip(LEVEL, dealers=(Side.A, Side.A, Side.A, None)), [("DEALER_ORDER", 2)], id="gave twice"),
        pytest.param(
            Slip(LEVEL, first_dealer=Side.B, dealers=(Side.A, Side.B)),
            [("DEALER_ORDER", 1), ("DEALER_ORDER", 2)],
            id="marks against the draw",
        ),
        pytest.param(Slip((40, 30, 36, 36), running=(4, -2, -2, 0)), [("TOTAL", 4)], id="running total"),
        pytest.param(Slip((40, 30, 36, 36), total_net=-3), [("TOTAL", None)], id="final net"),
        pytest.param(
            Slip((40, 30, 36, 36), total_points_a=142, total_points_b=145), [("TOTAL", None)], id="final points"
        ),
        pytest.param(Slip(LEVEL, packets=(2, 3, 3, 3)), [("DEAL_MODE", 1)], id="first deal in two packets"),
        pytest.param(Slip((27, 36, 36, 36), packets=(3, 2, 1, 3)), [("DEAL_MODE", 3)], id="nine behind, one packet"),
        pytest.param(Slip((18, 36, 36, 36), packets=(3, 1, 2, 0)), [("DEAL_MODE", 4)], id="eighteen behind"),
        pytest.param(Slip((28, 36, 36, 36), packets=(3, 2)), [("DEAL_MODE", 2)], id="eight behind"),
        pytest.param(
            Slip((27, 36, 45, 36), packets=(3, 2, 2), asked_by=(None, Side.A, Side.B)),
            [("DEAL_MODE", 3)],
            id="asked by the side in front",
        ),
        pytest.param(Slip((36, 36), deals=2), [], id="broken off after two deals"),
        pytest.param(Slip((None, 36, 36, 36), side_b=(31, None, None, None)), [], id="side b's number alone"),
    ],
)
def test_problems(slip, expected):
    checked = validate(slip)

    assert codes(checked) == expected
    assert checked.valid is not bool(expected)


def test_every_problem_is_returned_at_once():
    slip = Slip(
        (80, 41, 1, 36),
        side_b=(0, 30, 71, 36),
        first_dealer=Side.A,
        matches=frozenset({4}),
        balances=(None, 6, None, None),
        dealers=(Side.A, Side.A),
        total_net=9,
    )

    checked = validate(slip)

    assert checked.result is None
    assert checked.problems == (
        Finding(ProblemCode.RANGE, 1, Side.A, given=80),
        Finding(ProblemCode.SUM, 1, given=80, expected=72),
        Finding(ProblemCode.SUM, 2, given=71, expected=72),
        Finding(ProblemCode.DEALER_ONE, 3, Side.A, given=1),
        Finding(ProblemCode.MATCH_FLAG, 4, given=36),
        Finding(ProblemCode.DEALER_ORDER, 2, given=Side.A, expected=Side.B),
        Finding(ProblemCode.DIFF, 2, Side.A, given=6, expected=5),
    )


@pytest.mark.parametrize(
    ("slip", "expected"),
    [
        pytest.param(Slip((6, 66, 36, 36)), [], id="6 and 66 are plausible"),
        pytest.param(Slip((5, 67, 36, 36)), [("CONFIRM_EXTREME", 1), ("CONFIRM_EXTREME", 2)], id="5 and 67"),
        pytest.param(Slip((0, 36, 36, 36)), [("CONFIRM_EXTREME", 1)], id="match not marked"),
        pytest.param(Slip((0, 36, 36, 36), matches=frozenset({1})), [("CONFIRM_EXTREME", 1)], id="match marked"),
        pytest.param(Slip((36, 1, 36, 36)), [("CONFIRM_EXTREME", 2), ("DEALER_UNKNOWN", 2)], id="1, dealer unknown"),
        pytest.param(Slip((36, 71, 36, 36)), [("CONFIRM_EXTREME", 2), ("DEALER_UNKNOWN", 2)], id="71, dealer unknown"),
        pytest.param(Slip((36, 1, 36, 36), dealers=(Side.A,)), [("CONFIRM_EXTREME", 2)], id="dealer known by a mark"),
    ],
)
def test_questions(slip, expected):
    checked = validate(slip)

    assert checked.valid
    assert questions(checked) == expected


@given(st.tuples(*[st.integers(0, 72)] * 4), st.sampled_from(Side))
def test_both_sides_see_the_same_slip(points, first_dealer):
    ours = validate(Slip(points, first_dealer=first_dealer))
    theirs = validate(Slip(tuple(72 - each for each in points), first_dealer=first_dealer.other))

    assert codes(ours) == codes(theirs)
    assert questions(ours) == questions(theirs)
    assert ours.result is None or theirs.result is None or ours.result.net == -theirs.result.net


written = st.one_of(st.none(), st.integers(-100, 100), st.text(max_size=3))


@given(
    st.builds(
        Slip,
        side_a=st.lists(written, max_size=6).map(tuple),
        side_b=st.lists(written, max_size=6).map(tuple),
        notation=st.sampled_from(Notation),
        first_dealer=st.none() | st.sampled_from(Side),
        balances=st.lists(written, max_size=6).map(tuple),
        running=st.lists(written, max_size=6).map(tuple),
        total_net=written,
        total_points_a=written,
        total_points_b=written,
        matches=st.frozensets(st.integers(-1, 6)),
        dealers=st.lists(st.none() | st.sampled_from(Side), max_size=6).map(tuple),
        packets=st.lists(st.none() | st.integers(-1, 4), max_size=6).map(tuple),
        asked_by=st.lists(st.none() | st.sampled_from(Side), max_size=6).map(tuple),
        deals=st.integers(0, 4),
    )
)
def test_no_slip_raises_and_only_good_ones_become_results(slip):
    checked = validate(slip)

    assert (checked.result is None) == bool(checked.problems)
    assert checked.result is None or len(checked.result.deals) == slip.deals


def test_findings_as_data_carry_only_what_is_known():
    problem = Finding(ProblemCode.SUM, 2, given=71, expected=72)
    question = Finding(QuestionCode.CONFIRM_EXTREME, 1)

    assert problem.as_data() == {"code": "SUM", "deal": 2, "given": 71, "expected": 72}
    assert question.as_data() == {"code": "CONFIRM_EXTREME", "deal": 1}
