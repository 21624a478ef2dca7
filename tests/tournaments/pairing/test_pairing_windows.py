"""Very large fields in windows: the same matching as over all places, and a way out where a window is stuck."""

import random

import pytest

from tournaments.pairing import windows
from tournaments.pairing.aims import WeightedGraph, best_matching
from tournaments.pairing.windows import matching_in_windows


def band(size, seed, width=12):
    """A graph in which near places are cheap, as in a standing with score groups."""
    chance = random.Random(seed)
    points = sorted((chance.randrange(9) for _ in range(size)), reverse=True)
    weights = {
        (i, j): ((points[i] - points[j]) ** 2 << 40) + ((i - j) ** 2 << 20) + chance.getrandbits(20)
        for i in range(size)
        for j in range(i + 1, min(i + width, size))
        if chance.random() < 0.9
    }
    return WeightedGraph.of(size, weights)


@pytest.mark.parametrize("seed", range(4))
def test_windows_find_the_best_matching_of_all(seed):
    graph = band(400, seed)

    assert matching_in_windows(graph) == best_matching(graph)


def test_the_bye_is_looked_for_where_it_can_be():
    graph = band(301, 1)
    byes = {(i, 301): (300 - i) << 60 for i in (7, 9, 40)}
    odd = WeightedGraph.of(302, {**graph.weights, **byes})

    assert matching_in_windows(odd) == best_matching(odd)
    assert (40, 301) in matching_in_windows(odd)


def test_a_window_that_is_stuck_is_left_for_the_search_over_all(monkeypatch):
    monkeypatch.setattr(windows, "WIDTH", 4)
    monkeypatch.setattr(windows, "KEPT", 2)
    far = WeightedGraph.of(8, {(i, i + 4): i for i in range(4)})

    assert matching_in_windows(far) == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_no_matching_at_all():
    assert matching_in_windows(WeightedGraph.of(4, {(0, 1): 1})) is None
