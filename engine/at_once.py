"""Whether a recorded deal is right, all of it at once: what `verify` asks before it looks for an offence.

True is certain: the walk of `verify` would find nothing either, which tests hold for deals as played and for changed
ones. False means that something is wrong, or that the deal has what only the walk knows: knocks, phrases, a dealer
without a trump.
"""

from functools import cache
from itertools import chain, product

from engine.cards import PACK, PACK_SIZE
from engine.cardset import EMPTY_BITS, excess_of
from engine.course import hand_sizes, lawful_course
from engine.deal import PACKETS
from engine.index_rules import NARR_INDEX, Swap, fool_goes_to, points_of
from engine.piles import Piles, piles_of
from engine.record import Record
from engine.settlement import FoolEnd
from engine.trick import Call, JackSwap
from engine.tschintschar import Decision

_FOOL = 1 << NARR_INDEX
_TRUMPS = frozenset(card for card in PACK if card.is_trump)
_CALLS = (Call.SILENT, Call.BUOB, Call.BUOB_SCHE)  # in the order of `backs_by_call`


def _shape(players: int, mode: int, dealer: int) -> tuple[list[int], list[int]]:
    """Return how many packets each hand has, and how many cards each packet, the scart, and each trick."""
    sizes, hands = PACKETS[players][mode], hand_sizes(players, dealer)
    packets = [size for hand in hands for size in (*sizes[:-1], hand - sum(sizes[:-1]))]
    return [len(sizes)] * players, [*packets, PACK_SIZE - players * sum(sizes), *([players] * sum(sizes))]


_SHAPES = {
    (players, mode, dealer): _shape(players, mode, dealer)
    for players, modes in PACKETS.items()
    for mode in modes
    for dealer in range(players)
}


def is_right(record: Record) -> bool:
    """Return whether a record is certainly right."""
    rules, dealer, hands, tricks = record.rules, record.dealer.number, record.hands, record.tricks
    groups = [packet for packets in hands for packet in packets]
    groups.append(record.scart)
    groups += [trick.plays for trick in tricks]
    shape = [len(packets) for packets in hands], [len(group) for group in groups]
    if record.knocks or shape != _SHAPES.get((rules.players, record.mode, dealer)):
        return False
    cards = bytes(bytearray([card.index for group in groups for card in group]))  # a bytearray is made faster
    scart_end = PACK_SIZE + rules.scart_size
    dealt, scart, played = cards[:PACK_SIZE], cards[PACK_SIZE:scart_end], cards[scart_end:]
    given = [trick.swap for trick in tricks]
    swaps = [_swap(number, swap) for number, swap in enumerate(given) if swap is not None] if any(given) else []
    course = lawful_course(rules, dealer, dealt, scart, played, swaps)
    return (
        course is not None
        and course.seats[:: rules.players] == bytearray([trick.leader.number for trick in tricks])
        and course.takers[:: rules.players] == bytearray([trick.winner.number for trick in tricks])
        and _is_talk_right(record)
        and _is_counted(record, piles_of(rules, dealer, scart, played, swaps, course))
    )


def _swap(number: int, swap: JackSwap) -> Swap:
    return Swap(number, swap.holder.number, swap.jack.index, swap.back.index, _CALLS.index(swap.call))


def _is_talk_right(record: Record) -> bool:
    """Whether all spoke in turn, without phrases, and each talk ended as it must (5)."""
    rules, hand, talk = record.rules, record.hands[record.dealer.number], record.talk
    if not rules.consultation:
        return not talk
    talks = _talks(rules.players, len(hand), record.dealer.number)
    said = talks.get(tuple([8 * speech.packet + speech.seat.number for speech in talk]))
    return said == [speech.said for speech in talk] and not _TRUMPS.isdisjoint(chain.from_iterable(hand))


@cache
def _talks(players: int, packets: int, dealer: int) -> dict[tuple[int, ...], list[Decision]]:
    """Return, for all turns that can be, what is said in them: nobody orders, or somebody who ends the talk (5)."""
    refrains = [Decision.PASS] * (players - 2) + [Decision.DEFER, Decision.CONTINUE]
    ends = [[*refrains[:turns], Decision.ORDER] for turns in range(players - 1)] + [refrains]
    talks = {}
    for said in product(ends, repeat=packets):
        turns = [
            _turn(packet, (dealer + step) % players)
            for packet, words in enumerate(said, start=1)
            for step in range(1, len(words) + 1)
        ]
        talks[tuple(turns)] = [word for words in said for word in words]
    return talks


def _turn(packet: int, seat: int) -> int:
    return 8 * packet + seat


def _is_counted(record: Record, piles: Piles) -> bool:
    """Whether the Fool's fate, the piles and the points are right (7.5 to 8)."""
    rules, cards, won = record.rules, piles.cards, piles.tricks
    if not _is_fool_settled(record, piles):
        return False
    points = points_of(rules, record.dealer.number % rules.parties, [excess_of(bits) for bits in cards], won)
    stated = [(pile.cards.bits, pile.tricks, pile.points) for pile in record.piles]
    return stated == list(zip(cards, won, points, strict=True))


def _is_fool_settled(record: Record, piles: Piles) -> bool:
    """Whether the Fool's fate as stated is the right one; if he goes home, he does (7.5 to 7.7)."""
    rules, stated, cards = record.rules, record.fool, piles.cards
    owner, taker = piles.fool_from % rules.parties, piles.fool_taker
    empties = cards[owner] & EMPTY_BITS
    given = 0 if stated.empty is None else 1 << stated.empty.index
    if stated.owner.number != piles.fool_from:
        return False
    if owner == taker:
        return stated.end is FoolEnd.KEPT and not given
    if fool_goes_to(rules, owner, taker, piles.tricks, has_empty=empties != 0) == taker:
        return stated.end is FoolEnd.LOST and not given
    cards[owner] ^= _FOOL | given
    cards[taker] ^= _FOOL | given
    if not empties:
        return stated.end is FoolEnd.WAIVED and not given
    return stated.end is FoolEnd.GIVES and given & empties != 0
