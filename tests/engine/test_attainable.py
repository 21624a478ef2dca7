"""Which results are possible (rules, paragraph 10)."""

from itertools import product

import pytest

from engine.attainable import (
    attainable,
    attainable_triples,
    impossible_deals,
    is_attainable_triple,
    points_by_tricks,
)
from engine.cards import COUNTING_CARDS
from engine.errors import Code, EngineError
from engine.rulesets import FIVE, SIX, SURSELVA, THREE, FiveGroup, FoolNoEmpty, RuleSet, ScartOnMatch
from engine.seats import Side
from tests.engine.table import with_rules

LOSE = with_rules(SURSELVA, fool_no_empty=FoolNoEmpty.LOSE)
STAYS = with_rules(SURSELVA, scart_on_match=ScartOnMatch.STAYS)


def all_but(total: int, *missing: int) -> frozenset[int]:
    return frozenset(range(total + 1)) - set(missing)


def test_10_theorem_dealer_has_0_or_2_to_72_and_others_0_to_70_or_72() -> None:
    sets = attainable()

    assert sets.dealer == all_but(72, 1)
    assert sets.other == all_but(72, 71)
    assert sets.unit == 1


def test_10_extremes_only_by_a_match() -> None:
    for dealer in (True, False):
        by_tricks = points_by_tricks(dealer=dealer)

        with_extremes = [tricks for tricks, points in by_tricks.items() if points & {0, 72}]

        assert sorted(with_extremes) == [0, 19]


def test_10_scart_that_stays_after_a_match() -> None:
    assert attainable(STAYS).dealer == all_but(72, 0)
    assert attainable(STAYS).other == all_but(72, 72)
    assert points_by_tricks(STAYS, dealer=True)[0] == frozenset(range(1, 8))
    assert points_by_tricks(STAYS, dealer=False)[19] == frozenset(range(65, 72))


def bounds(rules: RuleSet, *, dealer: bool) -> dict[int, tuple[int, int]]:
    """Lowest and highest points by tricks; there must be no gap between them."""
    found = {}
    for tricks, points in points_by_tricks(rules, dealer=dealer).items():
        assert points == frozenset(range(min(points), max(points) + 1)), tricks
        found[tricks] = (min(points), max(points))
    return found


def test_10_bounds_by_tricks() -> None:
    ends = {0: (0, 0), 19: (72, 72)}
    dealer = {1: (2, 28), 2: (3, 43), 3: (4, 52), 4: (5, 57), 15: (18, 68), 16: (25, 69), 17: (36, 70), 18: (51, 71)}
    other = {1: (1, 21), 2: (2, 36), 3: (3, 47), 4: (4, 54), 15: (15, 67), 16: (20, 68), 17: (29, 69), 18: (44, 70)}
    dealer |= {tricks: (tricks + 1, tricks + 53) for tricks in range(5, 15)}
    other |= {tricks: (tricks, tricks + 52) for tricks in range(5, 15)}

    assert bounds(SURSELVA, dealer=True) == dealer | ends
    assert bounds(SURSELVA, dealer=False) == other | ends


def test_10_bounds_by_tricks_where_a_fool_without_an_empty_is_lost() -> None:
    dealer, other = bounds(LOSE, dealer=True), bounds(LOSE, dealer=False)

    assert [dealer[tricks][1] for tricks in (1, 2, 3, 4)] == [25, 40, 50, 56]
    assert [dealer[tricks][0] for tricks in (15, 16, 17, 18)] == [19, 27, 39, 55]
    assert [other[tricks][1] for tricks in (1, 2, 3, 4)] == [17, 33, 45, 53]
    assert [other[tricks][0] for tricks in (15, 16, 17, 18)] == [16, 22, 32, 47]


def test_10_three_players_have_3081_results() -> None:
    triples = attainable_triples(THREE)

    assert len(triples) == 3081
    assert {dealer for dealer, _, _ in triples} == attainable(THREE).dealer == all_but(78)
    assert {second for _, second, _ in triples} == attainable(THREE).other == all_but(78, 77)
    assert (78, 0, 0) in triples
    assert not is_attainable_triple(-1, 40, 39, THREE)
    assert not is_attainable_triple(1, 40, 40, THREE)


