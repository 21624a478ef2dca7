"""Small fields: choose a round after which the rounds to come can still be free of repeats.

The pairs that have not met form a graph; a round takes a perfect matching out of it. While every vertex
keeps at least half of the others as neighbours, a further perfect matching exists whatever was drawn
(Dirac), so nothing is searched. Otherwise matchings are tried from the best one on, until the rest still
holds as many disjoint perfect matchings as there are rounds to come.

Work is counted in steps, not in time, so that every machine stops at the same place.
"""

import heapq
from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from tournaments.pairing.aims import WeightedGraph, best_matching

type Pair = tuple[int, int]

LARGEST_SEARCHED = 26
"""Vertices up to which is searched; larger fields get what Dirac promises."""
CANDIDATES = 120
STEPS_EACH = 1_500
STEPS_FOR_A_SCHEDULE = 60_000


def promised_rounds(size: int, fewest_unmet: int) -> int:
    """How many rounds after the next exist whatever is drawn, when nobody has fewer unmet than that.

    The last of them still finds size/2 neighbours everywhere.
    """
    return max(0, fewest_unmet - size // 2)


def keep_rounds_free(
    graph: WeightedGraph, unmet: Set[Pair], best: list[Pair], rounds_after: int
) -> tuple[list[Pair], int]:
    """The cheapest found round that leaves the most of `rounds_after` free of repeats, and how many.

    `graph`: what this round may be made of, with costs. `unmet`: what all rounds may be made of.
    `best`: the cheapest round without a look ahead.
    """
    for goal in range(min(rounds_after, _least_degree(graph.size, unmet) - 1), 0, -1):
        schedule = find_rounds(graph.size, unmet, goal + 1, STEPS_FOR_A_SCHEDULE)
        if schedule is None:
            continue
        for candidate in _from_the_best(graph, best):
            if find_rounds(graph.size, unmet - set(candidate), goal, STEPS_EACH) is not None:
                return candidate, goal
        weights = graph.weights
        return min(schedule, key=lambda pairs: sum(weights[pair] for pair in pairs)), goal
    return best, 0


def _least_degree(size: int, unmet: Set[Pair]) -> int:
    degrees = [0] * size
    for pair in unmet:
        for vertex in pair:
            degrees[vertex] += 1
    return min(degrees)


def _from_the_best(graph: WeightedGraph, best: list[Pair]) -> Iterator[list[Pair]]:
    """Perfect matchings by rising cost (Murty): each answer splits what is left by its own pairs."""
    weights = graph.weights

    def cost(pairs: list[Pair]) -> int:
        return sum(weights[pair] for pair in pairs)

    heap: list[tuple[int, list[Pair], frozenset[Pair], frozenset[Pair]]] = []
    heapq.heappush(heap, (cost(best), best, frozenset(), frozenset()))
    for _ in range(CANDIDATES):
        if not heap:
            return
        _, pairs, kept, left_out = heapq.heappop(heap)
        yield pairs
        for pair in pairs:
            if pair in kept:
                continue
            forbidden = left_out | {pair}
            seated = frozenset(vertex for each in kept for vertex in each)
            rest = best_matching(graph.without(seated, forbidden))
            if rest is not None:
                answer = sorted([*kept, *rest])
                heapq.heappush(heap, (cost(answer), answer, kept, forbidden))
            kept |= {pair}


def find_rounds(size: int, unmet: Set[Pair], rounds: int, steps: int) -> list[list[Pair]] | None:
    """So many disjoint perfect matchings of `unmet`, or None where none were found in so many steps."""
    search = _Search(size, [0] * size, steps)
    for i, j in unmet:
        search.link(i, j)
    return search.schedule if search.rounds(rounds) else None


@dataclass(slots=True)
class _Search:
    """Depth-first: round by round, vertex with the fewest free neighbours first. Sets are bit masks."""

    size: int
    neighbours: list[int]
    steps: int
    schedule: list[list[Pair]] = field(default_factory=list)

    def link(self, i: int, j: int) -> None:
        self.neighbours[i] ^= 1 << j
        self.neighbours[j] ^= 1 << i

    def rounds(self, left: int) -> bool:
        if left == 0:
            return True
        if any(mask.bit_count() < left for mask in self.neighbours):
            return False
        self.schedule.append([])
        if self._pairs((1 << self.size) - 1, left):
            return True
        self.schedule.pop()
        return False

    def _pairs(self, free: int, left: int) -> bool:
        """Complete the current round over the free vertices, then go on with the next round."""
        if not free:
            current = list(self.schedule[-1])
            for pair in current:
                self.link(*pair)
            if self.rounds(left - 1):
                return True
            for pair in current:
                self.link(*pair)
            return False
        vertex, choices = self._tightest(free)
        if free.bit_count() == self.size and self.neighbours[vertex].bit_count() == left:
            choices &= -choices  # all its edges are needed in some round: take the first one now
        while choices:
            self.steps -= 1
            if self.steps < 0:
                return False
            partner = choices & -choices
            choices ^= partner
            other = partner.bit_length() - 1
            self.schedule[-1].append((min(vertex, other), max(vertex, other)))
            if self._pairs(free & ~partner & ~(1 << vertex), left):
                return True
            self.schedule[-1].pop()
        return False

    def _tightest(self, free: int) -> tuple[int, int]:
        """The free vertex with the fewest free neighbours, and these."""
        tightest, fewest, choices = -1, self.size + 1, 0
        rest = free
        while rest:
            vertex = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            found = self.neighbours[vertex] & free
            if found.bit_count() < fewest:
                tightest, fewest, choices = vertex, found.bit_count(), found
        return tightest, choices
