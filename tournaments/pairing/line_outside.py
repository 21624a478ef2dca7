"""Which legal twos of a line cost less than their prices; where none does, no round is better than the matched one.

All twos are held against the prices in real numbers first, without what groups and the lot add: so never too dear.
Those that are cheap there, or nearly, are counted exactly.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.aims import Numbers
from tournaments.pairing.blossom import Matcher
from tournaments.pairing.line import Line, Reals, Words, distinct
from tournaments.pairing.prices import carried

ROWS = 64
"""Places held against all others at once: what that needs fits a processor's cache."""
UNSURE = 2.0**-44
"""The part of a step that real numbers may be wrong by, with much room: sums near nothing are of a few steps."""


def cheaper_outside(line: Line, joined: Numbers, prices: Words, matcher: Matcher) -> tuple[Numbers, Reals]:
    """Codes of the legal twos that are not joined and cost less than their prices; and what is left, below nothing.

    `joined`: codes, in order. The twos that a blossom holds together are dearer by its worth.
    """
    outside = _Outside.of(line, joined, prices)
    parts = [outside.between(np.array(matcher.outermost()))]
    parts += [outside.within(np.array(order), shared) for order, shared in matcher.nests()]
    codes, high, low = (np.concatenate(each) for each in zip(*parts, strict=True))
    slack = line.slack(codes // line.count, codes % line.count, prices)
    high, low = carried(slack.high + high, slack.low + low, line.bits)
    cheap = high < 0
    return codes[cheap], high[cheap] * 2.0**line.bits + low[cheap]


@dataclass(frozen=True, slots=True)
class _Outside:
    """Prices in two parts: `high` counts like the high word of a cost, `rest` in squared places.

    `step`: one of the first in the other's unit; more than any squared gap, and no rest is more than half of it.
    `order`: places by kind; those of one share points, giving and high part. `starts`: where each kind begins there.
    """

    line: Line
    joined: Numbers
    ranks: Reals
    high: Numbers
    rest: Reals
    step: float
    order: Numbers
    starts: Numbers

    @classmethod
    def of(cls, line: Line, joined: Numbers, prices: Words) -> Self:
        half = 1 << (line.bits - 1)  # to the nearest, so that places alike have the same high part
        high, low = carried(prices.high, prices.low + half, line.bits)
        keys = (high, line.soft.giving, line.soft.points)
        order = np.lexsort(keys)
        starts = np.flatnonzero(np.concatenate(([True], np.any([np.diff(key[order]) for key in keys], axis=0))))
        ranks, rest = line.soft.ranks.astype(np.float64), (low - half) / line.rank_unit
        return cls(line, joined, ranks, high, rest, 2.0**line.bits / line.rank_unit, order, starts)

    def between(self, nest: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Codes of twos in different nests that may be cheap, and words of no worth."""
        order, starts = self.order, self.starts
        ends = np.append(starts[1:], len(order))
        ranks, rest = self.ranks[order], self.rest[order]
        codes = []
        for kind, (begin, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
            high, back = self._dear(order[begin], order[starts[kind:]])
            dear = np.repeat(high * self.step - back, ends[kind:] - starts[kind:]) - rest[begin:]
            for at in range(begin, end, ROWS):
                until = min(at + ROWS, end)
                rows = order[at:until]
                apart = np.maximum(np.maximum(ranks[at] - ranks[begin:], ranks[begin:] - ranks[until - 1]), 0)
                near = np.flatnonzero(apart**2 + dear < rest[at:until].max() + self.step * UNSURE)
                columns = order[begin:][near]
                cheap = self._cheap(rows, columns, dear[near]) & (nest[rows, None] != nest[columns])
                i, j = self._new(rows, columns, cheap)
                codes.append(self.line.codes(rows[i], columns[j]))
        found = distinct(np.concatenate(codes))  # two of one kind were held against each other twice
        return found, np.zeros_like(found), np.zeros_like(found)

    def within(self, order: Numbers, shared: list[int]) -> tuple[Numbers, Numbers, Numbers]:
        """Codes of twos in one nest of blossoms that may be cheap, and words of what blossoms around both are worth.

        `shared`: that worth for each two neighbours in `order`; for others it is the least between them.
        """
        worths = sorted(set(shared))
        worth, level = self.line.words(worths), {each: number for number, each in enumerate(worths)}
        low = worth.low / self.line.rank_unit
        levels = np.array([level[each] for each in shared])
        dear, back, kind = self._dear_to_each_other(order)
        found = []
        for begin in range(0, len(shared), ROWS):
            rows, columns = order[begin : begin + ROWS], order[begin + 1 :]
            least = np.minimum.accumulate(levels[begin:])  # no row from here on shares less with that column
            kinds, others = kind[begin : begin + ROWS], kind[begin + 1 :]
            left = (dear[kinds].take(others, axis=1) + worth.high[least]) * self.step - back[kinds].take(others, axis=1)
            cheap = self._cheap(rows, columns, left + (low[least] - self.rest[columns]))
            i, j = self._new(rows, columns, cheap)
            found.append(begin + np.stack((i, j + 1))[:, i <= j])
        i, j = np.concatenate(found, axis=1)
        between = np.minimum.reduceat(np.append(levels, 0), np.stack((i, j), axis=1).ravel())[::2]
        return self.line.codes(order[i], order[j]), worth.high[between], worth.low[between]

    def _dear_to_each_other(self, places: Numbers) -> tuple[Numbers, Reals, Numbers]:
        """`_dear` for the kinds of these places and each other, and the kind of each place, a number in that."""
        kind = np.empty_like(self.order)
        kind[self.order] = np.repeat(np.arange(len(self.starts)), np.diff(np.append(self.starts, len(self.order))))
        kinds, number = np.unique(kind[places], return_inverse=True)
        one_of_each = self.order[self.starts[kinds]]
        return *self._dear(one_of_each[:, None], one_of_each), number

    def _dear(self, first: Numbers, second: Numbers) -> tuple[Numbers, Reals]:
        """The high part of what two cost, less their prices and tolls; and the rest of the tolls."""
        soft, back = self.line.soft, self.line.given_back(first, second)
        dear = (soft.points[first] - soft.points[second]) ** 2 * self.line.points_unit
        dear -= abs(soft.giving[first] - soft.giving[second])
        return dear - back.high - self.high[first] - self.high[second], back.low / self.line.rank_unit

    def _cheap(self, rows: Numbers, columns: Numbers, dear: Reals) -> NDArray[np.bool_]:
        """Which of the twos cost hardly more than their prices at the most."""
        left = self.ranks[rows, None] - self.ranks[columns]
        left *= left
        left += dear
        return left < (self.rest[rows] + self.step * UNSURE)[:, None]

    def _new(self, rows: Numbers, columns: Numbers, cheap: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        """Row and column of those cheap twos that are legal and not joined yet."""
        i, j = np.nonzero(cheap)
        codes = self.line.codes(rows[i], columns[j])
        at = np.minimum(np.searchsorted(self.joined, codes), len(self.joined) - 1)
        new = (self.joined[at] != codes) & ~self.line.met[rows[i], columns[j]]
        return i[new], j[new]
