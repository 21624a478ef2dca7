"""When the king on the table demands the jack (rules, 7.8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Figure, Suit, figure_of
from engine.cardset import CardSet
from engine.rulesets import JackCaller, JackFigure, JackSameHand, JackTakeback, JackTrigger, RuleSet
from engine.seats import Seat
from engine.trick import Call, fixing_card, suit_led, taker


@dataclass(frozen=True, slots=True)
class Demand:
    """A king's claim at the end of a trick: who may ask, what he may say, who has the jack and what that means.

    `backs[call]` are the cards the holder may take back into his hand for the jack; none if the call has no effect.
    """

    caller: Seat
    holder: Seat
    jack: Card
    backs: dict[Call, tuple[Card, ...]]


def demand(
    rules: RuleSet, leader: Seat, plays: Sequence[Card], hands: Sequence[CardSet], led_before: frozenset[Suit]
) -> Demand | None:
    """Return the claim of the king in this full trick, None if there is none or it would have no effect.

    `hands` are the cards the seats still hold; `led_before` the suits that earlier tricks were of.
    """
    suit = suit_led(plays)
    if suit is None or suit is Suit.TROCCAS or (rules.jack_first_time_only and suit in led_before):
        return None
    king, jack = figure_of(suit, Figure.RETG), figure_of(suit, Figure.BUOB)
    if king not in plays or (rules.jack_trigger is JackTrigger.KING_LED and fixing_card(plays) != king):
        return None
    holder = next((seat for seat in rules.seats if jack in hands[seat.number]), None)
    if holder is None:
        return None
    asker = leader.after(plays.index(king), rules.players)
    if holder is asker:
        backs = _same_hand_backs(rules, suit, plays)
        caller = asker
    else:
        own = plays[(holder.number - leader.number) % rules.players]
        backs = _other_hand_backs(rules, suit, own, plays)
        winner = leader.after(taker(plays), rules.players)
        caller = winner if rules.jack_caller is JackCaller.TRICK_WINNER else asker
    return Demand(caller, holder, jack, backs) if backs else None


def _empties_on_table(suit: Suit, plays: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in plays if card.suit is suit and card.is_empty)


def _same_hand_backs(rules: RuleSet, suit: Suit, plays: Sequence[Card]) -> dict[Call, tuple[Card, ...]]:
    """King and jack in one hand: the player adds the jack and takes an empty another player put in the trick."""
    empties = _empties_on_table(suit, plays)
    if rules.jack_same_hand is JackSameHand.OFF or not empties:
        return {}
    return {Call.SILENT: (), Call.BUOB: empties}


def _other_hand_backs(rules: RuleSet, suit: Suit, own: Card, plays: Sequence[Card]) -> dict[Call, tuple[Card, ...]]:
    """Another player holds the jack and played `own`: an empty is swapped, a figure only if called with "buob"."""
    two_calls = rules.jack_figure is JackFigure.TWO_CALLS
    if own.suit is not suit:
        return {}  # he played the Fool, and is silent
    if own.is_empty:
        backs = _empties_on_table(suit, plays) if rules.jack_takeback is JackTakeback.ANY_EMPTY else (own,)
        calls = {Call.SILENT: (), Call.BUOB: backs}
        return {**calls, Call.BUOB_SCHE: backs} if two_calls else calls
    return {Call.SILENT: (), Call.BUOB: (own,), Call.BUOB_SCHE: ()} if two_calls else {}
