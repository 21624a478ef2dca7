"""Workbooks: what Excel and others put into an .xlsx, and what only an attacker does (reliability.md §3.2)."""

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from datetime import date, datetime

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.tournaments.imports.import_files import HEADER, NAMES, PAIRS, archive, changed, saved, text_file, workbook
from tournaments.imports import EntriesPreview, read_entries, read_results

SHEET = "xl/worksheets/sheet1.xml"


def names(preview: EntriesPreview) -> list[tuple[str, ...]]:
    return [tuple(person.name for person in row.people) for row in preview.rows]


def codes(preview: EntriesPreview) -> list[tuple[int | None, str]]:
    return [(each.row, str(each.code)) for each in preview.problems]


def test_plain_list() -> None:
    preview = read_entries(saved(workbook()), "list.csv")

    assert (names(preview), codes(preview), preview.encoding, preview.sheet) == (NAMES, [], "xlsx", "Sheet")


def test_hidden_rows_and_columns_count() -> None:
    book = workbook()
    book.active.row_dimensions[3].hidden = True
    book.active.column_dimensions["D"].hidden = True

    assert names(read_entries(saved(book))) == NAMES


def test_hidden_sheets_do_not_count() -> None:
    book = workbook()
    old = book.create_sheet("last year", 0)
    for row in (HEADER, *PAIRS, *PAIRS):
        old.append(row)
    old.sheet_state = "hidden"

    preview = read_entries(saved(book))

    assert (len(preview.rows), preview.sheet, preview.notes) == (3, "Sheet", ())


def test_the_longer_of_two_lists_is_read_and_the_other_named() -> None:
    book = workbook()
    other = book.create_sheet("Waiting")
    for row in (HEADER, PAIRS[0]):
        other.append(row)

    preview = read_entries(saved(book))

    assert [(str(note.code), note.data["sheet"]) for note in preview.notes] == [("other_sheet", "Waiting")]


def test_a_number_merged_over_two_rows_counts_for_both() -> None:
    book = Workbook()
    sheet = book.active
    sheet.append(["Summer list"])
    sheet.merge_cells("A1:C1")
    for row in (
        ["Paar", "Name", "Ort"],
        [1, "Gion Nuth", "Trun"],
        [None, "Lina Tuor", "Vrin"],
        [2, "Eva Monn", "Laax"],
    ):
        sheet.append(row)
    sheet.merge_cells("A3:A4")

    preview = read_entries(saved(book))

    assert names(preview) == [("Gion Nuth", "Lina Tuor"), ("Eva Monn",)]
    assert codes(preview) == [(5, "missing_partner")]


@pytest.mark.parametrize("epoch", [None, CALENDAR_MAC_1904], ids=["1900", "1904"])
@pytest.mark.parametrize(
    ("cell", "year"),
    [
        pytest.param(date(1961, 2, 1), 1961, id="date"),
        pytest.param(datetime(1961, 2, 1, 12, 30), 1961, id="date and time"),  # noqa: DTZ001 - cells have no zone
        pytest.param(1961, 1961, id="number"),
        pytest.param(1961.0, 1961, id="float"),
        pytest.param("1.2.1961", 1961, id="text"),
        pytest.param("1.2.61", 1961, id="two digits"),
        pytest.param("61", 1961, id="only two digits"),
        pytest.param("1961-02-01", 1961, id="iso"),
        pytest.param("1/2/61", 1961, id="slashes"),
    ],
)
def test_years_of_birth(cell: object, year: int, epoch: datetime | None) -> None:
    book = Workbook()
    if epoch:
        book.epoch = epoch
    for row in (["Name", "Geburtsdatum"], ["Gion Nuth", cell]):
        book.active.append(row)

    preview = read_entries(saved(book), kind="individuals")

    assert preview.rows[0].people[0].year_of_birth == year


def test_a_year_that_is_none() -> None:
    preview = read_entries(
        text_file([("Name", "Jahrgang"), ("Gion Nuth", "19 61"), ("Eva Monn", "3001")]), kind="individuals"
    )

    assert codes(preview) == [(2, "bad_number"), (3, "bad_number")]
    assert [problem.data["value"] for problem in preview.problems] == ["19 61", "3001"]


def test_numbers_that_a_spreadsheet_turned_into_floats() -> None:
    book = Workbook()
    for row in (["Nr.", "Name", "Ort"], [7.0, "Gion Nuth", 7166.0], [8.000000000001, "Eva Monn", 7.5]):
        book.active.append(row)

    preview = read_entries(saved(book), kind="individuals")

    assert [(row.number, row.people[0].place) for row in preview.rows] == [(7, "7166"), (8, "7.5")]


def test_error_cells_are_empty() -> None:
    book = workbook()
    book.active["F2"].value = "#REF!"
    book.active["F2"].data_type = "e"

    assert read_entries(saved(book)).rows[0].club == ""


def test_a_formula_without_its_value_is_named() -> None:
    book = workbook()
    book.active["B3"] = "=B2"

    preview = read_entries(saved(book))

    first = preview.problems[0]
    assert (first.row, str(first.code), first.data) == (3, "unreadable", {"cell": "B3", "value": "=B2"})
    assert 3 not in [row.row for row in preview.usable]


def test_a_list_of_nothing_but_formulas_is_unreadable_not_empty() -> None:
    book = Workbook()
    book.active.append(["=A9", "=B9"])

    preview = read_entries(saved(book))

    assert [(each.row, str(each.code), each.data) for each in preview.problems] == [
        (None, "unreadable", {"formulas": True})
    ]


