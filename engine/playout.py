"""One deal played at random, fast: the same rules as `hand_state`, on lists of card indices.

Every legal card, scart and call is equally likely. A player's cards lie in one list for each suit, in random order, so
a random card of a suit is the last of its list, and following suit needs no search. `hand_state` is the oracle: a test
plays every card of these deals through it and compares the results.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.cards import PACK, SUIT_SIZE, Figure
from engine.rulesets import (
    FoolNoEmpty,
    JackFigure,
    JackSameHand,
    JackTakeback,
    JackTrigger,
    RuleSet,
    ScartOnMatch,
)

_NARR = 77
_LED_NOTHING = -1
_PLACE = [5 if card.suit is None else card.suit.number for card in PACK]  # the list a card lies in
_HONOUR = [card.is_honour for card in PACK]
_EXCESS = [card.excess for card in PACK]
# What a card adds to its party: excess, and one empty in the higher bits. The Fool is settled at the end.
_AN_EMPTY = 1 << 10
_WORTH = [_AN_EMPTY if card.is_empty else 0 if card.is_fool else card.excess for card in PACK]
_KING, _JACK, _KNIGHT = Figure.RETG.rank, Figure.BUOB.rank, Figure.CAVAGL.rank

Hand = list[list[int]]


@dataclass(frozen=True, slots=True)
class Swap:
    """A jack that went into a trick (counted from 0): who gave it, and which card he took back."""

    trick: int
    seat: int
    jack: int
    back: int


@dataclass(frozen=True, slots=True)
class Playout:
    """A deal as it was played: card indices, seats counted from 0, points in units for each party."""

    dealer: int
    hands: tuple[tuple[int, ...], ...]
    scart: tuple[int, ...]
    plays: tuple[int, ...]
    swaps: tuple[Swap, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]

    @property
    def is_match(self) -> bool:
        """Whether one party took every trick."""
        return sum(1 for tricks in self.tricks if tricks) == 1


def play_out(rng: Random, rules: RuleSet, dealer: int = 0) -> Playout:
    """Deal a shuffled pack and play it out at random. `dealer` is the number of the seat that deals."""
    table = _Table(rng.random, rules, dealer)
    for trick in range(rules.cards_each):
        table.play_trick(trick)
    return Playout(
        dealer,
        tuple(tuple(cards) for cards in table.dealt),
        tuple(table.scart),
        tuple(table.plays),
        tuple(table.swaps),
        *table.settle(),
    )


class _Table:
    """The cards of a deal in play."""

    def __init__(self, random: Callable[[], float], rules: RuleSet, dealer: int) -> None:
        self.random = random
        self.rules = rules
        self.dealer = dealer
        players = rules.players
        self.orders = [[(first + step) % players for step in range(players)] for first in range(players)]
        self.dealt = self._deal()
        self.scart = self._lay_away(self.dealt[dealer][:])
        away = self.scart
        self.held = [_sorted_into_suits([card for card in cards if card not in away]) for cards in self.dealt]
        self.leader = rules.first_leader(rules.seats[dealer]).number
        self.plays: list[int] = []
        self.swaps: list[Swap] = []
        self.led: set[int] = set()
        self.worth = [0] * players
        self.won = [0] * players
        self.fool_winner = 0
        self.fool_owner = 0

    def _deal(self) -> list[list[int]]:
        random, players, each = self.random, self.rules.players, self.rules.cards_each
        order = [card for _, card in sorted([(random(), card) for card in range(len(PACK))])]
        hands = [order[each * seat : each * (seat + 1)] for seat in range(players)]
        hands[self.dealer] += order[each * players :]
        return hands

    def _lay_away(self, hand: list[int]) -> list[int]:
        """Take the scart out of the dealer's hand: any cards but honours, one as likely as another (6)."""
        scart: list[int] = []
        while len(scart) < self.rules.scart_size:
            place = int(self.random() * len(hand))
            if not _HONOUR[hand[place]]:
                scart.append(hand.pop(place))
        return scart

    def play_trick(self, trick: int) -> None:
        """Play one trick (7.2 to 7.4). The highest index wins, as a card that cannot win is never compared."""
        random, plays, held, left = self.random, self.plays, self.held, self.rules.cards_each - trick
        order = self.orders[self.leader]
        winner, suit, best, worth, fool = self.leader, _LED_NOTHING, -1, 0, False
        for seat in order:
            hand = held[seat]
            cards = (hand[suit] or hand[4]) if suit >= 0 else None
            if not cards:  # leads, or is free to play anything
                place, pick = 0, int(random() * left) - len(hand[0])
                while pick >= 0:
                    place += 1
                    pick -= len(hand[place])
                card = hand[place].pop()
                if suit < 0 and card != _NARR:
                    suit, best, winner = place, card, seat
            elif hand[5] and random() * (len(cards) + 1) < 1:
                card = hand[5].pop()
            else:
                card = cards.pop()
                if card > best:
                    best, winner = card, seat
            plays.append(card)
            if card == _NARR:
                fool, self.fool_owner = True, seat
            worth += _WORTH[card]
        if fool:
            self.fool_winner = winner
        if suit < 4 and not (self.rules.jack_first_time_only and suit in self.led):
            worth += self._jack(trick, suit, order)
        self.led.add(suit)
        self.worth[winner] += worth
        self.won[winner] += 1
        self.leader = winner

    def _jack(self, trick: int, suit: int, order: list[int]) -> int:
        """Let the king on the table demand the jack (7.8); return what that changes in the trick's worth."""
        cards = self.plays[-len(order) :]
        king, jack = SUIT_SIZE * suit + _KING, SUIT_SIZE * suit + _JACK
        fixing = cards[1] if cards[0] == _NARR else cards[0]
        if king not in cards or (self.rules.jack_trigger is JackTrigger.KING_LED and fixing != king):
            return 0
        holder = next((place for place, seat in enumerate(order) if jack in self.held[seat][suit]), None)
        if holder is None:
            return 0
        backs = self._cards_back(cards, holder, SUIT_SIZE * suit)
        back = backs[int(self.random() * len(backs))] if backs else None
        if back is None:
            return 0
        hand = self.held[order[holder]][suit]
        hand.remove(jack)
        hand.insert(int(self.random() * (len(hand) + 1)), back)  # the list stays in random order
        self.swaps.append(Swap(trick, order[holder], jack, back))
        return _WORTH[jack] - _WORTH[back]

    def _cards_back(self, cards: list[int], holder: int, suit_start: int) -> list[int | None]:
        """Return the cards the jack's holder may be made to take back, one for each call; None is silence."""
        own = cards[holder]
        jack = suit_start + _JACK
        empties = [card for card in cards if suit_start <= card < jack]
        silent: list[int | None] = [None]
        if own == suit_start + _KING:
            return [*silent, *empties] if self.rules.jack_same_hand is JackSameHand.SWAP and empties else []
        if own in empties:
            free = self.rules.jack_takeback is JackTakeback.ANY_EMPTY
            return [*silent, *(empties if free else [own])]
        if suit_start < own < suit_start + _KING and self.rules.jack_figure is JackFigure.TWO_CALLS:
            return [*silent, None, own]  # silence and "buob sche" have the same effect
        return []

    def settle(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return points, in units, and tricks of every party (7.5 to 8)."""
        rules, parties = self.rules, self.rules.parties
        won = tuple(sum(self.won[party::parties]) for party in range(parties))
        worth = [sum(self.worth[party::parties]) for party in range(parties)]
        dealer, owner, winner = self.dealer % parties, self.fool_owner % parties, self.fool_winner % parties
        scart = sum(_WORTH[card] for card in self.scart)
        worth[dealer] += scart
        has_empty = worth[owner] >= _AN_EMPTY
        lost = not won[owner] or (not has_empty and rules.fool_no_empty is FoolNoEmpty.LOSE)
        excess = [total % _AN_EMPTY for total in worth]
        excess[winner if lost else owner] += _EXCESS[_NARR]
        points = [rules.unit * excess[party] + rules.trick_units(won[party]) for party in range(parties)]
        matched = rules.cards_each in won and rules.scart_on_match is ScartOnMatch.TO_WINNER
        if matched:
            points = [rules.total if tricks else 0 for tricks in won]
        elif rules.scart_size:
            points[dealer] += rules.scart_units
        return tuple(points), won


def _sorted_into_suits(cards: list[int]) -> Hand:
    hand: Hand = [[] for _ in range(6)]
    for card in cards:
        hand[_PLACE[card]].append(card)
    return hand
