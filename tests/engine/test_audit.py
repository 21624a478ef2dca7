"""The quick yes or no on a playout agrees with the readable engine, for deals as played and for changed ones."""

from dataclasses import replace
from random import Random

import pytest

from engine.audit import is_sound
from engine.cards import PACK
from engine.errors import EngineError
from engine.index_rules import Swap
from engine.playout import Playout, play_out
from engine.rulesets import CLASSIC_EN, FIVE, LITERAL_DE, SIX, SURSELVA, THREE, JackTakeback, RuleSet
from tests.engine.table import replayed, with_rules

ANY_EMPTY = with_rules(SURSELVA, name="any_empty", jack_takeback=JackTakeback.ANY_EMPTY)
ALL_RULES = [
    pytest.param(rules, id=rules.name) for rules in (SURSELVA, CLASSIC_EN, LITERAL_DE, ANY_EMPTY, THREE, FIVE, SIX)
]


def oracle(played: Playout, rules: RuleSet) -> bool:
    """Whether the readable engine plays all of it and comes to the same result."""
    try:
        state = replayed(played, rules)
    except EngineError:
        return False
    swaps = tuple(
        Swap(number, trick.swap.holder.number, trick.swap.jack.index, trick.swap.back.index)
        for number, trick in enumerate(state.tricks)
        if trick.swap is not None
    )
    settled = state.settlement
    tricks = tuple(pile.tricks for pile in settled.piles)
    return (swaps, settled.points, tricks) == (played.swaps, played.points, played.tricks)


def swapped(cards: bytes, first: int, second: int) -> bytes:
    """The cards with two of them in each other's place."""
    changed = bytearray(cards)
    changed[first], changed[second] = changed[second], changed[first]
    return bytes(changed)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_playouts_are_sound(rules: RuleSet) -> None:
    rng = Random(13)

    assert all(is_sound(play_out(rng, rules, number % rules.players), rules) for number in range(300))


@pytest.mark.parametrize("rules", ALL_RULES)
def test_playouts_with_two_plays_changed_are_judged_as_by_the_readable_engine(rules: RuleSet) -> None:
    """Two cards of one player are played in each other's place: sometimes that is legal."""
    rng = Random(14)
    judged = []
    for _ in range(60):
        played = play_out(rng, rules)
        hand = [card for card in played.hands[1] if card not in {swap.jack for swap in played.swaps}]
        first, second = (played.plays.index(card) for card in rng.sample(hand, 2))
        changed = played._replace(plays=swapped(played.plays, first, second))
        with_its_points = changed
        if not played.swaps and is_sound_but_for_the_count(changed, rules):
            settled = replayed(changed, rules).settlement
            tricks = tuple(pile.tricks for pile in settled.piles)
            with_its_points = changed._replace(points=settled.points, tricks=tricks)

        judged.append(is_sound(with_its_points, rules))

        assert judged[-1] is oracle(with_its_points, rules)
    assert set(judged) == {True, False}


def is_sound_but_for_the_count(played: Playout, rules: RuleSet) -> bool:
    try:
        replayed(played, rules)
    except EngineError:
        return False
    return True


def with_swap() -> Playout:
    """A playout in which a jack was given for a card of the same hand, not in the first trick."""
    return next(
        played
        for played in (play_out(Random(seed), SURSELVA) for seed in range(100))
        if played.swaps and played.swaps[0].trick > 0 and played.swaps[0].back in played.hands[played.swaps[0].seat]
    )


def with_honour() -> Playout:
    """A playout without a swap, whose dealer has an honour."""
    return next(
        played
        for played in (play_out(Random(seed), SURSELVA) for seed in range(100))
        if not played.swaps and any(PACK[card].is_honour for card in played.hands[0])
    )


def with_tricks_exchanged(played: Playout) -> bytes:
    """The plays with two tricks in each other's place that different seats led: a winner does not lead then."""
    seat_of = {card: seat for seat, hand in enumerate(played.hands) for card in hand}
    leads = [seat_of[card] for card in played.plays[::4]]
    later = next(number for number in range(3, 18) if leads[number] != leads[1])
    tricks = [played.plays[start : start + 4] for start in range(0, 76, 4)]
    tricks[1], tricks[later] = tricks[later], tricks[1]
    return b"".join(tricks)


