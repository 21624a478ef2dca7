"""The knock-out bracket: seeding, byes, third place, corrected results."""

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
from tournaments.pairing.knockout import BracketRound, bracket_round, draw, seeding


def field(*ids):
    return Field(tuple(EntryState(each, rank) for rank, each in enumerate(ids, start=1)))


@pytest.mark.parametrize(
    ("count", "line"),
    [(1, [0]), (2, [0, 1]), (4, [0, 3, 1, 2]), (8, [0, 7, 3, 4, 1, 6, 2, 5]), (5, [0, 7, 3, 4, 1, 6, 2, 5])],
)
def test_seeding(count, line):
    assert seeding(count) == line


@pytest.mark.parametrize("size", [4, 8, 16, 64])
def test_the_best_two_meet_in_the_final_when_the_better_always_wins(size):
    winners = []
    while len((following := bracket_round(range(size), winners)).tables) > 1:
        winners.append({min(pair) for pair in following.tables})

    assert following == BracketRound(((0, 1),), third_place=(3, 2))


def test_two_entries_have_no_third_place():
    assert bracket_round("AB", []) == BracketRound((("A", "B"),))


def test_the_best_go_on_without_a_table():
    following = bracket_round("ABCDE", [])

    assert following == BracketRound((("A", None), ("D", "E"), ("B", None), ("C", None)))


def test_a_whole_knockout_of_five():
    second = bracket_round("ABCDE", [{"E"}])
    final = bracket_round("ABCDE", [{"E"}, {"E", "B"}])
    over = bracket_round("ABCDE", [{"E"}, {"E", "B"}, {"E", "A"}])

    assert second == BracketRound((("A", "E"), ("B", "C")))
    assert final == BracketRound((("E", "B"),), third_place=("A", "C"))
    assert over == BracketRound((), champion="E")


def test_a_corrected_winner_changes_what_follows():
    before = bracket_round("ABCD", [{"A", "B"}])
    after = bracket_round("ABCD", [{"D", "B"}])

    assert (before.tables, after.tables) == ((("A", "B"),), (("D", "B"),))


@pytest.mark.parametrize("won", [{"A"}, {"A", "B", "C"}], ids=["no winner at B–C", "two winners at B–C"])
def test_each_table_has_one_winner(won):
    with pytest.raises(PairingRefusedError) as refused:
        bracket_round("ABCD", [won])

    assert (refused.value.code, refused.value.data) == (RefusalCode.NO_WINNER, {"given": ("B", "C")})


def test_one_entry_is_no_knockout():
    with pytest.raises(PairingRefusedError) as refused:
        bracket_round("A", [])

    assert refused.value.data == {"given": 1, "needed": 2}


def test_the_final_and_the_third_place_as_a_draw():
    drawn = draw(field(*"ABCD"), 1, "ABCD", [{"A", "B"}])

    assert [(table.number, table.side_a, table.side_b, table.reasons[0].code) for table in drawn.tables] == [
        (1, ("A",), ("B",), ReasonCode.BRACKET),
        (2, ("D",), ("C",), ReasonCode.THIRD_PLACE),
    ]
    assert drawn.byes == ()


def test_the_first_round_of_six_as_a_draw():
    drawn = draw(field(*"ABCDEF"), 1, "ABCDEF")

    assert [(table.side_a[0], table.side_b[0]) for table in drawn.tables] == [("D", "E"), ("C", "F")]
    assert [(bye.entry, bye.code) for bye in drawn.byes] == [("A", ByeCode.IDLE), ("B", ByeCode.IDLE)]


def test_a_repeat_is_counted():
    met = Field(field("A", "B").entries, (PastTable(1, ("B",), ("A",)),))

    assert draw(met, 1, "AB").certificate.repeats == 1
