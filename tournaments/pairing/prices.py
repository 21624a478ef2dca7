"""Prices of vertices: what the search for the cheapest matching is given first, so that it finds it sooner.

Each vertex covered costs its price, whatever it is matched with. So taking the prices of both ends off every
edge changes all matchings of the same vertices by the same amount: the best one stays the best, and only the
way to it gets shorter. Good prices leave most of the best edges nearly free and no edge below nothing.
"""

import numpy as np
from numpy.typing import NDArray

WORD_BITS = 60
"""Costs up to here are counted in machine words, with room for sums and differences; others in numbers of any size."""
WORTH_IT = 48
"""Fewer vertices are matched before their prices are found."""
CANDIDATES = 8
"""The cheapest edges of a vertex, which its price is found with."""
PASSES = 20

type Numbers = NDArray[np.int64]


def less_prices(pairs: Numbers, head: Numbers, lots: Numbers, lot_bits: int) -> tuple[Numbers, Numbers]:
    """Take the prices off edges that cost `head` · 2^`lot_bits` + `lots`; no edge falls below nothing."""
    size = int(pairs.max(initial=-1)) + 1
    if size < WORTH_IT or head.dtype == object:
        return head, lots
    room = max(0, min(WORD_BITS - int(head.max()).bit_length(), lot_bits))
    rough = _balanced(size, pairs, (head << room) + (lots >> (lot_bits - room)))
    head, lots = take_off(pairs, head, lots, rough >> room, (rough & ((1 << room) - 1)) << (lot_bits - room))
    high, low = cheapest(size, pairs, *carried(head, lots, lot_bits))
    return carried(*take_off(pairs, head, lots, high >> 1, (low + ((high & 1) << lot_bits)) >> 1), lot_bits)


def _balanced(size: int, pairs: Numbers, costs: Numbers) -> Numbers:
    """A price of each vertex half way between its cheapest and second cheapest edge, less the other end's price.

    All vertices move at once, some times. Not the best prices, but no search is needed.
    """
    others, costs = _nearest(size, pairs, costs)
    prices: Numbers = costs.min(axis=1) >> 1
    most = 1 << WORD_BITS
    for _ in range(PASSES):
        two = np.partition(costs - prices[others], 1, axis=1)
        prices = np.clip((two[:, 0] >> 1) + (two[:, 1] >> 1), -most, most)
    return prices


def _nearest(size: int, pairs: Numbers, costs: Numbers) -> tuple[Numbers, Numbers]:
    """The cheapest edges of each vertex, a row each: the other ends, and the costs."""
    here, there = pairs.T.ravel(), pairs[:, ::-1].T.ravel()
    order = np.argsort(here, kind="stable")
    here, there = here[order], there[order]
    degrees = np.bincount(here, minlength=size)
    column = np.arange(len(here)) - np.repeat(np.cumsum(degrees) - degrees, degrees)
    shape = (size, max(int(degrees.max()), CANDIDATES))
    others, filled = np.zeros(shape, dtype=np.int64), np.full(shape, 1 << (WORD_BITS + 1))
    others[here, column] = there
    filled[here, column] = np.concatenate((costs, costs))[order]
    chosen = np.argpartition(filled, CANDIDATES - 1, axis=1)[:, :CANDIDATES]
    return np.take_along_axis(others, chosen, 1), np.take_along_axis(filled, chosen, 1)


def take_off(pairs: Numbers, head: Numbers, lots: Numbers, high: Numbers, low: Numbers) -> tuple[Numbers, Numbers]:
    i, j = pairs.T
    return head - high[i] - high[j], lots - low[i] - low[j]


def carried(head: Numbers, lots: Numbers, lot_bits: int) -> tuple[Numbers, Numbers]:
    """The same numbers with `lots` below 2^`lot_bits` and not negative."""
    return head + (lots >> lot_bits), lots & ((1 << lot_bits) - 1)


def cheapest(size: int, pairs: Numbers, head: Numbers, lots: Numbers) -> tuple[Numbers, Numbers]:
    """Head and lots of the cheapest edge of each vertex."""
    high, low = np.full(size, np.iinfo(np.int64).max), np.full(size, np.iinfo(np.int64).max)
    for ends in pairs.T:
        np.minimum.at(high, ends, head)
    for ends in pairs.T:
        level = head == high[ends]
        np.minimum.at(low, ends[level], lots[level])
    return high, low
