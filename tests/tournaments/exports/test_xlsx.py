"""XLSX: text is text, numbers are numbers, and the sheet is ready to print."""

import io

import openpyxl
import pytest

from tournaments.exports.grids import Grid
from tournaments.exports.xlsx import grid_xlsx


def sheet_of(grid: Grid):
    return openpyxl.load_workbook(io.BytesIO(grid_xlsx(grid))).worksheets[0]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", "=HYPERLINK(1)", "{=1}"])
def test_a_text_is_stored_as_text(text: str) -> None:
    cell = sheet_of(Grid("Title", ("Name",), ((text,),)))["A2"]

    assert (cell.value, cell.data_type) == (text, "s")


def test_a_text_like_a_formula_stays_text_when_it_is_edited() -> None:
    sheet = sheet_of(Grid("Title", ("Name",), (("=1+1",), ("Gion",))))

    assert (sheet["A2"].quotePrefix, sheet["A3"].quotePrefix) == (True, False)


def test_numbers_are_numbers_and_nothing_is_empty() -> None:
    sheet = sheet_of(Grid("Title", ("Net", "Deal"), ((-12, None),)))

    assert [(cell.value, cell.data_type) for cell in sheet[2]] == [(-12, "n"), (None, "n")]


def test_the_head_stays_on_the_screen_and_on_each_page() -> None:
    sheet = sheet_of(Grid("Title", ("Name", "Net"), (("A", 1), ("B", -1))))

    assert (sheet.freeze_panes, sheet.print_title_rows, sheet.auto_filter.ref) == ("A2", "$1:$1", "A1:B3")


def test_a_column_is_as_wide_as_its_longest_text() -> None:
    sheet = sheet_of(Grid("Title", ("Name", "N"), (("G" * 30, 1), ("x" * 400, 2))))

    assert [sheet.column_dimensions[name].width for name in "AB"] == [60, 6]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("Ranking [1/2]: *?", "Ranking  1 2", id="forbidden signs"),
        pytest.param("R" * 50, "R" * 31, id="too long"),
    ],
)
def test_the_sheet_has_a_name_that_excel_takes(title: str, expected: str) -> None:
    assert sheet_of(Grid(title, ("Name",), ())).title == expected


def test_signs_that_a_workbook_cannot_hold_are_left_out() -> None:
    assert sheet_of(Grid("Title", ("Name",), (("a\x00\x0bb",),)))["A2"].value == "ab"
