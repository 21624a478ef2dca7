"""Strict order of aims as one whole number per edge, and the exact best matching for it.

Each edge has a row of costs, hardest aim first. The rows are folded into single numbers so that one unit
of a harder aim is worth more than all that a perfect matching can save on the softer ones: for an aim, no
matching costs more than half the sum over the vertices of their dearest edge. A last, seeded random
number per edge makes the best matching unique, so every exact solver on every machine finds the same one.

The solver counts in 128 bits and doubles its numbers; `MOST_BITS` stays clear of that.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import rustworkx

MOST_BITS = 118
LOT_BITS = 32

type Costs = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """Two vertices (smaller number first) that may be matched, and what it costs, hardest aim first."""

    i: int
    j: int
    costs: Costs


@dataclass(frozen=True, slots=True)
class WeightedGraph:
    """Edges with one whole number each; smaller is better."""

    size: int
    weights: dict[tuple[int, int], int]

    def without(self, vertices: frozenset[int], edges: frozenset[tuple[int, int]]) -> "WeightedGraph":
        """The same graph without some vertices and edges; `size` counts what is left."""
        left = {
            edge: weight
            for edge, weight in self.weights.items()
            if edge not in edges and edge[0] not in vertices and edge[1] not in vertices
        }
        return WeightedGraph(self.size - len(vertices), left)


def fold(size: int, edges: Sequence[Edge], chance: random.Random) -> WeightedGraph:
    """One number per edge from its costs; where even 118 bits are too few, the softest aims are dropped."""
    aims = len(edges[0].costs) if edges else 0
    factors = _factors(size, edges, aims)
    lot_bits = max(0, min(LOT_BITS, MOST_BITS - factors[0].bit_length() - size.bit_length()))
    lot_factor = (1 << lot_bits) * size
    weights = {}
    for edge in edges:
        worth = sum(factor * cost for factor, cost in zip(factors[1:], edge.costs, strict=False))
        weights[edge.i, edge.j] = worth * lot_factor + (chance.getrandbits(lot_bits) if lot_bits else 0)
    return WeightedGraph(size, weights)


def _factors(size: int, edges: Sequence[Edge], aims: int) -> list[int]:
    """[bound of all, factor of aim 1, factor of aim 2, …]; softest aims fall off while it is too large."""
    spans = [_span(size, edges, aim) for aim in range(aims)]
    for kept in range(aims, 0, -1):
        factors = [1]
        for span in reversed(spans[:kept]):
            factors.append(factors[-1] * (span + 1))
        if factors[-1].bit_length() + size.bit_length() <= MOST_BITS:
            return [factors[-1], *reversed(factors[:-1])]
    return [1]


def _span(size: int, edges: Sequence[Edge], aim: int) -> int:
    """The most that a matching can cost for one aim."""
    dearest = [0] * size
    for edge in edges:
        cost = edge.costs[aim]
        dearest[edge.i] = max(dearest[edge.i], cost)
        dearest[edge.j] = max(dearest[edge.j], cost)
    return sum(dearest) // 2


def best_matching(graph: WeightedGraph) -> list[tuple[int, int]] | None:
    """The cheapest matching that covers every vertex, sorted; None when there is none."""
    if not graph.weights:
        return [] if graph.size == 0 else None
    best = max(graph.weights.values()) + 1
    numbers: dict[int, int] = {}
    for edge in graph.weights:
        for vertex in edge:
            numbers.setdefault(vertex, len(numbers))
    names = list(numbers)
    network: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    network.add_nodes_from(range(len(names)))
    network.add_edges_from([(numbers[i], numbers[j], best - weight) for (i, j), weight in graph.weights.items()])
    found = rustworkx.max_weight_matching(network, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < graph.size:
        return None
    return sorted((min(names[u], names[v]), max(names[u], names[v])) for u, v in found)


def most_pairs(edges: Sequence[tuple[int, int]]) -> int:
    """How many pairs at most can be formed of these edges without using a vertex twice."""
    names = sorted({vertex for edge in edges for vertex in edge})
    numbers = {vertex: number for number, vertex in enumerate(names)}
    network: rustworkx.PyGraph[None, None] = rustworkx.PyGraph(multigraph=False)
    network.add_nodes_from([None] * len(names))
    network.add_edges_from([(numbers[i], numbers[j], None) for i, j in edges])
    return len(rustworkx.max_weight_matching(network, max_cardinality=True))
