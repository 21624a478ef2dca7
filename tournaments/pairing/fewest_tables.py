"""The fewest tables of individuals that have to change, by trying every way to seat one, two or three of them anew.

Whatever a change of k tables does, it seats the 4k people of these tables at k tables again. So all choices of k tables
are tried with all ways to part their people, the smallest k first: what is found is proved the smallest. Costs are
whole numbers that keep the strict order of aims (`swap_late.Costs`); where they would not fit into a machine word,
nothing is tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

type Numbers = NDArray[np.int64]
type Vector = tuple[int, ...]
type Saving = tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...]]
"""What is saved, the tables that change, and who sits together at them."""

MOST_CHOICES = 5_000
"""Choices of tables up to which all of a kind are tried: two of a hundred tables."""
MOST_PARTINGS = 14_000_000
"""Ways to part the people of all these choices: three of twenty-five tables."""
LARGEST = 3
AT_ONCE = 64
WORD = 1 << 62
SPLITS = (((0, 3), (1, 2)), ((0, 2), (1, 3)), ((0, 1), (2, 3)))


@dataclass(frozen=True, slots=True)
class Pairwise:
    """What two people at a table cost, by their places: as partners and as opponents, for each aim but the spread.

    `partners`, `opponents`: aims × people × people. `points`: of each person. `spread_at`: place of the spread among
    the aims; `limits`: the most that one table can cost in each aim, the spread included.
    """

    partners: Numbers
    opponents: Numbers
    points: Numbers
    spread_at: int
    limits: Vector


@dataclass(frozen=True, slots=True)
class Found:
    """`fours`: who sits together at the tables that change (places of the people), `changed`: which tables those are.

    None where no change of up to `tried` tables is enough.
    """

    fours: tuple[tuple[int, ...], ...] | None
    changed: tuple[int, ...]
    tried: int


def fewest(pairwise: Pairwise, tables: Sequence[Sequence[int]], now: Sequence[Vector], target: Vector) -> Found:
    """The smallest change after which the costs are lower by `target` or more.

    `tables`: the four people of each table (places); `now`: what each costs as it is; `target`: what has to be saved.
    """
    weights = weights_for(pairwise.limits, target)
    if weights is None:
        return Found(None, (), 0)
    seating = Seating(pairwise, weights, tables, now)
    tried = 0
    for size in range(1, min(LARGEST, len(tables)) + 1):
        choices = comb(len(tables), size)
        if choices > MOST_CHOICES or choices * len(_partings(size)) > MOST_PARTINGS:
            break
        saved, changed, fours = seating.best(np.array(list(combinations(range(len(tables)), size)), dtype=np.int64))
        if saved >= summed(target, weights):
            return Found(fours, changed, size)
        tried = size
    return Found(None, (), tried)


def weights_for(limits: Vector, target: Vector) -> Vector | None:
    """What a unit of each aim counts, so that sums compare as the aims do; None where a word is too small."""
    weights, unit = [], 1
    for limit, wanted in zip(reversed(limits), reversed(target), strict=True):
        weights.append(unit)
        unit *= 2 * (LARGEST * limit + abs(wanted)) + 1
    return tuple(reversed(weights)) if unit < WORD else None


def summed(costs: Vector, weights: Vector) -> int:
    """Costs of all aims as one number."""
    return sum(cost * weight for cost, weight in zip(costs, weights, strict=True))


class Seating:
    """Tables with what they cost, and what seating some of them anew would save."""

    def __init__(
        self, pairwise: Pairwise, weights: Vector, tables: Sequence[Sequence[int]], now: Sequence[Vector]
    ) -> None:
        others = np.array([weight for at, weight in enumerate(weights) if at != pairwise.spread_at], dtype=np.int64)
        self.points = pairwise.points
        self.spread = weights[pairwise.spread_at]
        self.opponents = np.tensordot(others, pairwise.opponents, axes=1)
        self.more = np.tensordot(others, pairwise.partners, axes=1) - self.opponents
        self.seats = np.array(tables, dtype=np.int64)
        self.costs = np.array([summed(each, weights) for each in now], dtype=np.int64)

    def price(self, fours: Numbers) -> Numbers:
        """What four people cost at the best of the three ways to sit; people in the last axis."""
        seat = [fours[..., at] for at in range(4)]
        points = self.points[fours]
        twos = np.array([self.opponents[seat[i], seat[j]] for i, j in combinations(range(4), 2)])
        ways = np.array([self.more[seat[a], seat[b]] + self.more[seat[c], seat[d]] for (a, b), (c, d) in SPLITS])
        spread = points.max(axis=-1) - points.min(axis=-1)
        found: Numbers = twos.sum(axis=0) + ways.min(axis=0) + self.spread * spread * spread
        return found

    def best(self, choices: Numbers) -> Saving:
        """The most that seating the tables of one of these choices (rows of numbers) saves; the first of equal ones."""
        size = choices.shape[1]
        partings, fours = _partings(size), _fours(size)
        best: Saving | None = None
        for block in np.array_split(choices, -(-len(choices) // AT_ONCE)):
            people = self.seats[block].reshape(len(block), 4 * size)
            sums = self.price(people[:, fours])[:, partings].sum(axis=2)
            parting = sums.argmin(axis=1)
            saved = self.costs[block].sum(axis=1) - sums[np.arange(len(block)), parting]
            at = int(saved.argmax())
            if best is None or int(saved[at]) > best[0]:
                chosen = people[at][fours[partings[parting[at]]]]
                best = int(saved[at]), tuple(block[at].tolist()), tuple(map(tuple, chosen.tolist()))
        if best is None:
            raise ValueError("nothing to choose from")
        return best


@cache
def _fours(size: int) -> Numbers:
    return np.array(list(combinations(range(4 * size), 4)), dtype=np.int64)


@cache
def _partings(size: int) -> Numbers:
    """All ways to part 4 · `size` people into fours, as places in `_fours`."""
    at = {four: place for place, four in enumerate(combinations(range(4 * size), 4))}

    def part(rest: tuple[int, ...]) -> Iterator[list[int]]:
        if not rest:
            yield []
            return
        for mates in combinations(rest[1:], 3):
            left = tuple(each for each in rest[1:] if each not in mates)
            yield from ([at[rest[0], *mates], *more] for more in part(left))

    return np.array(list(part(tuple(range(4 * size)))), dtype=np.int64)
