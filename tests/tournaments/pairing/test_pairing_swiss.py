"""The draw of fixed pairs against known cases, brute force and another exact matching library."""

import json
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seats import Side
from tournaments.pairing import swiss
from tournaments.pairing.board import Method
from tournaments.pairing.field import (
    ByeCode,
    EntryState,
    Field,
    PairingRefusedError,
    PastBye,
    PastTable,
    ReasonCode,
    RefusalCode,
)
from tournaments.pairing.swiss import draw

DEAD_END = json.loads((Path(__file__).parent / "data" / "dead_end_8.json").read_text(encoding="utf-8"))


def entries(*ids, points=None):
    points = points or [0] * len(ids)
    return tuple(EntryState(each, rank, score) for rank, (each, score) in enumerate(zip(ids, points, strict=True), 1))


def past(*rounds):
    return tuple(PastTable(number, (a,), (b,)) for number, pairs in enumerate(rounds, start=1) for a, b in pairs)


def met(drawn):
    """The drawn pairs as sorted lists of two."""
    return sorted(sorted((*table.side_a, *table.side_b)) for table in drawn.tables)


def test_four_pairs_after_two_rounds_have_one_round_left():
    field = Field(entries(*"ABCD"), past(("AB", "CD"), ("AC", "BD")))

    drawn = [draw(field, seed) for seed in range(20)]

    assert all(met(each) == [["A", "D"], ["B", "C"]] for each in drawn)


@pytest.mark.parametrize("seed", range(10))
def test_dead_end_8_uses_exactly_one_repeat_and_says_so(seed):
    field = Field(entries(*DEAD_END["entries"]), past(*DEAD_END["rounds"]))

    drawn = draw(field, seed)

    assert met(drawn) in DEAD_END["best_round_6"]
    assert drawn.certificate.repeats == DEAD_END["fewest_repeats"]
    assert drawn.certificate.repeats_bound == DEAD_END["fewest_repeats"]
    assert [table.reasons[0].code for table in drawn.tables].count(ReasonCode.REPEAT) == 1


def test_a_repeat_names_its_rounds():
    field = Field(entries("A", "B"), past(("AB",), (), ("BA",)))

    (table,) = draw(field, 1).tables

    assert table.reasons[0].rounds == (1, 3)


def test_a_second_repeat_is_worse_than_two_first_ones():
    field = Field(entries(*"ABCD"), past(("AB", "CD"), ("AC", "BD"), ("AD", "BC"), ("AB",), ("AC", "BD")))

    drawn = draw(field, 1)

    assert met(drawn) == [["A", "D"], ["B", "C"]]


@pytest.mark.parametrize("results", range(200))
def test_eight_pairs_play_seven_rounds_without_a_repeat(results):
    met_so_far = play(8, 7, results)

    assert len(set(met_so_far)) == 28


def play(size, rounds, results):
    """All meetings of an event with random results, as frozen sets."""
    chance = random.Random(results)
    points = dict.fromkeys(range(size), 0)
    tables = []
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda entry: (-points[entry], entry))
        states = tuple(EntryState(entry, place, points[entry]) for place, entry in enumerate(order, start=1))
        drawn = draw(Field(states, tuple(tables), rounds_after=rounds - number), chance.randrange(1000))
        for table in drawn.tables:
            tables.append(PastTable(number, table.side_a, table.side_b, table.first_dealer))
            winner = chance.choice((*table.side_a, *table.side_b))
            points[winner] += 2
    return [frozenset((*table.side_a, *table.side_b)) for table in tables]


@pytest.mark.parametrize(("size", "rounds"), [(6, 5), (10, 9), (12, 11), (16, 15)])
def test_a_full_round_robin_stays_possible(size, rounds):
    met_so_far = play(size, rounds, results=3)

    assert len(set(met_so_far)) == len(met_so_far) == rounds * size // 2


def test_51_pairs_in_8_rounds_have_8_different_byes():
    states = entries(*range(51))
    tables, byes = (), ()
    for number in range(1, 9):
        drawn = draw(Field(states, tables, byes, rounds_after=8 - number), number)
        tables += tuple(PastTable(number, each.side_a, each.side_b, each.first_dealer) for each in drawn.tables)
        byes += tuple(PastBye(number, each.entry) for each in drawn.byes)

    assert len({bye.entry for bye in byes}) == len(byes) == 8
    assert len({frozenset((*each.side_a, *each.side_b)) for each in tables}) == len(tables) == 200


