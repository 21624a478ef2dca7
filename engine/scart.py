"""Laying cards away (rules, paragraph 6)."""

from collections.abc import Iterator
from itertools import combinations

from engine.cardset import CardSet
from engine.errors import Code, EngineError
from engine.notation import cards_text
from engine.rulesets import RuleSet


def possible_scarts(hand: CardSet, rules: RuleSet) -> Iterator[CardSet]:
    """Yield every scart the dealer may lay away from this hand: the right number of cards, no honours."""
    for cards in combinations(hand - hand.honours, rules.scart_size):
        yield CardSet.of(cards)


def check_scart(scart: CardSet, hand: CardSet, rules: RuleSet) -> None:
    """Refuse a scart that is not allowed. Raises EngineError (SCART) with the cards that may be laid away."""
    if len(scart) != rules.scart_size or scart - hand or scart.honours:
        legal = cards_text(hand - hand.honours)
        raise EngineError(Code.SCART, cards=cards_text(scart), rule="6", size=rules.scart_size, legal=legal)
