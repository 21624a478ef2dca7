"""Simulated play: the same rules as the readable engine, and the right statistics (rules, 11.8)."""

from collections import Counter
from random import Random
from statistics import fmean, stdev

import pytest

from engine.cardset import WHOLE_PACK, CardSet
from engine.deal import Deal
from engine.hand_state import HandState, start
from engine.players import Player, random_player, sensible_player, view_of
from engine.playout import play_out
from engine.rulesets import (
    CLASSIC_EN,
    FIVE,
    LITERAL_DE,
    SIX,
    SURSELVA,
    THREE,
    FirstLead,
    FoolNoEmpty,
    JackTakeback,
    RuleSet,
    ScartOnMatch,
)
from engine.seats import Seat, Side
from engine.shuffle import shuffled_indices
from engine.simulate import SimulatedTable, gathered_pack, play_deal, play_deals, simulate_table
from tests.engine.table import deal_of, replayed, with_rules

OPTIONS = with_rules(
    SURSELVA,
    name="options",
    fool_no_empty=FoolNoEmpty.LOSE,
    jack_takeback=JackTakeback.ANY_EMPTY,
    scart_on_match=ScartOnMatch.STAYS,
)
MEASURED = with_rules(CLASSIC_EN, first_lead=FirstLead.RIGHT_OF_DEALER)


@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, id=rules.name) for rules in (SURSELVA, CLASSIC_EN, LITERAL_DE, OPTIONS, THREE, FIVE, SIX)],
)
def test_fast_play_is_legal_and_counts_as_the_readable_engine_does(rules: RuleSet) -> None:
    rng = Random(11)
    swaps = 0
    for number in range(60):
        played = play_out(rng, rules, number % rules.players)

        state = replayed(played, rules)

        assert played.points == state.settlement.points
        assert played.tricks == tuple(pile.tricks for pile in state.settlement.piles)
        assert played.is_match is (state.settlement.match is not None)
        swaps += len(played.swaps)
    assert swaps


@pytest.mark.parametrize(
    ("seed", "option", "points"),
    [
        pytest.param(31015, ScartOnMatch.TO_WINNER, (0, 72), id="lost by the dealer"),
        pytest.param(31015, ScartOnMatch.STAYS, (2, 70), id="lost by the dealer who keeps the scart"),
        pytest.param(45731, ScartOnMatch.TO_WINNER, (72, 0), id="won by the dealer"),
    ],
)
def test_8_a_match_in_fast_play(seed: int, option: ScartOnMatch, points: tuple[int, int]) -> None:
    rules = with_rules(SURSELVA, scart_on_match=option)

    played = play_out(Random(seed), rules)

    assert (played.is_match, played.points) == (True, points)
    assert replayed(played, rules).settlement.points == points


def test_11_8_random_play_has_the_measured_mean_and_deviation() -> None:
    """Dealer's side 37.14 with deviation 10.67. Over 20,000 deals the mean itself deviates by 0.08."""
    rng, count = Random(2026), 20_000

    points = [play_out(rng, MEASURED).points[0] for _ in range(count)]

    assert abs(fmean(points) - 37.14) < 0.02 + 2 * 10.67 / count**0.5
    assert abs(stdev(points) - 10.67) < 0.15
    ordered = sorted(points)
    assert abs(ordered[count // 100] - 13) <= 1
    assert abs(ordered[-count // 100] - 61) <= 1


def test_the_fast_shuffle_is_sorting_by_random_numbers() -> None:
    for seed in range(500):
        rng, fast = Random(seed), Random(seed)

        cards = shuffled_indices(fast)

        assert list(cards) == sorted(range(78), key=lambda _: rng.random())
        assert rng.getstate() == fast.getstate()


def test_every_scart_is_equally_likely() -> None:
    rng, count = Random(4), 6_000
    kinds: Counter[bool] = Counter()
    for _ in range(count):
        kinds.update(card % 14 < 10 and card < 56 for card in play_out(rng, SURSELVA).scart)

    # of the 71 cards that may be laid away, 40 are pips of a suit
    assert abs(kinds[True] / (2 * count) - 40 / 71) < 0.015


def test_a_simulated_table_has_four_deals_of_72_points_with_the_sides_giving_in_turn() -> None:
    table = simulate_table(Random(3), first_dealer=Side.B)

    assert [deal.dealer for deal in table.deals] == [Side.B, Side.A, Side.B, Side.A]
    assert len(table.points_a) == 4
    assert all(0 <= points <= 72 for points in table.points_a)


def test_a_simulated_table_depends_on_the_generator_only() -> None:
    tables: list[SimulatedTable] = [simulate_table(Random(seed)) for seed in (5, 5, 6)]

    assert tables[0] == tables[1] != tables[2]
    assert {simulate_table(Random(seed)).first_dealer for seed in range(20)} == {Side.A, Side.B}


def test_4_simulated_rounds_use_every_deal_mode_when_a_side_is_behind() -> None:
    states = list(play_deals(Random(1), 60))

    assert {state.deal.mode for state in states} == {1, 2, 3}
    assert all(state.deal.mode == 3 for state in states[::4])
    assert [state.deal.dealer.number for state in states[:5]] == [0, 1, 2, 3, 0]


def total(first: Player, second: Player, deals: int = 60) -> int:
    """Points of the first player's side over so many deals."""
    states: list[HandState] = list(play_deals(Random(8), deals, SURSELVA, (first, second) * 2))
    return sum(state.settlement.points[0] for state in states)


def test_the_sensible_player_beats_the_random_one() -> None:
    assert total(sensible_player, random_player) > 60 * 39
    assert total(random_player, sensible_player) < 60 * 33


def test_a_player_sees_no_other_hand() -> None:
    """The same choice in two deals that differ only in what others hold."""
    deal = deal_of(seed=5)
    mine = set(deal.packets_of(Seat.S1)[0])
    others = [card for card in deal.pack if card not in mine]
    Random(9).shuffle(others)
    pack = tuple(card if card in mine else others.pop() for card in deal.pack)

    views = [view_of(state) for state in map(start, (deal, Deal(SURSELVA, Seat.S0, pack)))]

    assert views[0] == views[1]


def test_without_players_everybody_plays_at_random() -> None:
    deal = deal_of(seed=6)

    assert play_deal(Random(2), deal) == play_deal(Random(2), deal, (random_player,) * 4)


def test_4_a_pack_that_is_only_cut_keeps_the_tricks_of_the_deal_before() -> None:
    first, second = play_deals(Random(4), 2, CLASSIC_EN)

    gathered = gathered_pack(first)

    assert CardSet.of(gathered) == WHOLE_PACK
    assert gathered[:4] == next(trick for trick in first.tricks if trick.winner.number % 2 == 0).in_order
    cut = second.deal.pack.index(gathered[0])
    assert second.deal.pack[cut:] + second.deal.pack[:cut] == gathered
