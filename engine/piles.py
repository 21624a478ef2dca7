"""What the parties have at the end of a deal that went by the rules (`engine.course`): sets of cards as bits."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import PACK
from engine.cardset import ALL_BITS
from engine.course import Course
from engine.index_rules import NARR_INDEX, Swap
from engine.rulesets import RuleSet, ScartOnMatch

_FROM_HIGHEST = slice(len(PACK) - 1, None, -1)
_PARTY = {parties: bytes(seat % parties for seat in range(256)) for parties in (2, 3, 5)}
# turns the parties that have the cards, from the highest card to the lowest, into the binary digits of one party's set
_DIGITS = [bytes(ord("1" if number == party else "0") for number in range(256)) for party in range(5)]


@dataclass(slots=True)
class Piles:
    """By party number: the cards of its tricks and the scart, as bits of their indices, and how many tricks.

    The Fool has not moved: `fool_from` is the seat that played him, `fool_taker` the party that took his trick.
    """

    cards: list[int]
    tricks: list[int]
    fool_from: int
    fool_taker: int


def piles_of(rules: RuleSet, dealer: int, scart: bytes, plays: bytes, swaps: Sequence[Swap], course: Course) -> Piles:
    """Return the piles, jacks that were demanded in the place of the cards taken back for them (7.8, 8)."""
    parties, fool = rules.parties, plays.index(NARR_INDEX)
    takers = course.takers.translate(_PARTY[parties])
    won = [takers.count(party) // rules.players for party in range(parties)]
    scart_party = dealer % parties
    if rules.cards_each in won and rules.scart_on_match is ScartOnMatch.TO_WINNER:
        scart_party = won.index(rules.cards_each)
    lying = _lying(plays, swaps, rules.players) if swaps else plays
    of_card = bytes.maketrans(lying + scart, takers + bytes([scart_party]) * len(scart))[_FROM_HIGHEST]
    cards = [int(of_card.translate(digits), 2) for digits in _DIGITS[1:parties]]
    return Piles([ALL_BITS - sum(cards), *cards], won, course.seats[fool], takers[fool])


def _lying(plays: bytes, swaps: Sequence[Swap], players: int) -> bytes:
    """Return the cards that lie in the tricks at their ends."""
    cards = bytearray(plays)
    for swap in swaps:
        cards[plays.index(swap.back, swap.trick * players)] = swap.jack
    return bytes(cards)
