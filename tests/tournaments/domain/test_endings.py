"""Tables that did not end by four deals, in the ranking and in everything that shows a round (formats.md §4, D15)."""

import csv
import io
import json

import openpyxl
import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.claims import claim_result, side_view
from tournaments.domain.paths import entry_path
from tournaments.domain.publishing import set_public
from tournaments.domain.refusal import Refused
from tournaments.domain.results import key_result
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.enums import Outcome, PointsPer, SideName, TableState
from tournaments.exports.csv import grid_csv
from tournaments.exports.grids import round_grid
from tournaments.exports.json import round_json
from tournaments.exports.round_prints import result_sheet_print
from tournaments.exports.xlsx import grid_xlsx
from tournaments.models import Championship, Round, Table

pytestmark = pytest.mark.django_db

A, B = 1, 2


@pytest.fixture
def round_() -> Round:
    """One table with A and B, another with C and D that was played."""
    championship = ChampionshipFactory(slug="e")
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    found = seat_round(championship, [(a, b), (c, d)])
    key(found, 2, 40, 36, 36, 36)
    return found


def mark(round_: Round, outcome: Outcome, *deals: int | None) -> Table:
    table = round_.tables.get(number=1)
    values = {"expected_version": table.version, "reason": "had to leave", "answered_yes": True}
    return key_result(table.pk, deals, outcome=outcome, **values).table


def sums(round_: Round) -> dict[int, tuple[int, int, int, int, int]]:
    """Points, net, card points, tables and absences of A and B."""
    rows = {row.number: row.standing for row in ranking(Championship.objects.get(pk=round_.championship_id)).rows}
    return {
        number: (row.tournament_points, row.net, row.card_points, row.tables, row.absences)
        for number, row in rows.items()
        if number in {A, B}
    }


@pytest.mark.parametrize(
    ("outcome", "deals", "expected"),
    [
        pytest.param(Outcome.WALKOVER_A, (), {A: (2, 0, 0, 1, 0), B: (0, 0, 0, 1, 0)}, id="walk-over without play"),
        pytest.param(Outcome.WALKOVER_A, (30, 30), {A: (2, -12, 60, 1, 0), B: (0, 12, 84, 1, 0)}, id="while behind"),
        pytest.param(Outcome.WALKOVER_B, (30,), {A: (0, -6, 30, 1, 0), B: (2, 6, 42, 1, 0)}, id="for the other side"),
        pytest.param(Outcome.ABANDONED, (40, 36), {A: (2, 4, 76, 1, 0), B: (0, -4, 68, 1, 0)}, id="broken off"),
        pytest.param(Outcome.NEITHER, (), {A: (0, 0, 0, 0, 1), B: (0, 0, 0, 0, 1)}, id="neither came"),
    ],
)
def test_what_a_table_is_worth_that_was_not_played_to_the_end(round_, outcome, deals, expected):
    mark(round_, outcome, *deals)

    assert sums(round_) == expected


def test_with_points_per_deal_a_walk_over_is_worth_four_and_finished_deals_count_otherwise(round_):
    Championship.objects.update(points_per=PointsPer.DEAL)

    mark(round_, Outcome.WALKOVER_A)
    assert sums(round_)[A][0] == 8

    mark(round_, Outcome.ABANDONED, 40, 36)
    assert (sums(round_)[A][0], sums(round_)[B][0]) == (3, 1)


@pytest.mark.parametrize(
    ("outcome", "deals"),
    [
        pytest.param(Outcome.ABANDONED, (), id="broken off before the first deal"),
        pytest.param(Outcome.ABANDONED, (40, 36, 36, 36), id="broken off after the last"),
        pytest.param(Outcome.NEITHER, (40,), id="a deal of nobody"),
        pytest.param(Outcome.WALKOVER_A, (40, 36, 36, 36), id="a walk-over of a played table"),
    ],
)
def test_so_many_deals_do_not_go_with_it(round_, outcome, deals):
    with pytest.raises(Refused, match="deals_unfit"):
        mark(round_, outcome, *deals)


def test_empty_fields_at_the_end_are_deals_that_were_not_finished_and_one_between_is_missing(round_):
    assert list(mark(round_, Outcome.ABANDONED, 40, 36, None, None).results.get().deals) == [40, 36]

    with pytest.raises(Refused, match="RANGE"):
        mark(round_, Outcome.ABANDONED, 40, None, 36)


def test_it_needs_a_reason(round_):
    table = round_.tables.get(number=1)

    with pytest.raises(Refused, match="outcome_reason_missing"):
        key_result(table.pk, (), outcome=Outcome.NEITHER, expected_version=0)


def test_the_same_rules_hold_for_a_finished_deal(round_):
    with pytest.raises(Refused, match="DEALER_ONE"):
        mark(round_, Outcome.ABANDONED, 1)


