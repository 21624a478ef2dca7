"""Which cards may be played (rules, 7.2 and 7.4)."""

from collections.abc import Sequence

from engine.cards import NARR, Card
from engine.cardset import CardSet
from engine.errors import Code, EngineError
from engine.notation import card_code, cards_text
from engine.trick import suit_led

_FOOL = CardSet.of([NARR])


def legal_cards(hand: CardSet, plays: Sequence[Card]) -> CardSet:
    """Return the cards a hand may play to these: of the led suit, else a trump, else any; the Fool always."""
    led = suit_led(plays)
    if led is None:
        return hand
    duty = hand.of_suit(led) or hand.trumps
    return duty | (hand & _FOOL) if duty else hand


def check_card(card: Card, hand: CardSet, plays: Sequence[Card]) -> None:
    """Refuse a card that may not be played.

    Raises EngineError (NOT_HELD, FOLLOW) with the card, the rule and the cards that would be legal.
    """
    legal = legal_cards(hand, plays)
    if card not in legal:
        code, rule = (Code.FOLLOW, "7.2") if card in hand else (Code.NOT_HELD, "7")
        raise EngineError(code, card=card_code(card), rule=rule, legal=cards_text(legal))
