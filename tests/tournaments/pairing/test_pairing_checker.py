"""The independent checker: passes what the generators make, and names every fault that is put in."""

import random
from dataclasses import replace
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seats import Side
from tournaments.pairing import formats, individuals, knockout, scheduled, swiss
from tournaments.pairing.board import Method
from tournaments.pairing.checker import Check, Fault, check
from tournaments.pairing.checker_bounds import ClaimCode
from tournaments.pairing.checker_matching import WrongProofError, cheapest_pairing, left_over
from tournaments.pairing.field import (
    ByeCode,
    DrawnBye,
    EntryState,
    Field,
    PastBye,
    PastTable,
    ReasonCode,
    TableReason,
)
from tournaments.pairing.formats import PairingFormat, Plan
from tournaments.pairing.schedule import round_robin, whist


def event(draw, size, rounds, seed):
    """All fields and draws of an event with random results."""
    chance = random.Random(seed)
    points = dict.fromkeys(range(size), 0)
    tables, byes = (), ()
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda entry: (-points[entry], entry))
        states = tuple(
            EntryState(entry, rank, points[entry], (f"club {entry % 7}",)) for rank, entry in enumerate(order, 1)
        )
        field = Field(states, tables, byes, rounds_after=rounds - number)
        drawn = draw(field, chance.randrange(1000))
        yield field, drawn
        tables += tuple(PastTable(number, each.side_a, each.side_b, each.first_dealer) for each in drawn.tables)
        byes += tuple(PastBye(number, each.entry) for each in drawn.byes)
        for table in drawn.tables:
            for winner in chance.choice((table.side_a, table.side_b)):
                points[winner] += 2


@pytest.mark.parametrize(
    ("draw", "size", "rounds"),
    [
        pytest.param(swiss.draw, 51, 8, id="51 pairs, 8 rounds"),
        pytest.param(individuals.draw, 102, 8, id="102 individuals, 8 rounds"),
        pytest.param(swiss.draw, 8, 9, id="8 pairs, more rounds than opponents"),
        pytest.param(individuals.draw, 9, 8, id="9 individuals, 8 rounds"),
    ],
)
def test_every_round_of_an_event_passes(draw, size, rounds):
    checks = [check(*each) for each in event(draw, size, rounds, 1)]

    assert [each.faults for each in checks] == [()] * rounds
    assert all(ClaimCode.FEWEST_REPEATS in {finding.code for finding in each.proved} for each in checks)


def test_changing_one_table_fails_with_the_reason():
    field, drawn = list(event(swiss.draw, 51, 8, 1))[-1]
    first, second, *others = drawn.tables
    exchanged = (replace(first, side_b=second.side_b), replace(second, side_b=first.side_b), *others)

    found = check(field, replace(drawn, tables=exchanged))

    assert not found.passed
    assert {Fault.NOT_FEWEST, Fault.COUNT_WRONG, Fault.REASON_WRONG} == {each.code for each in found.faults}


