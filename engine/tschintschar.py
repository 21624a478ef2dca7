"""The consultation after each packet: who may say what, in which order (rules, paragraph 5).

The dealer's right speaks first and the dealer last. Whoever orders ends the talk and the deal goes on; if nobody does,
the dealer alone decides. What players say about their hands is never checked for truth.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine.cards import Figure
from engine.cardset import CardSet
from engine.rulesets import DealerForce, RuleSet
from engine.seats import Seat
from engine.vocabulary import VOCABULARY


class Decision(Enum):
    """What ends a player's turn to talk."""

    ORDER = "order"  # cumandar: the deal goes on, nobody can undo it
    PASS = "pass"  # noqa: S105 - a word of the game
    DEFER = "defer"  # the last before the dealer leaves it to the dealer
    CONTINUE = "continue"
    CANCEL = "cancel"  # new deal by the same dealer


@dataclass(frozen=True, slots=True)
class Speech:
    """Something said after a packet (counted from 1): a decision, or a phrase by its number in the vocabulary."""

    packet: int
    seat: Seat
    said: Decision | int


def decisions(place: int, players: int, *, may_cancel: bool = True) -> tuple[Decision, ...]:
    """Return the decisions of the speaker at this place (0 = dealer's right); only the dealer may cancel."""
    if place == players - 1:
        return (Decision.CONTINUE, Decision.CANCEL) if may_cancel else (Decision.CONTINUE,)
    return (Decision.ORDER, Decision.DEFER if place == players - 2 else Decision.PASS)


def dealer_may_force(hand: CardSet, rules: RuleSet) -> bool:
    """Whether the dealer may force a new deal after the last packet: no trump in the hand (5.4)."""
    if rules.dealer_force is DealerForce.OFF or hand.trumps:
        return False
    no_court = all(card.figure is None for card in hand)
    return rules.dealer_force is DealerForce.NO_TRUMP or no_court


def holds(phrase: int, hand: CardSet) -> bool | None:
    """Return whether what a phrase states is true of a hand; None for moods and wishes."""
    predicate = VOCABULARY[phrase].predicate
    test = _PREDICATES.get(predicate) if predicate is not None else None
    return None if test is None else test(hand)


def _kings(hand: CardSet, *, bare: bool | None = None) -> int:
    """Count kings: all, or those without (`bare`) or with other court cards of their suit."""
    courts = [hand.court_of(card.suit) for card in hand if card.suit is not None and card.figure is Figure.RETG]
    return len(courts) if bare is None else sum((len(court) == 1) is bare for court in courts)


def _of_figure(hand: CardSet, figure: Figure) -> int:
    return sum(card.figure is figure for card in hand)


def _trumps_between(hand: CardSet, low: int, high: int) -> int:
    return sum(low <= card.rank <= high for card in hand.trumps)


def _has_court(hand: CardSet, *figures: Figure) -> bool:
    """Whether the hand has all these court cards of one suit."""
    return any(
        card.suit is not None and hand.court_of(card.suit).issuperset(figures)
        for card in hand
        if card.figure is not None
    )


def _has_fool(hand: CardSet) -> bool:
    return any(card.is_fool for card in hand)


# "Small" trumps are I to X and "high" ones XI to XXI; "about half" is within one card: the sources leave it open.
_SMALL, _HIGH = (1, 10), (11, 21)
_PREDICATES: dict[str, Callable[[CardSet], bool]] = {
    "trumps == 0": lambda hand: not hand.trumps,
    "trumps == 1": lambda hand: len(hand.trumps) == 1,
    "trumps == 2": lambda hand: len(hand.trumps) == 2,
    "5 <= trumps <= 6": lambda hand: 5 <= len(hand.trumps) <= 6,
    "7 <= trumps <= 8": lambda hand: 7 <= len(hand.trumps) <= 8,
    "trumps about half": lambda hand: abs(2 * len(hand.trumps) - len(hand)) <= 2,
    "4 <= small trumps <= 5": lambda hand: 4 <= _trumps_between(hand, *_SMALL) <= 5,
    "8 <= high trumps <= 10": lambda hand: 8 <= _trumps_between(hand, *_HIGH) <= 10,
    "all four courts of one suit": lambda hand: _has_court(hand, *Figure),
    "king and queen of one suit": lambda hand: _has_court(hand, Figure.RETG, Figure.REGINA),
    "kings == 1": lambda hand: _kings(hand) == 1,
    "kings == 2": lambda hand: _kings(hand) == 2,
    "one bare king": lambda hand: _kings(hand, bare=True) == 1,
    "one covered king": lambda hand: _kings(hand, bare=False) == 1,
    "two covered kings": lambda hand: _kings(hand, bare=False) == 2,
    "queens >= 2": lambda hand: _of_figure(hand, Figure.REGINA) >= 2,
    "honours == 1": lambda hand: len(hand.honours) == 1,
    "honours == 2": lambda hand: len(hand.honours) == 2,
    "honours == 2 and 6 <= trumps <= 7": lambda hand: len(hand.honours) == 2 and 6 <= len(hand.trumps) <= 7,
    "fool and trumps >= 1": lambda hand: _has_fool(hand) and bool(hand.trumps),
    "fool and trumps == 0": lambda hand: _has_fool(hand) and not hand.trumps,
    "worthless": lambda hand: hand.empties == hand and not hand.trumps,
}
