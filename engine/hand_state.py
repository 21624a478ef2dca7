"""A deal in progress as a frozen value: phases, legal actions, and what each action leads to (rules, 4 to 8).

    state = start(Deal(rules, dealer, pack, mode))
    while not state.is_over:
        state = apply(state, choose(legal_actions(state)))
    state.settlement.points

Chance comes in with the pack only. A cancelled deal ends too; the same dealer starts the next one with `redeal`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from engine.actions import PLAYS, Action, Knock, LayAway, Play, Say, TakeBack
from engine.cards import Card
from engine.cardset import EMPTY, CardSet
from engine.deal import Deal
from engine.errors import Code, EngineError
from engine.jack import Demand, demand
from engine.play import check_card, legal_cards
from engine.rulesets import Knock as KnockRule
from engine.scart import check_scart, possible_scarts
from engine.seats import Seat
from engine.settlement import Settlement, settle
from engine.trick import Call, JackSwap, Trick, suit_led, taker
from engine.tschintschar import Decision, Speech, dealer_may_force, decisions
from engine.vocabulary import VOCABULARY


class Phase(Enum):
    """What is to be done next."""

    TALK = "talk"
    FORCE = "force"  # the dealer without a trump: a new deal, or play
    SCART = "scart"
    PLAY = "play"
    CALL = "call"  # a king is on the table: ask for the jack?
    TAKE_BACK = "take_back"  # the jack's holder chooses among several cards
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class HandState:
    """Everything about a deal at one moment. `turn` is who acts; `hands` are the cards still held, by seat number."""

    deal: Deal
    phase: Phase
    turn: Seat
    hands: tuple[CardSet, ...]
    packet: int = 1
    redeals: int = 0
    talk: tuple[Speech, ...] = ()
    scart: CardSet = EMPTY
    plays: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    claim: Demand | None = None
    call: Call = Call.SILENT
    knocks: tuple[tuple[int, Seat], ...] = ()

    @property
    def hand(self) -> CardSet:
        """The cards of the player to act."""
        return self.hands[self.turn.number]

    @property
    def leader(self) -> Seat:
        """Who leads, or has led, the trick in play."""
        return self.tricks[-1].winner if self.tricks else self.deal.rules.first_leader(self.deal.dealer)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do: played out, or cancelled."""
        return self.phase in {Phase.OVER, Phase.CANCELLED}

    @property
    def settlement(self) -> Settlement:
        """Piles and points at the end. Raises EngineError (PHASE) while the deal is not played out."""
        if self.phase is not Phase.OVER:
            raise EngineError(Code.PHASE, phase=self.phase.value)
        return settle(self.deal.rules, self.deal.dealer, self.tricks, self.scart)


def start(deal: Deal, redeals: int = 0) -> HandState:
    """Return the deal after its first packet, or after all of them where there is no consultation."""
    first = deal.giving_order[0]
    if deal.rules.consultation:
        return HandState(deal, Phase.TALK, first, deal.hands(1), redeals=redeals)
    return _all_dealt(HandState(deal, Phase.TALK, first, deal.hands(deal.packets), deal.packets, redeals))


def redeal(state: HandState, pack: tuple[Card, ...]) -> HandState:
    """Deal again after a cancelled deal: same dealer, same mode (5). Raises EngineError (PHASE) otherwise."""
    if state.phase is not Phase.CANCELLED:
        raise EngineError(Code.PHASE, phase=state.phase.value, rule="5")
    return start(replace(state.deal, pack=pack), state.redeals + 1)


def legal_actions(state: HandState) -> tuple[Action, ...]:
    """Return every action the rules allow now. Phrases (`Say`) are open to every speaker and are not listed."""
    return tuple(_legal(state))


def _legal(state: HandState) -> Iterator[Action]:
    rules = state.deal.rules
    may_cancel = state.redeals < rules.max_redeals
    if state.phase is Phase.TALK:
        yield from decisions(_place(state), rules.players, may_cancel=may_cancel)
    elif state.phase is Phase.FORCE:
        yield from decisions(rules.players - 1, rules.players, may_cancel=may_cancel)
    elif state.phase is Phase.SCART:
        yield from map(LayAway, possible_scarts(state.hand, rules))
    elif state.phase is Phase.PLAY:
        yield from (PLAYS[card.index] for card in legal_cards(state.hand, state.plays))
        if _may_knock(state):
            yield Knock.KNOCK
    elif state.claim is not None:
        yield from state.claim.backs if state.phase is Phase.CALL else map(TakeBack, state.claim.backs[state.call])


def _place(state: HandState) -> int:
    """Return the speaker's place in the order of talk, 0 for the dealer's right."""
    return state.deal.giving_order.index(state.turn)


def apply(state: HandState, action: Action) -> HandState:
    """Return the state after an action.

    Raises EngineError with the rule and what would be legal: NOT_HELD, FOLLOW, SCART for cards, SPEECH for an unknown
    phrase, PHASE for an action whose time it is not.
    """
    if isinstance(action, Say) and state.phase is Phase.TALK:
        return _say(state, action.phrase)
    if isinstance(action, LayAway) and state.phase is Phase.SCART:
        return _lay_away(state, action.cards)
    if isinstance(action, Play) and state.phase is Phase.PLAY:
        return _play(state, action.card)
    if action not in _legal(state):
        legal = [_name(other) for other in _legal(state)]
        raise EngineError(
            Code.PHASE, phase=state.phase.value, seat=state.turn.number, action=_name(action), legal=legal
        )
    return _apply_listed(state, action)


