"""Large fields: the round found on few edges is the best of all legal ones."""

import random

import numpy as np
import pytest

from engine.seats import Side
from tournaments.pairing import large
from tournaments.pairing.aims import best_matching
from tournaments.pairing.board import Method, board_of
from tournaments.pairing.field import EntryState, Field, PastBye, PastTable
from tournaments.pairing.large import best_of_all
from tournaments.pairing.line import Line
from tournaments.pairing.line_gates import once_each
from tournaments.pairing.swiss import graph_of

SIZES = (2, 3, 4, 7, 16, 21, 48, 61, 102, 121)


def history(seed, size=None):
    """A field with random rounds behind it: by lot or by standing, with clubs, byes, unknown dealers, odd points."""
    chance = random.Random(seed)
    size = size or chance.choice(SIZES)
    clubs, win = chance.choice([0, 2, 3, size // 10 + 1]), chance.choice([1, 2, 500])
    by_standing = chance.random() < 0.5
    points, tables, byes = [0] * size, (), ()
    for number in range(1, chance.randint(0, min(8, size - 1)) + 1):
        order = chance.sample(range(size), size)
        if by_standing:
            order.sort(key=lambda entry: -points[entry])
        if size % 2:
            byes += (PastBye(number, order.pop()),)
        for a, b in zip(order[::2], order[1::2], strict=True):
            tables += (PastTable(number, (a,), (b,), chance.choice((None, Side.A, Side.B))),)
            for winner in chance.choice(((a,), (b,), (a, b))):
                points[winner] += win
    ranked = sorted(range(size), key=lambda entry: (-points[entry], entry))
    if chance.random() < 0.2:  # a ranking whose first key is not the points
        chance.shuffle(ranked)
    states = tuple(
        EntryState(entry, rank, points[entry], (f"club {chance.randrange(clubs)}",) if clubs else ())
        for rank, entry in enumerate(ranked, 1)
    )
    return Field(states, tables, byes)


def cost(board, pairs, seed):
    """What the aims of a round cost, without the lot; None for no round."""
    graph = graph_of(board, seed)
    of = dict(zip(map(tuple, graph.pairs.tolist()), graph.head.tolist(), strict=True))
    return None if pairs is None else sum(of[pair] for pair in pairs)


@pytest.mark.parametrize("method", list(Method), ids=[method.value for method in Method])
@pytest.mark.parametrize("block", range(8))
def test_no_round_of_all_legal_ones_is_better(block, method):
    for seed in range(12 * block, 12 * (block + 1)):
        board = board_of(history(seed), seed, method)

        pairs = best_of_all(board, seed)

        assert cost(board, pairs, seed) == cost(board, best_matching(graph_of(board, seed)), seed), seed


@pytest.mark.parametrize(
    ("size", "rounds"), [pytest.param(200, 1, id="who gives first reaches far"), pytest.param(301, 4, id="odd")]
)
def test_hundreds_as_after_rounds_by_standing(size, rounds):
    field = Field(tuple(EntryState(entry, entry + 1, 0) for entry in range(size)))
    chance = random.Random(size)
    points = dict.fromkeys(range(size), 0)
    for number in range(1, rounds + 2):
        ranked = sorted(points, key=lambda entry: (-points[entry], entry))
        states = tuple(EntryState(entry, rank, points[entry]) for rank, entry in enumerate(ranked, 1))
        field = Field(states, field.tables, field.byes)
        board = board_of(field, number, Method.STANDING)
        pairs = best_of_all(board, number)
        seated = [(board.entries[i].id, board.entries[j].id) for i, j in pairs if j < size]
        field = Field(
            states,
            (*field.tables, *(PastTable(number, (a,), (b,), chance.choice((Side.A, Side.B))) for a, b in seated)),
            (*field.byes, *(PastBye(number, board.entries[i].id) for i, j in pairs if j == size)),
        )
        for two in seated:
            points[chance.choice(two)] += 2

    assert cost(board, pairs, 1) == cost(board, best_matching(graph_of(board, 1)), 1)


def test_a_poor_first_choice_costs_time_and_nothing_else(monkeypatch):
    board = board_of(history(5, size=102), 5, Method.STANDING)
    best = best_of_all(board, 5)
    for name, least in {"BAND": 1, "AROUND": 0, "JOINED": 2, "ACROSS": 0, "NEXT": 1, "PASSES": 0}.items():
        monkeypatch.setattr(large, name, least)

    assert best_of_all(board, 5) == best


def test_where_one_across_a_change_of_points_is_not_enough_tolls_prove_nothing_and_the_best_is_found_without(
    monkeypatch,
):
    met = [PastTable(number, (a,), (b,)) for number, (a, b) in enumerate(((0, 1), (1, 2), (0, 2)), 1)]
    entries = tuple(EntryState(entry, entry + 1, 10 if entry < 3 else 0) for entry in range(102))
    board = board_of(Field(entries, tuple(met)), 1, Method.STANDING)
    asked = []
    monkeypatch.setattr(large, "once_each", lambda *given: asked.append(once_each(*given)) or asked[-1])

    pairs = best_of_all(board, 1)

    assert (asked, [i < 3 <= j for i, j in pairs].count(True)) == ([False, True], 3)
    assert cost(board, pairs, 1) == cost(board, best_matching(graph_of(board, 1)), 1)


@pytest.mark.parametrize("sizes", [(51, 51), (33, 36, 33), (1, 100, 1), (17, 17, 34, 34), (3,) * 34], ids=str)
def test_odd_groups_send_one_across(sizes):
    points = [point for point, size in enumerate(reversed(sizes)) for _ in range(size)][::-1]
    chance = random.Random(len(sizes))
    order = chance.sample(range(102), 102)
    tables = tuple(
        PastTable(1, (a,), (b,), chance.choice((Side.A, Side.B))) for a, b in zip(order[::2], order[1::2], strict=True)
    )
    entries = tuple(EntryState(entry, entry + 1, points[entry]) for entry in range(102))
    board = board_of(Field(entries, tables), 1, Method.STANDING)

    pairs = best_of_all(board, 1)

    assert cost(board, pairs, 1) == cost(board, best_matching(graph_of(board, 1)), 1)


def test_where_the_band_cannot_match_all_it_is_widened():
    entries = tuple(EntryState(entry, entry + 1, 0) for entry in range(102))
    tables = tuple(PastTable(1, (101,), (other,)) for other in range(1, 101))
    board = board_of(Field(entries, tables), 1, Method.STANDING)

    assert (0, 101) in best_of_all(board, 1)


def test_none_where_somebody_has_met_everybody():
    entries = tuple(EntryState(entry, entry + 1, 0) for entry in range(102))
    tables = tuple(PastTable(1, (101,), (other,)) for other in range(101))
    board = board_of(Field(entries, tables), 1, Method.STANDING)

    assert best_of_all(board, 1) is None


def test_gaps_that_fit_no_machine_word_are_refused():
    entries = tuple(EntryState(entry, entry + 1, (101 - entry) * 10**9) for entry in range(102))
    board = board_of(Field(entries), 1, Method.STANDING)

    with pytest.raises(OverflowError):
        best_of_all(board, 1)


def test_two_places_draw_the_same_number_in_any_order():
    line = Line.of(board_of(history(1, size=48), 1, Method.STANDING), np.arange(48), 7)
    i, j = np.array([3, 40]), np.array([40, 3])

    high, low = line.slack(i, j, line.words([0] * 48))

    assert (high[0], low[0]) == (high[1], low[1])
