"""Cards of thousands of deals at once, and dealing them: `engine.planes` for the words, `engine.batch` for the game.

A card is a number of seven planes, a different card in each deal. The highest tells trumps and the Fool from the suits;
then come two planes for the suit and four for the rank (1 to 14), or, for trumps, 0 and five planes for the rank (1 to
21). So one plane is of the suit or of the rank; among cards of one kind it compares like a rank. The Fool has the two
highest planes. A hand is a list of slots, one for each card still held.

All deals start from the same random order of the pack. Then slots are paired at random, again and again, and each pair
changes places in half of the deals, by fresh random bits. Each deal alone is a uniformly random one, because the first
order is; the more rounds, the less two deals have in common.
"""

from random import Random

from engine.cards import PACK
from engine.planes import Number, Plane, constant, exchange

CARD_PLANES, RANK_PLANES, SUIT_PLANES = 7, 5, 3
RANK, SUIT = slice(RANK_PLANES), slice(CARD_PLANES - SUIT_PLANES, None)  # they share a plane
HAND_SIZES = (21, 19, 19, 19)  # seat 0 deals
_ROUNDS = 16  # of pairing slots: what two deals have in common is halved each time

Slot = Number
Hand = list[Slot]


def _code(index: int) -> int:
    card = PACK[index]
    if card.suit is None:
        return 0b11 << 5
    return card.rank | 1 << 6 if card.is_trump else card.rank + 1 | card.suit.number << 4


_CODES = [_code(index) for index in range(len(PACK))]
CARD_OF_CODE = dict(zip(_CODES, PACK, strict=True))


def dealt_hands(rng: Random, everywhere: Plane) -> list[Hand]:
    """Return four random hands."""
    order = rng.sample(_CODES, len(_CODES))
    slots = [constant(code, CARD_PLANES, everywhere) for code in order]
    for _ in range(_ROUNDS):
        rng.shuffle(slots)
        for first, second in zip(slots[::2], slots[1::2], strict=True):
            exchange(first, second, rng.getrandbits(everywhere.bit_length()))
    starts = [sum(HAND_SIZES[:seat]) for seat in range(len(HAND_SIZES))]
    return [slots[start : start + size] for start, size in zip(starts, HAND_SIZES, strict=True)]


def is_fool(card: Slot) -> Plane:
    """Return where a card is the Fool."""
    return card[6] & card[5]


def is_trump(card: Slot) -> Plane:
    """Return where a card is a trump."""
    return card[6] ^ is_fool(card)


def excess_of(rank: Number, trump: Plane, everywhere: Plane) -> Number:
    """Return the excess of a card, 0 to 4, from its rank; the Fool's is counted at the end."""
    r0, r1, r2, r3, r4 = rank
    plain = (everywhere ^ trump) & r3
    high = plain & r2  # knight, queen, king: 12, 13, 14
    low = high & (everywhere ^ r1)
    jack = plain & (everywhere ^ r2) & r1 & r0
    honour = trump & r0 & (everywhere ^ (r1 | r3)) & (everywhere ^ (r2 ^ r4))  # trump 1 or 21
    return [jack | (low & r0), low, (high & r1) | honour]


def take_out(rng: Random, hand: Hand, allowed: list[Plane], where: Plane) -> Slot:
    """Take one of the allowed cards out of a hand, any as likely as another, in these deals; return it.

    The slots are looked through in a random order, and the first card that is allowed goes. It changes places with that
    of the last slot, which is then dropped; so elsewhere the card in the last slot goes. The order is the same in all
    deals, but fresh each time, and the cards lie in other slots in each deal: deals have next to nothing in common.
    """
    last = hand[-1]
    gone = list(last)
    random = rng.random
    for slot in sorted(range(len(hand)), key=lambda _: random()):
        picked = allowed[slot] & where
        where ^= picked
        card = hand[slot]
        if picked and card is not last:
            for bit, other in enumerate(last):
                change = (card[bit] ^ other) & picked
                card[bit] ^= change
                gone[bit] ^= change
    hand.pop()
    return gone
