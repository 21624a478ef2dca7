"""The knock-out bracket: seeding, byes, third place, corrected results."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.field import (
    ByeCode,
    EntryState,
    Field,
    PairingRefusedError,
    PastTable,
    ReasonCode,
    RefusalCode,
)
from tournaments.pairing.knockout import BracketRound, bracket_round, draw, next_round, playable, seeding


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


def test_where_neither_side_came_nobody_goes_on():
    second = bracket_round("ABCDE", [set()], [{"D", "E"}])
    final = bracket_round("ABCD", [{"A"}], [{"B", "C"}])
    nobody = bracket_round("ABCD", [set()], [{"A", "B", "C", "D"}])

    assert second == BracketRound((("A", None), ("B", "C")))
    assert (final, final.final) == (BracketRound((("A", None),)), True)
    assert nobody == BracketRound(())


def test_a_round_whose_tables_all_fall_away_is_skipped():
    """The winners of the quarter-finals are A to D; C and D have left, so A and B play the final."""
    drawn = draw(field("A", "B", "G", "H"), 1, "ABCDEFGH", [{"A", "B", "C", "D"}])

    assert [(table.side_a, table.side_b, table.reasons[0].code) for table in drawn.tables] == [
        (("A",), ("B",), ReasonCode.BRACKET)
    ]
    assert drawn.byes == ()


def test_who_has_lost_the_opponent_goes_on_and_sits_out():
    drawn = draw(field(*"ABC"), 1, "ABCD")

    assert [(table.side_a, table.side_b) for table in drawn.tables] == [(("B",), ("C",))]
    assert [(bye.entry, bye.code) for bye in drawn.byes] == [("A", ByeCode.IDLE)]


def test_a_final_that_falls_away_leaves_the_table_for_the_third_place():
    drawn = draw(field("A", "C", "D"), 1, "ABCD", [{"A", "B"}])

    assert [(table.side_a, table.side_b) for table in drawn.tables] == [(("D",), ("C",))]
    assert [bye.entry for bye in drawn.byes] == ["A"]


@pytest.mark.parametrize(
    ("playing", "winners", "fallen", "champion"),
    [
        pytest.param("A", [{"A", "B"}], [], "A", id="one is left"),
        pytest.param("AB", [{"A"}], [{"B", "C"}], "A", id="nobody came to the other semi-final"),
        pytest.param("", [{"A", "B"}], [], None, id="nobody is left"),
        pytest.param("ABCD", [set()], [set("ABCD")], None, id="nobody came at all"),
        pytest.param("ABCD", [{"A", "B"}, set()], [set(), {"A", "B"}], None, id="nobody came to the final"),
    ],
)
def test_without_any_table_it_is_over(playing, winners, fallen, champion):
    following, _ = next_round("ABCD", winners, fallen, playing)

    assert playable(following, playing) == []
    assert (following.champion if following.champion in {*playing} else None) == champion


def twos_of(line):
    return [(line[at], line[at + 1]) for at in range(0, len(line), 2)]


def goes_on(two, results, playing):
    """Who goes on from a table of the bracket, written down once more."""
    there = [each for each in two if each is not None]
    if two in results:
        return results[two]
    alive = [each for each in there if each in playing] if len(there) == 2 else there
    return (alive or there or [None])[0]


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(0, 10**6))
def test_whoever_leaves_or_does_not_come_the_bracket_goes_on_or_is_over(size, seed):
    """Somebody wins each table, or neither side comes; then some leave. No draw is ever stuck."""
    chance = random.Random(seed)
    line = [place if place < size else None for place in seeding(size)]
    playing, winners, fallen = set(range(size)), [], []
    for _ in range(size):
        while len(line) > 1 and not any(playing.issuperset(two) for two in twos_of(line)):
            line = [goes_on(two, {}, playing) for two in twos_of(line)]
        expected = [two for two in twos_of(line) if playing.issuperset(two)] if len(line) > 1 else []

        following, winners_now = next_round(range(size), winners, fallen, playing)

        tables = playable(following, playing)
        if following.third_place in tables:
            tables.remove(following.third_place)
            expected = expected if tables else []
        assert sorted(map(sorted, tables)) == sorted(map(sorted, expected))
        if not tables:
            break
        results = {two: chance.choice((*two, None)) for two in expected}
        fallen += [set()] * (len(winners_now) - len(fallen))
        fallen.append({each for two, winner in results.items() if winner is None for each in two})
        line = [goes_on(two, results, playing) for two in twos_of(line)]
        winners = [*winners_now, {each for each in line if each is not None}]
        playing -= {each for each in playing if chance.random() < 0.2}
    else:
        pytest.fail("the bracket does not end")