def test_the_lowest_ranked_without_a_bye_sits_out():
    field = Field(entries(*"ABCDE", points=[8, 6, 4, 2, 0]), past(("AB", "CD")), (PastBye(1, "E"),))

    drawn = draw(field, 1)

    assert [(bye.entry, bye.code, bye.before) for bye in drawn.byes] == [("D", ByeCode.LOWEST_WITHOUT, 0)]


def test_a_bye_moves_up_when_it_would_force_a_repeat():
    field = Field(entries(*"ABC"), past(("AB",)))

    drawn = draw(field, 1)

    assert met(drawn) == [["A", "C"]]
    assert [(bye.entry, bye.code) for bye in drawn.byes] == [("B", ByeCode.LOWEST_POSSIBLE)]


def test_a_second_bye_is_better_than_a_repeat():
    field = Field(entries(*"ABC"), past(("AB",), ("AC",)), (PastBye(1, "A"),))

    drawn = draw(field, 1)

    assert drawn.certificate.repeats == 0
    assert [(bye.entry, bye.code, bye.before) for bye in drawn.byes] == [("A", ByeCode.SECOND_BYE, 1)]


def test_score_groups_stay_together():
    field = Field(entries(*"ABCDEF", points=[4, 4, 2, 2, 0, 0]), past(("AC", "BE", "DF")))

    drawn = draw(field, 1)

    assert met(drawn) == [["A", "B"], ["C", "D"], ["E", "F"]]
    assert (drawn.certificate.gap_squares, drawn.certificate.gap_squares_bound) == (0, 0)
    assert {table.reasons[0].code for table in drawn.tables} == {ReasonCode.SAME_POINTS}


def test_keep_apart_never_outweighs_a_score_group():
    a, b, c, d = entries(*"ABCD", points=[4, 4, 2, 2])
    same_club = tuple(replace(each, groups=("Trun",)) for each in (a, b))
    field = Field((*same_club, c, d), past(("AX",)))

    drawn = draw(field, 1)

    assert met(drawn) == [["A", "B"], ["C", "D"]]
    assert drawn.certificate.groups_together == 1
    assert drawn.tables[0].reasons[1].groups == ("Trun",)


def test_keep_apart_inside_a_score_group():
    families = {"A": ("Tuor",), "B": ("Tuor",), "C": ("Caduff",), "D": ("Caduff",)}
    states = tuple(replace(each, groups=families[each.id]) for each in entries(*"ABCD"))

    drawn = [draw(Field(states, past(("AX",))), seed) for seed in range(10)]

    assert {each.certificate.groups_together for each in drawn} == {0}


def test_who_gives_first_is_balanced():
    tables = (PastTable(1, ("A",), ("B",), Side.A), PastTable(1, ("C",), ("D",), Side.A))

    drawn = draw(Field(entries(*"ABCD"), tables), 1)

    assert met(drawn) == [["A", "D"], ["B", "C"]]
    givers = {(table.side_a if table.first_dealer is Side.A else table.side_b)[0] for table in drawn.tables}
    assert givers == {"B", "D"}


def test_the_best_ranked_sit_at_table_one():
    field = Field(entries(*range(12), points=[12 - i for i in range(12)]), past([(0, 11)]))

    drawn = draw(field, 1)

    assert [table.number for table in drawn.tables] == [1, 2, 3, 4, 5, 6]
    assert [table.side_a[0] for table in drawn.tables] == sorted(table.side_a[0] for table in drawn.tables)


def test_a_fixed_seat_changes_the_number_and_nothing_else():
    field = Field(entries(*range(12)), past([(0, 11)]))
    seated = replace(field, entries=(*field.entries[:5], replace(field.entries[5], table=1), *field.entries[6:]))

    plain, fixed = draw(field, 7), draw(seated, 7)

    assert met(plain) == met(fixed)
    assert 5 in (*fixed.tables[0].side_a, *fixed.tables[0].side_b)
    assert fixed.tables[0].reasons[-1].code is ReasonCode.FIXED_TABLE


def test_the_numbers_in_the_hall_are_used():
    field = Field(entries(*range(8)), table_numbers=(21, 22, 2))

    drawn = draw(field, 1)

    assert [table.number for table in drawn.tables] == [1, 2, 21, 22]


@pytest.mark.parametrize("size", [7, 40, 150])
def test_the_first_round_is_by_lot_and_depends_on_the_seed_alone(size):
    field = Field(entries(*range(size)))

    first, again, other = draw(field, 5), draw(field, 5), draw(field, 6)

    assert first == again
    assert met(first) != met(other)
    assert {table.reasons[0].code for table in first.tables} == {ReasonCode.BY_LOT}
    assert [bye.code for bye in first.byes] == [ByeCode.BY_LOT] * (size % 2)


