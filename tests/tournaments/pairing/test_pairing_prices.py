"""Prices of vertices shorten the search and change nothing else."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.aims import Edges, WeightedGraph, best_matching, ends, fold, matching, network
from tournaments.pairing.prices import WORTH_IT, less_prices

SIZE = WORTH_IT + 12


def band(size, seed, width=14, large=1):
    """A folded graph in which near places may meet; the hardest aim costs up to `large`."""
    chance = random.Random(seed)
    pairs = [(i, j) for i in range(size) for j in range(i + 1, min(i + width, size)) if chance.random() < 0.8]
    two = ends(pairs)
    costs = (
        np.array([large * chance.randrange(3) for _ in pairs], dtype=np.int64),
        np.array([chance.randrange(2) for _ in pairs], dtype=np.int64),
        (two[:, 0] - two[:, 1]) ** 2,
    )
    return fold(size, Edges(two[:, 0], two[:, 1], costs), chance)


def total(graph, pairs):
    """What the edges of a matching cost altogether, less the prices."""
    head, lots = less_prices(graph.pairs, graph.head, graph.lots, graph.lot_bits)
    weight = dict(zip(map(tuple, graph.pairs.tolist()), zip(head.tolist(), lots.tolist(), strict=True), strict=True))
    return sum((weight[pair][0] << graph.lot_bits) + weight[pair][1] for pair in pairs)


@pytest.mark.parametrize("large", [1, 2**20, 2**45], ids=["small", "large", "as large as a machine word"])
def test_matchings_stay_as_far_apart_as_they_were(large):
    size = SIZE
    complete = ends(list(combinations(range(size), 2)))
    costs = large * ((complete[:, 0] * complete[:, 1]) % 7)
    graph = fold(size, Edges(complete[:, 0], complete[:, 1], (costs,)), random.Random(large))
    neighbours = [(i, i + 1) for i in range(0, size, 2)]
    halves = [(i, i + size // 2) for i in range(size // 2)]
    weights = graph.weights

    apart = total(graph, neighbours) - total(graph, halves)

    assert apart == sum(weights[pair] for pair in neighbours) - sum(weights[pair] for pair in halves) != 0


@settings(deadline=None, max_examples=40)
@given(st.integers(WORTH_IT // 2, 60), st.integers(0, 10**6), st.sampled_from([1, 1000, 2**40]))
def test_the_best_matching_is_the_same(pairs, seed, large):
    graph = band(2 * pairs, seed, large=large)

    assert matching(network(graph)) == matching(network(graph, priced=False))


@given(st.integers(0, 10**6), st.sampled_from([1, 1000, 2**30]))
def test_no_edge_falls_below_nothing_and_each_vertex_keeps_a_cheap_one(seed, large):
    graph = band(SIZE, seed, large=large)

    head, lots = less_prices(graph.pairs, graph.head, graph.lots, graph.lot_bits)

    assert head.min() == 0
    assert (lots.min() >= 0, int(lots.max()) < 1 << graph.lot_bits) == (True, True)


@pytest.mark.parametrize(
    "graph",
    [
        pytest.param(band(WORTH_IT - 2, 1), id="few vertices"),
        pytest.param(band(SIZE, 1, large=2**60), id="costs beyond a machine word"),
        pytest.param(WeightedGraph.of(2, {}), id="nobody may meet"),
    ],
)
def test_where_no_prices_are_looked_for(graph):
    head, lots = less_prices(graph.pairs, graph.head, graph.lots, graph.lot_bits)

    assert (head is graph.head, lots is graph.lots) == (True, True)


def test_costs_beyond_a_machine_word_are_matched_too():
    graph = band(SIZE, 3, large=2**60)

    assert graph.head.dtype == object
    assert best_matching(graph) == matching(network(graph, priced=False))
