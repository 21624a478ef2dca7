"""Tables of four by matching search: every step is the exact best of a huge neighbourhood, and never worse.

Start from a partition; then, again and again, take one or two players out of each table and put them all
back in the best way (an assignment). A table is worth the best of its three splits, so partners are never
fixed too early. Twelve players have 5775 partitions, so that few are tried one by one.
"""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np

from tournaments.pairing.aims import Numbers, random_words
from tournaments.pairing.table_costs import SPLITS, TableCosts

LARGEST_EXACT = 12
STEPS = 45
STEPS_BY_SIZE = 9000
"""Small fields are searched longer: this many steps divided by the number of players."""
NEAREST_TABLES = 25
BLOCK = 100
"""Tables that are assigned at once; every other step begins with half a block."""
LOT_BITS = 20
EXACT_BITS = 53
"""Whole numbers up to here are exact in floating point."""
QUALITY_STEPS = 1000
"""For up to 200 people that may wait a second."""

type Four = tuple[int, int, int, int]


def best_tables(
    costs: TableCosts, players: Sequence[int], chance: random.Random, steps: int | None = None
) -> list[Four]:
    """Put players (places on the board, a multiple of four) at tables: first two against last two.

    Exact for up to twelve players, else the best found in so many steps (None: as many as suit the field),
    never worse than the players in the order given, four by four. Sorted by the best place at a table.
    """
    if len(players) <= LARGEST_EXACT:
        fours = _exact(costs, list(players), chance)
    else:
        fours = _search(costs, list(players), chance, steps or max(STEPS, STEPS_BY_SIZE // len(players)))
    _, _, splits = costs.price(fours)
    tables = [_split(four, SPLITS[split]) for four, split in zip(fours.tolist(), splits.tolist(), strict=True)]
    return sorted(tables, key=min)


def _split(four: Sequence[int], split: Four) -> Four:
    """Seat four people; the side with the best place first, inside a side the better place first."""
    i, j, k, m = (four[seat] for seat in split)
    first, second = sorted((sorted((i, j)), sorted((k, m))))
    return (first[0], first[1], second[0], second[1])


@cache
def _partitions(count: int) -> tuple[tuple[Four, ...], ...]:
    """All ways to part 0 … count − 1 into fours."""

    def part(rest: tuple[int, ...]) -> list[tuple[Four, ...]]:
        if not rest:
            return [()]
        first, others = rest[0], rest[1:]
        found = []
        for mates in combinations(others, 3):
            left = tuple(each for each in others if each not in mates)
            found += [((first, *mates), *more) for more in part(left)]
        return found

    return tuple(part(tuple(range(count))))


def _exact(costs: TableCosts, players: list[int], chance: random.Random) -> Numbers:
    places = list(combinations(range(len(players)), 4))
    seats = np.array(players, dtype=np.int64)
    high, low, _ = costs.price(seats[np.array(places, dtype=np.int64)])
    price = {
        four: (int(hard), int(soft), chance.getrandbits(LOT_BITS))
        for four, hard, soft in zip(places, high, low, strict=True)
    }

    def total(partition: tuple[Four, ...]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(price[four] for four in partition), strict=True)))

    best = min(_partitions(len(players)), key=total)
    return seats[np.array(best, dtype=np.int64)]


def _search(costs: TableCosts, players: list[int], chance: random.Random, steps: int) -> Numbers:
    fours = np.array(players, dtype=np.int64).reshape(-1, 4)
    price = _total(costs, fours)
    for step in range(steps):
        fours = fours[np.argsort(fours.sum(axis=1), kind="stable")]
        leave = 2 if step % 3 == 2 else 1
        shift = BLOCK // 2 if step % 2 else 0
        mixed = _shuffled(fours, chance)
        blocks = np.split(mixed, range(shift or BLOCK, len(mixed), BLOCK))
        found = np.concatenate([_reseat(costs, block, leave, chance) for block in blocks])
        if (now := _total(costs, found)) <= price:
            fours, price = found, now
    return fours


def _total(costs: TableCosts, fours: Numbers) -> tuple[int, int]:
    high, low, _ = costs.price(fours)
    return sum(high.tolist()), sum(low.tolist())


def _shuffled(fours: Numbers, chance: random.Random) -> Numbers:
    """Each table in an order by chance."""
    words = random_words(fours.size, chance).reshape(fours.shape)
    return np.take_along_axis(fours, np.argsort(words, axis=1, kind="stable"), axis=1)


def _reseat(costs: TableCosts, fours: Numbers, leave: int, chance: random.Random) -> Numbers:
    """The first one or two leave each table; all go back, not too far away, at the least cost.

    The costs go through floating point, which may lose the softest aims of very large fields; the caller
    compares the exact sums. A seeded number in the last bits makes the answer unique where there is room.
    """
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - half a second, for these draws alone

    count = len(fours)
    going, staying = fours[:, :leave], fours[:, leave:]
    who, where = np.nonzero(abs(np.subtract.outer(np.arange(count), np.arange(count))) <= NEAREST_TABLES)
    high, low, _ = costs.price(np.column_stack((going[who], staying[where])))
    lot_bits = max(0, min(LOT_BITS, EXACT_BITS - (count * costs.low_span).bit_length()))
    lots = random_words(len(who), chance) >> (32 - lot_bits)
    weights = np.full((count, count), np.inf)
    weights[who, where] = (high * float(costs.low_span) + low) * float(1 << lot_bits) + lots
    players, tables = linear_sum_assignment(weights)
    order = np.empty_like(players)
    order[tables] = players
    return np.column_stack((going[order], staying))
