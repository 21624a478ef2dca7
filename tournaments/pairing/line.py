"""Those who play a round in order of place, and what each two of them cost, in two machine words."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.aims import Numbers, ends
from tournaments.pairing.board import Board
from tournaments.pairing.prices import WORD_BITS, carried
from tournaments.pairing.swiss_graph import SoftCosts

LOT_BITS = 20
"""Bits of the number drawn for each two, where there is room: it makes the best round unique."""
MIXING = (30, 0xBF58476D1CE4E5B9, 27, 0x94D049BB133111EB, 31)
"""Shifts and factors of the last steps of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014)."""

type Reals = NDArray[np.floating]


class Words(NamedTuple):
    """Whole numbers too large for one machine word: `high` · 2^bits + `low`."""

    high: Numbers
    low: Numbers


def distinct(codes: Numbers) -> Numbers:
    """Each number once, in order. Sorting is quicker here than the tables that `numpy.unique` makes."""
    ordered = np.sort(codes)
    return ordered[np.diff(ordered, prepend=-1) > 0]


@dataclass(frozen=True, slots=True)
class Line:
    """What two places cost, hardest aim first: points > groups > who gives first > rank > the lot; all even.

    `met`: who may not meet. `points_unit`, `groups_unit`: what one of each counts in the high word, where giving
    counts one. `rank_unit`: what a squared gap of one place counts in the low word. `bits`: where the high word begins.
    `toll`: for each place all tolls above it together, where there are any (`line_gates`).
    """

    soft: SoftCosts
    met: NDArray[np.bool_]
    points_unit: int
    groups_unit: int
    rank_unit: int
    bits: int
    lot_bits: int
    lot_seed: int
    toll: Words | None = None

    @classmethod
    def of(cls, board: Board, playing: Numbers, seed: int) -> Self:
        """Raises OverflowError where the costs need more than two words."""
        count = len(playing)
        soft = replace(SoftCosts.of(board).of_these(playing), ranks=playing)  # by lot: near in its order
        groups_unit = int(np.ptp(soft.giving)) * (count // 2) + 1
        points_unit = groups_unit * (count // 2 + 1)
        if (int(np.ptp(soft.points)) ** 2 * (count // 2) * points_unit).bit_length() > WORD_BITS:
            raise OverflowError
        dearest = int((np.maximum(playing - playing[0], playing[-1] - playing) ** 2).sum()) // 2
        rank_bits, table_bits = dearest.bit_length(), (count // 2).bit_length()
        lot_bits = max(0, min(LOT_BITS, WORD_BITS - 1 - rank_bits - table_bits))
        return cls(
            soft=soft,
            met=_met(board, playing),
            points_unit=points_unit,
            groups_unit=groups_unit,
            rank_unit=2 << (table_bits + lot_bits),
            bits=rank_bits + table_bits + lot_bits + 1,
            lot_bits=lot_bits,
            lot_seed=random.Random(f"{seed}/weights").getrandbits(63),
        )

    @property
    def count(self) -> int:
        return len(self.soft.ranks)

    def words(self, numbers: Sequence[int]) -> Words:
        below = (1 << self.bits) - 1
        high = np.array([each >> self.bits for each in numbers], dtype=np.int64)
        return Words(high, np.array([each & below for each in numbers], dtype=np.int64))

    def numbers(self, words: Words) -> list[int]:
        """The other way round. Few high words are not nothing where prices are good."""
        high, low = carried(*words, self.bits)
        numbers: list[int] = low.tolist()
        large = np.flatnonzero(high)
        for at, number in zip(large.tolist(), high[large].tolist(), strict=True):
            numbers[at] += number << self.bits
        return numbers

    def codes(self, first: Numbers, second: Numbers) -> Numbers:
        """Each two places as one number."""
        return np.minimum(first, second) * self.count + np.maximum(first, second)

    def slack(self, first: Numbers, second: Numbers, prices: Words) -> Words:
        """What two cost, less their prices."""
        high, low = self.by_aims(first, second, prices)
        return Words(high, low + 2 * self._lots(first, second))

    def by_aims(self, first: Numbers, second: Numbers, prices: Words) -> Words:
        """The same without the lot, so never more."""
        soft = self.soft
        high = (soft.points[first] - soft.points[second]) ** 2 * self.points_unit
        high += soft.together(first, second) * self.groups_unit - abs(soft.giving[first] - soft.giving[second])
        low = (soft.ranks[first] - soft.ranks[second]) ** 2 * self.rank_unit
        if self.toll is not None:
            back = self.given_back(first, second)
            high, low = high - back.high, low - back.low
        return Words(high - prices.high[first] - prices.high[second], low - prices.low[first] - prices.low[second])

    def given_back(self, first: Numbers, second: Numbers) -> Words:
        """The tolls between two."""
        if self.toll is None:
            none = np.zeros(np.broadcast_shapes(first.shape, second.shape), dtype=np.int64)
            return Words(none, none)
        lower = np.sign(self.soft.points[first] - self.soft.points[second])
        high = lower * (self.toll.high[second] - self.toll.high[first])
        return Words(high, lower * (self.toll.low[second] - self.toll.low[first]))

    def _lots(self, first: Numbers, second: Numbers) -> Numbers:
        """A number by chance for each two, the same whenever it is asked for."""
        mixed = (self.codes(first, second) + self.lot_seed).astype(np.uint64)
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(MIXING[0]))) * np.uint64(MIXING[1])
        mixed = (mixed ^ (mixed >> np.uint64(MIXING[2]))) * np.uint64(MIXING[3])
        mixed ^= mixed >> np.uint64(MIXING[4])
        return (mixed >> np.uint64(64 - self.lot_bits)).astype(np.int64) if self.lot_bits else np.zeros_like(first)


def _met(board: Board, playing: Numbers) -> NDArray[np.bool_]:
    """Who has met whom; nobody meets themselves."""
    at = np.full(len(board.entries), -1)
    at[playing] = np.arange(len(playing))
    first, second = at[ends(board.past.opponents)].T
    both = (first >= 0) & (second >= 0)
    met = np.zeros((len(playing), len(playing)), dtype=bool)
    np.fill_diagonal(met, val=True)
    met[first[both], second[both]] = met[second[both], first[both]] = True
    return met
