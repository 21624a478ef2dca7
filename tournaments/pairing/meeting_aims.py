"""What meeting again costs at a table of individuals, aim by aim, as a bound has to see it: how often, not how dear."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.aims import Numbers
from tournaments.pairing.board import Board
from tournaments.pairing.meetings import Places
from tournaments.pairing.table_costs import SPLITS

REPEATS, THIRD, AGAIN, OTHER_ROLE = "repeats", "opponents_third", "opponents_again", "other_role"
"""The aims by their names in the certificate, hardest first; sit-outs in turn stand between the first two."""

type Twos = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Aim:
    """What two places cost as `partners` now, and as `opponents` now (0 or 1), and how much a round `reached`."""

    name: str
    partners: Twos
    opponents: Twos
    reached: int

    def of(self, fours: Numbers) -> Numbers:
        """What each table (column) costs with each of the three ways to make sides (row)."""
        rows = []
        for split in SPLITS:
            a, b, c, d = (fours[:, seat] for seat in split)
            met = self.opponents[a, c] + self.opponents[a, d] + self.opponents[b, c] + self.opponents[b, d]
            rows.append(self.partners[a, b] + self.partners[c, d] + met)
        return np.array(rows)


def aims_of(board: Board, reached: Mapping[str, int]) -> list[Aim]:
    """The aims that `reached` names, hardest first."""
    partnered = _twos(board, board.past.partners)
    opposed = _twos(board, board.past.opponents)
    thrice = _twos(board, (two for two, rounds in board.past.opponents.items() if len(rounds) > 1))
    none = np.zeros_like(opposed)
    costs = {
        REPEATS: (partnered, none),
        THIRD: (none, thrice),
        AGAIN: (none, opposed),
        OTHER_ROLE: (opposed, partnered),
    }
    return [Aim(name, *costs[name], reached[name]) for name in costs if name in reached]


def _twos(board: Board, met: Iterable[Places]) -> Twos:
    size = len(board.entries)
    found = np.zeros((size, size), dtype=np.int64)
    for i, j in met:
        found[i, j] = found[j, i] = 1
    return found


@dataclass(frozen=True, slots=True)
class SitOuts:
    """Who sits out in every round that is as fair (`gone`), and who may be the `idle` others."""

    gone: tuple[int, ...]
    may: tuple[int, ...]
    idle: int

    @classmethod
    def of(cls, byes: Sequence[int], second_byes: int) -> "SitOuts":
        """From how often each place sat out; `second_byes`: how many of a round came too early."""
        everybody, idle = range(len(byes)), len(byes) % 4
        if second_byes or not idle:
            return cls((), tuple(everybody) if idle else (), idle)
        last = sorted(byes)[idle - 1]
        gone = tuple(place for place in everybody if byes[place] < last)
        return cls(gone, tuple(place for place in everybody if byes[place] == last), idle - len(gone))
