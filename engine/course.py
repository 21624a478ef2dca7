"""How a deal went, if it went by the rules: the checks of a whole deal at once, in some seven microseconds.

Where `verify_play` follows a deal card by card and says what is wrong first, this only says whether something is. Cards
are indices, as bytes; facts about all plays of the deal are the lanes of one integer (`engine.lanes`).

- *Held.* The deal tells who got each card. So the holders of the cards played must be the seats of a right order of
  play in every trick. A jack that was demanded was never played; the card taken back was played twice, the second time
  in place of the jack.
- *Taken.* A trick went to the right seat if no card in it is stronger than the one of the seat that leads next.
  Strength is the index of trumps and cards of the suit, and 0 of all others, which cannot win.
- *Followed.* Who plays another suit must not play the one led later: then he had it. A table of each seat's last play
  in each suit answers that for all plays at once, and likewise for trumps.
- *Demanded.* Jacks given to a king are rare and are looked at one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import HONOURS, PACK, SUIT_SIZE, Suit
from engine.index_rules import JACK_RANK, NARR_INDEX, Swap, backs_by_call
from engine.lanes import LANES, Lanes
from engine.rulesets import FirstLead, RuleSet

ALL_CARDS = bytes(range(len(PACK)))
_HONOURS = frozenset(card.index for card in HONOURS)
_TROCCAS, _NO_SUIT = Suit.TROCCAS.number, 5
_SUIT = bytes(_NO_SUIT if card.suit is None else card.suit.number for card in PACK) + bytes(256 - len(PACK))
# What a seat plays: eight times its number (counted from 1), plus the suit; below 56. 0 is nothing.
_SEAT_CODE, _CODES = 8, bytes(range(56))


@dataclass(slots=True)
class Course:
    """A lawful deal, a byte for each card played: who played it, and which seat took it.

    It is not frozen because it would take five times as long to make.
    """

    seats: bytes
    takers: bytes


class _Table:
    """What is the same in all deals of so many players."""

    def __init__(self, lanes: Lanes) -> None:
        players, plays = lanes.players, lanes.plays
        self.lanes = lanes
        self.trumps = _TROCCAS * lanes.ones
        self.scart_size = len(PACK) - plays
        dealers = range(players)
        self.sizes = [
            [plays // players + (self.scart_size if seat == dealer else 0) for seat in range(players)]
            for dealer in dealers
        ]
        # who holds each card, in the order in which `dealt` has them, and each card of the scart
        self.holders = [b"".join(bytes([seat]) * size for seat, size in enumerate(sizes)) for sizes in self.sizes]
        self.scart_holders = [bytes([dealer]) * self.scart_size for dealer in dealers]
        self.all_but = [lanes.all_but(place) for place in range(plays)]
        self.places = bytes(range(plays))
        self.place_limits = int.from_bytes(self.places)
        self.no_places = bytes(len(_CODES))


_TABLES = {players: _Table(lanes) for players, lanes in LANES.items()}


def hand_sizes(players: int, dealer: int) -> list[int]:
    """Return how many cards each seat gets."""
    return _TABLES[players].sizes[dealer]


def lawful_course(
    rules: RuleSet, dealer: int, dealt: bytes, scart: bytes, plays: bytes, swaps: Sequence[Swap]
) -> Course | None:
    """Return how a deal went, None if anything in it is against the rules (6, 7.1 to 7.4, 7.8).

    `dealt` are the hands one after the other, each of the right size; `plays` the cards of all tricks in the order in
    which they were played, before jacks were demanded.
    """
    table = _TABLES[rules.players]
    lanes, full = table.lanes, table.lanes.full
    as_dealt = _as_dealt(plays, swaps, rules.players) if swaps else plays
    seats = _seats(dealer, dealt, scart, as_dealt, table)
    right = rules.first_lead is FirstLead.RIGHT_OF_DEALER
    if seats is None or seats[0] != (dealer + right) % rules.players:
        return None
    suits, fool = plays.translate(_SUIT), plays.index(NARR_INDEX)
    own = fixing = int.from_bytes(suits)
    if fool % rules.players == 0:  # a led Fool: the next card fixes the suit (7.4)
        fixing = int.from_bytes(suits[:fool] + suits[fool + 1 : fool + 2] + suits[fool + 1 :])
    led = lanes.led(fixing)
    other = lanes.whole(own ^ led)  # another suit than the one led
    useless = other & lanes.whole(own ^ table.trumps)  # nor a trump
    sitting = int.from_bytes(seats)
    takers = _takers(sitting, seats, int.from_bytes(plays) + lanes.ones & (full ^ useless), lanes)
    bound = table.all_but[fool]  # the Fool goes with everything (7.4)
    if takers is None or not _is_followed(sitting, own, (led, other & bound), useless & bound, table):
        return None
    if swaps and not _are_due(swaps, plays, (as_dealt, seats, led.to_bytes(lanes.plays)), rules):
        return None
    return Course(seats, takers.to_bytes(lanes.plays))


def _as_dealt(plays: bytes, swaps: Sequence[Swap], players: int) -> bytes:
    """Return the plays with every card once: the second time, a card taken back stands for the jack given for it."""
    cards = bytearray(plays)
    for swap in swaps:
        cards[plays.find(swap.back, (swap.trick + 1) * players)] = swap.jack
    return bytes(cards)


def _seats(dealer: int, dealt: bytes, scart: bytes, as_dealt: bytes, table: _Table) -> bytes | None:
    """Return who played each card: the one who got it.

    None if cards are not there once each, before play and after, or the scart is not right (6).
    """
    away = as_dealt + scart
    if len(away) != len(dealt) or ALL_CARDS.translate(None, dealt) or ALL_CARDS.translate(None, away):
        return None
    holder = bytes.maketrans(dealt, table.holders[dealer])
    if scart.translate(holder) != table.scart_holders[dealer] or not _HONOURS.isdisjoint(scart):
        return None
    return as_dealt.translate(holder)


def _takers(sitting: int, seats: bytes, strengths: int, lanes: Lanes) -> int | None:
    """Return who took each trick, None if somebody played out of turn or someone else leads next (7.1, 7.3)."""
    leaders = lanes.led(sitting)
    if lanes.round_table(leaders + lanes.steps) != sitting:
        return None
    last = strengths.to_bytes(lanes.plays)[-lanes.players :]
    takers = lanes.moved_up(leaders, seats[last.index(max(last)) - lanes.players])
    best = lanes.only(strengths & (lanes.full ^ lanes.whole(sitting ^ takers)))
    return takers if lanes.are_at_most(strengths, best) else None


def _is_followed(sitting: int, own: int, other: tuple[int, int], useless: int, table: _Table) -> bool:
    """Whether those who did not follow suit (the suits, and where), or neither followed nor trumped, could not (7.2).

    The last places at which each seat played each suit are a table for bytes; later entries replace earlier ones.
    """
    lanes, plays = table.lanes, table.lanes.plays
    seat_codes = (sitting + lanes.ones) * _SEAT_CODE
    last = bytes.maketrans(_CODES + (seat_codes + own).to_bytes(plays), table.no_places + table.places)
    led, where = other
    suit_last = (seat_codes + led & where).to_bytes(plays).translate(last)
    trump_last = (seat_codes + table.trumps & useless).to_bytes(plays).translate(last)
    suit_is_gone = lanes.are_at_most(int.from_bytes(suit_last), table.place_limits)
    return suit_is_gone and lanes.are_at_most(int.from_bytes(trump_last), table.place_limits)


def _are_due(swaps: Sequence[Swap], plays: bytes, rows: tuple[bytes, bytes, bytes], rules: RuleSet) -> bool:
    """Whether every jack that went into a trick was demanded by its king, and its exchange is right (7.8).

    `rows` have, for each play, the card as dealt, the seat, and the suit of the trick. That the jack is not played, but
    the card taken back for it later by its holder, is known by now.
    """
    as_dealt, seats, led = rows
    players = rules.players
    suits = led[::players]
    for swap in swaps:
        if swap.trick not in range(len(suits)):
            return False
        start, suit = swap.trick * players, suits[swap.trick]
        if suit == _TROCCAS or swap.jack != SUIT_SIZE * suit + JACK_RANK:
            return False
        if rules.jack_first_time_only and suit in suits[: swap.trick]:
            return False
        if seats[as_dealt.index(swap.jack)] != swap.seat:
            return False
        holder = seats.index(swap.seat, start) - start
        calls = backs_by_call(rules, plays[start : start + players], holder, suit)
        heard = calls if swap.call is None else calls[swap.call : swap.call + 1]
        if not any(swap.back in backs for backs in heard):
            return False
    return True
