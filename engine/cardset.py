"""A set of cards as one integer behind words: bit i is the card with index i.

This is the only module of the readable engine that works on bits. Sets are values; every operation gives a new set.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.cards import PACK, PACK_SIZE, SUIT_SIZE, TRUMPS, Card, Figure, Suit

_BITS = [1 << index for index in range(PACK_SIZE)]
ALL_BITS = (1 << PACK_SIZE) - 1
SUIT_BITS = tuple((1 << size) - 1 << SUIT_SIZE * number for number, size in enumerate((14, 14, 14, 14, TRUMPS)))
_HONOUR_BITS = sum(1 << card.index for card in PACK if card.is_honour)
EMPTY_BITS = sum(1 << card.index for card in PACK if card.is_empty)
# a card's excess, 0 to 4, has three binary digits: these are the cards that have each of them
_ONE, _TWO, _FOUR = (sum(1 << card.index for card in PACK if card.excess & digit) for digit in (1, 2, 4))


def excess_of(bits: int) -> int:
    """Return the sum over a set of cards, given as bits, of what each adds beside its group."""
    return (bits & _ONE).bit_count() + 2 * (bits & _TWO).bit_count() + 4 * (bits & _FOUR).bit_count()


@dataclass(frozen=True, slots=True)
class CardSet:
    """An immutable set of cards, iterated in order of index."""

    bits: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "CardSet":
        """Return the set of these cards; a card given twice counts once."""
        bits = 0
        for card in cards:
            bits |= _BITS[card.index]
        return cls(bits)

    def __contains__(self, card: Card) -> bool:
        return bool(self.bits >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        rest = self.bits
        while rest:
            lowest = rest & -rest
            yield PACK[lowest.bit_length() - 1]
            rest ^= lowest

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __or__(self, other: "CardSet") -> "CardSet":
        return CardSet(self.bits | other.bits)

    def __and__(self, other: "CardSet") -> "CardSet":
        return CardSet(self.bits & other.bits)

    def __sub__(self, other: "CardSet") -> "CardSet":
        return CardSet(self.bits & ~other.bits)

    def with_card(self, card: Card) -> "CardSet":
        """Return this set and the card."""
        return CardSet(self.bits | 1 << card.index)

    def without(self, card: Card) -> "CardSet":
        """Return this set less the card."""
        return CardSet(self.bits & ~(1 << card.index))

    def of_suit(self, suit: Suit) -> "CardSet":
        """Return the cards of one suit, or the trumps. The Fool belongs to none."""
        return CardSet(self.bits & SUIT_BITS[suit.number])

    @property
    def trumps(self) -> "CardSet":
        """The trumps of the set."""
        return self.of_suit(Suit.TROCCAS)

    @property
    def honours(self) -> "CardSet":
        """The kings, bagat, mund and narr of the set."""
        return CardSet(self.bits & _HONOUR_BITS)

    @property
    def empties(self) -> "CardSet":
        """The cards without points."""
        return CardSet(self.bits & EMPTY_BITS)

    @property
    def excess(self) -> int:
        """Sum over the cards of what each adds beside its group, in card points (52 for the whole pack)."""
        return excess_of(self.bits)

    @property
    def highest(self) -> Card:
        """The card with the highest index: among trumps, or inside one suit, the strongest. The set is not empty."""
        return PACK[self.bits.bit_length() - 1]

    @property
    def lowest(self) -> Card:
        """The card with the lowest index. The set is not empty."""
        return PACK[(self.bits & -self.bits).bit_length() - 1]

    def court_of(self, suit: Suit) -> frozenset[Figure]:
        """Return which court cards of a suit are in the set."""
        return frozenset(card.figure for card in self.of_suit(suit) if card.figure is not None)

    def is_disjoint(self, other: "CardSet") -> bool:
        """True when no card is in both sets."""
        return not self.bits & other.bits


EMPTY = CardSet()
WHOLE_PACK = CardSet(ALL_BITS)