def test_a_known_draw_stays_the_same_on_every_machine():
    drawn = draw(Field(entries(*range(8))), 2026)

    assert [(*table.side_a, *table.side_b, table.first_dealer.value) for table in drawn.tables] == [
        (3, 1, "a"),
        (2, 0, "a"),
        (6, 5, "a"),
        (4, 7, "b"),
    ]
    assert drawn.certificate.inputs_hash == "e142121651f35cec451c9fad7bacb979545547e090c1a1322a5150123b419bde"


def test_a_large_field_looks_further_away_where_the_nearest_do_not_suffice():
    field = Field(entries(*range(102)), past([(101, other) for other in range(40, 101)]))

    drawn = draw(field, 1)

    assert drawn.certificate.repeats == 0
    assert min(next(pair for pair in met(drawn) if 101 in pair)) < 40


def test_a_large_field_repeats_where_nothing_else_is_left():
    field = Field(entries(*range(102)), past([(101, other) for other in range(101)]))

    drawn = draw(field, 1)

    assert (drawn.certificate.repeats, drawn.certificate.repeats_bound) == (1, 1)


def test_later_rounds_can_be_drawn_by_lot():
    field = Field(entries(*range(10), points=range(10)), past([(0, 1)]))

    drawn = draw(field, 1, Method.LOT)

    assert {table.reasons[0].code for table in drawn.tables} == {ReasonCode.BY_LOT}
    assert [0, 1] not in met(drawn)


@pytest.mark.parametrize(
    ("field", "code", "data"),
    [
        pytest.param(Field(()), RefusalCode.TOO_FEW, {"given": 0, "needed": 2}, id="all withdrawn"),
        pytest.param(Field(entries("A")), RefusalCode.TOO_FEW, {"given": 1, "needed": 2}, id="one entry"),
        pytest.param(Field(entries("A", "A")), RefusalCode.ENTRY_TWICE, {"given": "A"}, id="twice in the field"),
        pytest.param(
            Field((EntryState("A", table=3), EntryState("B", table=3))),
            RefusalCode.TABLE_TWICE,
            {"given": 3},
            id="one table wanted twice",
        ),
    ],
)
def test_refusals(field, code, data):
    with pytest.raises(PairingRefusedError) as refused:
        draw(field, 1)

    assert (refused.value.code, refused.value.data) == (code, data)


