"""From a championship's setting to the draw: every format, its plan, and what happens when somebody leaves."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.pairing.checker import check
from tournaments.pairing.field import (
    EntryState,
    Field,
    PairingRefusedError,
    PastTable,
    ReasonCode,
    RefusalCode,
)
from tournaments.pairing.formats import FOR_INDIVIDUALS, FOR_PAIRS, PairingFormat, Plan, draw, rounds_of
from tournaments.pairing.prescribed import Row, RowProblem, RowProblemCode, problems_of, schedule_from
from tournaments.pairing.schedule import Schedule, whist

PRESCRIBED = {1: Schedule(8, ((((0,), (7,)), ((1,), (6,))),)), 2: Schedule(8, ((((0, 1), (2, 3)), ((4, 5), (6, 7))),))}


def field(size, tables=()):
    return Field(tuple(EntryState(place, place + 1) for place in range(size)), tables)


def play(chosen, side, size, rounds, leaves=None):
    """All tables of an event; `leaves`: round from which the last entry is gone."""
    tables = ()
    for number in range(1, rounds + 1):
        now = field(size - (leaves is not None and number >= leaves), tables)
        drawn = draw(chosen, side, now, number, Plan(number, rounds, tuple(range(size))))
        tables += tuple(PastTable(number, each.side_a, each.side_b, each.first_dealer) for each in drawn.tables)
    return tables


@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize("chosen", PairingFormat)
def test_every_format_draws_a_first_round_or_says_that_it_cannot(chosen, side):
    plan = Plan(1, 3, tuple(range(8)), prescribed=PRESCRIBED[side])
    sized = 16 if chosen is PairingFormat.STRANGERS else 8

    if chosen not in (FOR_PAIRS if side == 1 else FOR_INDIVIDUALS):
        with pytest.raises(PairingRefusedError) as refused:
            draw(chosen, side, field(8), 1, plan)
        assert (refused.value.code, refused.value.data) == (RefusalCode.FORMAT_UNFIT, {"given": chosen.value})
        return
    drawn = draw(chosen, side, field(sized), 1, Plan(1, 3, tuple(range(sized)), prescribed=PRESCRIBED[side]))

    assert drawn.tables
    assert check(field(sized), drawn).passed


def test_a_round_robin_with_a_pair_that_leaves_keeps_its_plan():
    tables = play(PairingFormat.ROUND_ROBIN, 1, 6, 5, leaves=3)

    met = Counter(frozenset((*table.side_a, *table.side_b)) for table in tables)
    assert max(met.values()) == 1
    assert set(map(frozenset, combinations(range(5), 2))) <= set(met)


@pytest.mark.parametrize(("chosen", "size"), [(PairingFormat.WHIST, 16), (PairingFormat.STRANGERS, 28)])
def test_individuals_are_drawn_anew_when_one_leaves(chosen, size):
    tables = play(chosen, 2, size, 5, leaves=4)

    partners = Counter(frozenset(side) for table in tables for side in (table.side_a, table.side_b))
    assert max(partners.values()) == 1
    assert sum(table.round == 5 for table in tables) == (size - 1) // 4


def play_with_gaps(chosen, size, rounds, away, prescribed=None):
    """All tables of an event of individuals in which the last one is `away` in these rounds, and how each was drawn."""
    tables, methods = (), []
    for number in range(1, rounds + 1):
        now = Field(field(size - (number in away)).entries, tables, rounds_after=rounds - number)
        drawn = draw(chosen, 2, now, number, Plan(number, rounds, tuple(range(size)), prescribed=prescribed))
        tables += tuple(PastTable(number, each.side_a, each.side_b, each.first_dealer) for each in drawn.tables)
        methods.append(drawn.certificate.method)
    return tables, methods


@pytest.mark.parametrize("rounds", [4, 5])
def test_strangers_do_not_go_back_to_a_plan_that_brings_them_together_again(rounds):
    """With one away in round 3, round 4 of the plan would seat people at one table who met by lot."""
    tables, methods = play_with_gaps(PairingFormat.STRANGERS, 16, rounds, away={3})

    planned = [table for table in tables if methods[table.round - 1] == "schedule"]
    met = Counter(
        frozenset(two) for table in planned for two in combinations((*table.side_a, *table.side_b), 2)
    )  # what the plan itself promises
    before = {
        frozenset(two)
        for table in tables
        if methods[table.round - 1] == "lot"
        for two in combinations((*table.side_a, *table.side_b), 2)
    }
    after = [frozenset(two) for t in planned if t.round > 3 for two in combinations((*t.side_a, *t.side_b), 2)]
    assert methods[:3] == ["schedule", "schedule", "lot"]
    assert max(met.values()) == 1
    assert not before & set(after)


def test_a_plan_goes_on_where_it_still_keeps_its_promise():
    played = tuple(PastTable(1, *sides) for sides in ids_at(whist(8), 1))

    drawn = draw(PairingFormat.WHIST, 2, field(8, played), 1, Plan(2, 7, tuple(range(8))))

    assert drawn.certificate.method == "schedule"


def test_a_final_begins_anew_whoever_met_before():
    """Everyone meets everyone in the final, also those who met in the preliminary part."""
    preliminary = tuple(PastTable(1, (a,), (b,)) for a, b in ((0, 1), (2, 3)))

    drawn = draw(PairingFormat.ROUND_ROBIN, 1, field(4, preliminary), 1, Plan(1, 3, tuple(range(4))))

    assert drawn.certificate.method == "schedule"


def ids_at(schedule, number):
    return schedule.rounds[number - 1]


@pytest.mark.parametrize(
    ("playing", "method"),
    [
        pytest.param(range(9), "schedule", id="all"),
        pytest.param(range(10), "schedule", id="somebody-came"),
        pytest.param(range(8), "schedule", id="who-is-not-in-the-file-left"),
        pytest.param(range(1, 9), "lot", id="who-is-in-the-file-left"),
    ],
)
def test_the_tables_of_a_file_are_played_while_everybody_in_them_is_there(playing, method):
    eight_of_nine = Schedule(9, ((((0, 1), (2, 3)), ((4, 5), (6, 7))),))
    now = Field(tuple(EntryState(number, 1) for number in playing))

    drawn = draw(PairingFormat.PRESCRIBED, 2, now, 1, Plan(1, 1, tuple(range(9)), prescribed=eight_of_nine))

    assert drawn.certificate.method == method
    assert len(drawn.byes) == len(playing) % 4


def test_pairs_of_a_file_keep_their_tables_when_another_pair_comes():
    two_of_two = Schedule(4, ((((0,), (1,)), ((2,), (3,))), (((0,), (2,)), ((1,), (3,)))))
    played = tuple(PastTable(1, *sides) for sides in two_of_two.rounds[0])

    drawn = draw(PairingFormat.PRESCRIBED, 1, field(5, played), 1, Plan(2, 2, tuple(range(4)), prescribed=two_of_two))

    assert [(*table.side_a, *table.side_b) for table in drawn.tables] == [(0, 2), (1, 3)]
    assert [bye.entry for bye in drawn.byes] == [4]


def test_somebody_who_arrives_late_is_drawn_in():
    plan = Plan(2, 3, tuple(range(4)))
    played = tuple(PastTable(1, (a,), (b,)) for a, b in ((0, 1), (2, 3)))

    drawn = draw(PairingFormat.ROUND_ROBIN, 1, field(6, played), 1, plan)

    assert len(drawn.tables) == 3
    assert drawn.certificate.repeats == 0
    assert {table.reasons[0].code for table in drawn.tables} == {ReasonCode.BY_LOT}


def test_a_knockout_takes_seeds_and_winners_of_the_plan():
    drawn = draw(PairingFormat.KNOCKOUT, 1, field(4), 1, Plan(2, 2, (0, 1, 2, 3), winners=({0, 1},)))

    assert [(*table.side_a, *table.side_b) for table in drawn.tables] == [(0, 1), (3, 2)]


@pytest.mark.parametrize(("size", "near"), [(6, (5, 8)), (50, (49, 53))])
def test_no_whist_for_so_many_is_refused_with_sizes_near_by(size, near):
    with pytest.raises(PairingRefusedError) as refused:
        draw(PairingFormat.WHIST, 2, field(size), 1, Plan(1, 3, tuple(range(size))))

    assert refused.value.code is RefusalCode.NO_SCHEDULE
    assert refused.value.data == {"given": size, "sizes": near}


def test_prescribed_without_a_file_is_refused():
    with pytest.raises(PairingRefusedError) as refused:
        draw(PairingFormat.PRESCRIBED, 1, field(4), 1, Plan(1, 3, (0, 1, 2, 3)))

    assert refused.value.code is RefusalCode.FORMAT_UNFIT


@pytest.mark.parametrize(
    ("chosen", "size", "rounds"),
    [
        (PairingFormat.KNOCKOUT, 2, 1),
        (PairingFormat.KNOCKOUT, 8, 3),
        (PairingFormat.KNOCKOUT, 9, 4),
        (PairingFormat.ROUND_ROBIN, 6, 5),
        (PairingFormat.ROUND_ROBIN, 7, 7),
        (PairingFormat.WHIST, 40, 39),
        (PairingFormat.WHIST, 9, 9),
        (PairingFormat.STANDING, 51, None),
    ],
)
def test_rounds_of_a_format(chosen, size, rounds):
    assert rounds_of(chosen, size) == rounds


ROWS = (Row(2, 1, (7,), (8,)), Row(3, 1, (9,), (10,)), Row(4, 2, (10,), (7,)))


def test_a_schedule_from_a_file_is_drawn():
    schedule = schedule_from(ROWS, (7, 8, 9, 10))
    states = tuple(EntryState(number, number) for number in (7, 8, 9, 10))

    drawn = draw(PairingFormat.PRESCRIBED, 1, Field(states), 1, Plan(2, 2, (7, 8, 9, 10), prescribed=schedule))

    assert [(table.side_a, table.side_b) for table in drawn.tables] == [((10,), (7,))]
    assert [bye.entry for bye in drawn.byes] == [8, 9]


def test_a_good_file_has_no_problem():
    assert list(problems_of(ROWS, {7, 8, 9, 10}, 1)) == []
    assert schedule_from((), ()) == Schedule(0, ())


def test_all_problems_of_a_file_are_named():
    rows = (Row(2, 1, (1,), (2, 3)), Row(3, 1, (1,), (9,)), Row(4, 3, (1,), (2,)))

    assert list(problems_of(rows, {1, 2, 3}, 1)) == [
        RowProblem(RowProblemCode.SIDES, 2),
        RowProblem(RowProblemCode.TWICE, 3, 1, 1),
        RowProblem(RowProblemCode.STRANGER, 3, 9),
        RowProblem(RowProblemCode.ROUND_MISSING, round=2),
    ]
