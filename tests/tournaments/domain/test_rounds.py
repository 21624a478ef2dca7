"""The life of a round: drawn, published, closed, taken back; and the final."""

from random import Random

import pytest

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.change import broken_links
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.results import key_result
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.enums import RoundState, StageKind
from tournaments.management.demo import play_round
from tournaments.models import Bye, Round, Seat, Stage, Table

pytestmark = pytest.mark.django_db


def refusal_of(function, *args, **options) -> list[dict]:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return [problem.as_json() for problem in refusal.value.problems]


def meetings(championship) -> list[frozenset[int]]:
    return [
        frozenset(line.number for line in (*table.a, *table.b))
        for round_ in championship.rounds.order_by("number")
        for table in round_sheet(championship, round_.number).tables
    ]


def play(championship, *, seed: int = 1) -> Round:
    """Draw, publish, play and close the next round."""
    round_ = draw_round(championship.pk, seed=seed)
    publish_round(round_.pk)
    play_round(round_, Random(seed))
    closed = close_round(round_.pk)
    championship.refresh_from_db()
    return closed


def test_a_drawn_round_is_a_proposal_with_everybody_once():
    championship = ChampionshipFactory()
    enter(championship, *"ABCDEFGHI")

    round_ = draw_round(championship.pk, seed=5)

    seated = sorted(round_.seats.values_list("entry__number", flat=True))
    byes = list(round_.byes.values_list("entry__number", flat=True))
    assert (round_.state, round_.seed, round_.tables.count()) == (RoundState.DRAFT, 5, 4)
    assert sorted(seated + byes) == list(range(1, 10))


def test_the_same_seed_gives_the_same_draw():
    sheets = []
    for _ in range(2):
        championship = ChampionshipFactory()
        enter(championship, *"ABCDEFGHI")
        draw_round(championship.pk, seed=99)
        sheets.append(meetings(championship))

    assert sheets[0] == sheets[1]


def test_no_meeting_is_repeated_and_nobody_sits_out_twice():
    championship = ChampionshipFactory()
    enter(championship, *"ABCDEFGHIJK")

    for number in range(1, 8):
        play(championship, seed=number)

    met = meetings(championship)
    sat_out = list(Bye.objects.values_list("entry__number", flat=True))
    assert len(met) == len(set(met)) == 35
    assert len(sat_out) == len(set(sat_out)) == 7


def test_a_draw_is_refused_while_tables_are_open_and_names_them():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    key(seat_round(championship, [(a, b), (c, d)]), 1, 40, 30, 36, 50)

    problems = refusal_of(draw_round, championship.pk)

    assert problems == [{"code": "open_tables", "round": 1, "tables": [2]}]
    assert championship.rounds.get().state == RoundState.PUBLISHED


def test_open_tables_are_accepted_with_a_public_reason():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    key(seat_round(championship, [(a, b), (c, d)]), 1, 40, 30, 36, 50)

    draw_round(championship.pk, accept_open="a player fell ill")

    before = championship.rounds.get(number=1)
    assert (before.state, before.accepted_open) == (RoundState.CLOSED, "a player fell ill")


def test_a_second_draw_finds_the_first():
    championship = ChampionshipFactory()
    enter(championship, "A", "B")
    draw_round(championship.pk)

    assert refusal_of(draw_round, championship.pk) == [{"code": "round_drawn", "round": 1}]


@pytest.mark.parametrize("entries", ["", "A"], ids=["nobody", "one"])
def test_too_few_entries_for_a_table(entries):
    championship = ChampionshipFactory()
    enter(championship, *entries)

    assert refusal_of(draw_round, championship.pk) == [{"code": "too_few_entries", "wanted": 2, "given": len(entries)}]
    assert not Round.objects.exists()


def test_the_plan_ends_the_draws():
    championship = ChampionshipFactory(rounds=1)
    enter(championship, "A", "B")
    play(championship)

    assert refusal_of(draw_round, championship.pk) == [{"code": "no_more_rounds", "planned": 1}]


def test_a_round_is_published_once():
    championship = ChampionshipFactory()
    enter(championship, "A", "B")
    round_ = draw_round(championship.pk)

    published = publish_round(round_.pk, expected_version=1)

    assert (published.state, published.version) == (RoundState.PUBLISHED, 2)
    assert refusal_of(publish_round, round_.pk) == [{"code": "round_published", "round": 1}]


def test_a_proposal_that_was_drawn_again_is_not_published_by_an_old_page():
    championship = ChampionshipFactory()
    enter(championship, "A", "B")
    round_ = draw_round(championship.pk)

    assert refusal_of(publish_round, round_.pk, expected_version=7) == [{"code": "stale_round", "round": 1}]