def changes() -> dict[str, Playout]:
    """Playouts with one thing wrong each."""
    played, jack = with_honour(), with_swap()
    swap = jack.swaps[0]
    hands = played.hands
    honour = next(card for card in hands[0] if PACK[card].is_honour)
    dealer_card = next(card for card in hands[0] if card not in played.scart)
    return {
        "a card twice": played._replace(hands=(hands[0][:-1] + hands[1][:1], *hands[1:])),
        "a hand too small": played._replace(hands=(hands[0][:-1], hands[1] + hands[0][-1:], *hands[2:])),
        "a scart too small": played._replace(scart=played.scart[:1]),
        "the same card laid away twice": played._replace(scart=played.scart[:1] * 2),
        "an honour in the scart": played._replace(scart=bytes([played.scart[0], honour])),
        "a scart of another hand": played._replace(scart=hands[1][:2]),
        "another card in the scart": played._replace(scart=bytes([played.scart[0], dealer_card])),
        "a card too few": played._replace(plays=played.plays[:-1]),
        "a card played twice": played._replace(plays=played.plays[:-1] + played.plays[:1]),
        "a card of another hand": played._replace(plays=swapped(played.plays, 0, 1)),
        "two tricks in each other's place": played._replace(plays=with_tricks_exchanged(played)),
        "other points": played._replace(points=(played.points[0] + 1, played.points[1] - 1)),
        "other tricks": played._replace(tricks=(played.tricks[0] + 1, played.tricks[1] - 1)),
        "a jack not given": jack._replace(swaps=()),
        "a jack given by another": jack._replace(swaps=(replace(swap, seat=(swap.seat + 1) % 4),)),
        "another jack": jack._replace(swaps=(replace(swap, jack=(swap.jack + 14) % 56),)),
        "another card back": jack._replace(swaps=(replace(swap, back=jack.plays[-1]),)),
        "in the first trick": jack._replace(swaps=(replace(swap, trick=0),)),
        "in a trick counted from the end": jack._replace(swaps=(replace(swap, trick=swap.trick - 19),)),
        "in another trick": jack._replace(swaps=(replace(swap, trick=(swap.trick + 1) % 19),)),
    }


@pytest.mark.parametrize("name", changes())
def test_a_playout_with_one_thing_wrong_is_not_sound(name: str) -> None:
    assert not is_sound(changes()[name], SURSELVA)


def test_a_jack_is_given_by_its_holder_though_another_could_take_the_same_card_back() -> None:
    judged = set()
    for seed in range(300):
        played = play_out(Random(seed), ANY_EMPTY)
        if played.swaps:
            swap = played.swaps[0]
            judged |= {(seat == swap.seat, is_sound(with_holder(played, seat), ANY_EMPTY)) for seat in range(4)}

    assert judged == {(True, True), (False, False)}


def with_holder(played: Playout, seat: int) -> Playout:
    """The playout in which its first jack is said to have been given by this seat."""
    return played._replace(swaps=(replace(played.swaps[0], seat=seat), *played.swaps[1:]))


def test_a_bonus_for_a_match_is_counted() -> None:
    rules = with_rules(SURSELVA, match_bonus=5)

    played = play_out(Random(45731), rules)

    assert (played.is_match, played.points, is_sound(played, rules)) == (True, (77, 0), True)


@pytest.mark.parametrize(
    "others",
    [
        pytest.param(with_rules(CLASSIC_EN, first_lead=SURSELVA.first_lead), id="king not led"),
        pytest.param(LITERAL_DE, id="suit led before"),
    ],
)
def test_a_jack_that_the_rules_do_not_demand_is_not_sound(others: RuleSet) -> None:
    """What is due under one rule set need not be under another."""
    rng = Random(6)
    judged = set()
    for _ in range(500):
        played = play_out(rng, others)
        if played.swaps:
            judged.add((is_sound(played, SURSELVA), oracle(played, SURSELVA)))

    assert judged == {(True, True), (False, False)}
