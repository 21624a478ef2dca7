"""A penalty stands in every file of a ranking, with its reason (formats.md §4)."""

import csv
import io
import json
import re
from collections.abc import Sequence

import openpyxl
import pypdf
import pytest
from django.test import Client

from tournaments.domain.penalties import give_penalty
from tournaments.domain.publishing import publish_ranking
from tournaments.domain.standings import ranking
from tournaments.exports.csv import standings_csv
from tournaments.exports.json import json_bytes, standings_json
from tournaments.exports.prints import ranking_print
from tournaments.exports.publications import publication_file
from tournaments.exports.xlsx import standings_xlsx
from tournaments.models import Championship

from .conftest import MakeFixtureF

pytestmark = pytest.mark.django_db

REASON = "came late twice"
PENALTIES = [{"number": 1, "points": 1, "after_round": 2, "reason": REASON}]
SENTENCE = f"No. 1: 1 off after round 2, {REASON}"


@pytest.fixture
def championship(fixture_f: MakeFixtureF) -> Championship:
    found = fixture_f()
    give_penalty(found.pk, 1, points=1, reason=REASON, after_round=2)
    found.refresh_from_db()
    return found


def pdf_text(content: bytes) -> str:
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)
    return re.sub(r"\s+", " ", text.replace("\u00a0", " "))


def by_number(rows: Sequence[tuple[object, ...]]) -> dict[int, tuple[object, ...]]:
    return {int(str(row[1])): tuple(row[-2:]) for row in rows}


def columns_of_csv(content: bytes) -> tuple[list[str], dict[int, tuple[object, ...]]]:
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    return lines[0][-2:], by_number([tuple(line) for line in lines[1:]])


def columns_of_xlsx(content: bytes) -> tuple[list[str], dict[int, tuple[object, ...]]]:
    lines = list(openpyxl.load_workbook(io.BytesIO(content)).worksheets[0].iter_rows(values_only=True))
    return list(map(str, lines[0][-2:])), by_number(lines[1:])


EMPTY = dict.fromkeys((2, 3, 4), ("", ""))
NONE = dict.fromkeys((2, 3, 4), (None, None))


def test_spreadsheets_say_how_many_points_are_off_and_why(championship: Championship) -> None:
    board = ranking(championship)

    found = columns_of_csv(standings_csv(board)), columns_of_xlsx(standings_xlsx(board))

    heads = ["Points off", "Reason"]
    assert found == ((heads, {1: ("1", REASON), **EMPTY}), (heads, {1: (1, REASON), **NONE}))


def test_programs_read_the_penalties(championship: Championship) -> None:
    asked = Client().get(f"/api/v1/championships/{championship.slug}/standings")

    assert (standings_json(ranking(championship))["penalties"], asked.json()["penalties"]) == (PENALTIES, PENALTIES)


@pytest.mark.parametrize("public", [True, False], ids=["public", "office"])
def test_the_print_marks_the_entry_and_says_why(championship: Championship, public: bool) -> None:
    text = pdf_text(ranking_print(championship, ranking(championship, public=public), public=public).render())

    assert (text.count("(penalty 1 point)"), text.count(SENTENCE)) == (1, 1)


def test_a_penalty_from_the_start_is_called_so(championship: Championship) -> None:
    give_penalty(championship.pk, 2, points=2, reason="not in the list", after_round=0)
    championship.refresh_from_db()

    data = ranking_print(championship, ranking(championship), public=False).data

    assert data["penalties"] == [SENTENCE, "No. 2: 2 off from the start, not in the list"]


def test_what_was_published_keeps_its_penalties(championship: Championship) -> None:
    publication = publish_ranking(championship.pk)

    files = {extension: publication_file(publication, extension, "en") for extension in ("csv", "xlsx", "json", "pdf")}

    assert columns_of_csv(files["csv"])[1][1] == ("1", REASON)
    assert columns_of_xlsx(files["xlsx"])[1][1] == (1, REASON)
    assert json.loads(files["json"])["penalties"] == PENALTIES
    assert SENTENCE in pdf_text(files["pdf"])


def test_a_ranking_that_was_published_before_files_knew_penalties_is_still_made(championship: Championship) -> None:
    publication = publish_ranking(championship.pk)
    publication.standings.pop("penalties")

    files = [publication_file(publication, extension, "en") for extension in ("csv", "xlsx", "json", "pdf")]

    assert [len(content) > 0 for content in files] == [True] * 4


def test_without_a_penalty_nothing_is_said(fixture_f: MakeFixtureF) -> None:
    board = ranking(fixture_f())

    assert (list(standings_json(board))[-1], columns_of_csv(standings_csv(board))[0]) == (
        "entries",
        ["Deals won", "Sat out"],
    )
    assert json.loads(json_bytes(standings_json(board))).get("penalties") is None
