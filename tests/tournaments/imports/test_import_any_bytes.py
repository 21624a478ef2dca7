"""Whatever comes in: an answer with a code, never an exception, and no line lost."""

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.imports.import_files import HEADER, PAIRS, saved, text_file, workbook
from tournaments.imports import EntriesPreview, Preview, ResultsPreview, read_entries, read_results
from tournaments.imports.text import clean_text

CASES = [path.read_bytes() for path in sorted((Path(__file__).parent / "cases").glob("*")) if path.suffix != ".json"]
BOOK = saved(workbook())
PROMISES = (b"PK\x03\x04", b"\xff\xfe", b"\xef\xbb\xbf", b"sep=;\n", b"Name;Ort\n", b"Tisch;1;2;3;4\n")
KINDS = st.sampled_from(["pairs", "individuals", "results"])


def read(data: bytes, kind: str) -> EntriesPreview | ResultsPreview:
    if kind == "results":
        return read_results(data, "any", dict.fromkeys(range(1, 26)))
    return read_entries(data, "any", kind)


def check(preview: Preview) -> None:
    """Something usable, or a code that says why not; and it can be stored."""
    assert preview.usable or preview.problems
    assert type(preview).from_json(json.loads(json.dumps(preview.to_json()))) == preview


@settings(deadline=None)
@given(st.binary(max_size=3_000), KINDS)
def test_any_bytes(data: bytes, kind: str) -> None:
    check(read(data, kind))


@settings(deadline=None)
@given(
    st.binary(max_size=300),
    KINDS,
    st.sampled_from(PROMISES),
)
def test_any_bytes_behind_a_promise(data: bytes, kind: str, promise: bytes) -> None:
    check(read(promise + data, kind))


@settings(deadline=None)
@given(st.text(st.sampled_from("12;,\t|\n\r\"' aÄ=-+:/#?.\u00a0"), max_size=400), KINDS)
def test_any_text_of_list_characters(text: str, kind: str) -> None:
    check(read(text.encode(), kind))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CASES), KINDS, st.lists(st.tuples(st.integers(0, 50_000), st.integers(0, 255)), max_size=12))
def test_damaged_cases(data: bytes, kind: str, damage: list[tuple[int, int]]) -> None:
    broken = bytearray(data)
    for place, byte in damage:
        broken[place % len(broken)] = byte

    check(read(bytes(broken), kind))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(BOOK)), st.integers(0, len(BOOK)), st.binary(max_size=40), KINDS)
def test_cut_and_patched_workbooks(start: int, end: int, patch: bytes, kind: str) -> None:
    check(read(BOOK[: min(start, end)] + patch + BOOK[max(start, end) :], kind))


CELLS = st.sampled_from(
    ["", "", "1", "2", "7a", "Gion Nuth", "Lina Tuor", "Eva", "Trun", "Nuth, Gion", "?", "Total", "1961"]
)


@settings(deadline=None)
@given(
    st.lists(st.lists(CELLS, min_size=1, max_size=7), min_size=1, max_size=12),
    st.sampled_from(["pairs", "individuals"]),
)
def test_no_line_is_lost(rows: list[list[str]], kind: str) -> None:
    data = text_file([("Nr.", "Name", "Ort"), ("1", "Sep Beer", "Laax"), *rows])

    preview = read_entries(data, kind=kind)

    assert [each for each in preview.problems if each.row is None] == []
    named = {each.row for each in (*preview.problems, *preview.notes)}
    shown = [person.name for row in preview.rows for person in row.people]
    for number, row in enumerate(rows, start=3):
        name = clean_text(row[1]) if len(row) > 1 else ""
        kept = {"Nuth, Gion": "Gion Nuth", "?": ""}.get(name, name)
        assert number in named or not any(row) or kept in shown


@settings(deadline=None)
@given(st.permutations(range(6)))
def test_columns_in_any_order(order: list[int]) -> None:
    rows = [[row[column] for column in order] for row in (HEADER, *PAIRS)]

    preview = read_entries(text_file(rows))

    assert preview.rows == read_entries(text_file((HEADER, *PAIRS))).rows
