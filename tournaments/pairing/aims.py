"""Strict order of aims as one whole number per edge, and the exact best matching for it.

Each edge has a row of costs, hardest aim first. The rows are folded into single numbers so that one unit
of a harder aim is worth more than all that a perfect matching can save on the softer ones: for an aim, no
matching costs more than half the sum over the vertices of their dearest edge. A last, seeded random
number per edge makes the best matching unique, so every exact solver on every machine finds the same one.

The solver counts in 128 bits and doubles its numbers; `MOST_BITS` stays clear of that.
"""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import batched, chain
from math import prod

import numpy as np
import rustworkx
from numpy.typing import NDArray

from tournaments.pairing.prices import WORD_BITS, less_prices

MOST_BITS = 118
LOT_BITS = 32
EDGES_AT_ONCE = 500
"""So few tuples live at once that the search for garbage does not start."""

type Numbers = NDArray[np.int64]
type Pair = tuple[int, int]
type Network = rustworkx.PyGraph[int, int]


@dataclass(frozen=True, slots=True)
class Edges:
    """Twos of vertices that may be matched, the smaller number first, and what each aim costs, hardest first."""

    first: Numbers
    second: Numbers
    costs: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True)
class WeightedGraph:
    """Edges with one whole number each, `head` · 2^`lot_bits` + `lots`; smaller is better.

    `pairs`: two columns, the smaller vertex first. `head`: what the aims cost, in machine words where 60 bits
    are enough. `size`: the vertices that are to be matched; their numbers may have gaps.
    """

    size: int
    pairs: Numbers
    head: Numbers
    lots: Numbers
    lot_bits: int

    @classmethod
    def of(cls, size: int, weights: Mapping[Pair, int]) -> "WeightedGraph":
        """A graph of ready weights."""
        head = np.array(list(weights.values()), dtype=object)
        return cls(size, ends(weights), head, np.zeros(len(weights), dtype=np.int64), 0)

    @property
    def weights(self) -> dict[Pair, int]:
        """The number of each edge, put together anew at each call."""
        pairs = zip(*self.pairs.T.tolist(), strict=True)
        rows = zip(self.head.tolist(), self.lots.tolist(), strict=True)
        return dict(zip(pairs, ((cost << self.lot_bits) + lot for cost, lot in rows), strict=True))

    def without(self, vertices: frozenset[int], edges: frozenset[Pair]) -> "WeightedGraph":
        """The same graph without some vertices and edges; `size` counts what is left."""
        left = [
            at
            for at, (i, j) in enumerate(self.pairs.tolist())
            if i not in vertices and j not in vertices and (i, j) not in edges
        ]
        size = self.size - len(vertices)
        return WeightedGraph(size, self.pairs[left], self.head[left], self.lots[left], self.lot_bits)


def fold(size: int, edges: Edges, chance: random.Random) -> WeightedGraph:
    """One number per edge from its costs; where even 118 bits are too few, the softest aims are dropped."""
    spans = [_span(size, edges, costs) + 1 for costs in edges.costs]
    while prod(spans).bit_length() + size.bit_length() > MOST_BITS:
        spans.pop()
    spare = MOST_BITS - prod(spans).bit_length() - size.bit_length()
    used = max(0, min(LOT_BITS, spare))
    lots = random_words(len(edges.first), chance) >> (LOT_BITS - used)
    small = prod(spans).bit_length() <= WORD_BITS and all(costs.dtype != object for costs in edges.costs)
    head = np.zeros(len(edges.first), dtype=np.int64 if small else object)
    for costs, span in zip(edges.costs, spans, strict=False):
        head = head * span + costs
    return WeightedGraph(size, np.column_stack((edges.first, edges.second)), head, lots, used + size.bit_length())


def _span(size: int, edges: Edges, costs: Numbers) -> int:
    """The most that a matching can cost for one aim."""
    dearest = np.zeros(size, dtype=costs.dtype)
    np.maximum.at(dearest, edges.first, costs)
    np.maximum.at(dearest, edges.second, costs)
    return sum(dearest.tolist()) // 2  # large gaps squared would not fit a machine word together


def random_words(count: int, chance: random.Random) -> Numbers:
    """Numbers of 32 bits by chance, in one draw: the generator's words in their order, so the same everywhere."""
    words = chance.getrandbits(32 * count).to_bytes(4 * count, "little")
    return np.frombuffer(words, dtype="<u4").astype(np.int64)


def best_matching(graph: WeightedGraph) -> list[Pair] | None:
    """The cheapest matching that covers every vertex, sorted; None when there is none."""
    pairs = matching(network(graph))
    return pairs if 2 * len(pairs) == graph.size else None


def network(graph: WeightedGraph, *, priced: bool = True) -> Network:
    """The graph as the solver takes it: vertices carry their numbers, and dearer is better.

    `priced`: less the prices of the vertices; all matchings of the same vertices are worth the same amount more.
    """
    head, lots = (
        less_prices(graph.pairs, graph.head, graph.lots, graph.lot_bits) if priced else (graph.head, graph.lots)
    )
    return _network(graph.pairs, int(head.max(initial=0)) + 1 - head, -lots, graph.lot_bits)


def _network(pairs: Numbers, head: Numbers, lots: Numbers, lot_bits: int) -> Network:
    found: Network = rustworkx.PyGraph(multigraph=False)
    found.add_nodes_from(range(int(pairs.max(initial=-1)) + 1))
    weights = [(value << lot_bits) + lot for value, lot in zip(head.tolist(), lots.tolist(), strict=True)]
    for block in batched(zip(*pairs.T.tolist(), weights, strict=True), EDGES_AT_ONCE):
        found.add_edges_from(block)
    return found


def matching(graph: Network) -> list[Pair]:
    """The best of the largest matchings, sorted."""
    name = graph.nodes()
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((name[u], name[v]) if name[u] < name[v] else (name[v], name[u]) for u, v in found)


def ends(pairs: Collection[Pair]) -> Numbers:
    """Pairs as an array of two columns."""
    return np.fromiter(chain.from_iterable(pairs), dtype=np.int64, count=2 * len(pairs)).reshape(-1, 2)


def most_pairs(pairs: Collection[Pair]) -> int:
    """How many pairs at most can be formed of these without using a vertex twice."""
    alike = np.ones(len(pairs), dtype=np.int64)
    return len(matching(_network(ends(pairs), alike, alike, 0)))