def _apply_listed(state: HandState, action: Action) -> HandState:
    if isinstance(action, Decision):
        return _decide(state, action)
    if isinstance(action, Knock):
        return replace(state, knocks=(*state.knocks, (len(state.tricks), state.turn)))
    return _answer(state, action)


def _name(action: Action) -> str:
    return str(action.value) if isinstance(action, Enum) else type(action).__name__


def _say(state: HandState, phrase: int) -> HandState:
    if not 0 <= phrase < len(VOCABULARY):
        raise EngineError(Code.SPEECH, seat=state.turn.number, phrase=phrase, rule="5")
    return replace(state, talk=(*state.talk, Speech(state.packet, state.turn, phrase)))


def _decide(state: HandState, decision: Decision) -> HandState:
    """Go on with talk, packets or play (5)."""
    said = replace(state, talk=(*state.talk, Speech(state.packet, state.turn, decision)))
    if decision is Decision.CANCEL:
        return replace(said, phase=Phase.CANCELLED)
    if state.phase is Phase.FORCE:
        return _dealt(said)
    if decision in {Decision.PASS, Decision.DEFER}:
        return replace(said, turn=state.turn.next(state.deal.rules.players))
    if state.packet == state.deal.packets:
        return _all_dealt(said)
    first = state.deal.giving_order[0]
    return replace(said, turn=first, packet=state.packet + 1, hands=state.deal.hands(state.packet + 1))


def _all_dealt(state: HandState) -> HandState:
    """Ask the dealer with the privilege of 5.4, else go on to the scart."""
    dealer = state.deal.dealer
    if state.deal.rules.consultation and dealer_may_force(state.hands[dealer.number], state.deal.rules):
        return replace(state, phase=Phase.FORCE, turn=dealer)
    return _dealt(state)


def _dealt(state: HandState) -> HandState:
    if state.deal.rules.scart_size:
        return replace(state, phase=Phase.SCART, turn=state.deal.dealer)
    return replace(state, phase=Phase.PLAY, turn=state.leader)


def _lay_away(state: HandState, cards: CardSet) -> HandState:
    check_scart(cards, state.hand, state.deal.rules)
    return replace(
        state, phase=Phase.PLAY, turn=state.leader, scart=cards, hands=_with_hand(state, state.turn, state.hand - cards)
    )


def _with_hand(state: HandState, seat: Seat, hand: CardSet) -> tuple[CardSet, ...]:
    return (*state.hands[: seat.number], hand, *state.hands[seat.number + 1 :])


def _may_knock(state: HandState) -> bool:
    """Whether the player holds the highest trump still out and has not knocked yet (7.9)."""
    if state.deal.rules.knock is KnockRule.FORBIDDEN or any(seat is state.turn for _, seat in state.knocks):
        return False
    trumps = [hand.trumps.highest for hand in state.hands if hand.trumps]
    return bool(trumps) and max(trumps, key=lambda card: card.rank) in state.hand


def _play(state: HandState, card: Card) -> HandState:
    check_card(card, state.hand, state.plays)
    players = state.deal.rules.players
    hands, plays = _with_hand(state, state.turn, state.hand.without(card)), (*state.plays, card)
    if len(plays) < players:
        return replace(state, hands=hands, plays=plays, turn=state.turn.next(players))
    led_before = frozenset(suit for trick in state.tricks if (suit := suit_led(trick.plays)) is not None)
    claim = demand(state.deal.rules, state.leader, plays, hands, led_before)
    full = replace(state, hands=hands, plays=plays, claim=claim)
    return _close_trick(full, None) if claim is None else replace(full, phase=Phase.CALL, turn=claim.caller)


def _answer(state: HandState, action: Action) -> HandState:
    """Answer a call: the holder must give the jack if it has an effect, and chooses if several cards may come back."""
    claim = state.claim
    call = action if isinstance(action, Call) else state.call
    if isinstance(action, TakeBack):
        backs: tuple[Card, ...] = (action.card,)
    else:
        backs = claim.backs[call] if claim else ()
    if claim is None or not backs:
        return _close_trick(state, None)
    if len(backs) > 1:
        return replace(state, phase=Phase.TAKE_BACK, call=call, turn=claim.holder)
    hand = state.hands[claim.holder.number].without(claim.jack).with_card(backs[0])
    swapped = replace(state, hands=_with_hand(state, claim.holder, hand))
    return _close_trick(swapped, JackSwap(call, claim.holder, claim.jack, backs[0]))


def _close_trick(state: HandState, swap: JackSwap | None) -> HandState:
    rules = state.deal.rules
    winner = state.leader.after(taker(state.plays), rules.players)
    tricks = (*state.tricks, Trick(state.leader, state.plays, winner, swap))
    phase = Phase.OVER if len(tricks) == rules.cards_each else Phase.PLAY
    return replace(state, phase=phase, turn=winner, plays=(), tricks=tricks, claim=None, call=Call.SILENT)