def test_closing_names_the_open_tables():
    championship = ChampionshipFactory()
    round_ = seat_round(championship, [tuple(enter(championship, "A", "B"))])

    assert refusal_of(close_round, round_.pk) == [{"code": "open_tables", "round": 1, "tables": [1]}]


def test_undo_is_as_if_the_round_had_never_been_drawn():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    first = seat_round(championship, [(a, b), (c, d)])
    for table in (1, 2):
        key(first, table, 40, 30, 36, 50)
    before = ranking(first.championship)
    second = publish_round(draw_round(championship.pk).pk)

    undo_draw(second.pk)

    championship.refresh_from_db()
    first.refresh_from_db()
    assert ranking(championship) == before
    assert (first.state, first.closed_at) == (RoundState.PUBLISHED, None)
    assert (Table.objects.count(), Seat.objects.count()) == (2, 4)
    assert broken_links(championship) == []


def test_a_round_with_results_is_not_taken_back():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 40, 30, 36, 50)

    assert refusal_of(undo_draw, round_.pk) == [{"code": "round_played", "round": 1}]


def test_an_earlier_round_is_not_taken_back():
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")
    first = play(championship)
    draw_round(championship.pk)

    assert refusal_of(undo_draw, first.pk) == [{"code": "not_the_last_round", "round": 1}]


def test_who_withdrew_or_is_absent_gets_no_table():
    championship = ChampionshipFactory()
    entries = enter(championship, *"ABCDEF")
    withdraw_entry(entries[0].pk)

    round_ = draw_round(championship.pk, absent=[2])

    assert sorted(round_.seats.values_list("entry__number", flat=True)) == [3, 4, 5, 6]
    assert list(round_.byes.values_list("entry__number", "reason")) == [(2, "absent")]


@pytest.fixture
def finalists():
    """Eight pairs, two rounds, then a final of four."""
    championship = ChampionshipFactory(rounds=2, finalists=4)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=2)
    enter(championship, *"ABCDEFGH")
    play(championship, seed=1)
    play(championship, seed=2)
    return championship


def test_the_first_of_the_preliminary_part_play_the_final(finalists):
    first = [row.number for row in ranking(finalists).rows][:4]

    final = draw_round(finalists.pk, seed=3)

    assert sorted(final.seats.values_list("entry__number", flat=True)) == sorted(first)
    assert final.stage.qualified == first


def test_a_final_ranks_its_entries_first_and_from_nothing(finalists):
    preliminary = [row.number for row in ranking(finalists).rows]

    play(finalists, seed=3)

    board = ranking(finalists)
    assert {row.number for row in board.rows[:4]} == set(preliminary[:4])
    assert [row.number for row in board.rows[4:]] == preliminary[4:]
    assert {row.standing.tables for row in board.rows[:4]} == {1}
    assert [row.standing.rank for row in board.rows[4:]] == [
        row.standing.rank for row in ranking(finalists, after=2).rows[4:]
    ]


def test_a_final_that_is_taken_back_is_open_again(finalists):
    round_ = draw_round(finalists.pk, seed=3)

    undo_draw(round_.pk)

    assert finalists.stages.get(kind=StageKind.FINAL).qualified is None


def test_a_tie_on_the_line_stops_and_asks():
    championship = ChampionshipFactory(rounds=1, finalists=1, keys=["tournament_points"])
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    round_ = seat_round(championship, [tuple(enter(championship, "A", "B"))])
    key(round_, 1, 36, 36, 36, 36)

    problems = refusal_of(draw_round, championship.pk)

    assert problems == [{"code": "cut_tied", "finalists": 1, "entries": [1, 2]}]
    assert round_.championship.rounds.count() == 1


def test_a_draw_with_a_seat_for_a_withdrawn_entry_is_not_published():
    championship = ChampionshipFactory()
    a, *_ = enter(championship, "A", "B")
    round_ = draw_round(championship.pk)
    withdraw_entry(a.pk)

    problems = refusal_of(publish_round, round_.pk)

    assert problems == [{"code": "withdrawn_seated", "entries": [1]}]
    assert Round.objects.get().state == RoundState.DRAFT


def test_pages_of_a_draw_that_was_taken_back_change_nothing_of_the_next_one():
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")
    first = draw_round(championship.pk)
    publish_round(first.pk)
    table = first.tables.get(number=1)
    undo_draw(first.pk)
    again = draw_round(championship.pk)

    problems = [
        *refusal_of(publish_round, again.pk, expected_version=first.version),
        publish_round(again.pk, expected_version=again.version) and None,
        *refusal_of(key_result, again.tables.get(number=1).pk, [40, 32, 36, 44], expected_version=table.version),
    ]

    assert [each and each["code"] for each in problems] == ["stale_round", None, "stale"]
