"""The cheapest perfect matching of a graph, with the prices that prove it: Edmonds' blossoms, one tree at a time.

Every vertex v has a price y(v), every blossom (an odd set of vertices) a price z not below nothing. An edge's
slack is its cost, less the prices of its ends, plus the prices of the blossoms that hold both ends. As long as
no slack is below nothing and every matched edge's slack is nothing, no perfect matching can be cheaper.

A tree of alternating paths grows from one unmatched vertex at a time. "Now" is the sum of all that its outer
(even) vertices have gained; what becomes tight next waits in a heap. So a search costs what its tree touches,
and with good prices to begin with the trees are small. Costs are whole numbers of any size, all even but for whole
prices that were taken off them before, so halves never occur: with these prices, the ends of a tight edge are odd or
even together.

Sources: J. Edmonds, "Paths, trees, and flowers", 1965; Z. Galil, "Efficient algorithms for finding maximum
matching in graphs", 1986.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain
from operator import sub

FREE, OUTER, INNER = range(3)
"""What a vertex or an outermost blossom is to the tree: outside, at even distance from its root, at odd distance."""
FAR = 1 << 240
"""Later than anything can happen; costs have 118 bits at the most."""

type Neighbours = Sequence[tuple[Sequence[int], Sequence[int]]]
"""For each vertex the other ends of its edges, and their costs (not below nothing; even, less prices of the ends)."""


class Matcher:
    """A matching that grows to the cheapest perfect one. Nodes are vertices, and blossoms numbered after them.

    `mate`: the vertex that each is matched with, -1 for none. `price`: y of each vertex. `worth`: z of each blossom.
    """

    def __init__(self, neighbours: Neighbours) -> None:
        size = len(neighbours)
        self.neighbours = neighbours
        self.mate = [-1] * size
        self.price = [0] * size
        self.worth: dict[int, int] = {}
        self._size = size
        self._outermost = list(range(size))
        self._within = [-1] * size
        self._base = list(range(size))
        self._vertices: list[list[int]] = [[vertex] for vertex in range(size)]
        self._ring: dict[int, list[int]] = {}  # the nodes of a blossom around its cycle, its base's first
        self._links: dict[int, list[tuple[int, int]]] = {}  # the edge from each of them to the next
        self._label = [FREE] * size
        self._via: list[tuple[int, int] | None] = [None] * size  # the edge by which a node was reached
        self._clock = [0] * size  # now less the price (outer vertices), now plus the price (inner ones); both constant
        self._since: dict[int, int] = {}  # when a blossom was labelled
        self._nearest = [FAR] * size  # when the tree reaches a free vertex, as far as is known
        self._begin()

    def _begin(self) -> None:
        self._events: list[tuple[int, int, int, int]] = []
        self._latest = FAR  # when a free and unmatched vertex is reached, at the latest
        self._labelled: list[int] = []
        self._approached: list[int] = []

    def solve(self) -> bool:
        """Match all vertices as cheaply as possible; false when no perfect matching exists."""
        if not all(others for others, _ in self.neighbours):
            return False
        self._match_tight()
        return all(self.mate[root] >= 0 or self._grow(root) for root in range(self._size))

    def outermost(self) -> list[int]:
        """For each vertex the blossom around all that hold it, or itself."""
        return list(self._outermost)

    def nests(self) -> Iterator[tuple[list[int], list[int]]]:
        """For each outermost blossom its vertices in an order in which every blossom within is a stretch.

        And between each two neighbours in it what the blossoms that hold both are worth together: for any two
        vertices of the blossom that is the least of the numbers between them. The largest part comes first.
        """
        for blossom in self._ring:
            if self._within[blossom] < 0:
                order: list[int] = []
                worth: list[int] = []
                todo = [(blossom, 0, 0)]
                while todo:
                    node, around, shared = todo.pop()
                    if node < self._size:
                        order.append(node)
                        worth.append(shared)
                    else:
                        inside = around + self.worth[node]
                        *others, largest = sorted(self._ring[node], key=lambda part: len(self._vertices[part]))
                        todo += [(each, inside, inside) for each in others]
                        todo.append((largest, inside, shared))
                yield order, worth[1:]

    def _match_tight(self) -> None:
        """Match along edges that cost nothing, then raise each price to the first tight edge and match along that."""
        price, mate = self.price, self.mate
        for vertex, (others, costs) in enumerate(self.neighbours):
            if mate[vertex] < 0 and 0 in costs:
                other = others[costs.index(0)]
                if mate[other] < 0:
                    mate[vertex], mate[other] = other, vertex
        for vertex, (others, costs) in enumerate(self.neighbours):
            if mate[vertex] < 0:
                left = [*map(sub, costs, map(price.__getitem__, others))]
                price[vertex] = least = min(left)
                for other, more in zip(others, left, strict=True):
                    if more == least and mate[other] < 0:
                        mate[vertex], mate[other] = other, vertex
                        break

    def _grow(self, root: int) -> bool:
        """Grow a tree until it reaches another unmatched vertex, and match one pair more."""
        self._begin()
        self._become_outer(self._outermost[root], None, 0)
        while self._events:
            now, near, far, cost = heappop(self._events)
            if near < 0:
                if self._label[far] == INNER and 2 * (now - self._since[far]) == self.worth[far]:
                    self._open(far, now)
                continue
            node = self._outermost[far]
            label = self._label[node]
            if label == INNER or self._outermost[near] == node:
                continue
            if label == OUTER:
                if 2 * now == cost + self._clock[near] + self._clock[far]:
                    self._close(near, far, now)
            elif now == cost + self._clock[near] - self.price[far]:
                mate = self.mate[self._base[node]]
                if mate < 0:
                    self._augment(near, far)
                    self._settle(now)
                    return True
                self._become_inner(node, (near, far), now)
                self._become_outer(self._outermost[mate], (self._base[node], mate), now)
        return False

    def _become_inner(self, node: int, via: tuple[int, int], now: int) -> None:
        self._label[node], self._via[node] = INNER, via
        self._labelled.append(node)
        for vertex in self._vertices[node]:
            self._clock[vertex] = now + self.price[vertex]
        if node >= self._size:
            self._since[node] = now
            heappush(self._events, (now + self.worth[node] // 2, -1, node, 0))

    def _become_outer(self, node: int, via: tuple[int, int] | None, now: int) -> None:
        self._mark_outer(node, via, now)
        self._look_around(self._vertices[node])

    def _mark_outer(self, node: int, via: tuple[int, int] | None, now: int) -> None:
        self._label[node], self._via[node] = OUTER, via
        self._labelled.append(node)
        for vertex in self._vertices[node]:
            self._clock[vertex] = now - self.price[vertex]
        if node >= self._size:
            self._since[node] = now

    def _look_around(self, vertices: Sequence[int]) -> None:
        """Note when the edges of new outer vertices become tight. Most of the time goes here."""
        outermost, labels, clock, price = self._outermost, self._label, self._clock, self.price
        nearest, events, latest = self._nearest, self._events, self._latest
        for vertex in vertices:
            own, mine = outermost[vertex], clock[vertex]
            for other, cost in zip(*self.neighbours[vertex], strict=True):
                node = outermost[other]
                if node == own:
                    continue
                label = labels[node]
                if label == FREE:
                    when = cost + mine - price[other]
                    if when < latest and when < nearest[other]:
                        nearest[other] = when
                        self._approached.append(other)
                        heappush(events, (when, vertex, other, cost))
                        if self.mate[self._base[node]] < 0:
                            latest = when
                elif label == OUTER:
                    when = (cost + mine + clock[other]) >> 1
                    if when < latest:
                        heappush(events, (when, vertex, other, cost))
        self._latest = latest

    def _close(self, near: int, far: int, now: int) -> None:
        """Join an odd cycle of the tree, closed by an edge between two outer nodes, to a new blossom."""
        one, other = self._paths_to_meeting(self._outermost[near], self._outermost[far])
        ring = [*reversed(one), *other[:-1]]
        links = [self._reached(node) for node in reversed(one[:-1])]
        links += [(near, far), *(self._reached(node)[::-1] for node in other[:-1])]
        blossom, meeting = len(self._label), one[-1]
        changed: list[int] = []
        for node in ring:
            self._within[node] = blossom
            if self._label[node] == INNER:
                changed += self._vertices[node]
            if node >= self._size:
                self._earn(node, now)
            self._label[node] = FREE
        for vertex in changed:
            self._clock[vertex] = 2 * now - self._clock[vertex]
        vertices = list(chain.from_iterable(map(self._vertices.__getitem__, ring)))
        for vertex in vertices:
            self._outermost[vertex] = blossom
        self._vertices.append(vertices)
        self._within.append(-1)
        self._base.append(self._base[meeting])
        self._label.append(OUTER)
        self._via.append(self._via[meeting])
        self._ring[blossom], self._links[blossom] = ring, links
        self.worth[blossom], self._since[blossom] = 0, now
        self._labelled.append(blossom)
        self._look_around(changed)

    def _reached(self, node: int) -> tuple[int, int]:
        via = self._via[node]
        if via is None:
            raise AssertionError("only the root is reached by no edge")
        return via

    def _paths_to_meeting(self, one: int, other: int) -> tuple[list[int], list[int]]:
        """The nodes from each of two outer nodes to the one where their ways to the root meet."""
        paths, seen = ([one], [other]), {one, other}
        turn = 0
        while True:
            path = paths[turn]
            if self._via[path[-1]] is not None:
                inner = self._outermost[self._reached(path[-1])[0]]
                outer = self._outermost[self._reached(inner)[0]]
                path += [inner, outer]
                if outer in seen:
                    break
                seen.add(outer)
            turn = 1 - turn
        shared = paths[turn][-1]
        longer = paths[1 - turn]
        del longer[longer.index(shared) + 1 :]
        return paths

    def _earn(self, blossom: int, now: int) -> None:
        """Count what a labelled blossom's price has gained or lost until now."""
        gained = 2 * (now - self._since[blossom])
        self.worth[blossom] += gained if self._label[blossom] == OUTER else -gained

    def _release(self, blossom: int) -> list[int]:
        """Take a blossom of no worth away; its nodes become outermost."""
        ring = self._ring.pop(blossom)
        for node in ring:
            self._within[node] = -1
            for vertex in self._vertices[node]:
                self._outermost[vertex] = node
        del self._links[blossom], self.worth[blossom], self._since[blossom]
        return ring

    def _open(self, blossom: int, now: int) -> None:
        """An inner blossom has lost its worth: the tree goes through it along the even way to its base."""
        vertices, entered = self._vertices[blossom], self._reached(blossom)
        for vertex in vertices:
            self.price[vertex] = self._clock[vertex] - now
            self._nearest[vertex] = FAR
        self._label[blossom] = FREE
        links = self._links[blossom]
        ring = self._release(blossom)
        way, hops = _even_way(links, ring.index(self._outermost[entered[1]]))
        for place, hop in zip(way[::2], [entered, *hops[1::2]], strict=True):
            self._become_inner(ring[place], hop, now)
        for place, hop in zip(way[1::2], hops[::2], strict=True):
            self._mark_outer(ring[place], hop, now)
        for place in way[1::2]:
            self._look_around(self._vertices[ring[place]])
        self._look_back([vertex for vertex in vertices if self._label[self._outermost[vertex]] == FREE])

    def _look_back(self, vertices: Sequence[int]) -> None:
        """Note when the tree reaches vertices that have become free again."""
        for vertex in vertices:
            for other, cost in zip(*self.neighbours[vertex], strict=True):
                if self._label[self._outermost[other]] == OUTER:
                    when = cost + self._clock[other] - self.price[vertex]
                    if when < self._nearest[vertex] and when < self._latest:
                        self._nearest[vertex] = when
                        self._approached.append(vertex)
                        heappush(self._events, (when, other, vertex, cost))

    def _augment(self, near: int, far: int) -> None:
        """Match along the way from an unmatched vertex that was reached to the root."""
        self._move_base(self._outermost[far], far)
        while True:
            node = self._outermost[near]
            self._move_base(node, near)
            self.mate[far], self.mate[near] = near, far
            via = self._via[node]
            if via is None:
                return
            inner = self._outermost[via[0]]
            near, far = self._reached(inner)
            self._move_base(inner, far)

    def _move_base(self, node: int, base: int) -> None:
        """Match the inside of a blossom so that this vertex is the one left over for an edge outside."""
        moves = [(node, base)]
        while moves:
            node, base = moves.pop()
            if node < self._size:
                continue
            part = base
            while self._within[part] != node:
                part = self._within[part]
            ring, links = self._ring[node], self._links[node]
            at = ring.index(part)
            way, hops = _even_way(links, at)
            moves.append((part, base))
            for place, following, (one, other) in zip(way[1::2], way[2::2], hops[1::2], strict=True):
                self.mate[one], self.mate[other] = other, one
                moves += [(ring[place], one), (ring[following], other)]
            self._ring[node], self._links[node] = ring[at:] + ring[:at], links[at:] + links[:at]
            self._base[node] = base

    def _settle(self, now: int) -> None:
        """Write the prices down as they are now, and take the labels off."""
        worthless = []
        for node in self._labelled:
            label = self._label[node]
            if label != FREE:
                for vertex in self._vertices[node]:
                    gone = now - self._clock[vertex]
                    self.price[vertex] = gone if label == OUTER else -gone
                if node >= self._size:
                    self._earn(node, now)
                    if label == OUTER and not self.worth[node]:
                        worthless.append(node)
                self._label[node] = FREE
        for vertex in self._approached:
            self._nearest[vertex] = FAR
        while worthless:
            ring = self._release(worthless.pop())
            worthless += [node for node in ring if node >= self._size and not self.worth[node]]


def _even_way(links: Sequence[tuple[int, int]], at: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Places around a blossom from one to the base (place 0) over an even number of edges, and these edges.

    Each edge goes from the vertex in the earlier node to the one in the later.
    """
    if at % 2 == 0:
        return list(range(at, -1, -1)), [links[place][::-1] for place in range(at - 1, -1, -1)]
    return [*range(at, len(links)), 0], list(links[at:])
