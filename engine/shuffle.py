"""The pack in random order, as card indices: what `sorted(range(78), key=lambda _: rng.random())` gives, but faster.

All random bits come at once, 64 for each card, and become floats from 1 to 2 whose lowest byte is the index of the
card. Sorting the floats sorts the cards. Two cards whose 44 random bits are the same, which happens in one pack of six
billion, stay in order of index.
"""

from random import Random
from struct import Struct

from engine.cards import PACK_SIZE

_FLOATS = Struct(f"<{PACK_SIZE}d")


def _in_each(bits: int) -> int:
    """Return a number that has these 64 bits for each card."""
    return sum(bits << 64 * index for index in range(PACK_SIZE))


# `random()` takes its highest bits from the first 32 of the 64, which are the lower ones of a number
_FIRST_32, _NEXT_12 = _in_each((1 << 32) - 1), _in_each(((1 << 12) - 1) << 8)
_CARDS = _in_each(0x3FF << 52) + sum(index << 64 * index for index in range(PACK_SIZE))  # 0x3FF: from 1 to 2


def shuffled_indices(rng: Random) -> bytes:
    """Return the indices of the 78 cards in random order, every order as likely as another."""
    bits = rng.getrandbits(64 * PACK_SIZE)
    keys = (bits & _FIRST_32) << 20 | bits >> 44 & _NEXT_12 | _CARDS
    return _FLOATS.pack(*sorted(_FLOATS.unpack(keys.to_bytes(8 * PACK_SIZE, "little"))))[::8]
