"""Few individuals: choose a round after which the rounds to come can still be perfect.

Perfect: new partners, no opponents a third time, sit-outs in turn. Eight people over seven rounds then
partner everybody once and oppose everybody twice. Up to nine people have at most 2,835 different rounds,
so the rounds to come are searched as sets of rounds that go together. Sets of twos are bit masks.

Work is counted in steps, not in time, so that every machine stops at the same place.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import numpy as np

from tournaments.pairing.board import Board
from tournaments.pairing.meetings import Places, places
from tournaments.pairing.table_costs import SPLITS, TableCosts

LARGEST_SEARCHED = 9
STEPS = 60_000

type Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Round:
    """Tables (first two against last two), who sits out, and both with the twos as masks."""

    tables: tuple[Four, ...]
    out: tuple[int, ...]
    partners: int
    opponents: int


@cache
def _rounds(size: int) -> tuple[_Round, ...]:
    """All rounds of so many people."""
    bit = {two: 1 << at for at, two in enumerate(combinations(range(size), 2))}
    found = []
    for out in combinations(range(size), size % 4):
        playing = tuple(place for place in range(size) if place not in out)
        for fours in _partitions(playing):
            for splits in product(SPLITS, repeat=len(fours)):
                seated = (tuple(four[seat] for seat in split) for four, split in zip(fours, splits, strict=True))
                tables = tuple((i, j, k, m) for i, j, k, m in seated)
                partners = sum(bit[places(*side)] for i, j, k, m in tables for side in ((i, j), (k, m)))
                opponents = sum(bit[places(*two)] for i, j, k, m in tables for two in product((i, j), (k, m)))
                found.append(_Round(tables, out, partners, opponents))
    return tuple(found)


def _partitions(playing: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to part up to eight people into fours."""
    for mates in combinations(playing[1:], 3):
        four = (playing[0], *mates)
        rest = tuple(place for place in playing if place not in four)
        yield (four, rest) if rest else (four,)


def keep_rounds_free(
    board: Board, costs: TableCosts, rounds_after: int, chance: random.Random
) -> tuple[list[int], list[Four]] | None:
    """Who sits out and the tables of the cheapest round after which `rounds_after` perfect ones remain.

    None when nothing is to come, the field is too large, or no such round was found.
    """
    size = len(board.entries)
    if not rounds_after or size > LARGEST_SEARCHED:
        return None
    past = _State(
        byes=board.past.byes,
        once=_mask(size, board.past.opponents),
        twice=_mask(size, (two for two, rounds in board.past.opponents.items() if len(rounds) > 1)),
    )
    partners = _mask(size, board.past.partners)
    legal = [each for each in _rounds(size) if not each.partners & partners and not each.opponents & past.twice]
    search = _Search(STEPS)
    for each in _cheapest_first(costs, [each for each in legal if past.fair(each)], chance):
        if search.goes_on(past.after(each), _compatible(each, legal), rounds_after):
            return sorted(each.out, reverse=True), sorted(each.tables, key=min)
    return None


def _mask(size: int, twos: Iterable[Places]) -> int:
    bit = {two: 1 << at for at, two in enumerate(combinations(range(size), 2))}
    return sum(bit[two] for two in twos)


def _compatible(chosen: _Round, rounds: Sequence[_Round]) -> list[_Round]:
    return [each for each in rounds if not each.partners & chosen.partners]


def _cheapest_first(costs: TableCosts, rounds: Sequence[_Round], chance: random.Random) -> list[_Round]:
    """In the order of aims: the lowest ranked sit out, then what the tables cost, then by chance."""
    if not rounds:
        return []
    fours = np.array([four for each in rounds for four in each.tables], dtype=np.int64)
    high, low = (part.reshape(len(rounds), -1).sum(axis=1).tolist() for part in costs.price_seated(fours))
    order = sorted(range(len(rounds)), key=lambda at: (-sum(rounds[at].out), high[at], low[at], chance.random()))
    return [rounds[at] for at in order]


@dataclass(frozen=True, slots=True)
class _State:
    """Sit-outs of each place, and who were opponents once or more, and twice."""

    byes: tuple[int, ...]
    once: int
    twice: int

    def fair(self, following: _Round) -> bool:
        """Whether nobody sits out before another who has done so less often."""
        if not following.out:
            return True
        playing = min(times for place, times in enumerate(self.byes) if place not in following.out)
        return max(self.byes[place] for place in following.out) <= playing

    def after(self, chosen: _Round) -> "_State":
        byes = tuple(times + (place in chosen.out) for place, times in enumerate(self.byes))
        return _State(byes, self.once | chosen.opponents, self.twice | self.once & chosen.opponents)


@dataclass(slots=True)
class _Search:
    """Depth first, until the steps are used up."""

    steps: int

    def goes_on(self, state: _State, rounds: Sequence[_Round], left: int) -> bool:
        """Whether `left` more rounds out of these go together, each with new partners."""
        if not left:
            return True
        legal = [each for each in rounds if not each.opponents & state.twice]
        for at, each in enumerate(legal):
            self.steps -= 1
            if self.steps < 0 or len(legal) - at < left:
                return False
            rest = legal if each.out else legal[at + 1 :]  # without sit-outs the order of rounds does not matter
            if state.fair(each) and self.goes_on(state.after(each), _compatible(each, rest), left - 1):
                return True
        return False
