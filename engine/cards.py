"""The 78 cards: suits, ranks, values (rules, paragraph 1).

A card is an index from 0 to 77: `14 * suit + rank` for the four suits, 56 to 76 for the trumps, 77 for the Fool. Ranks
run from weakest to strongest, so among the cards that can win a trick the highest index wins.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

PACK_SIZE = 78
SUIT_SIZE = 14
FIRST_TRUMP = 56
TRUMPS = 21


class Suit(Enum):
    """The four suits in their fixed order, then the trumps. The Fool has no suit."""

    CUPPAS = 0
    ROSAS = 1
    BASTUNS = 2
    SPADAS = 3
    TROCCAS = 4

    def __init__(self, number: int) -> None:
        """Keep the suit's place in the fixed order, 0 to 4."""
        self.number = number

    @property
    def is_round(self) -> bool:
        """True for cups and coins, whose pips rank upside down: the ace beats the ten."""
        return self in {Suit.CUPPAS, Suit.ROSAS}


PLAIN_SUITS = (Suit.CUPPAS, Suit.ROSAS, Suit.BASTUNS, Suit.SPADAS)


class Figure(Enum):
    """Court cards, by their rank inside a suit (0 to 9 are the pips)."""

    BUOB = 10
    CAVAGL = 11
    REGINA = 12
    RETG = 13

    def __init__(self, rank: int) -> None:
        """Keep the rank inside a suit, 10 to 13."""
        self.rank = rank


_FIGURE_VALUES = {Figure.BUOB: 2, Figure.CAVAGL: 3, Figure.REGINA: 4, Figure.RETG: 5}


@dataclass(frozen=True, eq=False)
class Card:
    """One card. There are only the 78 objects of `PACK`, so cards compare and hash by identity, which is fast.

    Take cards from `PACK`, `figure_of`, `pip_of` or `trump`; copies and pickles give the same object again.
    """

    index: int

    def __reduce__(self) -> tuple[Callable[[int], "Card"], tuple[int]]:
        return _card_at, (self.index,)

    @cached_property
    def suit(self) -> Suit | None:
        """The suit, `Suit.TROCCAS` for a trump, None for the Fool."""
        return None if self.index == PACK_SIZE - 1 else Suit(min(self.index // SUIT_SIZE, 4))

    @cached_property
    def rank(self) -> int:
        """Strength among its own kind: 0 to 13 in a suit, 1 to 21 for a trump (its number), 0 for the Fool."""
        if self.suit is None:
            return 0
        return self.index - FIRST_TRUMP + 1 if self.suit is Suit.TROCCAS else self.index % SUIT_SIZE

    @cached_property
    def figure(self) -> Figure | None:
        """The court card it is, or None."""
        plain = self.index < FIRST_TRUMP
        return Figure(self.rank) if plain and self.rank >= Figure.BUOB.rank else None

    @cached_property
    def pip(self) -> int | None:
        """The number printed on a pip card of a suit, 1 to 10; None for all others."""
        if self.index >= FIRST_TRUMP or self.figure is not None:
            return None
        return 10 - self.rank if self.suit is not None and self.suit.is_round else self.rank + 1

    @cached_property
    def is_trump(self) -> bool:
        """True for the 21 trumps. The Fool is not a trump."""
        return self.suit is Suit.TROCCAS

    @cached_property
    def is_fool(self) -> bool:
        """True for the Fool."""
        return self.suit is None

    @cached_property
    def value(self) -> int:
        """Card points before the group rule: 5 for an honour, 4, 3, 2 for queen, knight, jack, 0 for an empty."""
        if self.figure is not None:
            return _FIGURE_VALUES[self.figure]
        return 5 if self.is_fool or (self.is_trump and self.rank in {1, TRUMPS}) else 0

    @cached_property
    def excess(self) -> int:
        """What the card adds to a pile beside its group: value - 1, or 0 for an empty (rules, paragraph 2)."""
        return max(self.value - 1, 0)

    @cached_property
    def is_honour(self) -> bool:
        """True for the four kings, trump I (bagat), trump XXI (mund) and the Fool (narr)."""
        return self.value == 5

    @cached_property
    def is_empty(self) -> bool:
        """True for a lecra, a card without points."""
        return self.value == 0


def _card_at(index: int) -> Card:
    return PACK[index]


PACK = tuple(Card(index) for index in range(PACK_SIZE))
NARR = PACK[77]
BAGAT = PACK[FIRST_TRUMP]
MUND = PACK[76]
HONOURS = tuple(card for card in PACK if card.is_honour)
COUNTING_CARDS = tuple(card for card in PACK if not card.is_empty)
TOTAL_EXCESS = sum(card.excess for card in PACK)


def figure_of(suit: Suit, figure: Figure) -> Card:
    """Return a court card of a suit."""
    return PACK[SUIT_SIZE * suit.number + figure.rank]


def pip_of(suit: Suit, number: int) -> Card:
    """Return the pip card of a suit with this number, 1 to 10."""
    rank = 10 - number if suit.is_round else number - 1
    return PACK[SUIT_SIZE * suit.number + rank]


def trump(number: int) -> Card:
    """Return the trump with this number, 1 to 21."""
    return PACK[FIRST_TRUMP + number - 1]
