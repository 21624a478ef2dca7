"""Who takes a trick, and which suit it is of (rules, 7.2 to 7.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.cards import Card, Suit
from engine.cardset import CardSet
from engine.seats import Seat


class Call(Enum):
    """What the caller says when the king on the table may demand the jack (7.8)."""

    SILENT = "-"
    BUOB = "buob"
    BUOB_SCHE = "sche"


@dataclass(frozen=True, slots=True)
class JackSwap:
    """A jack that went into a trick, and the card that went back into its holder's hand for it."""

    call: Call
    holder: Seat
    jack: Card
    back: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: the cards as they were played, in order from the leader, and what the king demanded."""

    leader: Seat
    plays: tuple[Card, ...]
    winner: Seat
    swap: JackSwap | None = None

    @property
    def in_order(self) -> tuple[Card, ...]:
        """The cards that lie in the trick at its end, a jack that was demanded in the place of the card taken back."""
        swap = self.swap
        return self.plays if swap is None else tuple(swap.jack if card is swap.back else card for card in self.plays)

    @property
    def cards(self) -> CardSet:
        """The cards that lie in the trick at its end, as a set."""
        return CardSet.of(self.in_order)

    def player_of(self, card: Card) -> Seat:
        """Return who played a card of the trick."""
        return self.leader.after(self.plays.index(card), len(self.plays))


def fixing_card(plays: Sequence[Card]) -> Card | None:
    """Return the card that fixes the suit to follow: the first that is not the Fool (7.4), None while there is none."""
    return next((card for card in plays if not card.is_fool), None)


def suit_led(plays: Sequence[Card]) -> Suit | None:
    """Return the suit to follow, None while it is open."""
    fixing = fixing_card(plays)
    return None if fixing is None else fixing.suit


def taker(plays: Sequence[Card]) -> int:
    """Return the place, counted from the leader, of the card that wins: the highest trump, else of the led suit (7.3).

    The Fool never wins (7.4); with the Fool alone on the table the answer is its place.
    """
    led = suit_led(plays)
    able = [card for card in plays if card.suit is not None and (card.is_trump or card.suit is led)]
    return plays.index(max(able, key=lambda card: card.index)) if able else 0
