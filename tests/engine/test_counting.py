"""Counting piles (rules, paragraph 2) and recounting them by numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK
from engine.cardset import EMPTY, WHOLE_PACK, CardSet
from engine.counting import (
    MIDLINE,
    TOTAL_CARD_POINTS,
    Count,
    check_pile_size,
    count_pile,
    group_size,
    pile_points,
)
from engine.errors import Code, EngineError
from engine.notation import parse_set
from engine.recount import PileNumbers, Recount, recount, recount_problems
from engine.rulesets import FIVE, SIX, SURSELVA, THREE, FiveGroup, RuleSet
from tests.engine.table import with_rules

FIVE_BY_TRICKS = with_rules(FIVE, five_group=FiveGroup.TRICK)
ALL_COUNTS = [
    pytest.param(SURSELVA, 72, id="four"),
    pytest.param(THREE, 78, id="three"),
    pytest.param(FIVE, 234, id="five in thirds"),
    pytest.param(FIVE_BY_TRICKS, 68, id="five by tricks"),
    pytest.param(SIX, 72, id="six by fours"),
    pytest.param(with_rules(SIX, six_group=3), 78, id="six by threes"),
    pytest.param(with_rules(SIX, six_group=6), 65, id="six by sixes"),
]


def test_2_the_constants_others_build_on() -> None:
    assert (TOTAL_CARD_POINTS, MIDLINE) == (72, 36)


def test_2_the_recounted_pile_of_the_scart_alone() -> None:
    counted = [count_pile(parse_set(cards)).points for cards in ("c2 c3", "cJ c2", "cN c2", "cQ c2", "cN cQ")]

    assert counted == [1, 2, 3, 4, 6]


def test_2_both_forms_of_the_group_rule_agree() -> None:
    """[A] counts a group s - (n - 1), or 1; [B] gives each empty a point and takes 3 from the group of four."""
    for text in ("cK cQ cN cJ", "cK cQ cN c1", "cK cQ c2 c1", "cK c3 c2 c1", "c4 c3 c2 c1"):
        cards = parse_set(text)
        counting = [card.value for card in cards if card.value]

        by_a = sum(counting) - (len(counting) - 1) if counting else 1
        by_b = sum(counting) + (4 - len(counting)) - 3

        assert count_pile(cards).points == by_a == by_b


@pytest.mark.parametrize(("rules", "total"), ALL_COUNTS)
def test_2_total_of_a_deal(rules: RuleSet, total: int) -> None:
    assert rules.total == total
    assert pile_points(WHOLE_PACK, rules.cards_each, rules, with_scart=True) == total


@given(order=st.permutations(range(78)), tricks=st.integers(0, 19))
def test_2_any_split_into_tricks_and_scart_adds_up_to_72(order: list[int], tricks: int) -> None:
    cards = [PACK[index] for index in order]
    dealer, other = CardSet.of(cards[: 4 * tricks + 2]), CardSet.of(cards[4 * tricks + 2 :])

    points = count_pile(dealer).points + count_pile(other).points

    assert points == 72


@given(order=st.permutations(range(78)), first=st.integers(0, 25), second=st.integers(0, 25))
def test_9_any_split_between_three_players_adds_up_to_78(order: list[int], first: int, second: int) -> None:
    cards = [PACK[index] for index in order]
    cuts = sorted((3 * first, 3 * second))

    piles = [CardSet.of(cards[start:end]) for start, end in zip([0, *cuts], [*cuts, 78], strict=True)]

    assert sum(count_pile(pile, THREE).points for pile in piles) == 78


@given(order=st.permutations(range(78)), cuts=st.lists(st.integers(0, 78), min_size=4, max_size=4))
def test_9_five_players_in_exact_thirds_add_up_however_the_pack_is_split(order: list[int], cuts: list[int]) -> None:
    cards, cuts = [PACK[index] for index in order], sorted(cuts)

    piles = [CardSet.of(cards[start:end]) for start, end in zip([0, *cuts], [*cuts, 78], strict=True)]

    assert sum(count_pile(pile, FIVE).points for pile in piles) == 234


@given(tricks=st.integers(0, 13))
def test_9_six_players_always_make_twenty_groups(tricks: int) -> None:
    assert SIX.trick_units(tricks) + SIX.trick_units(13 - tricks) == 20


def test_group_sizes() -> None:
    sizes = [group_size(rules) for rules in (SURSELVA, THREE, FIVE, FIVE_BY_TRICKS, SIX, with_rules(SIX, six_group=3))]

    assert sizes == [4, 3, 3, 5, 4, 3]


def test_count_of_a_pile_with_a_short_last_group() -> None:
    assert count_pile(parse_set("cK t21 n r3 c2 c3")) == Count(14, 6, 2)
    assert count_pile(EMPTY) == Count(0, 0, 0)
    assert count_pile(parse_set("cK c2 c3 c4"), FIVE) == Count(3 * 4 + 4, 4, 2)


@pytest.mark.parametrize(
    ("cards", "tricks", "dealer"),
    [
        pytest.param(4, 1, False, id="one trick"),
        pytest.param(6, 1, True, id="one trick and the scart"),
        pytest.param(6, 1, None, id="either side"),
        pytest.param(0, 0, True, id="lost match: the scart went over"),
        pytest.param(2, 0, True, id="the scart alone"),
        pytest.param(78, 19, False, id="won match with the scart"),
        pytest.param(76, 19, False, id="won match before the scart is taken"),
        pytest.param(40, None, False, id="tricks not known"),
        pytest.param(42, None, True, id="tricks not known, dealer"),
    ],
)
def test_11_7_piles_that_can_be(cards: int, tricks: int | None, dealer: bool | None) -> None:
    check_pile_size(CardSet.of(PACK[:cards]), tricks=tricks, dealer=dealer)


@pytest.mark.parametrize(
    ("cards", "tricks", "dealer", "problem"),
    [
        pytest.param(5, 1, False, {"code": "PILE", "cards": 5, "possible": [4]}, id="other side"),
        pytest.param(5, 1, None, {"code": "PILE", "cards": 5, "possible": [4, 6]}, id="either side"),
        pytest.param(41, None, True, {"code": "PILE", "cards": 41, "possible": [38, 42]}, id="tricks not known"),
        pytest.param(4, 20, False, {"code": "TRICKS", "tricks": 20, "most": 19}, id="too many tricks"),
        pytest.param(4, -1, False, {"code": "TRICKS", "tricks": -1, "most": 19}, id="fewer than none"),
    ],
)
def test_11_7_piles_that_cannot_be(
    cards: int, tricks: int | None, dealer: bool | None, problem: dict[str, object]
) -> None:
    with pytest.raises(EngineError) as refused:
        check_pile_size(CardSet.of(PACK[:cards]), tricks=tricks, dealer=dealer)

    assert refused.value.problem.as_json() == problem


def test_recount_of_two_piles_gives_72() -> None:
    dealer, other = PileNumbers(4, 3, 2, 1, 11), PileNumbers(3, 1, 2, 3, 8)

    counted = recount(dealer, other)

    assert counted == Recount(16 + 9 + 4 + 1 + 12, 12 + 3 + 4 + 3 + 8)
    assert counted.dealer + counted.other == 72


def test_8_recount_of_a_match_gives_everything_to_the_winner() -> None:
    everything, nothing = PileNumbers(7, 4, 4, 4, 19), PileNumbers(0, 0, 0, 0, 0)

    assert recount(everything, nothing) == Recount(72, 0)
    assert recount(nothing, everything) == Recount(0, 72)


@pytest.mark.parametrize(
    ("dealer", "other", "problems"),
    [
        pytest.param(
            (4, 3, 2, 1, 11),
            (3, 1, 2, 2, 8),
            [{"code": "COUNTS", "what": "jacks", "found": 3, "expected": 4}],
            id="jack",
        ),
        pytest.param((4, 3, 2, 1, 11), (3, 1, 2, 3, 9), [{"code": "TRICKS", "found": 20, "expected": 19}], id="tricks"),
        pytest.param(
            (8, 3, 2, 1, 11),
            (0, 1, 2, 3, 8),
            [
                {"code": "COUNTS", "side": "dealer", "what": "honours", "found": 8, "expected": 7},
                {"code": "COUNTS", "what": "honours", "found": 8, "expected": 7},
            ],
            id="more honours than there are",
        ),
        pytest.param(
            (0, 0, 0, 0, 20),
            (7, 4, 4, 4, -1),
            [
                {"code": "TRICKS", "side": "dealer", "found": 20, "expected": 19},
                {"code": "TRICKS", "side": "other", "found": -1, "expected": 19},
            ],
            id="numbers of tricks that cannot be",
        ),
        pytest.param(
            (7, 4, 4, 3, 17),
            (0, 0, 0, 1, 2),
            [],
            id="few counting cards in few tricks",
        ),
        pytest.param(
            (1, 0, 0, 0, 17),
            (6, 4, 4, 4, 2),
            [
                {"code": "PILE", "side": "dealer", "found": 1, "expected": 10},
                {"code": "PILE", "side": "other", "found": 18, "expected": 9},
            ],
            id="more counting cards than two tricks hold",
        ),
        pytest.param(
            (1, 0, 0, 0, 0),
            (6, 4, 4, 4, 19),
            [
                {"code": "PILE", "side": "dealer", "found": 1, "expected": 0},
                {"code": "PILE", "side": "other", "found": 18, "expected": 19},
            ],
            id="a lost match leaves nothing",
        ),
    ],
)
def test_recount_says_what_cannot_be_right(
    dealer: tuple[int, ...], other: tuple[int, ...], problems: list[dict[str, object]]
) -> None:
    found = [problem.as_json() for problem in recount_problems(PileNumbers(*dealer), PileNumbers(*other))]

    assert found == problems


def test_recount_refuses_with_the_first_problem() -> None:
    with pytest.raises(EngineError) as refused:
        recount(PileNumbers(4, 3, 2, 1, 11), PileNumbers(3, 1, 2, 3, 9))

    assert refused.value.code is Code.TRICKS