@st.composite
def fields(draw_from, smallest=2, largest=10):
    size = draw_from(st.integers(smallest, largest))
    states = tuple(
        EntryState(
            place,
            place + 1,
            draw_from(st.integers(0, 6)),
            tuple(draw_from(st.sets(st.sampled_from("xyz"), max_size=1))),
        )
        for place in range(size)
    )
    tables, byes = [], []
    for number in range(1, draw_from(st.integers(0, min(5, size))) + 1):
        order = draw_from(st.permutations(range(size)))
        playing = draw_from(st.integers(0, size // 2))
        tables += [
            PastTable(number, (order[2 * k],), (order[2 * k + 1],), draw_from(st.sampled_from(Side)))
            for k in range(playing)
        ]
        if 2 * playing < size and draw_from(st.booleans()):
            byes.append(PastBye(number, order[-1]))
    return Field(states, tuple(tables), tuple(byes))


def cost(field, pairs, bye):
    """The strict order of aims of a whole round, written down once more without the code under test."""
    state = {entry.id: entry for entry in field.entries}
    order = [entry.id for entry in sorted(field.entries, key=lambda entry: entry.rank)]
    byes = {entry: sum(each.entry == entry for each in field.byes) for entry in order}
    giving = dict.fromkeys(order, 0)
    for table in field.tables:
        sign = 1 if table.first_dealer is Side.A else -1
        giving[table.side_a[0]] += sign
        giving[table.side_b[0]] -= sign
    times = [sum({a, b} == {*table.side_a, *table.side_b} for table in field.tables) for a, b in pairs]
    return (
        sum(each >= 3 for each in times),
        times.count(2),
        times.count(1),
        byes[bye] - min(byes.values()) if bye is not None else 0,
        -order.index(bye) if bye is not None else 0,
        sum((state[a].points - state[b].points) ** 2 for a, b in pairs),
        sum(bool({*state[a].groups} & {*state[b].groups}) for a, b in pairs),
        -sum(abs(giving[a] - giving[b]) for a, b in pairs),
        sum((order.index(a) - order.index(b)) ** 2 for a, b in pairs),
    )


def all_rounds(ids):
    """Every way to pair ids, with one left over when they are odd."""
    if len(ids) <= 1:
        yield [], (ids[0] if ids else None)
        return
    first, rest = ids[0], ids[1:]
    for partner in rest:
        for pairs, bye in all_rounds([each for each in rest if each != partner]):
            yield [(first, partner), *pairs], bye
    if len(ids) % 2:
        for pairs, _ in all_rounds(rest):
            yield pairs, first


@settings(deadline=None, max_examples=60)
@given(fields(largest=8), st.integers(0, 99))
def test_no_round_is_better_than_the_drawn_one(field, seed):
    drawn = draw(field, seed, Method.STANDING)

    pairs = [(table.side_a[0], table.side_b[0]) for table in drawn.tables]
    bye = drawn.byes[0].entry if drawn.byes else None
    assert cost(field, pairs, bye) == min(
        cost(field, *each) for each in all_rounds([entry.id for entry in field.entries])
    )


@settings(deadline=None, max_examples=15)
@given(fields(smallest=11, largest=60), st.integers(0, 99))
def test_larger_fields_cost_what_another_exact_library_finds(field, seed):
    drawn = draw(field, seed, Method.STANDING)

    pairs = [(table.side_a[0], table.side_b[0]) for table in drawn.tables]
    bye = drawn.byes[0].entry if drawn.byes else None
    assert cost(field, pairs, bye) == cost(field, *with_networkx(field))


def with_networkx(field):
    """Another solver on the complete graph; costs folded into one number in base two to the 40."""
    ids = [entry.id for entry in field.entries]
    graph = nx.Graph()
    for a, b in combinations(ids, 2):
        graph.add_edge(a, b, weight=folded(cost(field, [(a, b)], None)))
    if len(ids) % 2:
        for each in ids:
            graph.add_edge(each, "bye", weight=folded(cost(field, [], each)))
    found = [sorted(pair, key=str) for pair in nx.min_weight_matching(graph)]
    pairs = [(a, b) for a, b in found if b != "bye"]
    return pairs, next((a for a, b in found if b == "bye"), None)


def folded(costs):
    total = 0
    for each in costs:
        total = (total << 40) + each
    return total


@settings(deadline=None, max_examples=60)
@given(fields(largest=60), st.integers(0, 99), st.integers(0, 5))
def test_everybody_exactly_once_and_the_bounds_hold(field, seed, rounds_after):
    field = replace(field, rounds_after=rounds_after)

    drawn = draw(field, seed)

    seated = [entry for table in drawn.tables for entry in (*table.side_a, *table.side_b)]
    out = [bye.entry for bye in drawn.byes]
    assert sorted(seated + out) == sorted(entry.id for entry in field.entries)
    assert len(out) == len(field.entries) % 2
    certificate = drawn.certificate
    assert certificate.repeats >= certificate.repeats_bound
    assert (certificate.repeats > 0) == (certificate.repeats_bound > 0)
    assert certificate.gap_squares >= certificate.gap_squares_bound
    assert drawn == draw(field, seed)


@pytest.mark.parametrize(("size", "rounds", "results"), [(120, 5, 1), (151, 4, 2), (200, 6, 3)])
def test_a_large_field_gets_the_best_of_all_rounds(monkeypatch, size, rounds, results):
    field = field_after(size, rounds, results)

    drawn = draw(field, 1)
    monkeypatch.setattr(swiss, "COMPLETE_UP_TO", size)

    assert whole_cost(field, draw(field, 1)) == whole_cost(field, drawn)


def whole_cost(field, drawn):
    bye = drawn.byes[0].entry if drawn.byes else None
    return cost(field, [(table.side_a[0], table.side_b[0]) for table in drawn.tables], bye)


def field_after(size, rounds, results):
    """A field with as many random rounds behind it, drawn by lot."""
    chance = random.Random(results)
    tables = ()
    for number in range(1, rounds + 1):
        order = chance.sample(range(size), size)
        tables += tuple(
            PastTable(number, (a,), (b,), chance.choice((Side.A, Side.B)))
            for a, b in zip(order[::2], order[1::2], strict=False)
        )
    points = sorted((2 * chance.randrange(rounds + 1) for _ in range(size)), reverse=True)
    return Field(entries(*range(size), points=points), tables)
