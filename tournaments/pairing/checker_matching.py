"""Largest matchings and cheapest pairings for the checker, each with a proof that does not trust the search.

Written apart from what makes draws, with the standard library alone: a fault there must not hide here.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache

type Neighbours = Sequence[set[int]]
type Costs = tuple[int, ...]


class WrongProofError(AssertionError):
    """The search and its proof disagree: the checker itself is at fault."""


def left_over(neighbours: Neighbours) -> int:
    """How many vertices every matching leaves over, proven by the formula of Tutte and Berge.

    The formula: whatever set of vertices is taken out, each odd component of the rest needs one of them.
    The search names a set; the components are counted here, so a wrong search cannot pass.
    """
    size = len(neighbours)
    if _dirac(neighbours):
        return size % 2
    search = _Matching(neighbours)
    barrier = search.run()
    found = search.mate.count(-1)
    if _odd_components(neighbours, barrier) - len(barrier) != found:
        raise WrongProofError(found)
    return found


def _dirac(neighbours: Neighbours) -> bool:
    """Everyone joined to at least half of the others: such a graph has a round trip through all vertices."""
    size = len(neighbours)
    return size > 2 and 2 * min(map(len, neighbours)) >= size


def _odd_components(neighbours: Neighbours, barrier: set[int]) -> int:
    unseen = set(range(len(neighbours))) - barrier
    odd = 0
    while unseen:
        component = [unseen.pop()]
        for vertex in component:
            found = neighbours[vertex] & unseen
            unseen -= found
            component += found
        odd += len(component) % 2
    return odd


class _Matching:
    """Edmonds' search for augmenting paths: odd cycles are shrunk to their base."""

    def __init__(self, neighbours: Neighbours) -> None:
        self.neighbours = neighbours
        self.mate = [-1] * len(neighbours)

    def run(self) -> set[int]:
        """Find a largest matching; answers a set of vertices that shows that none is larger."""
        for vertex, others in enumerate(self.neighbours):
            if self.mate[vertex] < 0:
                free = next((other for other in sorted(others) if self.mate[other] < 0), None)
                if free is not None:
                    self.mate[vertex], self.mate[free] = free, vertex
        outer: set[int] = set()
        for vertex in range(len(self.mate)):
            if self.mate[vertex] < 0:
                outer |= self._augment(vertex)
        outer = {vertex for each in range(len(self.mate)) if self.mate[each] < 0 for vertex in self._augment(each)}
        return {other for vertex in outer for other in self.neighbours[vertex]} - outer

    def _augment(self, root: int) -> set[int]:
        """Lengthen the matching from an exposed vertex; where that fails, the vertices at even distance."""
        size = len(self.mate)
        self.parent, self.base = [-1] * size, list(range(size))
        self.outer = {root}
        self.queue = deque([root])
        while self.queue:
            vertex = self.queue.popleft()
            for other in self.neighbours[vertex]:
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if other == root or (self.mate[other] >= 0 and self.parent[self.mate[other]] >= 0):
                    self._shrink(vertex, other)
                elif self.parent[other] < 0:
                    self.parent[other] = vertex
                    if self.mate[other] < 0:
                        self._flip(other)
                        return set()
                    self._reach(self.mate[other])
        return self.outer

    def _reach(self, vertex: int) -> None:
        if vertex not in self.outer:
            self.outer.add(vertex)
            self.queue.append(vertex)

    def _flip(self, vertex: int) -> None:
        while vertex >= 0:
            before = self.parent[vertex]
            following = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = following

    def _shrink(self, vertex: int, other: int) -> None:
        base = self._meeting(vertex, other)
        cycle: set[int] = set()
        self._mark(vertex, base, other, cycle)
        self._mark(other, base, vertex, cycle)
        for each in range(len(self.base)):
            if self.base[each] in cycle:
                self.base[each] = base
                self._reach(each)

    def _meeting(self, vertex: int, other: int) -> int:
        """The base at which the ways from two vertices to the root come together."""
        seen = set()
        while True:
            vertex = self.base[vertex]
            seen.add(vertex)
            if self.mate[vertex] < 0:
                break
            vertex = self.parent[self.mate[vertex]]
        while self.base[other] not in seen:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _mark(self, vertex: int, base: int, child: int, cycle: set[int]) -> None:
        while self.base[vertex] != base:
            cycle |= {self.base[vertex], self.base[self.mate[vertex]]}
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]


def cheapest_pairing(size: int, cost: Callable[[int, int], Costs]) -> Costs:
    """The least cost of pairing all of an even number of vertices, by trying everything; for a dozen or so."""

    @cache
    def best(free: int) -> Costs | None:
        if not free:
            return None
        first = (free & -free).bit_length() - 1
        rest = free & (free - 1)
        found = []
        others = rest
        while others:
            other = (others & -others).bit_length() - 1
            others &= others - 1
            more = best(rest & ~(1 << other))
            here = cost(first, other)
            found.append(here if more is None else tuple(map(sum, zip(here, more, strict=True))))
        return min(found)

    return best((1 << size) - 1) or ()
