"""The cheapest perfect matching with its prices: held against another library's, and against its own proof."""

import random

import pytest
import rustworkx

from tournaments.pairing.blossom import Matcher


def graph(seed):
    """A graph of up to 44 vertices with even costs; some have no perfect matching."""
    chance = random.Random(seed)
    size, share, most = 2 * chance.randint(1, 22), chance.choice([0.2, 0.4, 0.7, 1]), chance.choice([3, 10, 100, 2**90])
    edges = {
        (i, j): 2 * chance.randint(0, most) for i in range(size) for j in range(i + 1, size) if chance.random() < share
    }
    return size, edges


def neighbours(size, edges):
    around = [([], []) for _ in range(size)]
    for two, cost in edges.items():
        for vertex, other in (two, two[::-1]):
            around[vertex][0].append(other)
            around[vertex][1].append(cost)
    return around


def cheapest(size, edges):
    """What another library's cheapest perfect matching costs; None when there is none."""
    network = rustworkx.PyGraph(multigraph=False)
    network.add_nodes_from(range(size))
    most = max(edges.values(), default=0) + 1
    network.add_edges_from([(i, j, most - cost) for (i, j), cost in edges.items()])
    found = rustworkx.max_weight_matching(network, max_cardinality=True, weight_fn=int)
    return sum(edges[min(two), max(two)] for two in found) if 2 * len(found) == size else None


def worth(matcher):
    """For any two vertices what the blossoms that hold both are worth together."""
    found = {}
    for order, between in matcher.nests():
        for i, one in enumerate(order):
            for j in range(i + 1, len(order)):
                found[frozenset((one, order[j]))] = min(between[i:j])
    return found


@pytest.mark.parametrize("block", range(8))
def test_the_matching_is_the_cheapest_and_its_prices_prove_it(block):
    for seed in range(100 * block, 100 * (block + 1)):
        size, edges = graph(seed)
        matcher = Matcher(neighbours(size, edges))

        solved = matcher.solve()

        expected = cheapest(size, edges)
        assert solved == (expected is not None), seed
        if solved:
            shared = worth(matcher)
            slack = {
                (i, j): cost - matcher.price[i] - matcher.price[j] + shared.get(frozenset((i, j)), 0)
                for (i, j), cost in edges.items()
            }
            matched = {(i, j) for i, j in enumerate(matcher.mate) if i < j}
            assert sum(edges[two] for two in matched) == expected, seed
            assert min(slack.values()) >= 0, seed
            assert {slack[two] for two in matched} == {0}, seed
            assert min(matcher.worth.values(), default=0) >= 0, seed


def test_nobody_to_match():
    assert Matcher([]).solve() is True


def test_a_vertex_without_an_edge_is_never_matched():
    assert Matcher([([1], [2]), ([0], [2]), ([], []), ([], [])]).solve() is False


def test_an_odd_cycle_with_one_way_out():
    edges = {(0, 1): 0, (1, 2): 0, (0, 2): 0, (2, 3): 10}
    matcher = Matcher(neighbours(4, edges))

    solved = matcher.solve()

    assert (solved, matcher.mate) == (True, [1, 0, 3, 2])


@pytest.mark.parametrize("seed", [15578, 207450], ids=["an edge of before a blossom opened", "another of these"])
def test_events_that_no_longer_hold_are_left_out(seed):
    chance = random.Random(seed)
    size, share, most = 2 * chance.randint(1, 20), chance.choice([0.2, 0.4, 0.7, 1]), chance.choice([3, 10, 100, 10**6])
    edges = {
        (i, j): 2 * chance.randint(0, most) for i in range(size) for j in range(i + 1, size) if chance.random() < share
    }
    matcher = Matcher(neighbours(size, edges))

    matcher.solve()

    matched = [(i, j) for i, j in enumerate(matcher.mate) if i < j]
    assert sum(edges[two] for two in matched) == cheapest(size, edges)
