"""Stand-ins fill the last table and are not ranked; a fixed table is a number and nothing else."""

from random import Random

import pytest

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import PersonData, edit_entry, register_entry, withdraw_entry
from tournaments.domain.rehearsal import rehearse
from tournaments.domain.rounds import close_round, draw_round, publish_round
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.enums import CarryOver, Kind, StageKind
from tournaments.management.demo import play_round
from tournaments.models import Championship, Entry, Round, Stage

pytestmark = pytest.mark.django_db


def stand_ins(championship: Championship, *names: str) -> list[Entry]:
    entries = enter(championship, *names)
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(stand_in=True)
    return entries


def play(championship: Championship, number: int) -> Round:
    round_ = publish_round(draw_round(championship.pk, seed=number).pk)
    play_round(round_, Random(number))
    close_round(round_.pk)
    championship.refresh_from_db()
    return Round.objects.select_related("championship", "stage").get(pk=round_.pk)


def without_table(round_: Round) -> int:
    return round_.byes.count()


@pytest.mark.parametrize(
    ("kind", "ranked", "spare", "seated", "sit_out"),
    [
        pytest.param(Kind.PAIRS, 5, 1, 6, 0, id="a-pair-fills-an-odd-field"),
        pytest.param(Kind.PAIRS, 6, 1, 6, 0, id="a-pair-that-is-not-needed"),
        pytest.param(Kind.INDIVIDUALS, 10, 2, 12, 0, id="two-people-fill-the-table"),
        pytest.param(Kind.INDIVIDUALS, 10, 1, 8, 2, id="one-of-two-does-not-help"),
        pytest.param(Kind.INDIVIDUALS, 11, 3, 12, 0, id="one-of-three-is-enough"),
    ],
)
def test_just_as_many_stand_ins_play_as_fill_the_last_table(kind, ranked, spare, seated, sit_out):
    championship = ChampionshipFactory(kind=kind)
    enter(championship, *(f"P{number}" for number in range(ranked)))
    stand_ins(championship, *(f"S{number}" for number in range(spare)))

    round_ = draw_round(championship.pk, seed=1)

    assert (round_.seats.count(), without_table(round_)) == (seated, sit_out)


def test_they_play_without_a_rank_and_every_round_is_proved():
    championship = ChampionshipFactory(rounds=3)
    enter(championship, *"ABCDE")
    (spare,) = stand_ins(championship, "S")

    rounds = [play(championship, number) for number in (1, 2, 3)]

    board = ranking(championship)
    assert [row.number for row in board.rows if row.number == spare.number] == []
    assert sum(row.standing.tables for row in board.rows) == 15
    assert [without_table(round_) for round_ in rounds] == [0, 0, 0]
    assert [check_draw(round_).problems for round_ in rounds] == [(), (), ()]


def test_a_stand_in_stands_level_with_the_last():
    championship = ChampionshipFactory(rounds=2)
    a, b, c, d, e = enter(championship, *"ABCDE")
    (spare,) = stand_ins(championship, "S")
    round_ = seat_round(championship, [(a, b), (c, d), (spare, e)])
    for table, points in ((1, 50), (2, 40), (3, 20)):
        key(round_, table, points, points, points, points)

    round_ = draw_round(championship.pk, seed=1)

    stands = {number: (rank, points) for number, rank, points, *_ in round_.draw["inputs"]["entries"]}
    tables = round_sheet(championship, round_.number).tables
    marked = {line.number for table in tables for line in (*table.a, *table.b) if line.stand_in}
    assert stands[spare.number] == (6, 0)
    assert stands[b.number][1] == stands[d.number][1] == 0
    assert marked == {spare.number}


def test_who_withdraws_makes_room_for_no_empty_seat():
    championship = ChampionshipFactory(rounds=3)
    entries = enter(championship, *"ABCDE")
    stand_ins(championship, "S")
    play(championship, 1)
    withdraw_entry(entries[0].pk)

    round_ = draw_round(championship.pk, seed=2)

    assert (round_.seats.count(), without_table(round_)) == (4, 0)


def test_the_rehearsal_knows_them():
    championship = ChampionshipFactory(rounds=3)
    enter(championship, *"ABCDE")
    stand_ins(championship, "S")

    found = rehearse(championship)

    assert ([each.tables for each in found.rounds], found.sat_out) == ([3, 3, 3], {})


def test_a_final_carries_over_all_of_the_preliminary_part():
    championship = ChampionshipFactory(rounds=1, finalists=2, carry_over=CarryOver.FULL)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 50, 50, 50, 50)
    key(round_, 2, 40, 40, 40, 40)

    final = publish_round(draw_round(championship.pk, seed=1).pk)
    key(final, 1, 36, 36, 36, 36)

    rows = {row.number: row.standing for row in ranking(Championship.objects.get()).rows}
    assert [(rows[number].rank, rows[number].tournament_points, rows[number].net) for number in (1, 3)] == [
        (1, 3, 56),
        (2, 3, 16),
    ]


# A table for good ------------------------------------------------------------------------------------------------


def test_a_fixed_table_is_kept_and_nobody_else_is_met_for_it():
    draws = []
    for table in (None, 3):
        championship = ChampionshipFactory(rounds=3)
        enter(championship, *"ABCDEFGH")
        Entry.objects.filter(championship=championship, number=2).update(fixed_table=table)
        rounds = [play(championship, number) for number in (1, 2, 3)]
        draws.append([meetings(round_) for round_ in rounds])
        numbers = [round_.seats.get(entry__number=2).table.number for round_ in rounds]

    assert numbers == [3, 3, 3]
    assert draws[0][0] == draws[1][0]  # later rounds follow from results, which go by table
    assert [check_draw(round_).problems for round_ in rounds] == [(), (), ()]


def meetings(round_: Round) -> set[frozenset[int]]:
    seats = round_.seats.values_list("table", "entry__number")
    tables = {table for table, _ in seats}
    return {frozenset(number for other, number in seats if other == table) for table in tables}


def test_a_table_is_kept_for_one_entry_alone():
    championship = ChampionshipFactory()
    people = [PersonData("A Uno"), PersonData("A Dus")]
    register_entry(championship.pk, people, fixed_table=5)

    with pytest.raises(Refused) as refusal:
        register_entry(championship.pk, [PersonData("B Uno"), PersonData("B Dus")], fixed_table=5)

    assert [each.as_json() for each in refusal.value.problems] == [
        {"code": "fixed_table_taken", "table": 5, "number": 1}
    ]
    assert championship.entries.count() == 1


def test_the_table_of_who_has_left_is_free_again():
    championship = ChampionshipFactory()
    gone = register_entry(championship.pk, [PersonData("A Uno"), PersonData("A Dus")], fixed_table=5)
    withdraw_entry(gone.pk)

    entry = register_entry(championship.pk, [PersonData("B Uno"), PersonData("B Dus")], fixed_table=5)

    assert entry.fixed_table == 5


def test_a_wish_can_be_changed():
    championship = ChampionshipFactory()
    (entry,) = enter(championship, "A")
    people = [PersonData("A Uno", "Trun"), PersonData("A Dus", "Trun")]

    edit_entry(entry.pk, people=people, number=1, fixed_table=4, stand_in=True)
    kept = Entry.objects.get()
    edit_entry(entry.pk, people=people, number=1)

    assert (kept.fixed_table, kept.stand_in) == (4, True)
    assert (Entry.objects.get().fixed_table, Entry.objects.get().stand_in) == (None, False)
