"""Rules on card indices and party numbers, which fast play and the fast checks share: the jack, the Fool, the points.

`jack` and `settlement` say the same on cards and seats, and are the oracles.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import NARR, SUIT_SIZE, Figure
from engine.rulesets import (
    FoolNoEmpty,
    JackFigure,
    JackSameHand,
    JackTakeback,
    JackTrigger,
    RuleSet,
    ScartOnMatch,
)

NARR_INDEX, NARR_EXCESS = NARR.index, NARR.excess
KING_RANK, JACK_RANK = Figure.RETG.rank, Figure.BUOB.rank


@dataclass(frozen=True, slots=True)
class Swap:
    """A jack that went into a trick (counted from 0): who gave it, and which card he took back.

    `call` is the place of the call in `backs_by_call`; None where it was not written down.
    """

    trick: int
    seat: int
    jack: int
    back: int
    call: int | None = None


def backs_by_call(rules: RuleSet, cards: Sequence[int], holder: int, suit: int) -> list[list[int]]:
    """Return which cards may come back for the jack (7.8): for silence, "buob" and "buob sche", as far as they count.

    `cards` are a full trick of this plain suit in order of play, `holder` the place of him who has the jack. Nothing is
    returned where no king demands it, or to no effect.
    """
    start = SUIT_SIZE * suit
    jack, king = start + JACK_RANK, start + KING_RANK
    fixing = cards[1] if cards[0] == NARR_INDEX else cards[0]
    if king not in cards or (rules.jack_trigger is JackTrigger.KING_LED and fixing != king):
        return []
    own = cards[holder]
    two_calls = rules.jack_figure is JackFigure.TWO_CALLS
    empties = [card for card in cards if start <= card < jack]
    if own == king:
        return [[], empties] if rules.jack_same_hand is JackSameHand.SWAP and empties else []
    if own in empties:
        backs = empties if rules.jack_takeback is JackTakeback.ANY_EMPTY else [own]
        return [[], backs, backs] if two_calls else [[], backs]
    return [[], [own], []] if two_calls and jack < own < king else []


def fool_goes_to(rules: RuleSet, owner: int, taker: int, won: Sequence[int], *, has_empty: bool) -> int:
    """Return the party that has the Fool at the end (7.5 to 7.7): his owner's, or the one that took his trick.

    `won` are the tricks of each party; `has_empty` tells whether the owner's party has an empty to give for him.
    """
    lost = not won[owner] or (not has_empty and rules.fool_no_empty is FoolNoEmpty.LOSE)
    return taker if lost else owner


def points_of(rules: RuleSet, dealer: int, excess: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """Return the points of every party, in units (2, 8), from the excess of its pile and its number of tricks.

    The scart is in the pile of the dealer's party; at a match it does not matter where it is.
    """
    unit, worths = rules.unit, rules.trick_worths
    points = [unit * own + worths[tricks] for own, tricks in zip(excess, won, strict=True)]
    points[dealer] += rules.scart_units
    if rules.cards_each in won:
        winner = won.index(rules.cards_each)
        if rules.scart_on_match is ScartOnMatch.TO_WINNER:
            points = [rules.total if party == winner else 0 for party in range(len(won))]
        points[winner] += rules.match_bonus
    return tuple(points)
