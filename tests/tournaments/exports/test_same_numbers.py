"""All formats carry the same numbers: each is read back and compared with Fixture F of formats.md."""

import csv
import io
import json
import re
from collections.abc import Callable

import openpyxl
import pypdf
import pytest
from django.test import Client
from django.utils.translation import override

from tournaments.domain.standings import Ranking, ranking
from tournaments.exports.csv import standings_csv
from tournaments.exports.json import json_bytes, standings_json
from tournaments.exports.prints import ranking_print
from tournaments.exports.xlsx import standings_xlsx
from tournaments.models import Championship

from .conftest import MakeFixtureF

type Row = tuple[str | int, ...]

#: name, points, net, tables won, tables, buns, schliats, card points, deals won, byes
PER_TABLE = [
    (1, 1, "A Uno – A Dus", "Trun", 3, 12, 1, 2, 18, 6, 300, 2, 0),
    (2, 3, "C Uno – C Dus", "Trun", 3, 8, 1, 2, 24, 16, 296, 3, 0),
    (3, 4, "D Uno – D Dus", "Trun", 1, -8, 0, 2, 53, 61, 280, 3, 0),
    (4, 2, "B Uno – B Dus", "Trun", 1, -12, 0, 2, 43, 55, 276, 3, 0),
]
PER_DEAL = [
    (1, 3, "C Uno – C Dus", "Trun", 10, 8, 1, 2, 24, 16, 296, 3, 0),
    (2, 1, "A Uno – A Dus", "Trun", 9, 12, 1, 2, 18, 6, 300, 2, 0),
    (3, 2, "B Uno – B Dus", "Trun", 7, -12, 0, 2, 43, 55, 276, 3, 0),
    (4, 4, "D Uno – D Dus", "Trun", 6, -8, 0, 2, 53, 61, 280, 3, 0),
]
CORRECTED = {1: {5: 16, 8: 22, 10: 304}, 2: {5: -16, 9: 59, 10: 272}}
KEYS = (
    *("rank", "number", "name", "place", "tournament_points", "net", "tables_won", "tables", "buns", "schliats"),
    *("card_points", "deals_won", "byes"),
)


def corrected(rows: list[Row]) -> list[Row]:
    """The rows after deal 1 of A–B has become 44."""
    return [tuple(CORRECTED.get(row[1], {}).get(column, value) for column, value in enumerate(row)) for row in rows]


CASES = [
    pytest.param("table", False, PER_TABLE, id="points per table"),
    pytest.param("deal", False, PER_DEAL, id="points per deal"),
    pytest.param("table", True, corrected(PER_TABLE), id="points per table, corrected"),
    pytest.param("deal", True, corrected(PER_DEAL), id="points per deal, corrected"),
]


def from_csv(content: bytes) -> list[Row]:
    assert content.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    return [(*map(int, line[:2]), *line[2:4], *map(int, line[4:])) for line in lines[1:]]


def from_xlsx(content: bytes) -> list[Row]:
    sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    return list(sheet.iter_rows(min_row=2, values_only=True))


def from_json(content: bytes) -> list[Row]:
    return [tuple(entry[key] for key in KEYS) for entry in json.loads(content)["entries"]]


def from_pdf(content: bytes) -> list[Row]:
    """The rows of the printed table: rank, number, name, place and nine figures, a real minus before a negative net."""
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)
    text = text.replace("\u00a0", " ").replace("\n", " ")
    found = re.findall(r"(\d+) (\d+) ([A-D] Uno – [A-D] Dus) (Trun) (\d+) ([+−]?\d+)((?: \d+){7})", text)
    return [
        (int(rank), int(number), name, place, int(points), int(net.replace("−", "-")), *map(int, rest.split()))
        for rank, number, name, place, points, net, rest in found
    ]


def pdf_of(championship: Championship, board: Ranking) -> bytes:
    return ranking_print(championship, board, public=False).render()


@pytest.mark.parametrize(("points_per", "correct", "expected"), CASES)
def test_every_format_has_the_numbers_of_fixture_f(
    fixture_f: MakeFixtureF, points_per: str, correct: bool, expected: list[Row]
) -> None:
    championship = fixture_f(points_per, correct=correct)
    board = ranking(championship)

    read_back = {
        "csv": from_csv(standings_csv(board)),
        "xlsx": from_xlsx(standings_xlsx(board)),
        "json": from_json(json_bytes(standings_json(board))),
        "pdf": from_pdf(pdf_of(championship, board)),
    }

    assert read_back == dict.fromkeys(("csv", "xlsx", "json", "pdf"), expected)


READERS: dict[str, Callable[[bytes], list[Row]]] = {
    "csv": from_csv,
    "xlsx": from_xlsx,
    "json": from_json,
    "pdf": from_pdf,
}


@pytest.mark.parametrize("extension", READERS)
@pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
def test_the_public_file_has_the_numbers_in_every_language(
    fixture_f: MakeFixtureF, client: Client, language: str, extension: str
) -> None:
    championship = fixture_f()

    response = client.get(f"/{language}/{championship.slug}/standings.{extension}")

    assert READERS[extension](response.content) == PER_TABLE


def test_a_file_after_an_earlier_round_has_the_numbers_of_then(fixture_f: MakeFixtureF, client: Client) -> None:
    championship = fixture_f()

    response = client.get(f"/en/{championship.slug}/standings.csv?after=1")

    assert [(row[0], row[2], row[4], row[5]) for row in from_csv(response.content)] == [
        (1, "A Uno – A Dus", 2, 12),
        (2, "C Uno – C Dus", 2, 8),
        (3, "D Uno – D Dus", 0, -8),
        (4, "B Uno – B Dus", 0, -12),
    ]


def test_the_sums_over_the_field_are_right_in_the_file(fixture_f: MakeFixtureF) -> None:
    rows = from_csv(standings_csv(ranking(fixture_f())))

    assert (sum(row[5] for row in rows), sum(row[10] for row in rows)) == (0, 1152)


@pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
def test_buns_and_schliats_keep_their_romansh_names(fixture_f: MakeFixtureF, language: str) -> None:
    board = ranking(fixture_f())

    with override(language):
        head = standings_csv(board).decode("utf-8-sig").splitlines()[0].split(";")

    assert (len(head), head[8:10]) == (13, ["buns", "schliats"])
