"""One deal played at random, fast: the same rules as `hand_state`, on lists of card indices.

Every legal card, scart and call is equally likely. A player's cards lie in one list for each suit, in random order, so
a random card of a suit is the last of its list, and following suit needs no search. `hand_state` is the oracle: a test
plays every card of these deals through it and compares the results.
"""

from random import Random
from typing import NamedTuple

from engine.cards import PACK, SUIT_SIZE
from engine.index_rules import (
    JACK_RANK,
    KING_RANK,
    NARR_EXCESS,
    NARR_INDEX,
    Swap,
    backs_by_call,
    fool_goes_to,
    points_of,
)
from engine.rulesets import FIVE, SIX, SURSELVA, THREE, FirstLead, FoolNoEmpty, RuleSet
from engine.shuffle import shuffled_indices

_TRUMPS, _FOOLS, _OPEN = 4, 5, 6  # the last lists of a hand; one is always empty, for tricks without a suit yet
_PLACE = [_FOOLS if card.suit is None else card.suit.number for card in PACK]  # the list a card lies in
_HONOUR = [card.is_honour for card in PACK]
_IS_EMPTY = [card.is_empty for card in PACK]
_REST = bytes(256 - len(PACK))
# The Fool's excess is added where he is at the end.
_EXCESS = bytes(0 if card.is_fool else card.excess for card in PACK) + _REST
_ONLY = [bytes(255 if number == party else 0 for number in range(256)) for party in range(5)]

_FOLLOWERS = {
    players: [[(leader + step) % players for step in range(1, players)] for leader in range(players)]
    for players in (3, 4, 5, 6)
}
# the party that takes a trick, once for each of its cards, by seat
_PARTY_OF_TRICK = {
    rules.players: [bytes([seat % rules.parties]) * rules.players for seat in range(rules.players)]
    for rules in (THREE, SURSELVA, FIVE, SIX)
}

Hand = list[list[int]]


class Playout(NamedTuple):
    """A deal as it was played: card indices as bytes, seats counted from 0, points in units for each party.

    It is a tuple because that is made faster than a dataclass. `plays` has the cards of all tricks in the order in
    which they were played, before jacks were demanded.
    """

    dealer: int
    hands: tuple[bytes, ...]
    scart: bytes
    plays: bytes
    swaps: tuple[Swap, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]

    @property
    def is_match(self) -> bool:
        """Whether one party took every trick."""
        return sum(1 for tricks in self.tricks if tricks) == 1


def play_out(rng: Random, rules: RuleSet, dealer: int = 0) -> Playout:
    """Deal a shuffled pack and play it out at random. `dealer` is the number of the seat that deals."""
    return Table(rng, rules, dealer).played_out()


