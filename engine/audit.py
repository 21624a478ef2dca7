"""Whether a fast playout was legal and rightly counted: yes or no, in some twenty microseconds.

Where `verify` goes through a record card by card and says what is wrong first, this looks at a whole deal at once, as
bytes of card indices, and as big integers with a byte for each card played.

- Every card was held if it was played by the seat that got it. Who played is told by the deal: every card's code has
  the seat that got it. So the seats of the plays must be those of a right order of play in every trick.
- Suit was followed if nobody who played another suit plays the one led later: then he had it.
- A trick went to the right seat if the card of the seat that leads next is the strongest, where cards that cannot win
  have strength 0. One subtraction compares all cards with the winners of their tricks: with the highest bit of every
  byte set before, the bit stays where the winner's strength is not smaller.
"""

from itertools import compress
from typing import NamedTuple

from engine.cards import PACK, SUIT_SIZE, Figure
from engine.playout import AN_EMPTY, Playout, Swap, backs_by_call, points_of
from engine.rulesets import RuleSet

_NARR = 77
_TROCCAS, _NO_SUIT = 4, 5
_REST = bytes(256 - len(PACK))
_PARTY = {parties: bytes(number % parties for number in range(256)) for parties in (2, 3, 5)}
_IS = [bytes(number == party for number in range(256)) for party in range(6)]
_HONOURS = bytes(card.index for card in PACK if card.is_honour)
_COUNTING = bytes(card.index for card in PACK if not card.is_empty)
_EXCESS = bytes(0 if card.is_fool else card.excess for card in PACK) + _REST
_SUIT = bytes(_NO_SUIT if card.suit is None else card.suit.number for card in PACK) + _REST
# A card's code is six times the seat that got it, plus its suit, from 128 on; what nobody got has no such code.
_SUITS, _FROM = 6, 128
_CODES = [bytes(_FROM + _SUITS * seat + _SUIT[index] for index in range(len(PACK))) + _REST for seat in range(6)]
_SEAT = b"\xff" * _FROM + bytes((code - _FROM) // _SUITS for code in range(_FROM, 256))


class _Frame:
    """Constants of a number of players: numbers with a byte for each play, the plays of a trick beside each other."""

    def __init__(self, players: int, tricks: int) -> None:
        self.plays, self.trick_bits = players * tricks, 8 * players
        self.ones = int.from_bytes(b"\x01" * self.plays)
        self.highs, self.full = 128 * self.ones, 255 * self.ones
        self.spread = int.from_bytes(b"\x01" * players)  # times a trick's lowest byte: all bytes of the trick
        self.lowest = int.from_bytes((bytes(players - 1) + b"\xff") * tricks)
        self.steps = int.from_bytes(bytes(range(players)) * tricks)
        self.to_first = 8 * (players - 1)
        self.over = (128 - players) * self.ones

    def of_first(self, number: int) -> int:
        """Return a number whose bytes in every trick are that of the trick's first play."""
        return (number >> self.to_first & self.lowest) * self.spread

    def of_only(self, number: int) -> int:
        """Return a number whose bytes in every trick are the only one in the trick that is not 0."""
        return (number * self.spread >> self.to_first & self.lowest) * self.spread


_FRAMES = {players: _Frame(players, tricks) for players, tricks in ((3, 25), (4, 19), (5, 15), (6, 13))}


class _Course(NamedTuple):
    """How the tricks went: who played each card, its suit and the one to follow, and who took its trick."""

    seats: bytes
    suits: bytes
    wanted: bytes
    takers: bytes


def is_sound(played: Playout, rules: RuleSet) -> bool:
    """Return whether a playout is legal by the rules, and its tricks and points are right."""
    plays, hands = played.plays, played.hands
    as_dealt = _as_dealt(played, rules.players) if played.swaps else plays
    if not _is_whole(played, as_dealt, rules):
        return False
    holders = [hand.translate(codes) for hand, codes in zip(hands, _CODES, strict=False)]
    codes = as_dealt.translate(bytes.maketrans(b"".join(hands), b"".join(holders)))
    course = _course(played, rules, codes.translate(_SEAT))
    if course is None or not _is_followed(course, codes, rules.players):
        return False
    for swap in played.swaps:
        if not _is_due(swap, plays, course, rules):
            return False
    return _is_counted(played, rules, course)


def _is_whole(played: Playout, as_dealt: bytes, rules: RuleSet) -> bool:
    """Whether everybody has the right number of cards, the scart is the dealer's, and each card is there once."""
    sizes = [rules.cards_each] * rules.players
    sizes[played.dealer] += rules.scart_size
    scart = played.scart
    return (
        [len(hand) for hand in played.hands] == sizes
        and len(scart) == rules.scart_size
        and not scart.translate(None, played.hands[played.dealer])
        and scart.translate(None, _HONOURS) == scart
        and len(as_dealt) + len(scart) == len(set(as_dealt + scart)) == len(PACK)
    )


def _as_dealt(played: Playout, players: int) -> bytes:
    """Return the plays with every card once: the second time, a card taken back stands for the jack given for it."""
    cards = bytearray(played.plays)
    for swap in played.swaps:
        cards[played.plays.find(swap.back, (swap.trick + 1) * players)] = swap.jack
    return bytes(cards)


def _course(played: Playout, rules: RuleSet, seats: bytes) -> _Course | None:
    """Return how the tricks went, None if the order of play or a winner is wrong (7.1, 7.3, 7.4).

    `seats` are those who got the cards of the plays.
    """
    players, frame, sitting = rules.players, _FRAMES[rules.players], int.from_bytes(seats)
    suits = to_follow = played.plays.translate(_SUIT)
    if _NO_SUIT in suits[::players]:  # a led Fool: the next card fixes the suit
        fool = suits.index(_NO_SUIT)
        to_follow = suits[:fool] + suits[fool + 1 : fool + 2] + suits[fool + 1 :]
    wanted = frame.of_first(int.from_bytes(to_follow))
    leaders = frame.of_first(sitting)
    order = leaders + frame.steps
    order -= ((order + frame.over & frame.highs) >> 7) * players  # after the last seat comes the first
    if order != sitting or seats[0] != rules.first_leader(rules.seats[played.dealer]).number:
        return None
    strengths = _strengths(played.plays, int.from_bytes(suits), wanted, frame)
    last = strengths.to_bytes(frame.plays)[-players:]
    last_taker = seats[last.index(max(last)) - players]
    takers = (leaders << frame.trick_bits | last_taker * frame.spread) & frame.full
    elsewhere = (sitting ^ takers) + frame.highs - frame.ones & frame.highs
    best = frame.of_only(strengths & (frame.full ^ (elsewhere >> 7) * 255))
    if (best | frame.highs) - strengths & frame.highs != frame.highs:
        return None
    return _Course(seats, suits, wanted.to_bytes(frame.plays), takers.to_bytes(frame.plays))


def _strengths(plays: bytes, suits: int, wanted: int, frame: _Frame) -> int:
    """Return how strong the cards are in their tricks: trumps and cards of the suit by index, 0 for all others."""
    ones, highs = frame.ones, frame.highs
    # suits are below 128, so adding 127 sets the highest bit of each byte that is not 0
    differs = (suits ^ wanted) + highs - ones
    no_trump = (suits ^ _TROCCAS * ones) + highs - ones
    useless = ((differs & no_trump & highs) >> 7) * 255
    return int.from_bytes(plays) + ones & (frame.full ^ useless)


def _is_followed(course: _Course, codes: bytes, players: int) -> bool:
    """Whether everybody followed suit, else trumped (7.2): nobody who did not plays such a card later."""
    suits, wanted, seats, later = course.suits, course.wanted, course.seats, codes.find
    others = (int.from_bytes(suits) ^ int.from_bytes(wanted)).to_bytes(len(suits))
    for place in compress(range(len(suits)), others):
        suit = suits[place]
        if suit != _NO_SUIT:
            held, end = _FROM + seats[place] * _SUITS, place - place % players + players
            if later(held + wanted[place], end) >= 0 or (suit != _TROCCAS and later(held + _TROCCAS, end) >= 0):
                return False
    return True


def _is_due(swap: Swap, plays: bytes, course: _Course, rules: RuleSet) -> bool:
    """Whether a jack that went into a trick was demanded by its king, and the exchange is right (7.8).

    That the jack is never played, and that its holder plays the card he took back, is known by now.
    """
    players = rules.players
    start = swap.trick * players
    suit = course.wanted[start]
    if suit == _TROCCAS or swap.jack != SUIT_SIZE * suit + Figure.BUOB.rank:
        return False
    if rules.jack_first_time_only and suit in course.wanted[:start]:
        return False
    holder = course.seats.index(swap.seat, start) - start
    calls = backs_by_call(rules, plays[start : start + players], holder, suit)
    return any(swap.back in backs for backs in calls)


def _is_counted(played: Playout, rules: RuleSet, course: _Course) -> bool:
    """Whether tricks and points are as they should be (7.5 to 8)."""
    parties, players, dealer = rules.parties, rules.players, played.dealer % rules.parties
    piles = course.takers.translate(_PARTY[parties])
    worth = [_worth(bytes(compress(played.plays, piles.translate(_IS[party])))) for party in range(1, parties)]
    scart = _worth(played.scart)
    worth.insert(0, _ALL_WORTH - scart - sum(worth))
    worth[dealer] += scart
    for swap in played.swaps:
        change = _worth(bytes([swap.jack])) - _worth(bytes([swap.back]))
        worth[0] -= change  # what is left of the pack has the jack, the plays have the other card twice
        worth[piles[swap.trick * players]] += change
    won = [piles.count(party) // players for party in range(parties)]
    fool = played.plays.index(_NARR)
    points = points_of(rules, dealer, worth, won, course.seats[fool] % parties, piles[fool])
    return (played.tricks, played.points) == (tuple(won), points)


def _worth(cards: bytes) -> int:
    """Return the excess of cards without the Fool, and 1024 for each empty, as `points_of` wants it."""
    return sum(cards.translate(_EXCESS)) + AN_EMPTY * len(cards.translate(None, _COUNTING))


_ALL_WORTH = _worth(bytes(range(len(PACK))))
