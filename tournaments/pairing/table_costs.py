"""What a table of four individuals costs: strict aims folded into two whole numbers, priced many at a time.

Aims, hardest first: repeated partners > opponents a third time > opponents a second time > at one table
again in the other role | squared spread of points > keep-apart as partners > keep-apart as opponents >
balance of the two sides. Those before the bar make the high number, the others the low one; both fit 63
bits, and one unit of an aim is worth more than all that the whole round can cost on the softer ones.

What two people have behind them is one byte, so that 4,000 people need 16 MB and a table six look-ups.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.aims import Numbers, ends
from tournaments.pairing.board import Board, Method
from tournaments.pairing.meetings import Places

SPLITS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways to make two sides of four: the first two against the last two."""
TWOS = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2))
"""The twos at a table; each split's sides stand next to each other."""
LOW_BITS = 61
MOST_UNBALANCED = 255
"""A difference of ranks between two sides beyond this counts as this."""
PARTNERS_TOLD_APART, OPPONENTS_TOLD_APART = 3, 2
BEHIND = (PARTNERS_TOLD_APART + 1) * (OPPONENTS_TOLD_APART + 1) * 2
"""Codes of two people: times partners, times opponents, sharing a group."""


@dataclass(frozen=True, slots=True)
class TableCosts:
    """`behind`: for each two places a code; `partners`, `opponents`: high and low number of each code."""

    behind: NDArray[np.uint8]
    partners: tuple[Numbers, Numbers]
    opponents: tuple[Numbers, Numbers]
    points: Numbers
    spread: int
    balance: int
    low_span: int
    """More than the low numbers of a whole round; a high unit is worth this."""
    high_span: int

    def price(self, fours: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """High number, low number and best split (index into SPLITS) of each row of four places."""
        high, low = self._both(fours.T)
        best = np.argmin(np.where(high == high.min(axis=0), low, np.iinfo(np.int64).max), axis=0)
        row = np.arange(len(fours))
        return high[best, row], low[best, row], best

    def price_seated(self, fours: Numbers) -> tuple[Numbers, Numbers]:
        """High and low number of each row as it sits: the first two against the last two."""
        high, low = self._both(fours.T)
        return high[0], low[0]

    def _both(self, seats: Numbers) -> tuple[Numbers, Numbers]:
        """High and low number of every split of every table; a row for each seat."""
        codes = np.stack([self.behind[seats[one], seats[other]] for one, other in TWOS])
        high, low = (
            self._splits(codes, partners, opponents)
            for partners, opponents in zip(self.partners, self.opponents, strict=True)
        )
        for split, (i, j, k, m) in enumerate(SPLITS):
            low[split] += self.balance * np.minimum(abs(seats[i] + seats[j] - seats[k] - seats[m]), MOST_UNBALANCED)
        points = self.points[seats]
        low += self.spread * (points.max(axis=0) - points.min(axis=0)) ** 2
        return high, low

    @staticmethod
    def _splits(codes: NDArray[np.uint8], partners: Numbers, opponents: Numbers) -> Numbers:
        """What each split of each table costs: all twos as opponents, but the two sides as partners."""
        difference = (partners - opponents)[codes]
        splits: Numbers = opponents[codes].sum(axis=0) + difference[::2] + difference[1::2]
        return splits


def costs_of(board: Board, *, mind_other_role: bool) -> TableCosts:
    """Price list of a board; `mind_other_role` adds the aim of no table-mate again in the other role."""
    tables = max(len(board.entries) // 4, 1)
    by_standing = board.method is Method.STANDING
    points = np.array([entry.points if by_standing else 0 for entry in board.entries], dtype=np.int64)
    code = np.arange(BEHIND)
    partnered, rest = np.divmod(code, (OPPONENTS_TOLD_APART + 1) * 2)
    opposed, together = np.divmod(rest, 2)
    # factors of the high aims: a round has two partnerships and four oppositions a table
    role = 1 if mind_other_role else 0
    second = 6 * tables + 1
    third = second * (4 * tables + 1)
    again = third * (4 * tables + 1)
    # factors of the low aims, the softest dropped where 61 bits are too few
    spans = [(int(np.ptp(points)) ** 2) * tables + 1, 2 * tables + 1, 4 * tables + 1]
    spans.append(MOST_UNBALANCED * tables + 1 if by_standing else 1)
    spread, apart_partners, apart_opponents, balance, low_span = _low_factors(spans)
    return TableCosts(
        behind=_behind(board),
        partners=(again * partnered + role * (opposed > 0), apart_partners * together),
        opponents=(
            third * (opposed > 1) + second * (opposed == 1) + role * (partnered > 0),
            apart_opponents * together,
        ),
        points=points,
        spread=spread,
        balance=balance,
        low_span=low_span,
        high_span=again * (6 * tables + 1),
    )


def _low_factors(spans: list[int]) -> tuple[int, int, int, int, int]:
    """Factor of each low aim and the span of all; an aim that does not fit gets 0."""
    factors = [0] * len(spans)
    kept = len(spans)
    while prod(spans[:kept]).bit_length() > LOW_BITS:
        kept -= 1
    for aim in range(kept):
        factors[aim] = prod(spans[aim + 1 : kept])
    spread, partners, opponents, balance = factors
    return spread, partners, opponents, balance if spans[3] > 1 else 0, prod(spans[:kept])


def _behind(board: Board) -> NDArray[np.uint8]:
    """The code of every two places."""
    size = len(board.entries)
    behind = np.zeros((size, size), dtype=np.uint8)
    members: dict[str, list[int]] = {}
    for place, entry in enumerate(board.entries):
        for name in entry.groups:
            members.setdefault(name, []).append(place)
    for group in members.values():
        behind[np.ix_(group, group)] = 1
    _add(behind, board.past.partners, PARTNERS_TOLD_APART, (OPPONENTS_TOLD_APART + 1) * 2)
    _add(behind, board.past.opponents, OPPONENTS_TOLD_APART, 2)
    return behind


def _add(behind: NDArray[np.uint8], met: Mapping[Places, tuple[int, ...]], most: int, factor: int) -> None:
    first, second = ends(met).T
    times = np.array([factor * min(len(rounds), most) for rounds in met.values()], dtype=np.uint8)
    behind[first, second] += times
    behind[second, first] += times
