"""Schedules known before the event: what each promises, counted pair by pair."""

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from tournaments.pairing.field import (
    ByeCode,
    EntryState,
    Field,
    PairingRefusedError,
    PastTable,
    ReasonCode,
    RefusalCode,
)
from tournaments.pairing.schedule import NoScheduleError, Schedule, round_robin, strangers, whist
from tournaments.pairing.scheduled import draw
from tournaments.pairing.starters import STARTERS

DATA = Path(__file__).parent / "data"


def case(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def meetings(schedule):
    """How often every two are partners, opponents, at one table."""
    tables = [table for each in schedule.rounds for table in each]
    partners = Counter(frozenset(side) for table in tables for side in table)
    opponents = Counter(frozenset(pair) for table in tables for pair in product(*table))
    mates = Counter(frozenset(pair) for a, b in tables for pair in combinations((*a, *b), 2))
    return partners, opponents, mates


def everybody_at_most_once(schedule):
    rounds = [[place for table in each for side in table for place in side] for each in schedule.rounds]
    return all(len(set(places)) == len(places) and set(places) <= set(range(schedule.size)) for places in rounds)


@pytest.mark.parametrize("size", range(2, 14))
def test_round_robin(size):
    schedule = round_robin(size)

    _, opponents, _ = meetings(schedule)
    assert everybody_at_most_once(schedule)
    assert opponents == Counter(map(frozenset, combinations(range(size), 2)))
    assert len(schedule.rounds) == size - 1 + size % 2
    assert all(len(each) == size // 2 for each in schedule.rounds)


@pytest.mark.parametrize("size", [*range(4, 41, 4), 5, 9, 13, 17, 25, 29, 37, 41, 49])
def test_whist_everyone_partners_once_and_opposes_twice(size):
    schedule = whist(size)

    partners, opponents, _ = meetings(schedule)
    everyone = list(map(frozenset, combinations(range(size), 2)))
    assert everybody_at_most_once(schedule)
    assert partners == Counter(everyone)
    assert opponents == Counter(everyone * 2)
    assert len(schedule.rounds) == size - 1 + size % 2


def test_starters_are_the_known_ones():
    assert {str(size): list(row) for size, row in STARTERS.items()} == case("starters")


def test_the_case_whist_8_keeps_the_same_promise_as_ours():
    theirs = case("whist_8")
    place = {name: number for number, name in enumerate(theirs["players"])}
    rounds = tuple(
        tuple(tuple(tuple(place[name] for name in side) for side in table) for table in each)
        for each in theirs["rounds"]
    )

    assert meetings(Schedule(8, rounds))[:2] == meetings(whist(8))[:2]


@pytest.mark.parametrize("starter", case("cyclic_starters")["starters"], ids=lambda starter: str(starter["people"]))
def test_cyclic_starters_keep_the_same_promise_as_ours(starter):
    people, modulus = starter["people"], starter["modulus"]
    rounds = tuple(
        tuple(
            tuple(tuple(people - 1 if place is None else (place + shift) % modulus for place in side) for side in table)
            for table in starter["first_round"]
        )
        for shift in range(modulus)
    )

    assert meetings(Schedule(people, rounds))[:2] == meetings(whist(people))[:2]


@pytest.mark.parametrize(
    ("size", "near"),
    [(3, (4,)), (6, (5, 8)), (21, (20, 24)), (33, (32, 36)), (44, (41, 49)), (45, (41, 49))],
    ids=str,
)
def test_no_whist_for_other_sizes_and_the_next_ones_are_named(size, near):
    with pytest.raises(NoScheduleError) as refused:
        whist(size)

    assert (refused.value.size, refused.value.sizes) == (size, near)


@pytest.mark.parametrize(
    ("size", "rounds", "near"), [(8, 5, (16,)), (18, 5, (16, 20)), (30, 4, (28, 32)), (16, 6, (28,))], ids=str
)
def test_the_next_numbers_of_strangers_are_named(size, rounds, near):
    with pytest.raises(NoScheduleError) as refused:
        strangers(size, rounds)

    assert refused.value.sizes == near


@pytest.mark.parametrize(
    ("size", "rounds"), [(16, 5), (20, 5), (28, 7), (36, 7), (44, 11), (48, 9), (52, 13), (72, 8), (80, 14)]
)
def test_strangers_never_share_a_table_twice(size, rounds):
    schedule = strangers(size, rounds)

    _, _, mates = meetings(schedule)
    assert everybody_at_most_once(schedule)
    assert len(schedule.rounds) == rounds
    assert set(mates.values()) == {1}
    assert sum(mates.values()) == 6 * rounds * size // 4


def test_strangers_16x5_are_all_120_meetings_as_in_the_case():
    ours = meetings(strangers(16, 5))[2]
    theirs = Counter(
        frozenset(pair) for each in case("social_16x5")["rounds"] for t in each for pair in combinations(t, 2)
    )

    assert ours == theirs


@pytest.mark.parametrize(("size", "rounds"), [(16, 6), (12, 4), (50, 2), (0, 1), (24, 7)])
def test_no_strangers_for_other_sizes(size, rounds):
    with pytest.raises(NoScheduleError):
        strangers(size, rounds)


def people(*ids):
    return tuple(EntryState(each, rank) for rank, each in enumerate(ids, start=1))


def test_a_whole_round_robin_is_drawn_with_the_dealing_balanced():
    ids = "ABCDEF"
    tables = ()
    for number in range(1, 6):
        drawn = draw(Field(people(*ids), tables), 1, round_robin(6), ids, number)
        tables += tuple(PastTable(number, each.side_a, each.side_b, each.first_dealer) for each in drawn.tables)

    gave = Counter((table.side_a if table.first_dealer == "a" else table.side_b)[0] for table in tables)
    assert len({frozenset((*table.side_a, *table.side_b)) for table in tables}) == 15
    assert set(gave.values()) <= {2, 3}


def test_the_certificate_of_a_whist_counts_opponents():
    ids = range(8)
    tables, opponents_again = (), 0
    for number in range(1, 8):
        drawn = draw(Field(people(*ids), tables, rounds_after=7 - number), 1, whist(8), ids, number)
        tables += tuple(PastTable(number, each.side_a, each.side_b) for each in drawn.tables)
        assert (drawn.certificate.repeats, drawn.certificate.opponents_third) == (0, 0)
        assert drawn.certificate.free_rounds_after == 7 - number
        opponents_again += drawn.certificate.opponents_again

    assert opponents_again == 28


def test_who_is_missing_leaves_the_table_and_the_others_sit_out():
    schedule = round_robin(4)

    drawn = draw(Field(people("B", "C", "D", "late")), 1, schedule, "ABCD", 1)

    assert [(table.side_a, table.side_b) for table in drawn.tables] == [(("B",), ("C",))]
    assert [(bye.entry, bye.code) for bye in drawn.byes] == [("D", ByeCode.IDLE), ("late", ByeCode.IDLE)]
    assert {table.reasons[0].code for table in drawn.tables} == {ReasonCode.BY_SCHEDULE}


def test_a_scheduled_draw_refuses_an_entry_twice():
    with pytest.raises(PairingRefusedError) as refused:
        draw(Field(people("A", "A")), 1, round_robin(2), "AB", 1)

    assert refused.value.code is RefusalCode.ENTRY_TWICE


def test_later_rounds_are_those_that_are_planned_and_none_after_a_repeat():
    """A whist of eight has seven rounds, of which three are played; a file may repeat a meeting on purpose."""
    ids = range(8)
    once, again = (((0,), (1,)), ((2,), (3,))), (((0,), (2,)), ((1,), (3,)))
    of_a_file = Schedule(4, (once, again, once))

    whist_first = draw(Field(people(*ids), rounds_after=2), 1, whist(8), ids, 1).certificate
    file_first = draw(Field(people(*range(4)), rounds_after=2), 1, of_a_file, range(4), 1).certificate

    assert (whist_first.rounds_after, whist_first.free_rounds_after) == (2, 2)
    assert (file_first.rounds_after, file_first.free_rounds_after) == (2, 1)
