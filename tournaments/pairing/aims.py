"""Strict order of aims as one whole number per edge, and the exact best matching for it.

Each edge has a row of costs, hardest aim first. The rows are folded into single numbers so that one unit
of a harder aim is worth more than all that a perfect matching can save on the softer ones: for an aim, no
matching costs more than half the sum over the vertices of their dearest edge. A last, seeded random
number per edge makes the best matching unique, so every exact solver on every machine finds the same one.

The solver counts in 128 bits and doubles its numbers; `MOST_BITS` stays clear of that.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod

import numpy as np
import rustworkx
from numpy.typing import NDArray

MOST_BITS = 118
LOT_BITS = 32
WORD_BITS = 62
"""Costs are folded in machine words as far as these reach, then in whole numbers of any size."""

type Numbers = NDArray[np.int64]
type Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edges:
    """Twos of vertices that may be matched, the smaller number first, and what each aim costs, hardest first."""

    first: Numbers
    second: Numbers
    costs: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True)
class WeightedGraph:
    """Edges with one whole number each; smaller is better."""

    size: int
    weights: dict[Pair, int]

    def without(self, vertices: frozenset[int], edges: frozenset[Pair]) -> "WeightedGraph":
        """The same graph without some vertices and edges; `size` counts what is left."""
        left = {
            edge: weight
            for edge, weight in self.weights.items()
            if edge not in edges and edge[0] not in vertices and edge[1] not in vertices
        }
        return WeightedGraph(self.size - len(vertices), left)


def fold(size: int, edges: Edges, chance: random.Random) -> WeightedGraph:
    """One number per edge from its costs; where even 118 bits are too few, the softest aims are dropped."""
    spans = [_span(size, edges, costs) + 1 for costs in edges.costs]
    while prod(spans).bit_length() + size.bit_length() > MOST_BITS:
        spans.pop()
    lot_bits = max(0, min(LOT_BITS, MOST_BITS - prod(spans).bit_length() - size.bit_length()))
    lots = random_words(len(edges.first), chance) >> (LOT_BITS - lot_bits)
    columns = [*zip(edges.costs, spans, strict=False), (lots, size << lot_bits)]
    weights = _folded(columns) if len(edges.first) else []
    return WeightedGraph(
        size, dict(zip(zip(edges.first.tolist(), edges.second.tolist(), strict=True), weights, strict=True))
    )


def _span(size: int, edges: Edges, costs: Numbers) -> int:
    """The most that a matching can cost for one aim."""
    dearest = np.zeros(size, dtype=costs.dtype)
    np.maximum.at(dearest, edges.first, costs)
    np.maximum.at(dearest, edges.second, costs)
    return int(dearest.sum()) // 2


def random_words(count: int, chance: random.Random) -> Numbers:
    """Numbers of 32 bits by chance, in one draw: the generator's words in their order, so the same everywhere."""
    words = chance.getrandbits(32 * count).to_bytes(4 * count, "little")
    return np.frombuffer(words, dtype="<u4").astype(np.int64)


def _folded(columns: Sequence[tuple[Numbers, int]]) -> list[int]:
    """Sum of each row's costs, every cost weighed by the spans of those after it; spans are upper limits."""
    words: list[tuple[Numbers, int]] = []
    for costs, span in columns:
        if words and costs.dtype != object and (words[-1][1] * span).bit_length() <= WORD_BITS:
            words[-1] = (words[-1][0] * span + costs, words[-1][1] * span)
        else:
            words.append((costs, span))
    rows: list[int] = words[0][0].tolist()
    for costs, span in words[1:]:
        rows = [before * span + cost for before, cost in zip(rows, costs.tolist(), strict=True)]
    return rows


def best_matching(graph: WeightedGraph) -> list[Pair] | None:
    """The cheapest matching that covers every vertex, sorted; None when there is none."""
    pairs = cheapest(ends(graph.weights), list(graph.weights.values()))
    return pairs if 2 * len(pairs) == graph.size else None


def ends(pairs: Collection[Pair]) -> Numbers:
    """Pairs as an array of two columns."""
    return np.fromiter(chain.from_iterable(pairs), dtype=np.int64, count=2 * len(pairs)).reshape(-1, 2)


def cheapest(pairs: Numbers, weights: Sequence[int]) -> list[Pair]:
    """The cheapest of the largest matchings of edges with these ends and whole numbers, sorted."""
    if not len(pairs):
        return []
    names, numbers = np.unique(pairs, return_inverse=True)
    first, second = numbers.reshape(-1, 2).T.tolist()
    dearest = max(weights) + 1
    network: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    network.add_nodes_from(range(len(names)))
    network.add_edges_from([(i, j, dearest - weight) for i, j, weight in zip(first, second, weights, strict=True)])
    found = rustworkx.max_weight_matching(network, max_cardinality=True, weight_fn=int)
    vertex = names.tolist()
    return sorted((min(vertex[u], vertex[v]), max(vertex[u], vertex[v])) for u, v in found)


def most_pairs(pairs: Collection[Pair]) -> int:
    """How many pairs at most can be formed of these without using a vertex twice."""
    return len(cheapest(ends(pairs), [0] * len(pairs)))