def test_10_three_players_results_are_those_of_all_card_distributions() -> None:
    """Every way to split the counting cards over three piles, with every number of tricks that can hold them."""
    kinds = [4] * 7 + [3] * 4 + [2] * 4 + [1] * 4
    assert sorted(card.excess for card in COUNTING_CARDS) == sorted(kinds)
    splits = [[(a, b, n - a - b) for a in range(n + 1) for b in range(n - a + 1)] for n in (7, 4, 4, 4)]
    piles = set()
    for honours, queens, knights, jacks in product(*splits):
        cards = [sum(kind) for kind in zip(honours, queens, knights, jacks, strict=True)]
        excess = [4 * h + 3 * q + 2 * n + j for h, q, n, j in zip(honours, queens, knights, jacks, strict=True)]
        # the dealer's three extra cards are no honours
        least_dealer = max(-(-(cards[0] - 3) // 3), -(-honours[0] // 3), 0)
        piles.add((*excess, least_dealer, -(-cards[1] // 3), -(-cards[2] // 3)))

    found = set()
    for dealer, second, third, least_dealer, least_second, least_third in piles:
        for second_tricks in range(least_second, 25 - least_third - least_dealer + 1):
            for third_tricks in range(least_third, 25 - second_tricks - least_dealer + 1):
                dealer_tricks = 25 - second_tricks - third_tricks
                if 25 not in {dealer_tricks, second_tricks, third_tricks}:
                    found.add((dealer + dealer_tricks + 1, second + second_tricks, third + third_tricks))

    assert found | {(78, 0, 0), (0, 78, 0), (0, 0, 78)} == attainable_triples(THREE)


def test_10_triples_are_a_matter_of_three_players() -> None:
    with pytest.raises(EngineError) as refused:
        attainable_triples(SURSELVA)

    assert refused.value.code is Code.UNKNOWN_RULESET


def test_10_five_players_in_thirds() -> None:
    sets = attainable(FIVE)

    assert sets.unit == 3
    assert sets.dealer == all_but(234, 1, 2, 4, 5, 7, 10, 222, 225, 227, 228, 230, 231, 232, 233)
    assert sets.other == all_but(234, 1, 2, 3, 4, 6, 7, 9, 12, 219, 222, 224, 225, *range(227, 234))


def test_10_five_players_the_thirds_tell_the_tricks() -> None:
    for tricks, points in points_by_tricks(FIVE, dealer=False).items():
        assert {number % 3 for number in points} == {2 * tricks % 3}


def test_9_five_players_counting_by_tricks() -> None:
    rules = with_rules(FIVE, five_group=FiveGroup.TRICK)

    assert attainable(rules).dealer == all_but(68)
    assert attainable(rules).other == all_but(68, 67)


def test_9_trickless_dealer_with_three_players_and_a_scart_that_stays() -> None:
    rules = with_rules(THREE, scart_on_match=ScartOnMatch.STAYS)

    assert 0 not in attainable(rules).dealer
    assert points_by_tricks(rules, dealer=True)[0] == points_by_tricks(THREE, dealer=True)[0] - {0}


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        pytest.param(4, all_but(72, 1, 71), id="fours"),
        pytest.param(3, all_but(78, 1, 77), id="threes"),
        pytest.param(6, all_but(65), id="sixes"),
    ],
)
def test_10_six_players(group: int, expected: frozenset[int]) -> None:
    sets = attainable(with_rules(SIX, six_group=group))

    assert sets.dealer == sets.other == expected


@pytest.mark.parametrize(
    ("points", "first", "deals"),
    [
        pytest.param((41, 30, 50, 36), Side.A, [], id="all can be"),
        pytest.param((1, 1, 71, 71), Side.A, [1, 4], id="a dealer never has 1, nor the others 71"),
        pytest.param((1, 1, 71, 71), Side.B, [2, 3], id="the other side dealt first"),
        pytest.param((0, 72, -1, 73), Side.A, [3, 4], id="out of range"),
    ],
)
def test_10_deals_of_a_table_that_cannot_be(points: tuple[int, ...], first: Side, deals: list[int]) -> None:
    assert impossible_deals(points, first) == deals
