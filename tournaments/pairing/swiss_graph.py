"""Who may meet whom in a round of fixed pairs, and what it costs: a graph over places on the board.

Costs, hardest aim first: squared gap in points > keep-apart > who gives first > squared gap in rank; where
repeats must be, before them the earlier meetings (the worst first) and byes too early.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from tournaments.pairing.aims import Edges, Numbers, ends
from tournaments.pairing.board import Board, Method

MEETINGS_TOLD_APART = 3
"""A second, third and fourth meeting are different evils; a fifth is as bad as a fourth."""
LARGEST_SQUARED = 1 << 30
"""Gaps in points beyond this are squared in whole numbers of any size."""


def edges_of(board: Board, *, repeats: bool) -> Edges:
    """Every two places that may meet, in order, and the bye with those who may sit out.

    Without `repeats`, only who has not met may meet, and only those with the fewest byes may sit out.
    """
    met = _met(board)
    first, second = np.triu_indices(len(board.entries), k=1)
    if not repeats:
        free = ~np.isin(first * len(board.entries) + second, met, assume_unique=True)
        first, second = first[free], second[free]
    idle = _may_sit_out(board, repeats=repeats)
    last = len(board.entries) - 1
    zeros = np.zeros(len(idle), dtype=np.int64)
    early = np.array(board.past.byes, dtype=np.int64)[idle] - min(board.past.byes)
    none = np.zeros(len(first), dtype=np.int64)
    hard = [(none, last - idle)]
    if repeats:
        times = _times(board, met, first, second)
        told_apart = [((times == number).astype(np.int64), zeros) for number in range(MEETINGS_TOLD_APART, 0, -1)]
        hard = [*told_apart, (none, early), *hard]
    soft = [(costs, zeros) for costs in SoftCosts.of(board).between(first, second)]
    return Edges(
        first=np.concatenate((first, idle)),
        second=np.concatenate((second, np.full(len(idle), board.size - 1))),
        costs=tuple(np.concatenate(both) for both in (*hard, *soft)),
    )


def _met(board: Board) -> Numbers:
    """Twos that have met, as one number each, in order."""
    count = len(board.entries)
    first, second = ends(board.past.opponents).T
    return np.sort(first * count + second)


def _may_sit_out(board: Board, *, repeats: bool) -> Numbers:
    """Those with the fewest byes, or everybody where repeats must be; the lowest first."""
    if board.bye is None:
        return np.empty(0, dtype=np.int64)
    byes = np.array(board.past.byes, dtype=np.int64)
    places = np.arange(len(byes)) if repeats else np.flatnonzero(byes == byes.min())
    return places[::-1]


def _times(board: Board, met: Numbers, first: Numbers, second: Numbers) -> Numbers:
    """How often twos have met, counted up to MEETINGS_TOLD_APART."""
    rounds = np.array([len(board.past.opponents[two]) for two in sorted(board.past.opponents)], dtype=np.int64)
    codes = first * len(board.entries) + second
    if not len(met):
        return np.zeros(len(codes), dtype=np.int64)
    at = np.minimum(np.searchsorted(met, codes), len(met) - 1)
    return np.where(met[at] == codes, np.minimum(rounds[at], MEETINGS_TOLD_APART), 0)


@dataclass(frozen=True, slots=True)
class SoftCosts:
    """What two places cost beyond rematch and bye. By lot, points and rank are nothing to anybody.

    `groups`: a row for each place, filled up with numbers that nobody shares. `ranks`: the places themselves.
    """

    points: Numbers
    groups: Numbers
    giving: Numbers
    ranks: Numbers

    @classmethod
    def of(cls, board: Board) -> Self:
        ranks = np.arange(len(board.entries))
        if board.method is Method.LOT:
            points = ranks = np.zeros_like(ranks)
        else:
            given = [entry.points for entry in board.entries]
            large = max(given) - min(given) > LARGEST_SQUARED
            points = np.array(given, dtype=object if large else np.int64)
        return cls(points, _groups(board), np.array(board.past.giving, dtype=np.int64), ranks)

    def of_these(self, places: Numbers) -> Self:
        return type(self)(self.points[places], self.groups[places], self.giving[places], self.ranks[places])

    def together(self, first: Numbers, second: Numbers) -> Numbers:
        """1 where two share a group."""
        shared = np.zeros(np.broadcast_shapes(first.shape, second.shape), dtype=bool)
        for one in self.groups.T:
            for other in self.groups.T:
                shared |= one[first] == other[second]
        return shared.astype(np.int64)

    def between(self, first: Numbers, second: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Points, groups, giving, rank: what each two of these cost, the hardest aim first."""
        return (
            (self.points[first] - self.points[second]) ** 2,
            self.together(first, second),
            np.ptp(self.giving) - abs(self.giving[first] - self.giving[second]),
            (self.ranks[first] - self.ranks[second]) ** 2,
        )


def _groups(board: Board) -> Numbers:
    number: dict[str, int] = {}
    names = [number.setdefault(name, len(number)) for entry in board.entries for name in entry.groups]
    counts = np.array([len(entry.groups) for entry in board.entries], dtype=np.int64)
    place, most = np.arange(len(counts)), int(counts.max())
    groups = np.repeat(-1 - place[:, None], most, axis=1)
    groups[np.repeat(place, counts), np.arange(len(names)) - np.repeat(np.cumsum(counts) - counts, counts)] = names
    return groups
