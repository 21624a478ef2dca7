"""Where the points change: who is sent across, and what makes that cheap to search and still provable.

A gate is a change of points with an odd number of places above it: in every round somebody above meets somebody below.
So whoever passes a gate may get a toll back: every round gets back at least one at each gate, and if the cheapest round
by these costs passes each gate once, no round is cheaper by the true ones. Without tolls all prices above a gate would
have to rise until they pay for the points: one tree of the search over the whole group.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.aims import Numbers
from tournaments.pairing.line import Line, Words
from tournaments.pairing.line_prices import FEWEST, out_of_step, rarer
from tournaments.pairing.prices import carried

REACH = 6
"""So many on either side of a gate are looked at for who is sent across."""


def tolled(line: Line, first: Numbers, second: Numbers, slack: Words) -> Line:
    """The line with a toll at each gate: all that is left of the cost of the cheapest two that passes just this change.

    `first`, `second`: the twos that are joined; `slack`: what is left of their costs, not below nothing. The line as it
    is where there is no gate, or where two tolls at once would be more than somebody costs.
    """
    level, gates = _levels(line)
    if not gates.any():
        return line
    upper, lower = np.minimum(level[first], level[second]), np.maximum(level[first], level[second])
    passing = np.flatnonzero((lower == upper + 1) & np.append(gates, False)[upper])
    high, low = carried(*slack, line.bits)
    passing = passing[np.lexsort((low[passing], high[passing], upper[passing]))]
    cheapest = passing[np.diff(upper[passing], prepend=-1) > 0]
    tolls = Words(np.zeros(len(gates) + 1, dtype=np.int64), np.zeros(len(gates) + 1, dtype=np.int64))
    tolls.high[upper[cheapest] + 1], tolls.low[upper[cheapest] + 1] = high[cheapest], low[cheapest] & ~1  # all even
    paid = line.words(list(accumulate(line.numbers(tolls))))  # together they may be too large for the low word
    found = replace(line, toll=Words(paid.high[level], paid.low[level]))
    back = found.given_back(first, second)
    left, _ = carried(slack.high - back.high, slack.low - back.low, line.bits)
    return line if (left < 0).any() else found


def once_each(line: Line, mate: Sequence[int]) -> bool:
    """Whether one two of a round, and no more, passes each gate of a line with tolls."""
    if line.toll is None:
        return True
    level, gates = _levels(line)
    ends = np.sort(np.stack((level, level[np.array(mate)])), axis=0)
    passed = np.cumsum(np.bincount(ends[0], minlength=len(gates) + 1) - np.bincount(ends[1], minlength=len(gates) + 1))
    return bool((passed[:-1][gates] == 2).all())  # both ends of a two were counted


def _levels(line: Line) -> tuple[Numbers, NDArray[np.bool_]]:
    """For each place how many different points are above its own; and which of these changes are gates."""
    _, level = np.unique(-line.soft.points, return_inverse=True)
    return level, np.cumsum(np.bincount(level))[:-1] % 2 == 1


def senders(line: Line, side: Numbers, giving: Numbers) -> NDArray[np.bool_]:
    """Who will probably pass a gate: of those who cost least, the two who leave both groups least out of step.

    `side`, `giving`: of `line_prices`. A guess: it only saves time.
    """
    away = np.zeros(line.count, dtype=bool)
    bounds = [0, *(np.flatnonzero(np.diff(line.soft.points)) + 1).tolist(), line.count]
    rare = np.concatenate([side[begin:end] == rarer(side[begin:end]) for begin, end in pairwise(bounds)])
    for begin, gate, end in zip(bounds, bounds[1:], bounds[2:], strict=False):
        if gate % 2:
            above, below = np.arange(max(begin, gate - REACH), gate), np.arange(gate, min(end, gate + REACH))
            twos = _cheapest_over(line, above[~away[above]], below, giving, rare)
            losses = [_loss(rare, away, two, begin, gate) + _loss(rare, away, two, gate, end) for two in twos]
            away[twos[int(np.argmin(losses))] if twos else []] = True
    return away


def _loss(rare: NDArray[np.bool_], away: NDArray[np.bool_], two: Numbers, begin: int, end: int) -> float:
    """How far a group is out of step without those who are away and these two; nothing counts in a small one."""
    if end - begin < FEWEST:
        return 0
    here = ~away[begin:end]
    here[two[(two >= begin) & (two < end)] - begin] = False
    ahead, apart = out_of_step(rare[begin:end][here])
    return float(((ahead - apart) ** 2).sum())


def _cheapest_over(
    line: Line, above: Numbers, below: Numbers, giving: Numbers, rare: NDArray[np.bool_]
) -> list[Numbers]:
    """Of the legal twos across a gate that cost least, rank not counted, the nearest of each pair of kinds."""
    first, second = (each.ravel() for each in np.meshgrid(above, below, indexing="ij"))
    legal = ~line.met[first, second]
    twos = np.stack((first[legal], second[legal]), axis=1)
    if not len(twos):
        return []
    high, low = line.by_aims(twos[:, 0], twos[:, 1], Words(giving, np.zeros_like(giving)))
    least = np.flatnonzero(high == high.min())
    least = least[np.argsort(low[least], kind="stable")]
    kinds = 2 * rare[twos[least, 0]] + rare[twos[least, 1]]
    return list(twos[least[np.unique(kinds, return_index=True)[1]]])
