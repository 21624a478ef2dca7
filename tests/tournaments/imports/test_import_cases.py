"""The case files, each with its right answer."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.imports.import_expectations import differences
from tournaments.imports import EntriesPreview, ResultsPreview, read_entries, read_results

CASES = sorted((Path(__file__).parent / "cases").glob("*.expect.json"))


def read_case(expected: dict[str, Any]) -> EntriesPreview | ResultsPreview:
    path = Path(__file__).parent / "cases" / expected["file"]
    if expected["kind"] == "results":
        return read_results(path.read_bytes(), path.name, dict.fromkeys(range(1, expected["tables"] + 1)))
    return read_entries(path.read_bytes(), path.name, expected["kind"].removeprefix("entries_"))


def test_there_are_cases() -> None:
    assert len(CASES) >= 18


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name.removesuffix(".expect.json"))
def test_case_is_read_as_expected(case: Path) -> None:
    expected = json.loads(case.read_text("utf-8"))

    preview = read_case(expected)

    assert differences(expected, preview.to_json()) == []


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name.removesuffix(".expect.json"))
def test_preview_survives_json(case: Path) -> None:
    preview = read_case(json.loads(case.read_text("utf-8")))

    stored = json.loads(json.dumps(preview.to_json()))

    assert type(preview).from_json(stored) == preview


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(lambda made: made["rows"].pop(3), "row 5 is missing", id="a lost row"),
        pytest.param(lambda made: made["rows"][0].update(number=9), "row 2: ", id="another number"),
        pytest.param(lambda made: made["problems"].pop(0), "row 10: namesake_candidate is missing", id="lost problem"),
        pytest.param(
            lambda made: made["problems"].append({"row": 3, "code": "wrong_sum"}),
            "row 3: wrong_sum is too much",
            id="a made-up problem",
        ),
    ],
)
def test_comparison_sees_what_is_wrong(change: Any, said: str) -> None:
    expected = json.loads((CASES[0].parent / "duplicates_and_namesakes.csv.expect.json").read_text("utf-8"))
    made = read_case(expected).to_json()

    change(made)

    assert [each for each in differences(expected, made) if each.startswith(said)] != []
