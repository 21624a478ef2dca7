"""Thousands of random deals at once: one bit of a big integer for each deal.

This is the fast and ugly way to do what `playout` does clearly. Every fact that is true or false in a deal ("this card
lies in this slot", "seat 2 leads") is a big integer, a *plane*, whose bit i tells it of deal i; `&`, `|` and `^` on
planes work on all deals at a time. Numbers are lists of planes, lowest bit first.

How chance comes in:

- Dealing. All deals start from the same random order of the pack. Then slots are paired at random, again and again,
  and each pair changes places in half of the deals, by fresh random bits. Each deal alone is a uniformly random one,
  because the first order is; the more rounds, the less two deals have in common.
- Playing. A hand is a list of slots, one for each card still held. A leader plays the card of a random slot; for
  others the slots are looked through in a random order, and the first that may be played is. Slot and order are the
  same in all deals, but fresh for each play, so in each deal alone every legal card is equally likely. As the cards lie
  in other slots in each deal, deals have next to nothing in common. The card played changes places with that of the
  last slot, which is then dropped.
- Calling for a jack. Deals take turns (every second, every third one), beginning at a random place.

`playout` and `hand_state` are the oracles: a test replays single deals card by card and compares the statistics.
Only four players, and the options that the named rule sets have.
"""

from dataclasses import dataclass
from functools import cache
from random import Random

from engine.cards import PACK, Figure
from engine.errors import Code, EngineError
from engine.rulesets import (
    SURSELVA,
    FirstLead,
    FoolNoEmpty,
    JackFigure,
    JackSameHand,
    JackTakeback,
    JackTrigger,
    RuleSet,
    ScartOnMatch,
)

DEALS = 1 << 14
_ROUNDS = 16  # of pairing slots: what two deals have in common is halved each time
_SEATS = range(4)
_SIZES = (21, 19, 19, 19)
_SUIT_BITS, _RANK_BITS = 3, 5
_POINT_BITS = 7


def _code(index: int) -> int:
    """Return a card as 8 bits: suit (0 to 3, 4 for trumps, 5 for the Fool), then rank from 1, the Fool's is 0."""
    card = PACK[index]
    suit = 5 if card.suit is None else card.suit.number
    rank = card.rank + 1 if suit < 4 else card.rank
    return suit + (rank << _SUIT_BITS)


_CODES = [_code(index) for index in range(len(PACK))]
CARD_OF_CODE = dict(zip(_CODES, PACK, strict=True))


