"""The ranking from stored rows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.factories.fixture_f import ORDER, POINTS, SUMS, fixture_f
from tournaments.domain.paths import entry_path
from tournaments.domain.publishing import hide_results_after, publish_ranking
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.results import withdraw_result
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.domain.undo import undo_last, undoable
from tournaments.enums import RoundState
from tournaments.models import Championship

pytestmark = pytest.mark.django_db

PAIRS = "ABCD"


def letters(board) -> str:
    return "".join(PAIRS[row.number - 1] for row in board.rows)


def values(board) -> dict:
    return {
        PAIRS[row.number - 1]: (
            row.standing.card_points,
            row.standing.net,
            row.standing.buns,
            row.standing.schliats,
            row.standing.deals_won,
        )
        for row in board.rows
    }


@pytest.mark.parametrize("per", ["table", "deal"])
def test_fixture_f_comes_out_exactly(per):
    board = ranking(fixture_f(points_per=per).championship)

    assert letters(board) == ORDER[per]
    assert values(board) == SUMS
    assert {PAIRS[row.number - 1]: row.standing.tournament_points for row in board.rows} == POINTS[per]
    assert (sum(row.standing.net for row in board.rows), sum(row.standing.card_points for row in board.rows)) == (
        0,
        1152,
    )


@pytest.mark.parametrize("per", ["table", "deal"])
def test_fixture_f_after_the_correction(per):
    fixture = fixture_f(points_per=per)

    fixture.correct()

    board = ranking(fixture.championship)
    assert letters(board) == ORDER[per]
    assert values(board) == SUMS | {"A": (304, 16, 22, 6, 2), "B": (272, -16, 43, 59, 3)}


def test_a_table_counts_only_when_it_is_confirmed():
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])

    key(round_, 2, 40, 40, 40, 40)

    board = ranking(round_.championship)
    assert letters(board) == "CABD"
    assert (board.after_round, board.open_tables) == (1, (1,))
    assert [row.standing.rank for row in board.rows] == [1, 2, 2, 4]


def test_the_public_ranking_knows_nothing_of_hidden_rounds():
    fixture = fixture_f()
    before = ranking(fixture.championship, after=1, public=True)

    hidden = hide_results_after(fixture.championship.pk, after_round=1)

    assert ranking(hidden, public=True) == before
    assert ranking(hidden).after_round == 2
    sheet = round_sheet(hidden, 2, public=True)
    assert [table.deals for table in sheet.tables] == [None, None]
    assert [step.deals for step in entry_path(hidden, 1, public=True).steps] == [(40, 30, 36, 50), None]


def test_a_proposal_is_not_public():
    championship = ChampionshipFactory()
    a, b = enter(championship, "A", "B")

    seat_round(championship, [(a, b)], publish=False)

    assert round_sheet(championship, 1, public=True) is None
    assert [table.number for table in round_sheet(championship, 1).tables] == [1]


def test_a_pair_that_withdrew_after_playing_stays_in_the_ranking():
    fixture = fixture_f()

    withdraw_entry(fixture.championship.entries.get(number=3).pk)

    fixture.championship.refresh_from_db()
    assert letters(ranking(fixture.championship)) == "ACDB"


def test_a_published_ranking_stays_as_it_was():
    fixture = fixture_f()
    publication = publish_ranking(fixture.championship.pk)

    fixture.correct()

    publication.refresh_from_db()
    assert [(row["number"], row["net"]) for row in publication.standings["entries"]] == [
        (1, 12),
        (3, 8),
        (4, -8),
        (2, -12),
    ]
    assert fixture.championship.rounds.get(number=2).state == RoundState.CLOSED
    assert fixture.championship.is_public


def test_nothing_is_published_while_tables_are_open():
    fixture = fixture_f(fill=False)

    with pytest.raises(Refused) as refusal:
        publish_ranking(fixture.championship.pk)

    assert [problem.as_json() for problem in refusal.value.problems] == [
        {"code": "open_tables", "round": 1, "tables": [1, 2]}
    ]


def test_movement_is_the_places_gained_since_the_round_before():
    board = ranking(fixture_f().championship)

    assert {PAIRS[row.number - 1]: row.movement for row in board.rows} == {"A": 0, "C": 0, "D": 0, "B": 0}


@pytest.mark.parametrize("entries", ["AB", "ABCDEFGH"], ids=["2-entries", "8-entries"])
def test_the_ranking_takes_a_constant_number_of_queries(entries):
    championship = ChampionshipFactory()
    pairs = enter(championship, *entries)
    round_ = seat_round(championship, list(zip(pairs[::2], pairs[1::2], strict=True)))
    key(round_, 1, 40, 40, 40, 40)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        ranking(round_.championship)

    assert len(queries) == 12


def test_the_ranking_is_as_of_a_withdrawn_result():
    championship = ChampionshipFactory()
    pairs = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(pairs[0], pairs[1]), (pairs[2], pairs[3])])
    key(round_, 1, 40, 40, 40, 40)
    key(round_, 2, 40, 40, 40, 40)
    typed = ranking(Championship.objects.get()).as_of

    organiser = member(championship.association)
    withdraw_result(round_.tables.get(number=2).pk, expected_version=1, reason="wrong table", actor=organiser)
    withdrawn = ranking(Championship.objects.get()).as_of
    undo_last(championship.pk, undoable(Championship.objects.get()).event, actor=organiser)
    undone = ranking(Championship.objects.get()).as_of

    assert typed < withdrawn
    assert undone == typed  # as if it had never been withdrawn
