"""A trick of thousands of deals at once: leading, following, winning (7.2 to 7.4)."""

from dataclasses import dataclass
from random import Random

from engine.batch_cards import RANK, RANK_PLANES, SUIT, SUIT_PLANES, Hand, Slot, is_fool, is_trump, take_out
from engine.planes import Number, Plane, chosen, exchange, is_higher, joined, kept, nought

SEATS = range(4)


@dataclass(slots=True)
class Led:
    """What fixes the suit: its suit and rank, and for each seat where it played that card."""

    suit: Number
    rank: Number
    by: list[Plane]


@dataclass(slots=True)
class Played:
    """A full trick, by seat: the cards; where they are of the suit led, and where they are trumps."""

    cards: list[Slot]
    follows: list[Plane]
    trumps: list[Plane]


def played_trick(rng: Random, hands: list[Hand], leads: list[Plane], everywhere: Plane) -> tuple[Led, Played]:
    """Play a trick at random. `leads` tells for each seat where it leads."""
    led, has_led = _lead(rng, hands, leads)
    played = Played([], [], [])
    for seat, hand in enumerate(hands):
        card, had_suit = _follow(rng, hand, led.suit, everywhere ^ has_led[seat], everywhere)
        played.cards.append(card)
        played.follows.append((had_suit & (everywhere ^ is_fool(card))) | led.by[seat])
        played.trumps.append(is_trump(card))
    return led, played


def _lead(rng: Random, hands: list[Hand], leads: list[Plane]) -> tuple[Led, list[Plane]]:
    """Lead any card (7.2); where it is the Fool, the next seat fixes the suit (7.4).

    The card of a random slot, the same in all deals, is put into the last slot, which goes when the seat follows.
    Return also, for each seat, where it has played so.
    """
    led, has_led = Led(nought(SUIT_PLANES), nought(RANK_PLANES), [0, 0, 0, 0]), [0, 0, 0, 0]
    fool = 0
    for step in range(5):  # seat 0 once more, for a Fool led by seat 3
        seat = step % 4
        where = (leads[seat] if step < 4 else 0) | fool
        hand = hands[seat]
        card, last = hand[int(rng.random() * len(hand))], hand[-1]
        if card is not last:
            exchange(card, last, where)
        fool = is_fool(last) & where
        fixes = where ^ fool
        has_led[seat] |= where
        led.by[seat] |= fixes
        led.suit = joined(led.suit, kept(last[SUIT], fixes))
        led.rank = joined(led.rank, kept(last[RANK], fixes))
    return led, has_led


def _follow(rng: Random, hand: Hand, suit: Number, where: Plane, everywhere: Plane) -> tuple[Slot, Plane]:
    """Let a seat follow suit, else trump, else play anything; the Fool always (7.2, 7.4).

    Return the card that it has played, to follow or to lead, and where it followed with the suit in hand.
    """
    trump_led = suit[2]
    n4, n5, n6 = (everywhere ^ plane for plane in suit)
    fools = [is_fool(card) for card in hand]
    trumps = [card[6] ^ fool for card, fool in zip(hand, fools, strict=True)]
    of_suit = [((card[4] ^ n4) | trump_led) & (card[5] ^ n5) & (card[6] ^ n6) for card in hand]
    has_suit = has_trump = 0
    for fits, trump in zip(of_suit, trumps, strict=True):
        has_suit |= fits
        has_trump |= trump
    no_suit = everywhere ^ has_suit
    free = no_suit & (everywhere ^ has_trump)
    allowed = [fits | (trump & no_suit) | free | fool for fits, trump, fool in zip(of_suit, trumps, fools, strict=True)]
    return take_out(rng, hand, allowed, where), has_suit & where


def winners(led: Led, played: Played, everywhere: Plane) -> list[Plane]:
    """Return where each seat has the highest trump, else the highest card of the suit (7.3)."""
    best, best_is_trump, wins = led.rank, led.suit[2], list(led.by)
    for seat in SEATS:
        rank, trump = played.cards[seat][RANK], played.trumps[seat]
        higher, no_trump = is_higher(rank, best, everywhere), everywhere ^ best_is_trump
        better = (trump & (higher | no_trump)) | (played.follows[seat] & no_trump & higher)
        best = chosen(best, rank, better)
        best_is_trump |= better & trump
        wins = [plane & (everywhere ^ better) for plane in wins]
        wins[seat] |= better
    return wins
