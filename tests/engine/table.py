"""Tables set by hand: a few cards in each hand, so that a test shows one rule."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from engine.actions import Action, LayAway, Play, TakeBack
from engine.cards import PACK
from engine.cardset import WHOLE_PACK, CardSet
from engine.deal import Deal, pack_of_packets, packet_sizes
from engine.hand_state import HandState, Phase, apply, start
from engine.notation import parse_card, parse_cards, parse_set
from engine.playout import Playout
from engine.rulesets import SURSELVA, RuleSet
from engine.seats import Seat
from engine.trick import Call, Trick
from engine.tschintschar import Decision


def deal_of(rules: RuleSet = SURSELVA, dealer: Seat = Seat.S0, seed: int = 1, mode: int = 3) -> Deal:
    """A shuffled deal."""
    return Deal(rules, dealer, tuple(Random(seed).sample(PACK, 78)), mode)


def deal_with(hands: dict[int, str], rules: RuleSet = SURSELVA, dealer: Seat = Seat.S0) -> Deal:
    """A deal in which these seats get at least these cards; the others are filled up in order of index."""
    wanted = {seat: list(parse_cards(text)) for seat, text in hands.items()}
    rest = list(WHOLE_PACK - CardSet.of(card for cards in wanted.values() for card in cards))
    packets = []
    for seat in rules.seats:
        cards = wanted.get(seat.number, [])
        size = rules.cards_each + (rules.scart_size if seat is dealer else 0)
        cards += [rest.pop(0) for _ in range(size - len(cards))]
        starts = [sum(packet_sizes(rules)[:number]) for number in range(4)]
        starts[-1] = size
        packets.append([cards[start:end] for start, end in pairwise(starts)])
    return Deal(rules, dealer, pack_of_packets(dealer, packets))


def in_play(*hands: str, rules: RuleSet = SURSELVA, leader: int = 0, tricks: tuple[Trick, ...] = ()) -> HandState:
    """A table at which the seats hold just these cards and the leader is about to play."""
    seat = Seat(leader)
    held = tuple(parse_set(hand) for hand in hands)
    dealer = next(other for other in rules.seats if rules.first_leader(other) is seat)
    return HandState(Deal(rules, dealer, PACK), Phase.PLAY, seat, held, packet=3, tricks=tricks)


def after(state: HandState, *actions: Action | str) -> HandState:
    """The state after these actions; a text is the card to play."""
    for action in actions:
        state = apply(state, Play(parse_card(action)) if isinstance(action, str) else action)
    return state


def replayed(played: Playout, rules: RuleSet) -> HandState:
    """A fast playout, every card of it played again by the readable engine. All deals are ordered at once."""
    each, dealer = rules.cards_each, Seat(played.dealer)
    sizes = packet_sizes(rules)
    packets = []
    for hand in played.hands:
        cards = [PACK[index] for index in hand]
        starts = [sum(sizes[:number]) for number in range(len(sizes))]
        packets.append([cards[start:end] for start, end in zip(starts, [*starts[1:], len(cards)], strict=True)])
    state = start(Deal(rules, dealer, pack_of_packets(dealer, packets)))
    while state.phase is Phase.TALK:
        state = apply(state, Decision.ORDER)
    if state.phase is Phase.FORCE:
        state = apply(state, Decision.CONTINUE)
    if state.phase is Phase.SCART:
        state = apply(state, LayAway(CardSet.of(PACK[index] for index in played.scart)))
    swaps = {swap.trick: swap for swap in played.swaps}
    plays = iter(played.plays)
    while state.phase is not Phase.OVER:
        swap = swaps.get(len(state.tricks))
        if state.phase is Phase.CALL:
            state = apply(state, Call.BUOB if swap else Call.SILENT)
        elif state.phase is Phase.TAKE_BACK:
            assert swap is not None
            state = apply(state, TakeBack(PACK[swap.back]))
        else:
            state = apply(state, Play(PACK[next(plays)]))
    assert each == len(state.tricks)
    return state


def with_rules(rules: RuleSet, **options: object) -> RuleSet:
    """The rule set with some options changed."""
    return replace(rules, **options)  # type: ignore[arg-type]
