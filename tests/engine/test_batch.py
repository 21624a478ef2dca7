"""Deals by the thousand, checked against the readable engine deal by deal and against the known statistics."""

from random import Random
from statistics import fmean, pstdev, stdev

import pytest

from engine.actions import LayAway, Play, TakeBack
from engine.attainable import attainable
from engine.batch import Batch
from engine.batch_cards import CARD_OF_CODE
from engine.cards import PACK, Card
from engine.cardset import CardSet
from engine.deal import Deal, pack_of_packets
from engine.errors import Code, EngineError
from engine.hand_state import HandState, Phase, apply, start
from engine.rulesets import (
    CLASSIC_EN,
    LITERAL_DE,
    SURSELVA,
    THREE,
    FirstLead,
    FoolNoEmpty,
    JackTakeback,
    RuleSet,
    ScartOnMatch,
)
from engine.seats import Seat
from engine.trick import Call
from engine.tschintschar import Decision
from tests.engine.table import with_rules

# whether figures come back, and whether kings take jacks of their own hand, among the deals looked at
SEEN = {"surselva": (True, True), "classic_en": (False, True), "literal_de": (True, False)}
MEASURED = with_rules(CLASSIC_EN, first_lead=FirstLead.RIGHT_OF_DEALER)


def card_in(planes: list[int], deal: int) -> Card:
    """The card that these planes mean in one deal."""
    return CARD_OF_CODE[sum((plane >> deal & 1) << bit for bit, plane in enumerate(planes))]


def replayed(batch: Batch, deal: int, rules: RuleSet) -> HandState:
    """One deal of a batch, every card of it played again by the readable engine.

    Whether a jack was given is told by what its holder played later.
    """
    hands = [[card_in(slot, deal) for slot in hand] for hand in batch.dealt]
    packets = [[hand[:6], hand[6:12], hand[12:]] for hand in hands]
    state = start(Deal(rules, Seat.S0, pack_of_packets(Seat.S0, packets)))
    for decision in (Decision.ORDER,) * 3:
        state = apply(state, decision)
    if state.phase is Phase.FORCE:
        state = apply(state, Decision.CONTINUE)
    state = apply(state, LayAway(CardSet.of(card_in(planes, deal) for planes in batch.scart)))
    for number, trick in enumerate(batch.played):
        for _ in range(4):
            state = apply(state, Play(card_in(trick[state.turn.number], deal)))
        if state.phase is Phase.CALL:
            assert state.claim is not None
            holder = state.claim.holder.number
            later = CardSet.of(card_in(others[holder], deal) for others in batch.played[number + 1 :])
            state = apply(state, Call.BUOB if later - state.hands[holder] else Call.SILENT)
            if state.phase is Phase.TAKE_BACK:
                state = apply(state, TakeBack((later - state.hands[holder]).lowest))
    return state


@pytest.mark.parametrize("rules", [pytest.param(rules, id=rules.name) for rules in (SURSELVA, CLASSIC_EN, LITERAL_DE)])
def test_every_deal_of_a_batch_is_legal_and_counted_as_the_readable_engine_does(rules: RuleSet) -> None:
    batch = Batch(Random(21), rules, deals=4_000)
    swaps = figures = same_hand = fools_led = 0

    for deal in range(0, 4_000, 20 if rules is CLASSIC_EN else 8):
        state = replayed(batch, deal, rules)

        assert state.settlement.points == (batch.points[deal], 72 - batch.points[deal])
        for trick in state.tricks:
            fools_led += trick.plays[0].is_fool
            if trick.swap is not None:
                swaps += 1
                figures += trick.swap.back.figure is not None
                same_hand += trick.player_of(trick.swap.back) is not trick.swap.holder
    assert (swaps > 0, fools_led > 0) == (True, True)
    assert (figures > 0, same_hand > 0) == SEEN[rules.name]


def test_matches_of_a_batch_are_those_of_the_readable_engine() -> None:
    batch = Batch(Random(3), deals=60_000)

    matches = [deal for deal, points in enumerate(batch.points) if points in {0, 72}]

    assert {batch.points[deal] for deal in matches} == {0, 72}
    for deal in matches:
        settled = replayed(batch, deal, SURSELVA).settlement
        assert (settled.points[0], settled.match is not None) == (batch.points[deal], True)


def test_10_points_of_a_batch_are_attainable() -> None:
    assert set(Batch(Random(5), deals=20_000).points) <= attainable().dealer


def test_11_8_a_batch_has_the_measured_mean_and_deviation() -> None:
    """Dealer's side 37.14 with deviation 10.67, within 0.02 plus twice what the mean of 320,000 deals deviates."""
    rng, deals = Random(2026), 16_000
    batches = [Batch(rng, MEASURED, deals).points for _ in range(20)]

    means = [fmean(points) for points in batches]

    assert abs(fmean(means) - 37.14) < 0.02 + 2 * 10.67 / (20 * deals) ** 0.5
    assert abs(fmean(map(pstdev, batches)) - 10.67) < 0.05
    assert stdev(means) < 2 * 10.67 / deals**0.5


def test_deals_of_a_batch_are_as_good_as_independent() -> None:
    """The means of small batches deviate as those of independent deals do, and their mean is right."""
    rng, deals, count = Random(8), 64, 80

    means = [fmean(Batch(rng, MEASURED, deals).points) for _ in range(count)]

    assert 0.75 < stdev(means) / (10.67 / deals**0.5) < 1.3
    assert abs(fmean(means) - 37.14) < 3 * 10.67 / (deals * count) ** 0.5


def test_a_batch_deals_every_card_once() -> None:
    batch = Batch(Random(2), deals=50)

    for deal in range(50):
        cards = [card_in(slot, deal) for hand in batch.dealt for slot in hand]
        assert CardSet.of(cards) == CardSet.of(PACK)


def test_a_batch_depends_on_the_generator_only() -> None:
    first, second, other = (Batch(Random(seed), deals=200).points for seed in (1, 1, 2))

    assert first == second != other


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(THREE, id="three players"),
        pytest.param(with_rules(SURSELVA, fool_no_empty=FoolNoEmpty.LOSE), id="Fool lost"),
        pytest.param(with_rules(SURSELVA, jack_takeback=JackTakeback.ANY_EMPTY), id="any empty"),
        pytest.param(with_rules(SURSELVA, scart_on_match=ScartOnMatch.STAYS), id="scart stays"),
        pytest.param(with_rules(SURSELVA, match_bonus=5), id="bonus"),
    ],
)
def test_a_batch_refuses_rules_it_does_not_know(rules: RuleSet) -> None:
    with pytest.raises(EngineError) as refused:
        Batch(Random(1), rules, deals=1)

    assert refused.value.code is Code.UNKNOWN_RULESET
