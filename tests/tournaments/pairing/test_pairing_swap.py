"""Two entries of a draw exchanged by the organiser: the changed draw, its warnings and its price."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seats import Side
from tournaments.pairing import individuals, knockout, scheduled, swiss
from tournaments.pairing.board import Method
from tournaments.pairing.certificate_tables import tables_hash
from tournaments.pairing.checker import check
from tournaments.pairing.field import (
    ByeCode,
    DrawnBye,
    EntryState,
    Field,
    PairingRefusedError,
    PastBye,
    PastTable,
    ReasonCode,
    RefusalCode,
    TableReason,
)
from tournaments.pairing.schedule import round_robin
from tournaments.pairing.swap import Price, swapped
from tournaments.pairing.swap_warnings import SwapWarning, WarningCode

PAIRS = Field(
    (
        EntryState("A", 1, 6),
        EntryState("B", 2, 6),
        EntryState("C", 3, 4, ("Trun",)),
        EntryState("D", 4, 4),
        EntryState("E", 5, 0, ("Trun",)),
        EntryState("F", 6, 0),
        EntryState("G", 7, 0),
    ),
    (PastTable(1, ("A",), ("C",), Side.A), PastTable(2, ("D",), ("E",), Side.B)),
    (PastBye(1, "F"), PastBye(2, "F")),
)
DRAWN = swiss.draw(PAIRS, 1)


def met(drawn):
    return [(table.number, *table.side_a, *table.side_b) for table in drawn.tables]


def test_the_draw_before():
    assert met(DRAWN) == [(1, "A", "B"), (2, "C", "D"), (3, "E", "F")]
    assert [bye.entry for bye in DRAWN.byes] == ["G"]


def test_two_pairs_exchanged_warn_of_repeat_and_gaps_and_cost_what_they_cost():
    found = swapped(PAIRS, DRAWN, "B", "C")

    assert met(found.draw) == [(1, "A", "C"), (2, "B", "D"), (3, "E", "F")]
    assert found.warnings == (
        SwapWarning(WarningCode.REPEAT, entries=("A", "C"), rounds=(1,)),
        SwapWarning(WarningCode.SCORE_GAP, table=1, before=0, after=2),
        SwapWarning(WarningCode.SCORE_GAP, table=2, before=0, after=2),
    )
    assert found.price == Price(
        repeats=1, second_byes=0, opponents_third=0, opponents_again=0, other_role=0, gap_squares=8, groups_together=0
    )


def test_later_rounds_are_not_counted_after_an_exchange_by_hand():
    field = replace(PAIRS, rounds_after=2)
    drawn = swiss.draw(field, 1)

    found = swapped(field, drawn, "B", "C")

    assert (found.draw.certificate.rounds_after, found.draw.certificate.free_rounds_after) == (2, None)
    assert check(field, found.draw).passed


def test_changed_tables_say_so_and_the_certificate_stays_honest():
    found = swapped(PAIRS, DRAWN, "B", "C")

    assert [reason.code for reason in found.draw.tables[0].reasons] == [
        ReasonCode.BY_HAND,
        ReasonCode.REPEAT,
        ReasonCode.NEAREST_POINTS,
    ]
    assert found.draw.tables[2] == DRAWN.tables[2]
    assert (found.draw.certificate.repeats, found.draw.certificate.repeats_bound) == (1, 0)
    assert found.draw.certificate.inputs_hash == DRAWN.certificate.inputs_hash
    assert check(PAIRS, found.draw).passed


def test_a_shared_club_is_a_warning():
    found = swapped(PAIRS, DRAWN, "D", "E")

    assert SwapWarning(WarningCode.SAME_GROUP, entries=("C", "E"), groups=("Trun",)) in found.warnings
    assert found.price.groups_together == 1


def test_sitting_out_again_is_a_warning():
    found = swapped(PAIRS, DRAWN, "F", "G")

    assert found.draw.byes == (DrawnBye("F", ByeCode.BY_HAND, 2),)
    assert found.warnings == (SwapWarning(WarningCode.SECOND_BYE, entries=("F",), before=2),)
    assert found.price.second_byes == 2
    assert check(PAIRS, found.draw).passed


def test_exchanging_back_costs_nothing():
    there = swapped(PAIRS, DRAWN, "B", "C")
    back = swapped(PAIRS, there.draw, "B", "C", best=DRAWN.certificate)

    assert sorted(met(back.draw)) == sorted(met(DRAWN))
    assert back.warnings == ()
    assert back.price == Price(0, 0, 0, 0, 0, 0, 0)


def test_the_table_number_goes_with_the_entry_that_asked_for_it():
    entries = (*PAIRS.entries[:4], replace(PAIRS.entries[4], table=3), *PAIRS.entries[5:])
    field = replace(PAIRS, entries=entries)

    found = swapped(field, swiss.draw(field, 1), "A", "E")

    assert met(found.draw) == [(1, "A", "F"), (2, "C", "D"), (3, "E", "B")]
    assert found.draw.tables[2].reasons[-1] == TableReason(ReasonCode.FIXED_TABLE)
    assert check(field, found.draw).passed


PEOPLE = Field(
    tuple(EntryState(place, place + 1, 8 - place) for place in range(9)),
    (PastTable(1, (0, 4), (1, 5)), PastTable(1, (2, 6), (3, 7))),
)


def test_people_exchanged_warn_of_partners_and_opponents():
    drawn = individuals.draw(PEOPLE, 1)
    table = drawn.tables[0]
    inside = [each for each in (*table.side_a, *table.side_b) if each in {0, 1, 4, 5}]
    outside = next(each for each in (*drawn.tables[1].side_a, *drawn.tables[1].side_b) if each in {0, 1, 4, 5})
    leaving = next(each for each in (*table.side_a, *table.side_b) if each not in inside)

    found = swapped(PEOPLE, drawn, leaving, outside)

    again = {frozenset(warning.entries): warning.code for warning in found.warnings if warning.rounds}
    assert again
    assert all(
        code is (WarningCode.PARTNERS_AGAIN if two in ({0, 4}, {1, 5}) else WarningCode.OPPONENTS_AGAIN)
        for two, code in again.items()
    )
    assert check(PEOPLE, found.draw).passed


def test_partners_can_be_exchanged_inside_a_table():
    drawn = individuals.draw(PEOPLE, 1)
    table = drawn.tables[0]

    found = swapped(PEOPLE, drawn, table.side_a[1], table.side_b[1])

    assert found.draw.tables[0].side_a == (table.side_a[0], table.side_b[1])
    assert found.draw.tables[0].side_b == (table.side_b[0], table.side_a[1])


def test_a_scheduled_round_can_be_changed():
    field = Field(tuple(EntryState(each, rank) for rank, each in enumerate("ABCD", 1)))
    drawn = scheduled.draw(field, 1, round_robin(4), "ABCD", 1)

    found = swapped(field, drawn, drawn.tables[0].side_a[0], drawn.tables[1].side_a[0])

    assert [table.reasons for table in found.draw.tables] == [(TableReason(ReasonCode.BY_HAND),)] * 2
    assert found.draw.certificate == replace(
        drawn.certificate, free_rounds_after=None, tables_hash=tables_hash(found.draw)
    )
    assert check(field, found.draw).passed


@pytest.mark.parametrize(
    ("drawn", "one", "other", "code", "data"),
    [
        pytest.param(DRAWN, "A", "X", RefusalCode.NOT_IN_DRAW, {"given": "X"}, id="a stranger"),
        pytest.param(DRAWN, "A", "A", RefusalCode.NOTHING_CHANGES, {"given": ("A", "A")}, id="itself"),
        pytest.param(DRAWN, "A", "B", RefusalCode.NOTHING_CHANGES, {"given": ("A", "B")}, id="at one table"),
        pytest.param(knockout.draw(PAIRS, 1, "ABCD"), "A", "B", RefusalCode.BRACKET_FIXED, {}, id="knock-out"),
    ],
)
def test_refusals(drawn, one, other, code, data):
    with pytest.raises(PairingRefusedError) as refused:
        swapped(PAIRS, drawn, one, other)

    assert (refused.value.code, refused.value.data) == (code, data)


def test_two_partners_exchanged_change_nothing():
    drawn = individuals.draw(PEOPLE, 1)
    one, other = drawn.tables[0].side_a

    with pytest.raises(PairingRefusedError) as refused:
        swapped(PEOPLE, drawn, one, other)

    assert refused.value.code is RefusalCode.NOTHING_CHANGES


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 99), st.data(), st.sampled_from([PAIRS, PEOPLE]), st.sampled_from(Method))
def test_any_exchange_passes_the_checker(seed, data, field, method):
    generator = swiss if field is PAIRS else individuals
    drawn = generator.draw(field, seed, method)
    one, other = data.draw(st.sampled_from(list(combinations([entry.id for entry in field.entries], 2))))

    try:
        changed = swapped(field, drawn, one, other).draw
    except PairingRefusedError as refused:
        assert refused.code is RefusalCode.NOTHING_CHANGES  # noqa: PT017 - a refused exchange is one of the outcomes
        return

    found = check(field, changed)
    assert found.faults == ()
    assert changed.certificate.inputs_hash == drawn.certificate.inputs_hash


def test_by_lot_gaps_in_points_are_no_price_and_no_warning():
    drawn = swiss.draw(PAIRS, 1, Method.LOT)
    far = next(table for table in drawn.tables if {"A", "B"} & {*table.side_a, *table.side_b})
    others = [each for table in drawn.tables if table is not far for each in (*table.side_a, *table.side_b)]

    found = [swapped(PAIRS, drawn, far.side_a[0], other) for other in others]

    assert {each.price.gap_squares for each in found} == {0}
    assert WarningCode.SCORE_GAP not in {warning.code for each in found for warning in each.warnings}
