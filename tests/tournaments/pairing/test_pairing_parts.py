"""Folded aims, look-ahead, table numbers and who gives first, each by itself."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import Side
from tournaments.pairing import lookahead
from tournaments.pairing.aims import MOST_BITS, Edges, best_matching, fold, most_pairs
from tournaments.pairing.field import EntryState, Field, PastTable
from tournaments.pairing.lookahead import find_rounds, keep_rounds_free, promised_rounds
from tournaments.pairing.meetings import past_of
from tournaments.pairing.seating import first_dealer, table_numbers


def complete(size):
    return set(combinations(range(size), 2))


def edges(rows):
    """Edges of rows (i, j, costs)."""
    dtype = np.int64 if max((max(costs) for _, _, costs in rows), default=0) < 2**62 else object
    columns = zip(*(costs for _, _, costs in rows), strict=True)
    return Edges(
        np.array([i for i, _, _ in rows], dtype=np.int64),
        np.array([j for _, j, _ in rows], dtype=np.int64),
        tuple(np.array(column, dtype=dtype) for column in columns),
    )


costs = st.tuples(st.integers(0, 3), st.integers(0, 10**6), st.integers(0, 1))


@given(st.lists(costs, min_size=6, max_size=6), st.integers(0, 9))
def test_a_softer_aim_never_outweighs_a_harder_one(rows, seed):
    row_of = dict(zip(combinations(range(4), 2), rows, strict=True))

    pairs = best_matching(fold(4, edges([(*two, row) for two, row in row_of.items()]), random.Random(seed)))

    def total(matching):
        return tuple(sum(column) for column in zip(*(row_of[pair] for pair in matching), strict=True))

    choices = ([(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)])
    assert total(pairs) == min(total(each) for each in choices)


def test_costs_too_large_for_the_solver_drop_the_softest_aim():
    rows = [(i, j, (i * j % 2, 10**30 * i, 10**30 * j)) for i, j in combinations(range(6), 2)]

    graph = fold(6, edges(rows), random.Random(1))

    assert max(graph.weights.values()).bit_length() <= MOST_BITS
    assert sum(i * j % 2 for i, j in best_matching(graph)) == 0


def test_costs_whose_sum_does_not_fit_a_machine_word_keep_their_order():
    rows = [(i, j, (int(j == i + 1), 5 * 10**15 * (j - i) ** 2)) for i, j in combinations(range(16), 2)]

    pairs = best_matching(fold(16, edges(rows), random.Random(1)))

    assert pairs == [(i, i + 2) for start in range(0, 16, 4) for i in (start, start + 1)]


def test_no_matching_covers_a_star():
    rows = [(0, j, (0,)) for j in (1, 2, 3)]

    assert best_matching(fold(4, edges(rows), random.Random(1))) is None
    assert most_pairs([(0, 1), (0, 2), (0, 3)]) == 1


def test_an_empty_graph():
    assert best_matching(fold(0, edges([]), random.Random(1))) == []
    assert best_matching(fold(2, edges([]), random.Random(1))) is None


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_a_complete_graph_holds_a_full_schedule(size):
    schedule = find_rounds(size, complete(size), size - 1, 60_000)

    assert sorted(pair for pairs in schedule for pair in pairs) == sorted(complete(size))
    assert all(sorted(vertex for pair in pairs for vertex in pair) == list(range(size)) for pairs in schedule)


def test_two_triangles_hold_no_round():
    triangles = {(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)}

    assert find_rounds(6, triangles, 1, 1000) is None


def test_out_of_steps_counts_as_not_found():
    assert find_rounds(8, complete(8), 7, 5) is None


@pytest.mark.parametrize(("size", "unmet", "rounds"), [(8, 7, 3), (8, 4, 0), (8, 2, 0), (52, 51, 25)])
def test_rounds_that_nothing_can_spoil(size, unmet, rounds):
    assert promised_rounds(size, unmet) == rounds


@pytest.mark.parametrize(
    ("asked", "standing", "numbers"),
    [
        pytest.param([(None, None)] * 3, (), [1, 2, 3], id="counted from 1"),
        pytest.param([(None, None), (None, 1), (None, None)], (), [2, 1, 3], id="one asked for"),
        pytest.param([(None, None)] * 3, (7, 5), [7, 5, 1], id="numbers in the hall first"),
        pytest.param([(None, 5), (None, None), (None, None)], (7, 5), [5, 7, 1], id="asked for one in the hall"),
        pytest.param([(4, 9), (None, None)], (), [4, 1], id="the better-ranked entry's wish counts"),
    ],
)
def test_table_numbers(asked, standing, numbers):
    assert table_numbers(asked, standing) == numbers


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        pytest.param([("A", "X", Side.A)], Side.B, id="a gave more often"),
        pytest.param([("X", "B", Side.B)], Side.A, id="b gave more often"),
        pytest.param(
            [("A", "X", Side.A), ("Y", "B", Side.A), ("X", "A", Side.A), ("B", "Y", Side.A)], Side.A, id="b gave last"
        ),
    ],
)
def test_first_dealer(tables, expected):
    entries = (EntryState("A", 1), EntryState("B", 2))
    played = tuple(PastTable(number // 2, (a,), (b,), first) for number, (a, b, first) in enumerate(tables))

    side = first_dealer(past_of(Field(entries, played)), (0,), (1,), random.Random(1))

    assert side is expected


def test_first_dealer_by_chance_when_all_is_equal():
    past = past_of(Field((EntryState("A", 1), EntryState("B", 2))))

    sides = {first_dealer(past, (0,), (1,), random.Random(seed)) for seed in range(20)}

    assert sides == {Side.A, Side.B}


def test_the_past_of_changing_partners_and_of_those_who_left():
    field = Field(
        (EntryState("P", 2), EntryState("Q", 1), EntryState("R", 3)),
        (PastTable(1, ("P", "Q"), ("R", "gone"), Side.B), PastTable(2, ("gone", "P"), ("Q", "R"))),
    )

    past = past_of(field)

    assert past.order == ("Q", "P", "R")
    assert past.opponents == {(1, 2): (1, 2), (0, 2): (1,), (0, 1): (2,)}
    assert past.partners == {(0, 1): (1,), (0, 2): (2,)}
    assert past.giving == (-1, -1, 1)


PETERSEN = {
    *((place, (place + 1) % 5) for place in range(4)),
    (0, 4),
    *((place, place + 5) for place in range(5)),
    *((min(a, b), max(a, b)) for a, b in ((5 + place, 5 + (place + 2) % 5) for place in range(5))),
}


def priced(size, pairs):
    """A graph in which far neighbours cost more, and its best round."""
    graph = fold(size, edges([(i, j, ((i - j) ** 2,)) for i, j in sorted(pairs)]), random.Random(1))
    return graph, best_matching(graph)


def test_where_no_second_round_exists_the_best_first_one_is_taken():
    graph, best = priced(10, PETERSEN)

    assert keep_rounds_free(graph, PETERSEN, best, 2) == (best, 0)


def test_a_dearer_round_is_taken_for_the_sake_of_the_next_ones():
    prism = {(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)}
    triangles_spared = [(i, j, (int(j - i != 3),)) for i, j in sorted(prism)]
    graph = fold(6, edges(triangles_spared), random.Random(1))
    best = best_matching(graph)

    pairs, free = keep_rounds_free(graph, prism, best, 2)

    assert best == [(0, 3), (1, 4), (2, 5)]
    assert (free, len(set(pairs) & set(best))) == (2, 1)


def test_a_found_schedule_is_used_when_the_search_from_the_best_runs_out(monkeypatch):
    monkeypatch.setattr(lookahead, "STEPS_EACH", 0)
    graph, best = priced(6, complete(6))

    pairs, free = keep_rounds_free(graph, complete(6), best, 4)

    assert free == 4
    assert find_rounds(6, complete(6) - set(pairs), 4, 1000) is not None
