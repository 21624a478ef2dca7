"""Tables of four by matching search: every step is the exact best of a huge neighbourhood, and never worse.

Start from a partition; then, again and again, take one player out of each table and put them all back in
the best way (an assignment), or cut each table in two duos and match all duos anew in the best way. A
table is worth the best of its three splits, so partners are never fixed too early. Twelve players have
5775 partitions, so that few are tried one by one. Method and measurements: pairing.md §3.
"""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np

from tournaments.pairing.aims import MOST_BITS, WeightedGraph, best_matching
from tournaments.pairing.table_costs import SPLITS, Numbers, TableCosts

LARGEST_EXACT = 12
STEPS = 45
STEPS_BY_SIZE = 6000
"""Small fields are searched longer: this many steps divided by the number of players."""
NEAREST_TABLES = 25
NEAREST_DUOS = 24
LOT_BITS = 20

type Four = tuple[int, int, int, int]


def best_tables(
    costs: TableCosts, players: Sequence[int], chance: random.Random, steps: int | None = None
) -> list[Four]:
    """Put players (places on the board, a multiple of four) at tables: first two against last two.

    Exact for up to twelve players, else the best found in so many steps
    (None: as many as suit the field). Sorted by the best place at a table.
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
    for step in range(steps):
        fours = fours[np.argsort(fours.sum(axis=1), kind="stable")]
        fours = _rematch_duos(costs, fours, chance) if step % 3 == 2 else _reseat_one_each(costs, fours, chance)
    return fours


def _reseat_one_each(costs: TableCosts, fours: Numbers, chance: random.Random) -> Numbers:
    """One random player leaves each table; all go back, at most NEAREST_TABLES tables away, at the least cost."""
    count = len(fours)
    fours = np.array([chance.sample(four, 4) for four in fours.tolist()], dtype=np.int64)
    leaving, staying = fours[:, 0], fours[:, 1:]
    near = abs(np.arange(count)[:, None] - np.arange(count)[None, :]) <= NEAREST_TABLES
    players, tables = np.nonzero(near)
    filled = np.column_stack((leaving[players], staying[tables]))
    pairs = _match(costs, 2 * count, players, tables + count, filled, chance)
    order = np.empty(count, dtype=np.int64)
    for player, table in pairs:
        order[table - count] = player
    return np.column_stack((leaving[order], staying))


def _rematch_duos(costs: TableCosts, fours: Numbers, chance: random.Random) -> Numbers:
    """Each table falls into two random duos; all duos find a new one, or their own, at the least cost."""
    mixed = np.array([chance.sample(four, 4) for four in fours.tolist()], dtype=np.int64)
    duos = mixed.reshape(-1, 2)
    own = np.arange(len(duos)) // 2
    order = np.argsort(duos.sum(axis=1), kind="stable")
    duos, own = duos[order], own[order]
    distance = np.arange(len(duos))[None, :] - np.arange(len(duos))[:, None]
    same_table = own[:, None] == own[None, :]
    first, second = np.nonzero((distance > 0) & ((distance <= NEAREST_DUOS) | same_table))
    pairs = _match(costs, len(duos), first, second, np.column_stack((duos[first], duos[second])), chance)
    chosen = np.array(pairs, dtype=np.int64)
    return np.column_stack((duos[chosen[:, 0]], duos[chosen[:, 1]]))


def _match(
    costs: TableCosts, size: int, first: Numbers, second: Numbers, fours: Numbers, chance: random.Random
) -> list[tuple[int, int]]:
    """The cheapest perfect matching, made unique by a seeded number on each edge."""
    high, low, _ = costs.price(fours)
    bits = max(0, min(LOT_BITS, MOST_BITS - (costs.high_span * costs.low_span * size).bit_length()))
    lot_factor = size << bits
    weights = {
        (i, j): (hard * costs.low_span + soft) * lot_factor + (chance.getrandbits(bits) if bits else 0)
        for i, j, hard, soft in zip(first.tolist(), second.tolist(), high.tolist(), low.tolist(), strict=True)
    }
    pairs = best_matching(WeightedGraph(size, weights))
    if pairs is None:
        raise AssertionError("the tables as they were are a perfect matching")
    return pairs