def test_it_decides_a_conflict_and_no_side_denies_it(round_):
    table = round_.tables.get(number=1)
    claim_result(table.pk, SideName.A, (40, 36, 36, 36), seen_version=0, answered_yes=True)
    claim_result(table.pk, SideName.B, (33, 36, 36, 36), seen_version=1, answered_yes=True)

    marked = mark(round_, Outcome.WALKOVER_B, 40)

    assert marked.state == TableState.CONFIRMED
    with pytest.raises(Refused, match="already_confirmed"):
        claim_result(table.pk, SideName.A, (40, 36, 36, 36), seen_version=9, answered_yes=True)


def test_each_side_reads_it_as_its_own(round_):
    table = mark(round_, Outcome.WALKOVER_B, 40)

    seen = [side_view(table, side).counting for side in SideName]

    assert [(said.deals, said.outcome, said.reason) for said in seen] == [
        ((40,), Outcome.WALKOVER_B, "had to leave"),
        ((32,), Outcome.WALKOVER_A, "had to leave"),
    ]


def test_it_is_corrected_to_a_played_table(round_):
    mark(round_, Outcome.WALKOVER_B)

    key(round_, 1, 40, 36, 36, 36, reason="they had played at another table")

    table = round_.tables.get(number=1)
    assert (table.state, sums(round_)[A][:2]) == (TableState.CORRECTED, (2, 4))


# Everything that shows it ----------------------------------------------------------------------------------------


def public_sheet(round_: Round):
    set_public(round_.championship_id, public=True)
    return round_sheet(Championship.objects.get(), 1, public=True)


def test_files_carry_the_finished_deals_and_how_it_ended(round_):
    mark(round_, Outcome.WALKOVER_B, 40, 36)
    sheet = public_sheet(round_)
    ended = "walk-over, side B wins"

    table = round_json(sheet)["tables"][0]
    rows = list(csv.reader(io.StringIO(grid_csv(round_grid(sheet)).decode("utf-8-sig")), delimiter=";"))
    book = openpyxl.load_workbook(io.BytesIO(grid_xlsx(round_grid(sheet))))
    cells = [[cell.value for cell in row] for row in book.active.iter_rows()]
    printed = result_sheet_print(round_.championship, sheet, public=True)

    assert (table["deals"], table["outcome"]) == ([40, 36], "walkover_b")
    assert "outcome" not in round_json(sheet)["tables"][1]
    assert [row[4:] for row in rows[:3]] == [
        ["Deal 1", "Deal 2", "Deal 3", "Deal 4", "Card points A", "Card points B", "Net A", "How the table ended"],
        ["40", "36", "", "", "76", "68", "4", ended],
        ["40", "36", "36", "36", "148", "140", "4", ""],
    ]
    assert [40, 36, None, None, 76, 68, 4, ended] in [row[4:] for row in cells]
    assert printed.data["tables"][0]["deals"] == ["40 : 32", "36 : 36", "–", "–"]
    assert (printed.data["tables"][0]["better"], printed.data["byes"]) == ("b", [f"Table 1: {ended}."])
    assert printed.render().startswith(b"%PDF")


@pytest.mark.parametrize("outcome", [Outcome.NEITHER, Outcome.WALKOVER_A, Outcome.ABANDONED])
def test_pages_and_programs_read_it(round_, outcome, capsys):
    mark(round_, outcome, *([40] if outcome == Outcome.ABANDONED else []))
    public_sheet(round_)
    reader = Client()

    pages = [reader.get(f"/en/e/{path}") for path in ("", "rounds/1/", "entries/1/", "standings/", "rules/")]
    path = reader.get("/api/v1/championships/e/entries/1").json()
    call_command("show_round", "e", "1", "--json")

    assert [page.status_code for page in pages] == [200] * 5
    assert str(outcome.label) in pages[1].content.decode()
    assert str(outcome.label) in pages[2].content.decode()
    assert path["rounds"][0]["outcome"] == outcome
    assert json.loads(capsys.readouterr().out)["tables"][0]["outcome"] == outcome


@pytest.mark.parametrize(
    ("outcome", "results"),
    [
        pytest.param(Outcome.WALKOVER_A, ("won", "lost"), id="walk-over"),
        pytest.param(Outcome.ABANDONED, ("lost", "won"), id="broken off"),
        pytest.param(Outcome.NEITHER, ("missed", "missed"), id="neither"),
    ],
)
def test_the_path_of_a_pair_says_what_it_brought(round_, outcome, results):
    mark(round_, outcome, *([30] if outcome == Outcome.ABANDONED else []))

    steps = [entry_path(round_.championship, number).steps[0] for number in (A, B)]

    assert tuple(step.result for step in steps) == results
