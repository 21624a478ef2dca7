"""Whether a fast playout was legal and rightly counted: yes or no, in some ten microseconds.

`engine.course` checks the play; here the tricks and the points are counted again.
"""

from engine.cardset import EMPTY_BITS, excess_of
from engine.course import hand_sizes, lawful_course
from engine.index_rules import NARR_EXCESS, fool_goes_to, points_of
from engine.piles import piles_of
from engine.playout import Playout
from engine.rulesets import RuleSet


def is_sound(played: Playout, rules: RuleSet) -> bool:
    """Return whether a playout is legal by the rules, and its tricks and points are right."""
    dealer, hands, scart, plays, swaps, points, tricks = played
    if [len(hand) for hand in hands] != hand_sizes(rules.players, dealer):
        return False
    course = lawful_course(rules, dealer, b"".join(hands), scart, plays, swaps)
    if course is None:
        return False
    piles = piles_of(rules, dealer, scart, plays, swaps, course)
    cards, won, taker = piles.cards, piles.tricks, piles.fool_taker
    owner = piles.fool_from % rules.parties
    home = fool_goes_to(rules, owner, taker, won, has_empty=cards[owner] & EMPTY_BITS != 0)
    excess = [excess_of(bits) for bits in cards]
    excess[taker] -= NARR_EXCESS
    excess[home] += NARR_EXCESS
    return tricks == tuple(won) and points == points_of(rules, dealer % rules.parties, excess, won)
