"""Who may meet whom in a round of fixed pairs, and what it costs: a graph over places on the board.

Costs, hardest aim first: squared gap in points > keep-apart > who gives first > squared gap in rank; where
repeats must be, before them the earlier meetings (the worst first) and byes too early.
"""

import numpy as np

from tournaments.pairing.aims import Edges, Numbers, ends
from tournaments.pairing.board import Board, Method

MEETINGS_TOLD_APART = 3
"""A second, third and fourth meeting are different evils; a fifth is as bad as a fourth."""
LARGEST_SQUARED = 1 << 30
"""Gaps in points beyond this are squared in whole numbers of any size."""


def edges_of(board: Board, nearest: int, *, repeats: bool) -> Edges:
    """Each place with its `nearest` places in rank that it may meet, and with the bye where it may sit out.

    Without `repeats`, only who has not met may meet, and only those with the fewest byes may sit out.
    """
    met = _met(board)
    first, second = _near(board, met, nearest, repeats=repeats)
    idle = _may_sit_out(board, nearest, repeats=repeats)
    last = len(board.entries) - 1
    zeros = np.zeros(len(idle), dtype=np.int64)
    early = np.array(board.past.byes, dtype=np.int64)[idle] - min(board.past.byes)
    none = np.zeros(len(first), dtype=np.int64)
    hard = [(none, last - idle)]
    if repeats:
        times = _times(board, met, first, second)
        told_apart = [((times == number).astype(np.int64), zeros) for number in range(MEETINGS_TOLD_APART, 0, -1)]
        hard = [*told_apart, (none, early), *hard]
    soft = [(costs, zeros) for costs in _soft(board, first, second)]
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


def _near(board: Board, met: Numbers, nearest: int, *, repeats: bool) -> tuple[Numbers, Numbers]:
    """Twos of which one has the other among its nearest, in order of places."""
    count = len(board.entries)
    most_met = int(np.bincount(np.concatenate((met // count, met % count)), minlength=1).max()) if len(met) else 0
    widest = min(count - 1, nearest + most_met)  # so far away stands the last of the nearest, at the most
    place, step = np.arange(count)[:, None], np.arange(1, widest + 1)[None, :]
    legal = place + step < count
    if not repeats:
        one, apart = met // count, met % count - met // count
        near = apart <= widest
        legal[one[near], apart[near] - 1] = False
    above = np.zeros_like(legal)
    for each in range(1, min(widest, count - 1) + 1):
        above[each:, each - 1] = legal[: count - each, each - 1]
    either = legal.astype(np.int64) + above
    closer = np.cumsum(either, axis=1) - either
    wanted_above = closer < nearest
    wanted_below = np.zeros_like(legal)
    for each in range(1, min(widest, count - 1) + 1):
        wanted_below[: count - each, each - 1] = wanted_above[each:, each - 1]
    first, step_of = np.nonzero(legal & (wanted_above | wanted_below))
    return first, first + step_of + 1


def _may_sit_out(board: Board, nearest: int, *, repeats: bool) -> Numbers:
    """The lowest places with the fewest byes; where repeats must be, the lowest places."""
    if board.bye is None:
        return np.empty(0, dtype=np.int64)
    byes = np.array(board.past.byes, dtype=np.int64)
    places = np.arange(len(byes)) if repeats else np.flatnonzero(byes == byes.min())
    return places[::-1][:nearest]


def _times(board: Board, met: Numbers, first: Numbers, second: Numbers) -> Numbers:
    """How often twos have met, counted up to MEETINGS_TOLD_APART."""
    rounds = np.array([len(board.past.opponents[two]) for two in sorted(board.past.opponents)], dtype=np.int64)
    codes = first * len(board.entries) + second
    if not len(met):
        return np.zeros(len(codes), dtype=np.int64)
    at = np.minimum(np.searchsorted(met, codes), len(met) - 1)
    return np.where(met[at] == codes, np.minimum(rounds[at], MEETINGS_TOLD_APART), 0)


def _soft(board: Board, first: Numbers, second: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    together = _together(board, first, second)
    balance = np.array(board.past.giving, dtype=np.int64)
    giving = np.ptp(balance) - abs(balance[first] - balance[second])
    if board.method is Method.LOT:
        return np.zeros_like(together), together, giving, np.zeros_like(together)
    points = [entry.points for entry in board.entries]
    large = max(points) - min(points) > LARGEST_SQUARED
    gaps = np.array(points, dtype=object if large else np.int64)
    return (gaps[first] - gaps[second]) ** 2, together, giving, (first - second) ** 2


def _together(board: Board, first: Numbers, second: Numbers) -> Numbers:
    """1 where two share a group. Rows are filled up with numbers that nobody shares."""
    number: dict[str, int] = {}
    names = [number.setdefault(name, len(number)) for entry in board.entries for name in entry.groups]
    counts = np.array([len(entry.groups) for entry in board.entries], dtype=np.int64)
    place, most = np.arange(len(counts)), int(counts.max())
    groups = np.repeat(-1 - place[:, None], most, axis=1)
    groups[np.repeat(place, counts), np.arange(len(names)) - np.repeat(np.cumsum(counts) - counts, counts)] = names
    shared = np.zeros(len(first), dtype=bool)
    for one in range(most):
        for other in range(most):
            shared |= groups[first, one] == groups[second, other]
    return shared.astype(np.int64)
