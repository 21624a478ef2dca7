"""What a table of four individuals costs: strict aims folded into two whole numbers, priced many at a time.

Aims, hardest first: repeated partners > opponents a third time > opponents a second time > at one table
again in the other role | squared spread of points > keep-apart as partners > keep-apart as opponents >
balance of the two sides. Those before the bar make the high number, the others the low one; both fit 63
bits, and one unit of an aim is worth more than all that the whole round can cost on the softer ones.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.board import Board, Method

type Numbers = NDArray[np.int64]

SPLITS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways to make two sides of four: the first two against the last two."""
LOW_BITS = 61
MOST_UNBALANCED = 255
"""A difference of ranks between two sides beyond this counts as this."""


@dataclass(frozen=True, slots=True)
class TableCosts:
    """Costs by places on the board: high and low numbers as partners and as opponents, and the rest."""

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
        points = self.points[fours]
        spread = self.spread * (points.max(axis=1) - points.min(axis=1)) ** 2
        high, low = self._split(fours, SPLITS[0])
        best = np.zeros(len(fours), dtype=np.int64)
        for number, split in enumerate(SPLITS[1:], start=1):
            other_high, other_low = self._split(fours, split)
            better = (other_high < high) | ((other_high == high) & (other_low < low))
            high, low = np.where(better, other_high, high), np.where(better, other_low, low)
            best[better] = number
        return high, low + spread, best

    def _split(self, fours: Numbers, split: tuple[int, int, int, int]) -> tuple[Numbers, Numbers]:
        i, j, k, m = (fours[:, seat] for seat in split)
        high, low = (
            partners[i, j] + partners[k, m] + opponents[i, k] + opponents[i, m] + opponents[j, k] + opponents[j, m]
            for partners, opponents in zip(self.partners, self.opponents, strict=True)
        )
        return high, low + self.balance * np.minimum(abs(i + j - k - m), MOST_UNBALANCED)


def costs_of(board: Board, *, mind_other_role: bool) -> TableCosts:
    """Price list of a board; `mind_other_role` adds the aim of no table-mate again in the other role."""
    size = len(board.entries)
    tables = max(size // 4, 1)
    by_standing = board.method is Method.STANDING
    points = np.array([entry.points if by_standing else 0 for entry in board.entries], dtype=np.int64)
    partnered, opposed = _times(board, size)
    together = _together(board, size)
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
        partners=(again * np.minimum(partnered, 3) + role * (opposed > 0), apart_partners * together),
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
    while _product(spans[:kept]).bit_length() > LOW_BITS:
        kept -= 1
    for aim in range(kept):
        factors[aim] = _product(spans[aim + 1 : kept])
    spread, partners, opponents, balance = factors
    return spread, partners, opponents, balance if spans[3] > 1 else 0, _product(spans[:kept])


def _product(numbers: list[int]) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product


def _times(board: Board, size: int) -> tuple[Numbers, Numbers]:
    """How often every two were partners, and opponents."""
    partnered, opposed = np.zeros((size, size), dtype=np.int64), np.zeros((size, size), dtype=np.int64)
    for times, met in ((partnered, board.past.partners), (opposed, board.past.opponents)):
        for (i, j), rounds in met.items():
            times[i, j] = times[j, i] = len(rounds)
    return partnered, opposed


def _together(board: Board, size: int) -> Numbers:
    """1 where two share a group, with themselves too."""
    names = sorted({name for entry in board.entries for name in entry.groups})
    member = np.zeros((size, len(names)), dtype=np.int64)
    for place, entry in enumerate(board.entries):
        for name in entry.groups:
            member[place, names.index(name)] = 1
    return (member @ member.T > 0).astype(np.int64)
