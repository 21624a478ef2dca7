"""Very large fields: the best matching found in windows that roll down the standing.

The exact search costs more than the square of the number of entries, but who meets whom at the top hardly
depends on the bottom. So the best matching of the first places is taken, its upper part kept, and the
window moved on with whoever is left. This is no proof: narrower windows lost a little of the softest aims
in some of the fields tried, these in none. Where a window cannot be completed, everything is searched at once.
"""

from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.aims import Numbers, Pair, WeightedGraph, best_matching, cheapest, ends

WIDTH = 240
KEPT = 100
"""Places at the head of a window whose pairs are kept."""


def matching_in_windows(graph: WeightedGraph) -> list[Pair] | None:
    """As `best_matching`; vertices are places in the standing, a last one may be the bye."""
    pairs, weights = ends(graph.weights), list(graph.weights.values())
    waiting = _in_order(graph.size, pairs)
    found: list[Pair] = []
    while len(waiting):
        window = waiting[:WIDTH]
        here = np.flatnonzero(_both_in(window, pairs, graph.size))
        matched = np.array(cheapest(pairs[here], itemgetter(*here.tolist(), 0, 0)(weights)[:-2]))
        head = window if len(window) == len(waiting) else window[:KEPT]
        kept = matched[_both_in(head, matched, graph.size)] if len(matched) else matched
        if not len(kept) or (len(head) == len(waiting) and 2 * len(kept) < len(waiting)):
            return best_matching(graph)
        found += [(i, j) for i, j in kept.tolist()]
        waiting = waiting[~np.isin(waiting, kept)]
    return sorted(found)


def _both_in(chosen: Numbers, pairs: Numbers, size: int) -> NDArray[np.bool_]:
    """For each pair, whether both are chosen."""
    inside = np.zeros(size, dtype=bool)
    inside[chosen] = True
    return inside[pairs[:, 0]] & inside[pairs[:, 1]]


def _in_order(size: int, pairs: Numbers) -> Numbers:
    """Vertices by place; the last one, which may be the bye, beside the lowest it can be matched with."""
    last = size - 1
    lowest = int(pairs[pairs[:, 1] == last, 0].max(initial=0))
    return np.concatenate((np.arange(lowest + 1), [last], np.arange(lowest + 1, last)))
