"""A result that comes after the next round was drawn: what the tables that have not started could still become.

Tables that have started stay as they are, and so does who sits out. Two ways: all other tables are drawn anew, or only
as many of them change as it takes to be as good as that draw in what counts (repeats, gaps in points, keep-apart).
For pairs no smaller number of tables does it: it is one exact matching in which every table that stays costs less. For
individuals every change of one, two or three tables is tried (`fewest_tables.py`); where none of them is enough, two
tables at a time are seated anew, always the best two. `Late.proved` says whether the number is proved the smallest.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, product

import numpy as np

from tournaments.pairing import individuals, swiss
from tournaments.pairing.aims import Edges, best_matching, ends, fold
from tournaments.pairing.board import Method
from tournaments.pairing.fewest_tables import Pairwise, Seating, fewest, weights_for
from tournaments.pairing.field import Draw, DrawnTable, EntryId, EntryState, Field, ReasonCode, TableReason
from tournaments.pairing.meetings import Past, past_of
from tournaments.pairing.seating import table_numbers
from tournaments.pairing.swap import certified, dealt
from tournaments.pairing.swap_warnings import seated

NEAREST = 40
"""In large fields only so many places around are looked at, beside the tables as they are."""
COMPLETE_UP_TO = 200
DEAREST = 8

type Sides = tuple[tuple[EntryId, ...], tuple[EntryId, ...]]


class LateChange(StrEnum):
    """What is done about the tables that have not started; the values are for storing."""

    MINIMAL = "minimal"
    """Only the tables that have to change for the better draw."""
    REDRAW = "redraw"
    """All of them drawn anew."""


@dataclass(frozen=True, slots=True)
class Late:
    """The draw afterwards, and the numbers of the tables at which somebody else sits.

    `proved`: no smaller number of tables would do. Where it is not, a smaller one was not found.
    """

    draw: Draw
    touched: tuple[int, ...]
    proved: bool = False


def late_draw(
    change: LateChange, field: Field, drawn: Draw, started: Collection[int], seed: int, *, mind_other_role: bool = False
) -> Late:
    """Change what has not started; the same values give the same draw. `field`: everybody as they stand now.

    Only for rounds drawn by standing. Raises PairingRefusedError as the draws do.
    """
    free = [table for table in drawn.tables if table.number not in started]
    here = {entry for table in free for entry in seated(table)}
    part = replace(field, entries=tuple(each for each in field.entries if each.id in here), rounds_after=0)
    if len(free) < 2:
        return Late(drawn, ())
    pairs = len(free[0].side_a) == 1
    anew = redrawn(part, seed, pairs=pairs, mind_other_role=mind_other_role)
    proved = False
    if change is LateChange.MINIMAL:
        now = [(table.side_a, table.side_b) for table in free]
        if pairs:
            anew, proved = nearest_pairs(part, now, seed), len(here) <= COMPLETE_UP_TO
        else:
            anew, proved = fewest_exchanges(part, now, anew, minded=mind_other_role)
    return replace(put_in_place(field, drawn, free, anew, seed), proved=proved)


def redrawn(part: Field, seed: int, *, pairs: bool, mind_other_role: bool) -> list[Sides]:
    if pairs:
        draw = swiss.draw(part, seed, Method.STANDING)
    else:
        draw = individuals.draw(part, seed, Method.STANDING, mind_other_role=mind_other_role)
    return [(table.side_a, table.side_b) for table in draw.tables]


# Pairs -----------------------------------------------------------------------------------------------------------


def nearest_pairs(part: Field, now: Sequence[Sides], seed: int) -> list[Sides]:
    """The best pairs; of equally good ones those with most of the tables of now, and then the nearest ranks."""
    past = past_of(part)
    state = {entry.id: entry for entry in part.entries}
    place = {entry: index for index, entry in enumerate(past.order)}
    kept = {(min(place[a[0]], place[b[0]]), max(place[a[0]], place[b[0]])) for a, b in now}
    count = len(past.order)
    twos = [
        two
        for two in combinations(range(count), 2)
        if count <= COMPLETE_UP_TO or two[1] - two[0] <= NEAREST or two in kept
    ]
    costs = [pair_cost(past, state, i, j, kept=(i, j) in kept) for i, j in twos]
    columns = tuple(np.array(column, dtype=np.int64) for column in zip(*costs, strict=True))
    edges = ends(twos)
    graph = fold(count, Edges(edges[:, 0], edges[:, 1], columns), random.Random(f"{seed}/late"))
    matched = best_matching(graph)
    if matched is None:
        raise AssertionError("the tables of now are a perfect matching")
    return [((past.order[i],), (past.order[j],)) for i, j in matched]


def pair_cost(past: Past, state: dict[EntryId, EntryState], i: int, j: int, *, kept: bool) -> tuple[int, ...]:
    one, other = state[past.order[i]], state[past.order[j]]
    return (
        min(past.times_met(i, j), 3),
        (one.points - other.points) ** 2,
        int(not set(one.groups).isdisjoint(other.groups)),
        int(not kept),
        (i - j) ** 2,
    )


# Individuals -----------------------------------------------------------------------------------------------------


def fewest_exchanges(
    part: Field, now: Sequence[Sides], anew: Sequence[Sides], *, minded: bool
) -> tuple[list[Sides], bool]:
    """As few tables changed as it takes to be as good as `anew`, and whether no smaller number would do."""
    costs = Costs(part, minded=minded)
    goal = costs.total(anew)
    if costs.total(now) <= goal:
        return list(now), True
    pairwise, target = costs.pairwise(), less(costs.total(now), goal)
    found = fewest(pairwise, costs.places(now), [costs.of(table) for table in now], target)
    if found.fours is not None:
        return costs.seated_anew(now, found.changed, found.fours), True
    tables = by_twos(costs, pairwise, now, goal) or list(anew)
    before = {key_of(table) for table in now}
    return tables, sum(key_of(table) not in before for table in tables) <= found.tried + 1


def by_twos(costs: "Costs", pairwise: Pairwise, now: Sequence[Sides], goal: tuple[int, ...]) -> list[Sides] | None:
    """Seat two tables anew at a time, the best two first, until that is as good as the goal; None where it fails.

    Looked at are the dearest tables, each with every other one: a late result makes few tables dear.
    """
    tables = list(now)
    weights = weights_for(pairwise.limits, less(costs.total(now), goal))
    while weights is not None and costs.total(tables) > goal:
        each = [costs.of(table) for table in tables]
        dearest = sorted(range(len(tables)), key=lambda at: each[at], reverse=True)[:DEAREST]
        twos = np.array([(at, other) for at in dearest for other in range(len(tables)) if other != at], dtype=np.int64)
        saved, changed, fours = Seating(pairwise, weights, costs.places(tables), each).best(twos)
        if saved <= 0:
            return None
        tables = costs.seated_anew(tables, changed, fours)
    return None if weights is None else tables


def less(old: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(before - after for before, after in zip(old, new, strict=True))


class Costs:
    """What a table of four costs, hardest aim first (pairing.md §8)."""

    def __init__(self, part: Field, *, minded: bool) -> None:
        self.past = past_of(part)
        self.minded = minded
        self.state = {entry.id: entry for entry in part.entries}
        self.place = {entry: index for index, entry in enumerate(self.past.order)}

    def of(self, table: Sides) -> tuple[int, ...]:
        met, partners = self.past.times_met, self.past.times_partners
        side_a, side_b = ([self.place[each] for each in side] for side in table)
        mates = [tuple(side_a), tuple(side_b)]
        against = list(product(side_a, side_b))
        points = [self.state[each].points for side in table for each in side]
        other_role = sum(met(*two) > 0 for two in mates) + sum(partners(*two) > 0 for two in against)
        return (
            sum(partners(*two) > 0 for two in mates),
            sum(met(*two) > 1 for two in against),
            sum(met(*two) > 0 for two in against),
            other_role if self.minded else 0,
            (max(points) - min(points)) ** 2,
            sum(map(self.together, mates)),
            sum(map(self.together, against)),
        )

    def pairwise(self) -> Pairwise:
        """The same costs as arrays: aims × places × places, the spread apart."""
        count = len(self.past.order)
        partners, opponents = (np.zeros((6, count, count), dtype=np.int64) for _ in range(2))
        for i, j in combinations(range(count), 2):
            met, sided = self.past.times_met(i, j), self.past.times_partners(i, j) > 0
            together = int(self.together((i, j)))
            as_partners = (int(sided), 0, 0, int(self.minded and met > 0), together, 0)
            as_opponents = (0, int(met > 1), int(met > 0), int(self.minded and sided), 0, together)
            partners[:, i, j] = partners[:, j, i] = as_partners
            opponents[:, i, j] = opponents[:, j, i] = as_opponents
        points = np.array([self.state[each].points for each in self.past.order], dtype=np.int64)
        widest = int(points.max() - points.min()) ** 2
        return Pairwise(partners, opponents, points, spread_at=4, limits=(2, 4, 4, 6, widest, 2, 4))

    def total(self, tables: Sequence[Sides]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*map(self.of, tables), strict=True)))

    def best_split(self, people: Sequence[EntryId]) -> Sides:
        """The sides of four people that cost least; of equal ones the first with the last against the middle."""
        a, b, c, d = people
        splits: list[Sides] = [((a, d), (b, c)), ((a, c), (b, d)), ((a, b), (c, d))]
        return min(splits, key=self.of)

    def places(self, tables: Sequence[Sides]) -> list[list[int]]:
        """The places of the four people of each table."""
        return [[self.place[each] for side in table for each in side] for table in tables]

    def seated_anew(
        self, tables: Sequence[Sides], changed: Collection[int], fours: Sequence[Sequence[int]]
    ) -> list[Sides]:
        """The tables with these fours in the place of the changed ones."""
        order = self.past.order
        anew = [self.best_split([order[place] for place in sorted(four)]) for four in fours]
        return [*(table for at, table in enumerate(tables) if at not in changed), *anew]

    def together(self, two: tuple[int, ...]) -> bool:
        one, other = (set(self.state[self.past.order[each]].groups) for each in two)
        return not one.isdisjoint(other)


# Both ------------------------------------------------------------------------------------------------------------


def key_of(table: Sides) -> frozenset[frozenset[EntryId]]:
    """Who plays with whom against whom; which side is called A does not matter."""
    return frozenset(map(frozenset, table))


def put_in_place(field: Field, drawn: Draw, free: Sequence[DrawnTable], anew: Sequence[Sides], seed: int) -> Late:
    """Tables that stay keep everything; the others share the numbers that are left, the best one first."""
    past = past_of(field)
    state = {entry.id: entry for entry in field.entries}
    wanted = {key_of(table) for table in anew}
    stays = [table for table in free if key_of((table.side_a, table.side_b)) in wanted]
    known = {key_of((table.side_a, table.side_b)) for table in stays}
    fresh = sorted(
        (sides for sides in anew if key_of(sides) not in known),
        key=lambda sides: sorted(past.order.index(each) for side in sides for each in side),
    )
    left = sorted(table.number for table in free if table not in stays)
    asked = [
        tuple(number if (number := state[each].table) in left else None for side in sides for each in side)
        for sides in fresh
    ]
    by_hand = (TableReason(ReasonCode.BY_HAND),)
    moved = [
        dealt(DrawnTable(number, *sides, free[0].first_dealer, by_hand), past, seed)
        for number, sides in zip(table_numbers(asked, left), fresh, strict=True)
    ]
    others = [table for table in drawn.tables if table.number not in left]
    tables = sorted((*others, *moved), key=lambda table: table.number)
    changed = certified(field, drawn.certificate, past, tables, drawn.byes, moved)
    return Late(changed, tuple(left))