def test_empty_formatted_tail_and_far_away_cells_are_no_rows() -> None:
    book = workbook()
    for row in range(5, 3_000):
        for column in range(1, 8):
            book.active.cell(row, column).number_format = "0.00"
    book.active.cell(1_048_576, 16_384).number_format = "0.00"

    preview = read_entries(saved(book))

    assert (names(preview), codes(preview)) == (NAMES, [])


def test_a_list_that_excel_left_in_column_a() -> None:
    book = Workbook()
    for row in (HEADER, *PAIRS):
        book.active.append([",".join(row)])

    preview = read_entries(saved(book))

    assert (names(preview), [row.row for row in preview.rows]) == (NAMES, [2, 3, 4])


def test_letters_mangled_before_the_workbook_was_saved() -> None:
    book = Workbook()
    for row in (HEADER, *PAIRS):
        book.active.append([cell.encode().decode("cp1252", errors="ignore") for cell in row])

    preview = read_entries(saved(book))

    assert names(preview) == NAMES
    assert [(note.row, str(note.code)) for note in preview.notes] == [(row, "repaired_letters") for row in (2, 3, 4)]


def test_line_breaks_of_windows_in_a_cell() -> None:
    book = workbook()
    book.active["B2"] = "Gion_x000D_\nNuth"

    assert names(read_entries(saved(book)))[0][0] == "Gion Nuth"


def test_results_that_excel_took_for_dates_are_reported() -> None:
    book = Workbook()
    for row in (["Tisch", "Spiel 1", "Spiel 2", "Spiel 3", "Spiel 4"], [1, datetime(2026, 5, 5), 36, 36, 36]):  # noqa: DTZ001
        book.active.append(row)

    preview = read_results(saved(book))

    assert [(each.row, str(each.code), each.data["value"]) for each in preview.problems] == [
        (2, "bad_number", "2026-05-05")
    ]


def deflated(size: int) -> bytes:
    return archive({"[Content_Types].xml": b"<Types/>", SHEET: b"0" * size})


def many_entries() -> bytes:
    return archive({f"xl/worksheets/sheet{number}.xml": b"<x/>" for number in range(201)})


def entity_bomb() -> bytes:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    return changed(saved(workbook()), SHEET, b"<worksheet", laughs + b"<worksheet")


def merged_flood() -> bytes:
    flood = b'<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>'
    return changed(saved(workbook()), SHEET, b"</worksheet>", flood)


def cell_flood() -> bytes:
    row = b'<row r="9">' + b"<c/>" * 250_001 + b"</row></sheetData>"
    return changed(saved(workbook()), SHEET, b"</sheetData>", row)


def lying_size() -> bytes:
    """Says 100 bytes, unpacks to a million."""
    data = bytearray(deflated(1_000_000))
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        said = source.getinfo(SHEET).file_size.to_bytes(4, "little")
    return bytes(data).replace(said, (100).to_bytes(4, "little"))


def strict() -> bytes:
    """Excel's "Strict Open XML" has other namespaces."""
    data = saved(workbook())
    usual, other = b"http://schemas.openxmlformats.org/", b"http://purl.oclc.org/ooxml/"
    for part in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels", SHEET):
        data = changed(data, part, usual, other)
    return data


def only_a_chart() -> bytes:
    book = Workbook()
    book.create_chartsheet("chart")
    book.remove(book.worksheets[0])
    return saved(book)


def with_password() -> bytes:
    """The flag of an encrypted entry."""
    data = bytearray(saved(workbook()))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(mark, place + 4)
    return bytes(data)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(lambda: deflated(19_000_000), "too_large", id="zip bomb"),
        pytest.param(lambda: deflated(100_000_000), "too_large", id="big zip bomb"),
        pytest.param(many_entries, "too_large", id="201 entries"),
        pytest.param(merged_flood, "too_large", id="merged flood"),
        pytest.param(cell_flood, "too_large", id="cell flood"),
        pytest.param(entity_bomb, "unreadable", id="entity bomb"),
        pytest.param(lying_size, "unreadable", id="lying size"),
        pytest.param(strict, "unreadable", id="strict"),
        pytest.param(only_a_chart, "unreadable", id="only a chart"),
        pytest.param(with_password, "unreadable", id="password"),
        pytest.param(lambda: saved(workbook())[:-300], "unreadable", id="cut"),
        pytest.param(lambda: archive({"readme.txt": b"hello"}), "unreadable", id="any zip"),
        pytest.param(lambda: archive({"mimetype": b"application/vnd.oasis"}), "unreadable", id="open document"),
        pytest.param(lambda: saved(Workbook()), "empty", id="empty workbook"),
    ],
)
def test_bombs_and_broken_workbooks_are_refused_at_once(make: Callable[[], bytes], code: str) -> None:
    data = make()
    tracemalloc.start()
    began = time.process_time()

    preview = read_entries(data, "list.xlsx")
    seconds = time.process_time() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (codes(preview), preview.rows) == ([(None, code)], ())
    assert seconds < 1
    assert peak < 100_000_000


def test_2001_rows_and_61_columns() -> None:
    long, wide = Workbook(), Workbook()
    for number in range(2_002):
        long.active.append(["Name"] if not number else [f"Gion Nuth {number}"])
    wide.active.append(["Name", *map(str, range(60))])

    found = [codes(read_entries(saved(book), kind="individuals")) for book in (long, wide)]

    assert found == [[(None, "too_large")], [(None, "too_many_columns")]]