@cache
def _turns(deals: int, length: int) -> list[int]:
    """Return planes that take turns: every so manieth deal, beginning with each of the first ones."""
    first = int(("0" * (length - 1) + "1") * (deals // length + 1), 2)
    return [(first << start) & ((1 << deals) - 1) for start in range(length)]


@cache
def _ones(deals: int) -> int:
    """Return a number with a byte 1 for each deal."""
    return int.from_bytes(b"\1" * deals)


def _added(first: list[int], second: list[int], width: int) -> list[int]:
    """Return the sums of two numbers of planes."""
    total, carry = [], 0
    for place in range(width):
        a = first[place] if place < len(first) else 0
        b = second[place] if place < len(second) else 0
        either = a ^ b
        total.append(either ^ carry)
        carry = (a & b) | (either & carry)
    return total


@dataclass(slots=True)
class _Led:
    """What a trick was opened with: suit and rank as planes, and who had to play them in which deals."""

    suit: list[int]
    rank: list[int]
    by: list[int]


class Batch:
    """Random deals by seat 0, all played out. `points` are those of the dealer's side, a byte for each deal."""

    def __init__(self, rng: Random, rules: RuleSet = SURSELVA, deals: int = DEALS) -> None:
        """Deal and play.

        Raises EngineError (UNKNOWN_RULESET) for rules that this module does not know.
        """
        known = (4, FoolNoEmpty.WAIVE, JackTakeback.OWN_CARD, ScartOnMatch.TO_WINNER, 0)
        options = (
            rules.players,
            rules.fool_no_empty,
            rules.jack_takeback,
            rules.scart_on_match,
            rules.match_bonus,
        )
        if options != known:
            raise EngineError(Code.UNKNOWN_RULESET, ruleset=rules.name)
        self.rng, self.rules, self.deals = rng, rules, deals
        self.all = (1 << deals) - 1
        self.cards = self._deal()
        self.dealt = [[list(slot) for slot in hand] for hand in self.cards]
        self.played: list[list[list[int]]] = []  # by trick and seat, before jacks were demanded
        self.score: list[int] = [self.all]  # the scart is a group
        self.fool_ours = 0
        self.led_before = [0] * 4
        self.scart = [self._lay_away() for _ in range(rules.scart_size)]
        leader = 1 if rules.first_lead is FirstLead.RIGHT_OF_DEALER else 0
        leads = [self.all if seat == leader else 0 for seat in _SEATS]
        ours = theirs = 0
        for _ in range(rules.cards_each):
            leads = self._play_trick(leads)
            ours |= leads[0] | leads[2]
            theirs |= leads[1] | leads[3]
        self.points = self._settled(ours, theirs)

    def _order(self, slots: int) -> list[int]:
        """Return the slots of a hand in random order."""
        random = self.rng.random
        return sorted(range(slots), key=lambda _: random())

    def _deal(self) -> list[list[list[int]]]:
        """Return `cards[seat][slot]`, the code of the card in each slot as planes."""
        rng, width = self.rng, _SUIT_BITS + _RANK_BITS
        order = rng.sample(_CODES, len(_CODES))
        slots = [[self.all if code >> bit & 1 else 0 for bit in range(width)] for code in order]
        for _ in range(_ROUNDS):
            rng.shuffle(slots)
            for first, second in zip(slots[::2], slots[1::2], strict=True):
                swap = rng.getrandbits(self.deals)
                for bit in range(width):
                    change = (first[bit] ^ second[bit]) & swap
                    first[bit] ^= change
                    second[bit] ^= change
        starts = [sum(_SIZES[:seat]) for seat in _SEATS]
        return [slots[start : start + size] for start, size in zip(starts, _SIZES, strict=True)]

    def _is_rank(self, rank: list[int], wanted: int) -> int:
        """Return where a rank is the wanted one."""
        found = self.all
        for bit, plane in enumerate(rank):
            found &= plane if wanted >> bit & 1 else self.all ^ plane
        return found

    def _excess(self, rank: list[int], trump: int) -> list[int]:
        """Return the excess of a card, 0 to 4, from its rank; the Fool's is counted at the end."""
        r0, r1, r2, r3, r4 = rank
        plain = (self.all ^ trump) & r3
        high = plain & r2  # knight, queen, king: 12, 13, 14
        low = high & (self.all ^ r1)
        jack = plain & (self.all ^ r2) & r1 & r0
        honour = trump & r0 & (self.all ^ (r1 | r3)) & (self.all ^ (r2 ^ r4))  # trump 1 or 21
        return [jack | (low & r0), low, (high & r1) | honour]

    def _lay_away(self) -> list[int]:
        """Take a card that is no honour from the dealer (6), count it, and return its code."""
        cards = self.cards[0]
        allowed = []
        for card in cards:
            fool = card[2] & card[0]
            allowed.append(self.all ^ (self._excess(card[3:], card[2] ^ fool)[2] | fool))
        code = self._taken(cards, allowed, self.all)
        self.score = _added(self.score, self._excess(code[3:], code[2]), _POINT_BITS)
        return code

    def _taken(self, cards: list[list[int]], allowed: list[int], where: int) -> list[int]:
        """Take one of the allowed cards out of a hand in these deals; return the code of the card that went.

        Elsewhere the card in the last slot goes.
        """
        last = cards[-1]
        l0, l1, l2, l3, l4, l5, l6, l7 = last
        g0, g1, g2, g3, g4, g5, g6, g7 = last
        for slot in self._order(len(cards)):
            pick = allowed[slot] & where
            where ^= pick
            card = cards[slot]
            if card is last or not pick:
                continue
            c0, c1, c2, c3, c4, c5, c6, c7 = card
            c0, g0 = c0 ^ (t := (c0 ^ l0) & pick), g0 ^ t
            c1, g1 = c1 ^ (t := (c1 ^ l1) & pick), g1 ^ t
            c2, g2 = c2 ^ (t := (c2 ^ l2) & pick), g2 ^ t
            c3, g3 = c3 ^ (t := (c3 ^ l3) & pick), g3 ^ t
            c4, g4 = c4 ^ (t := (c4 ^ l4) & pick), g4 ^ t
            c5, g5 = c5 ^ (t := (c5 ^ l5) & pick), g5 ^ t
            c6, g6 = c6 ^ (t := (c6 ^ l6) & pick), g6 ^ t
            c7, g7 = c7 ^ (t := (c7 ^ l7) & pick), g7 ^ t
            cards[slot] = [c0, c1, c2, c3, c4, c5, c6, c7]
        cards.pop()
        return [g0, g1, g2, g3, g4, g5, g6, g7]

    def _play_trick(self, leads: list[int]) -> list[int]:
        """Play one trick; `leads[seat]` tells where a seat leads. Return where each seat takes it."""
        led, moved = self._lead(leads)
        cards, follows, trumps = [], [], []
        opposite = [self.all ^ plane for plane in led.suit]
        for seat in _SEATS:
            card, suit = self._follow(seat, self.all ^ moved[seat], opposite)
            cards.append(card)
            fool = card[2] & card[0]
            follows.append((suit & (self.all ^ fool)) | led.by[seat])
            trumps.append(card[2] ^ fool)
            if seat % 2 == 0:
                self.fool_ours |= fool
        self.played.append(cards)
        ranks = [card[3:] for card in cards]
        winners = self._winners(led, ranks, follows, trumps)
        excess = [self._excess(ranks[seat], trumps[seat]) for seat in _SEATS]
        jacks = self._jacks(led, ranks, follows, excess)
        total = _added(_added(excess[0], excess[1], 4), _added(excess[2], excess[3], 4), 5)
        total = _added(_added(total, [jacks], 5), [self.all], 5)
        mine = winners[0] | winners[2]
        self.score = _added(self.score, [plane & mine for plane in total], _POINT_BITS)
        return winners

    def _lead(self, leads: list[int]) -> tuple[_Led, list[int]]:
        """Lead any card (7.2); where it is the Fool, the next seat fixes the suit (7.4).

        The card is put into the last slot. Return what was led, and where each seat has moved a card there.
        """
        suit, best = [0] * _SUIT_BITS, [0] * _RANK_BITS
        by, moved = [0] * 4, [0] * 4
        fool = 0
        for step in range(5):  # seat 0 once more, for a Fool led by seat 3
            seat = step % 4
            where = (leads[seat] if step < 4 else 0) | fool
            cards = self.cards[seat]
            card, last = cards[int(self.rng.random() * len(cards))], cards[-1]
            if card is not last:
                for bit, plane in enumerate(card):
                    change = (plane ^ last[bit]) & where
                    card[bit] ^= change
                    last[bit] ^= change
            fool = last[2] & last[0] & where
            real = where ^ fool
            moved[seat] |= where
            by[seat] |= real
            suit = [plane | (bit & real) for plane, bit in zip(suit, last[:3], strict=True)]
            best = [plane | (bit & real) for plane, bit in zip(best, last[3:], strict=True)]
        return _Led(suit, best, by), moved

    def _follow(self, seat: int, where: int, opposite: list[int]) -> tuple[list[int], int]:
        """Let a seat follow suit, else trump, else play anything; the Fool always (7.2, 7.4).

        Return the card that it has played, to lead or to follow, and where it had the suit.
        """
        cards = self.cards[seat]
        n0, n1, n2 = opposite
        suits, trumps, fools = [], [], []
        has_suit = has_trump = 0
        for card in cards:
            c0, c1, c2 = card[0], card[1], card[2]
            of_suit = (c0 ^ n0) & (c1 ^ n1) & (c2 ^ n2)
            fool = c2 & c0
            trump = c2 ^ fool
            has_suit |= of_suit
            has_trump |= trump
            suits.append(of_suit)
            trumps.append(trump)
            fools.append(fool)
        no_suit = self.all ^ has_suit
        free = no_suit & (self.all ^ has_trump)
        allowed = [
            of_suit | (trump & no_suit) | free | fool for of_suit, trump, fool in zip(suits, trumps, fools, strict=True)
        ]
        return self._taken(cards, allowed, where), has_suit & where

    def _winners(self, led: _Led, ranks: list[list[int]], follows: list[int], trumps: list[int]) -> list[int]:
        """Return where each seat has the highest trump, else the highest card of the suit (7.3)."""
        everywhere, best, best_trump = self.all, led.rank, led.suit[2]
        winners = list(led.by)
        for seat in _SEATS:
            higher, equal = 0, everywhere
            for mine, other in zip(reversed(ranks[seat]), reversed(best), strict=True):
                differs = mine ^ other
                higher |= equal & mine & differs
                equal &= everywhere ^ differs
            no_trump = everywhere ^ best_trump
            wins = (trumps[seat] & (higher | no_trump)) | (follows[seat] & no_trump & higher)
            best = [other ^ ((mine ^ other) & wins) for mine, other in zip(ranks[seat], best, strict=True)]
            best_trump |= wins & trumps[seat]
            winners = [plane & (everywhere ^ wins) for plane in winners]
            winners[seat] |= wins
        return winners

    def _jacks(self, led: _Led, ranks: list[list[int]], follows: list[int], excess: list[list[int]]) -> int:
        """Let kings demand jacks (7.8); return where a jack went into the trick. A figure taken back leaves it."""
        asked = self._first_time(led)
        kings_by = led.by if self.rules.jack_trigger is JackTrigger.KING_LED else follows
        king_of = [self._is_rank(ranks[seat], Figure.RETG.rank + 1) & kings_by[seat] & asked for seat in _SEATS]
        kings = king_of[0] | king_of[1] | king_of[2] | king_of[3]
        empty = [
            follows[seat] & asked & (self.all ^ (excess[seat][0] | excess[seat][1] | excess[seat][2]))
            for seat in _SEATS
        ]
        silent, buob, _ = self.rng.sample(_turns(self.deals, 3), 3)
        half = self.rng.choice(_turns(self.deals, 2))
        if self.rules.jack_figure is JackFigure.TWO_CALLS:
            for_empty, for_figure = self.all ^ silent, buob
        else:
            for_empty, for_figure = half, 0
        given = 0
        for seat in _SEATS:
            slots, has = self._jack_slots(seat, kings, led)
            others = has & (self.all ^ king_of[seat])
            figure = others & follows[seat] & (self.all ^ empty[seat]) & for_figure
            own = (others & empty[seat] & for_empty) | figure
            taken, rank = self._from_others(seat, has & king_of[seat] & half, empty, ranks)
            rank = [new | (mine & own) for new, mine in zip(rank, ranks[seat], strict=True)]
            self._take_back(seat, slots, own | taken, rank)
            excess[seat] = [plane & (self.all ^ figure) for plane in excess[seat]]
            given |= own | taken
        return given

    def _jack_slots(self, seat: int, where: int, led: _Led) -> tuple[list[int], int]:
        """Return in which slots a seat holds the jack of the suit led, and where it does, in these deals only."""
        s0, s1, _ = led.suit
        slots, has = [], 0
        for c0, c1, c2, r0, r1, r2, r3, _ in self.cards[seat]:
            jack = where & r3 & r1 & r0
            jack &= self.all ^ (r2 | c2 | (c0 ^ s0) | (c1 ^ s1))
            slots.append(jack)
            has |= jack
        return slots, has

    def _first_time(self, led: _Led) -> int:
        """Return where the trick is of a plain suit that may demand a jack, and note the suit as led."""
        asked = 0
        s0, s1, s2 = led.suit
        for suit in range(4):
            of_suit = (s0 if suit & 1 else self.all ^ s0) & (s1 if suit & 2 else self.all ^ s1) & (self.all ^ s2)
            if self.rules.jack_first_time_only:
                asked |= of_suit & (self.all ^ self.led_before[suit])
                self.led_before[suit] |= of_suit
            else:
                asked |= of_suit
        return asked

    def _from_others(self, seat: int, where: int, empty: list[int], ranks: list[list[int]]) -> tuple[int, list[int]]:
        """King and jack in one hand: take an empty of another player. Return where there is one, and its rank."""
        rank = [0] * _RANK_BITS
        if self.rules.jack_same_hand is JackSameHand.OFF:
            return 0, rank
        left = where
        for other in self.rng.sample([other for other in _SEATS if other != seat], 3):
            gives = left & empty[other]
            left ^= gives
            rank = [plane | (gives & bit) for plane, bit in zip(rank, ranks[other], strict=True)]
        return where ^ left, rank

    def _take_back(self, seat: int, slots: list[int], where: int, rank: list[int]) -> None:
        """Put a card of this rank in the jack's place; the suit is the same."""
        for card, jack in zip(self.cards[seat], slots, strict=True):
            changed = jack & where
            if changed:
                card[3:] = [old ^ ((old ^ new) & changed) for old, new in zip(card[3:], rank, strict=True)]

    def _settled(self, ours: int, theirs: int) -> bytes:
        """Add the Fool (7.5), give everything to the winner of a match (8), and turn planes into bytes."""
        score = _added(self.score, [0, 0, self.fool_ours], _POINT_BITS)
        both, won = ours & theirs, self.all ^ theirs
        points = 0
        for bit, plane in enumerate(score):
            final = (plane & both) | (won if self.rules.total >> bit & 1 else 0)
            digits = format(final, f"0{self.deals}b").encode()
            points += (int.from_bytes(digits) & _ones(self.deals)) << bit
        return points.to_bytes(self.deals)[::-1]
