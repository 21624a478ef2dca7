"""What a player can do: the arguments of `hand_state.apply`."""

from dataclasses import dataclass
from enum import Enum

from engine.cards import PACK, Card
from engine.cardset import CardSet
from engine.trick import Call
from engine.tschintschar import Decision


@dataclass(frozen=True, slots=True)
class Say:
    """Say a phrase of the vocabulary, by its number. It is always open to the speaker and changes nothing."""

    phrase: int


@dataclass(frozen=True, slots=True)
class LayAway:
    """Lay the scart away."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take a card of the trick back into hand for the jack."""

    card: Card


class Knock(Enum):
    """Knock on the table: I hold the highest trump still out (7.9)."""

    KNOCK = "knock"


Action = Say | Decision | LayAway | Play | Call | TakeBack | Knock
PLAYS = tuple(Play(card) for card in PACK)