@st.composite
def pasts(draw_from, side, largest):
    """A field with a random past: withdrawn entries, late ones, sit-outs, clubs."""
    size = draw_from(st.integers(2 * side, largest))
    chance = random.Random(draw_from(st.integers(0, 10**6)))
    everyone = range(size + 3)
    tables, byes = [], []
    for number in range(1, draw_from(st.integers(0, 6)) + 1):
        order = chance.sample(everyone, size)
        seats = chance.randrange(size // (2 * side) + 1) * 2 * side
        for at in range(0, seats, 2 * side):
            side_a, side_b = tuple(order[at : at + side]), tuple(order[at + side : at + 2 * side])
            tables.append(PastTable(number, side_a, side_b, chance.choice((Side.A, Side.B))))
        byes += [PastBye(number, each) for each in order[seats:] if chance.random() < 0.2]
    states = tuple(
        EntryState(each, rank, chance.randrange(7), tuple(chance.sample("xyz", chance.randrange(2))))
        for rank, each in enumerate(chance.sample(everyone, size), 1)
    )
    return Field(states, tuple(tables), tuple(byes), rounds_after=chance.randrange(3))


@settings(deadline=None, max_examples=60)
@given(pasts(1, 30), st.integers(0, 99), st.sampled_from([None, *Method]))
def test_any_draw_of_pairs_passes(field, seed, method):
    assert check(field, swiss.draw(field, seed, method)).faults == ()


@settings(deadline=None, max_examples=25)
@given(pasts(2, 24), st.integers(0, 99), st.sampled_from([None, *Method]))
def test_any_draw_of_individuals_passes(field, seed, method):
    assert check(field, individuals.draw(field, seed, method)).faults == ()


def test_schedules_and_knockouts_pass():
    states = tuple(EntryState(each, rank, groups=("Trun",)) for rank, each in enumerate("ABCDEFGH", 1))

    for drawn in (
        scheduled.draw(Field(states), 1, round_robin(8), "ABCDEFGH", 2),
        scheduled.draw(Field(states), 1, whist(8), "ABCDEFGH", 3),
        knockout.draw(Field(states), 1, "ABCDE"),
    ):
        assert check(Field(states), drawn) == Check((), ())


STATES = tuple(
    EntryState(each, rank, points, table=table)
    for rank, (each, points, table) in enumerate(
        [("A", 6, None), ("B", 6, None), ("C", 4, None), ("D", 4, None), ("E", 2, 3), ("F", 0, None), ("G", 0, None)], 1
    )
)
FIELD = Field(STATES, (PastTable(1, ("A",), ("C",), Side.A), PastTable(2, ("B",), ("A",), Side.B)), (PastBye(1, "G"),))
DRAWN = swiss.draw(FIELD, 1)


def with_table(at, **change):
    tables = [replace(each, **change) if each.number == at else each for each in DRAWN.tables]
    return replace(DRAWN, tables=tuple(tables))


def certified(**change):
    return replace(DRAWN, certificate=replace(DRAWN.certificate, **change))


@pytest.mark.parametrize(
    ("drawn", "fault", "data"),
    [
        pytest.param(replace(DRAWN, byes=()), Fault.MISSING, {"entry": DRAWN.byes[0].entry}, id="nobody sits out"),
        pytest.param(with_table(3, side_a=("A",)), Fault.SEATED_TWICE, {"entry": "A"}, id="A twice"),
        pytest.param(with_table(1, side_a=("X",)), Fault.STRANGER, {"entry": "X"}, id="a stranger"),
        pytest.param(with_table(1, side_a=("A", "B")), Fault.SIDE_SIZE, {"table": 1}, id="sides of two and one"),
        pytest.param(
            with_table(3, number=4),
            Fault.NUMBERS,
            {"said": [1, 2, 4], "counted": [1, 2, 3], "wishes_ignored": [4]},
            id="another table than asked for",
        ),
        pytest.param(
            replace(
                DRAWN,
                tables=DRAWN.tables[:2],
                byes=(
                    *DRAWN.byes,
                    *(DrawnBye(each, ByeCode.IDLE, 0) for each in [*DRAWN.tables[2].side_a, *DRAWN.tables[2].side_b]),
                ),
            ),
            Fault.TOO_MANY_SIT_OUT,
            {"said": 3, "counted": 1},
            id="a table fewer than possible",
        ),
        pytest.param(
            certified(inputs_hash="0"),
            Fault.INPUTS_CHANGED,
            {"said": "0", "counted": DRAWN.certificate.inputs_hash},
            id="inputs changed",
        ),
        pytest.param(
            certified(repeats=1), Fault.COUNT_WRONG, {"name": "repeats", "said": 1, "counted": 0}, id="repeats"
        ),
        pytest.param(
            certified(gap_squares_bound=-1),
            Fault.COUNT_WRONG,
            {"name": "gap_squares_bound", "said": -1, "counted": DRAWN.certificate.gap_squares_bound},
            id="bound of gaps",
        ),
        pytest.param(
            certified(repeats_bound=1),
            Fault.NOT_FEWEST,
            {"claim": ClaimCode.FEWEST_REPEATS, "reached": 0, "fewest": 0, "said": 1},
            id="bound of repeats",
        ),
        pytest.param(
            with_table(2, reasons=()),
            Fault.REASON_WRONG,
            {"table": 2, "code": DRAWN.tables[1].reasons[0].code},
            id="no reason",
        ),
        pytest.param(
            with_table(3, reasons=(*DRAWN.tables[2].reasons, TableReason(ReasonCode.REPEAT, rounds=(1,)))),
            Fault.REASON_WRONG,
            {"table": 3, "code": ReasonCode.REPEAT},
            id="an invented repeat",
        ),
        pytest.param(
            replace(DRAWN, byes=(replace(DRAWN.byes[0], before=2),)),
            Fault.BYE_REASON_WRONG,
            {"entry": "F", "code": ByeCode.LOWEST_WITHOUT},
            id="sat out before",
        ),
        pytest.param(
            replace(DRAWN, byes=(replace(DRAWN.byes[0], code=ByeCode.SECOND_BYE),)),
            Fault.BYE_REASON_WRONG,
            {"entry": "F", "code": ByeCode.SECOND_BYE},
            id="an invented second sit-out",
        ),
    ],
)
def test_each_fault_is_named(drawn, fault, data):
    found = check(FIELD, drawn)

    assert (fault, data) in [(each.code, dict(each.data)) for each in found.faults]


def test_the_side_that_gave_more_must_not_give_again():
    field = Field(STATES[:2], (PastTable(1, ("A",), ("X",), Side.A),))
    drawn = swiss.draw(field, 1)

    found = check(field, replace(drawn, tables=(replace(drawn.tables[0], first_dealer=Side.A),)))

    assert [(each.code, dict(each.data)) for each in found.faults] == [(Fault.FIRST_DEALER, {"table": 1})]


def test_a_needless_repeat_is_a_fault():
    field = Field(STATES[:4], (PastTable(1, ("A",), ("B",)),))
    honest = swiss.draw(replace(field, tables=()), 1, Method.STANDING)
    repeated = replace(
        honest.tables[0], reasons=(TableReason(ReasonCode.REPEAT, rounds=(1,)), *honest.tables[0].reasons)
    )
    certificate = replace(honest.certificate, repeats=1, inputs_hash=swiss.draw(field, 1).certificate.inputs_hash)

    found = check(field, replace(honest, tables=(repeated, honest.tables[1]), certificate=certificate))

    assert [(each.code, dict(each.data)) for each in found.faults] == [
        (Fault.NOT_FEWEST, {"claim": ClaimCode.FEWEST_REPEATS, "reached": 1, "fewest": 0, "said": 0})
    ]


@settings(deadline=None, max_examples=200)
@given(st.integers(1, 14), st.data())
def test_largest_matchings_are_those_of_another_library(size, data):
    edges = data.draw(st.sets(st.sampled_from(list(combinations(range(size), 2)) or [(0, 0)]))) - {(0, 0)}
    neighbours = [{a + b - each for a, b in edges if each in {a, b}} for each in range(size)]
    graph = nx.Graph(edges)

    assert left_over(neighbours) == size - 2 * len(nx.max_weight_matching(graph, maxcardinality=True))


def test_a_wrong_search_is_found_out(monkeypatch):
    monkeypatch.setattr("tournaments.pairing.checker_matching._Matching.run", lambda _: set())

    with pytest.raises(WrongProofError):
        left_over([{1}, {0}])


def test_the_cheapest_pairing_by_trying():
    assert cheapest_pairing(4, lambda i, j: (int((i, j) == (0, 1)), j - i)) == (0, 4)


def test_a_scheduled_table_needs_a_reason_too():
    field = Field(tuple(EntryState(each, rank) for rank, each in enumerate("ABCD", 1)))
    drawn = scheduled.draw(field, 1, round_robin(4), "ABCD", 1)
    bare = replace(drawn, tables=tuple(replace(each, reasons=()) for each in drawn.tables))

    found = check(field, bare)

    assert [(each.code, dict(each.data)) for each in found.faults] == [
        (Fault.REASON_WRONG, {"table": number, "code": None}) for number in (1, 2)
    ]


def test_the_fewest_repeats_are_proven_where_everybody_has_met():
    met = tuple(
        PastTable(number, (a,), (b,)) for number in (1, 2) for a, b in combinations("ABC", 2) if (a, b) != ("B", "C")
    )
    field = Field(STATES[:3], (*met, PastTable(3, ("B",), ("C",))), (PastBye(1, "A"), PastBye(2, "C")))

    found = check(field, swiss.draw(field, 1))

    assert found.passed
    assert ClaimCode.FEWEST_REPEATS in {each.code for each in found.proved}


def test_a_fixed_table_of_individuals_is_named_and_checked():
    field = Field(tuple(EntryState(place, place + 1, table=2 if place == 0 else None) for place in range(8)))

    drawn = individuals.draw(field, 1)

    (table,) = [each for each in drawn.tables if 0 in (*each.side_a, *each.side_b)]
    assert (table.number, table.reasons[-1].code) == (2, ReasonCode.FIXED_TABLE)
    assert check(field, drawn).passed


def test_an_exchange_that_is_just_as_good_is_found_by_the_hash_of_the_tables():
    """In a first round every draw is as good as every other: only the certificate says which one it was."""
    field = Field(tuple(EntryState(each, 1) for each in range(8)))
    drawn = formats.draw(PairingFormat.STANDING, 1, field, 1, Plan(1, 3))
    first, second, *others = drawn.tables
    exchanged = (replace(first, side_a=second.side_a), replace(second, side_a=first.side_a), *others)

    honest, forged = check(field, drawn), check(field, replace(drawn, tables=exchanged))

    assert honest.faults == ()
    assert [fault.code for fault in forged.faults] == [Fault.TABLES_CHANGED]
