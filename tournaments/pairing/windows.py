"""Very large fields: the best matching found in windows that roll down the standing.

The exact search costs more than the square of the number of entries, but who meets whom at the top hardly
depends on the bottom. So the best matching of the first places is taken, its upper part kept, and the
window moved on with whoever is left. This is no proof: among 66 fields of 1,100 to 2,200 entries these
windows missed none of the best rounds, narrower ones (240, 100) three, each by a little of who gives first.
Where a window cannot be completed, everything is searched at once.
"""

from tournaments.pairing.aims import Numbers, Pair, WeightedGraph, best_matching, matching, network

WIDTH = 400
KEPT = 280
"""Places at the head of a window whose pairs are kept."""


def matching_in_windows(graph: WeightedGraph) -> list[Pair] | None:
    """As `best_matching`; vertices are places in the standing, a last one may be the bye."""
    waiting, found = _in_order(graph.size, graph.pairs), []
    whole = network(graph)
    while waiting:
        window = waiting[:WIDTH]
        matched = matching(whole.subgraph(window))
        if 2 * len(matched) < len(window):  # prices favour some vertices where not all are covered
            matched = matching(network(graph, priced=False).subgraph(window))
        head = set(window if len(window) == len(waiting) else window[:KEPT])
        kept = [pair for pair in matched if pair[0] in head and pair[1] in head]
        if not kept or (len(head) == len(waiting) and 2 * len(kept) < len(waiting)):
            return best_matching(graph)
        found += kept
        seated = {vertex for pair in kept for vertex in pair}
        waiting = [vertex for vertex in waiting if vertex not in seated]
    return sorted(found)


def _in_order(size: int, pairs: Numbers) -> list[int]:
    """Vertices by place; the last one, which may be the bye, beside the lowest it can be matched with."""
    last = size - 1
    lowest = int(pairs[pairs[:, 1] == last, 0].max(initial=0))
    return [*range(lowest + 1), last, *range(lowest + 1, last)]
