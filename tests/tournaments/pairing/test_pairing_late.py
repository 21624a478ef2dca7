"""A late result: tables that have started are never touched, and no smaller change does what the better draw does."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import individuals, swiss
from tournaments.pairing.board import Method
from tournaments.pairing.checker import Fault, Finding, check
from tournaments.pairing.fewest_tables import fewest
from tournaments.pairing.field import Draw, EntryState, Field, PairingRefusedError, PastBye, PastTable
from tournaments.pairing.swap_join import joined
from tournaments.pairing.swap_late import Costs, Late, LateChange, key_of, late_draw


def field_of(points: list[int], past: tuple[PastTable, ...] = (), byes: tuple[PastBye, ...] = ()) -> Field:
    """Entries 1, 2, 3 … with these points; the rank follows them."""
    order = sorted(range(len(points)), key=lambda at: -points[at])
    rank = {at: place for place, at in enumerate(order, 1)}
    return Field(tuple(EntryState(at + 1, rank[at], each) for at, each in enumerate(points)), past, byes)


def past_of(draw: Draw, number: int = 1) -> tuple[PastTable, ...]:
    return tuple(PastTable(number, table.side_a, table.side_b, table.first_dealer) for table in draw.tables)


@st.composite
def late_rounds(draw, *, side: int):
    """A round drawn by standing, some of its tables started, and points that have changed since."""
    count = draw(st.integers(2 * side * 2, 14 if side == 1 else 21))
    tier = st.integers(0, 4)
    before = draw(st.lists(tier, min_size=count, max_size=count))
    after = list(before)
    for at in draw(st.lists(st.integers(0, count - 1), max_size=4)):
        after[at] = draw(tier)
    first = field_of([0] * count)
    engine = swiss if side == 1 else individuals
    earlier = engine.draw(first, draw(st.integers(0, 9)), Method.LOT)
    byes = tuple(PastBye(1, bye.entry) for bye in earlier.byes)
    field = field_of(before, past_of(earlier), byes)
    drawn = engine.draw(field, 7, Method.STANDING)
    started = draw(st.sets(st.sampled_from([table.number for table in drawn.tables])))
    return drawn, field_of(after, field.tables, byes), started


def of_its_time(fault: Finding, late: Late) -> bool:
    """A table that stays keeps its reason, and who sits out the reason for it, from before the late result."""
    stays = fault.code is Fault.REASON_WRONG and fault.data["table"] not in late.touched
    return stays or fault.code is Fault.BYE_REASON_WRONG


@pytest.mark.parametrize("change", LateChange)
@pytest.mark.parametrize("side", [1, 2], ids=["pairs", "individuals"])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_started_tables_and_byes_are_never_touched_and_the_draw_stays_one(change, side, data):
    drawn, field, started = data.draw(late_rounds(side=side))

    late = late_draw(change, field, drawn, started, 7)

    found = check(field, late.draw).faults if late.touched else ()  # untouched, it is the draw of its time
    before, after = ({table.number: table for table in draw.tables} for draw in (drawn, late.draw))
    assert before.keys() == after.keys()
    assert late.draw.byes == drawn.byes
    assert not started & set(late.touched)
    assert {number: after[number] for number in before if number not in late.touched} == {
        number: before[number] for number in before if number not in late.touched
    }
    assert [each.code for each in found if not of_its_time(each, late)] == []
    assert late == late_draw(change, field, drawn, started, 7)


def cost(field: Field, tables: list[tuple[int, int]]) -> tuple[int, int]:
    """What counts of pairs: meetings repeated, squared gaps."""
    points = {entry.id: entry.points for entry in field.entries}
    met = {frozenset((*table.side_a, *table.side_b)) for table in field.tables}
    return (
        sum(frozenset(two) in met for two in tables),
        sum((points[a] - points[b]) ** 2 for a, b in tables),
    )


def pairings(entries: list[int]) -> list[list[tuple[int, int]]]:
    if not entries:
        return [[]]
    first, *rest = entries
    return [[(first, other), *more] for other in rest for more in pairings([each for each in rest if each != other])]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_minimal_change_of_pairs_is_as_good_as_the_new_draw_and_no_smaller_one_is(data):
    count = data.draw(st.sampled_from([4, 6, 8]))
    tier = st.lists(st.integers(0, 3), min_size=count, max_size=count)
    earlier = swiss.draw(field_of([0] * count), 1, Method.LOT)
    drawn = swiss.draw(field_of(data.draw(tier), past_of(earlier)), 2, Method.STANDING)
    field = field_of(data.draw(tier), past_of(earlier))

    late = late_draw(LateChange.MINIMAL, field, drawn, (), 2)

    now = {frozenset((*table.side_a, *table.side_b)) for table in drawn.tables}
    every = pairings(list(range(1, count + 1)))
    best = min(cost(field, each) for each in every)
    fewest = min(sum(frozenset(two) not in now for two in each) for each in every if cost(field, each) == best)
    assert cost(field, [(*table.side_a, *table.side_b) for table in late.draw.tables]) == best
    assert len(late.touched) == fewest


def test_individuals_exchange_two_where_that_is_enough():
    points = [4, 4, 4, 4, 2, 2, 2, 2, 0, 0, 0, 0]
    drawn = individuals.draw(field_of(points), 1, Method.STANDING)
    late_points = list(points)
    late_points[0], late_points[4] = 2, 4
    field = field_of(late_points)

    minimal = late_draw(LateChange.MINIMAL, field, drawn, (), 1)

    costs = Costs(field, minded=False)
    tables = [(table.side_a, table.side_b) for table in minimal.draw.tables]
    assert costs.total(tables)[4] == 0
    assert len(minimal.touched) == 2


def fewest_by_trying(field: Field, now: list, goal: tuple[int, ...]) -> int:
    """Every way to seat twelve people at three tables, and every way to sit there: the fewest tables that change."""
    costs = Costs(field, minded=False)
    here = {key_of(table): costs.of(table) for table in now}
    people = sorted((each for table in now for side in table for each in side), key=costs.past.order.index)
    best: dict[frozenset, list[tuple[tuple[int, ...], bool]]] = {}
    for four in combinations(people, 4):
        a, b, c, d = four
        ways = [((a, d), (b, c)), ((a, c), (b, d)), ((a, b), (c, d))]
        best[frozenset(four)] = [(costs.of(way), key_of(way) not in here) for way in ways]
    fewest = len(now) + 1
    for one in combinations(people[1:], 3):
        first = frozenset((people[0], *one))
        rest = [each for each in people if each not in first]
        for two in combinations(rest[1:], 3):
            second = frozenset((rest[0], *two))
            third = frozenset(rest) - second
            for ways in product(best[first], best[second], best[third]):
                total = tuple(map(sum, zip(*(cost for cost, _ in ways), strict=True)))
                if total <= goal:
                    fewest = min(fewest, sum(changed for _, changed in ways))
    return fewest


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_no_smaller_number_of_tables_of_individuals_would_do_where_it_is_said(data):
    tier = st.lists(st.integers(0, 4), min_size=12, max_size=12)
    earlier = individuals.draw(field_of([0] * 12), data.draw(st.integers(0, 9)), Method.LOT)
    drawn = individuals.draw(field_of(data.draw(tier), past_of(earlier)), 2, Method.STANDING)
    field = field_of(data.draw(tier), past_of(earlier))

    late = late_draw(LateChange.MINIMAL, field, drawn, (), 2)

    costs = Costs(field, minded=False)
    now, after, anew = (
        [(table.side_a, table.side_b) for table in draw.tables]
        for draw in (drawn, late.draw, individuals.draw(field, 2, Method.STANDING))
    )
    goal = costs.total(anew)
    assert costs.total(after) <= goal
    assert (len(late.touched), late.proved) == (fewest_by_trying(field, now, goal), True)


def test_what_is_too_much_to_try_is_not_called_proved():
    """A hundred and twelve people who all stand elsewhere: many tables change, and three of them were not all tried."""
    points = [8 * (at % 28) for at in range(112)]
    drawn = individuals.draw(field_of(sorted(points)), 1, Method.STANDING)

    late = late_draw(LateChange.MINIMAL, field_of(points), drawn, (), 1)

    assert (len(late.touched) > 3, late.proved) == (True, False)


def test_costs_that_no_machine_word_holds_are_not_tried():
    pairwise = Costs(field_of([0, 10**7, 0, 10**7, 0, 0, 0, 0]), minded=False).pairwise()

    found = fewest(pairwise, [[0, 1, 2, 3], [4, 5, 6, 7]], [(0,) * 7] * 2, (0, 0, 0, 0, 1, 0, 0))

    assert (found.fours, found.tried) == (None, 0)


def test_nothing_changes_where_fewer_than_two_tables_are_free():
    drawn = swiss.draw(field_of([2, 2, 0, 0]), 1, Method.STANDING)

    late = late_draw(LateChange.REDRAW, field_of([0, 0, 2, 2]), drawn, [1], 1)

    assert (late.draw, late.touched) == (drawn, ())


def test_a_table_that_was_asked_for_is_kept():
    field = field_of([2, 2, 0, 0, 0, 0])
    field = replace(field, entries=tuple(replace(each, table=9 if each.id == 1 else None) for each in field.entries))
    drawn = swiss.draw(field, 1, Method.STANDING)
    after = field_of([0, 2, 2, 0, 0, 0])
    after = replace(after, entries=tuple(replace(each, table=9 if each.id == 1 else None) for each in after.entries))

    late = late_draw(LateChange.REDRAW, after, drawn, (), 1)

    assert [table.number for table in late.draw.tables if 1 in (*table.side_a, *table.side_b)] == [9]


# Who comes late --------------------------------------------------------------------------------------------------


def test_a_pair_that_comes_late_plays_who_would_sit_out():
    field = field_of([0] * 5)
    drawn = swiss.draw(field, 1, Method.LOT)
    (out,) = (bye.entry for bye in drawn.byes)

    late = joined(field_of([0] * 6), drawn, 6, 1, 1)

    assert (late.touched, late.draw.byes) == ((3,), ())
    assert {6, out} == {*late.draw.tables[2].side_a, *late.draw.tables[2].side_b}
    assert late.draw.tables[:2] == drawn.tables


def test_a_fourth_person_makes_a_table_of_three_who_sit_out_without_repeated_partners():
    first = individuals.draw(field_of([0] * 7), 1, Method.LOT)
    three = [bye.entry for bye in first.byes]
    past = (PastTable(0, (three[0], 8), (three[1], three[2])),)

    late = joined(field_of([0] * 8, past), first, 8, 2, 1)

    (table,) = (each for each in late.draw.tables if each.number in late.touched)
    assert key_of((table.side_a, table.side_b)) != key_of(((three[0], 8), (three[1], three[2])))
    assert sorted((*table.side_a, *table.side_b)) == sorted([*three, 8])


@pytest.mark.parametrize("count", [4, 6], ids=["nobody-sits-out", "two-sit-out"])
def test_without_enough_people_for_a_table_nobody_joins(count):
    drawn = individuals.draw(field_of([0] * count), 1, Method.LOT)

    with pytest.raises(PairingRefusedError) as refused:
        joined(field_of([0] * (count + 1)), drawn, count + 1, 2, 1)

    assert refused.value.data == {"given": count % 4 + 1, "needed": 4}