class Table:
    """The cards of a deal in play."""

    def __init__(self, rng: Random, rules: RuleSet, dealer: int) -> None:
        """Deal, and lay the scart away."""
        self.rng, self.random = rng, rng.random
        self.rules = rules
        self.dealer = dealer
        self.dealt = self.deal()
        self.held = [_sorted_into_suits(cards) for cards in self.dealt]
        self.scart = self._lay_away()
        self.plays: list[int] = []
        self.swaps: list[Swap] = []
        self.winners: list[int] = []
        self.fool_owner = [bool(hand[_FOOLS]) for hand in self.held].index(True)

    def deal(self) -> tuple[bytes, ...]:
        """Return everybody's cards in random order."""
        players, each, order = self.rules.players, self.rules.cards_each, shuffled_indices(self.rng)
        hands = [order[start : start + each] for start in range(0, each * players, each)]
        hands[self.dealer] += order[each * players :]
        return tuple(hands)

    def _lay_away(self) -> bytes:
        """Take the scart out of the dealer's cards: any but honours, one as likely as another (6)."""
        hand, held, size = self.dealt[self.dealer], self.held[self.dealer], self.rules.scart_size
        random, cards = self.random, len(hand)
        scart: list[int] = []
        while len(scart) < size:
            card = hand[int(random() * cards)]
            if not _HONOUR[card] and card not in scart:
                scart.append(card)
                held[_PLACE[card]].remove(card)
        return bytes(scart)

    def played_out(self) -> Playout:
        """Play, and return the deal with its points."""
        self._play()
        plays = bytes(self.plays)
        return Playout(self.dealer, self.dealt, self.scart, plays, tuple(self.swaps), *self._settle(plays))

    def _play(self) -> None:  # noqa: C901, PLR0912 - see below
        """Play all tricks (7.2 to 7.4). The highest index wins: a card that cannot win is never compared.

        One long function, because a call for each card would take longer than the card.
        """
        random, plays, held, winners, rules = self.random, self.plays, self.held, self.winners, self.rules
        players, once, owner = rules.players, rules.jack_first_time_only, self.fool_owner
        winner = (self.dealer + (rules.first_lead is FirstLead.RIGHT_OF_DEALER)) % players
        followers, led = _FOLLOWERS[players], set[int]()
        for left in range(rules.cards_each, 0, -1):
            leader, pick = winner, int(random() * left)
            for cards in held[leader]:  # pragma: no branch - a hand has so many cards left
                pick -= len(cards)
                if pick < 0:
                    break
            best = cards.pop()
            suit, trumps = _PLACE[best], _TRUMPS
            plays.append(best)
            if suit == _FOOLS:
                suit, trumps, best = _OPEN, _OPEN, -1
            for seat in followers[leader]:
                hand = held[seat]
                if cards := hand[suit] or hand[trumps]:
                    if seat == owner and hand[_FOOLS] and random() * (len(cards) + 1) < 1:
                        card = hand[_FOOLS].pop()
                    elif (card := cards.pop()) > best:
                        best, winner = card, seat
                else:  # free to play anything
                    pick = int(random() * left)
                    for cards in hand:  # pragma: no branch - the same
                        pick -= len(cards)
                        if pick < 0:
                            break
                    card = cards.pop()
                    if suit == _OPEN:  # after a led Fool
                        suit, trumps, best, winner = _PLACE[card], _TRUMPS, card, seat
                plays.append(card)
            if suit < _TRUMPS and not (suit in led and once):
                if SUIT_SIZE * suit + KING_RANK in plays[-players:]:
                    self._demand_jack(suit, leader)
                led.add(suit)
            winners.append(winner)

    def _demand_jack(self, suit: int, leader: int) -> None:
        """Let the king on the table demand the jack (7.8)."""
        cards, jack = self.plays[-self.rules.players :], SUIT_SIZE * suit + JACK_RANK
        order = [leader, *_FOLLOWERS[self.rules.players][leader]]
        holder = next((place for place, seat in enumerate(order) if jack in self.held[seat][suit]), None)
        calls = [] if holder is None else backs_by_call(self.rules, cards, holder, suit)
        backs = calls[int(self.random() * len(calls))] if calls else []
        if holder is None or not backs:
            return
        back = backs[int(self.random() * len(backs))]
        hand = self.held[order[holder]][suit]
        hand.remove(jack)
        hand.insert(int(self.random() * (len(hand) + 1)), back)  # the list stays in random order
        self.swaps.append(Swap(len(self.winners), order[holder], jack, back))

    def _settle(self, plays: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return points, in units, and tricks of every party."""
        rules, players, parties = self.rules, self.rules.players, self.rules.parties
        dealer, owner = self.dealer % parties, self.fool_owner % parties
        takers = b"".join([_PARTY_OF_TRICK[players][winner] for winner in self.winners])
        won = [takers.count(party) // players for party in range(parties)]
        excess = _excess(plays, takers, parties)
        for swap in self.swaps:
            excess[takers[swap.trick * players]] += _EXCESS[swap.jack] - _EXCESS[swap.back]
        for card in self.scart:
            excess[dealer] += _EXCESS[card]
        has_empty = rules.fool_no_empty is FoolNoEmpty.WAIVE or self._has_empty(owner, plays, takers)
        home = fool_goes_to(rules, owner, takers[plays.index(NARR_INDEX)], won, has_empty=has_empty)
        excess[home] += NARR_EXCESS
        return points_of(rules, dealer, excess, won), tuple(won)

    def _has_empty(self, owner: int, plays: bytes, takers: bytes) -> bool:
        """Whether a party has an empty in its pile; a card taken back for a jack is where it went at last."""
        piles = dict(zip(plays, takers, strict=True)) | dict.fromkeys(self.scart, self.dealer % self.rules.parties)
        return any(_IS_EMPTY[card] for card, party in piles.items() if party == owner)


def _excess(plays: bytes, takers: bytes, parties: int) -> list[int]:
    """Return the excess of the cards that each party has taken.

    The bytes of a number are summed by its remainder, as digits are by that of 9; all sums are below 255.
    """
    values = int.from_bytes(plays.translate(_EXCESS))
    others = [(values & int.from_bytes(takers.translate(_ONLY[party]))) % 255 for party in range(1, parties)]
    return [values % 255 - sum(others), *others]


def _sorted_into_suits(cards: bytes) -> Hand:
    hand: Hand = [[], [], [], [], [], [], []]
    for card in cards:
        hand[_PLACE[card]].append(card)
    return hand
