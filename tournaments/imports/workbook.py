"""An XLSX workbook to grids of its visible sheets, guarded against bombs (reliability.md §3.2)."""

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time

from openpyxl import load_workbook
from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.utils.cell import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from . import limits
from .delimited import check_size, tidy_cell
from .grid import Grid, Line
from .mending import mended
from .problems import FileCode, FileRefused, Fix, ImportProblem, NoteCode

_CONTENT_TYPES = "[Content_Types].xml"
_CELL = re.compile(rb"<(?:\w+:)?c[ >/]")
_FORMULA_WITHOUT_VALUE = re.compile(rb"</(?:\w+:)?f>\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']([^\"']{1,40})")
_ESCAPED_CONTROL = re.compile("_x00[01][0-9A-F]_")
"""How a workbook writes a line break of Windows ("_x000D_")."""
_DECLARATIONS = (b"<!DOCTYPE", b"<!ENTITY")


def read_workbook(data: bytes) -> tuple[Grid, ...]:
    """The visible sheets that hold something. Raises FileRefused: unreadable, too_large, too_many_columns."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_archive(archive)
            calculated = _check_parts(archive)
        return _grids(data, calculated=calculated)
    except FileRefused:
        raise
    except Exception as error:  # what zipfile and openpyxl raise on a broken file is not one family
        raise _unreadable() from error


def _unreadable(**data: object) -> FileRefused:
    return FileRefused(FileCode.UNREADABLE, Fix.SAVE_AS_XLSX, **data)


def _check_archive(archive: zipfile.ZipFile) -> None:
    """By what the archive says of itself; nothing is unpacked. (zipfile never gives more than was said.)"""
    entries = archive.infolist()
    if len(entries) > limits.ARCHIVE_ENTRIES:
        raise FileRefused(FileCode.TOO_LARGE, Fix.CHOOSE_OTHER_FILE, limit="archive")
    sizes = [(each.file_size, each.compress_size) for each in entries]
    unpacked, packed = sum(size for size, _ in sizes), sum(size for _, size in sizes)
    if unpacked > limits.UNPACKED_BYTES or any(_is_bomb(*each) for each in [*sizes, (unpacked, packed)]):
        raise FileRefused(FileCode.TOO_LARGE, Fix.CHOOSE_OTHER_FILE, limit="unpacked")
    if _CONTENT_TYPES not in archive.namelist():
        raise _unreadable(format="ods" if "mimetype" in archive.namelist() else "archive")


def _is_bomb(unpacked: int, packed: int) -> bool:
    return unpacked > limits.RATIO_FREE_BYTES and unpacked > packed * limits.COMPRESSION_RATIO


def _check_parts(archive: zipfile.ZipFile) -> bool:
    """Refuse declarations and floods of cells; say whether a formula has no stored value."""
    cells, tags, without_value = 0, 0, False
    for name in archive.namelist():
        if not name.endswith((".xml", ".rels", ".vml")):
            continue
        content = archive.read(name)
        if any(each in content for each in _DECLARATIONS):
            raise _unreadable(part=name[:100])
        in_sheet = len(_CELL.findall(content)) + _merged_area(content)
        cells += in_sheet
        tags += 0 if in_sheet or name.endswith("sharedStrings.xml") else content.count(b"<")
        without_value = without_value or bool(_FORMULA_WITHOUT_VALUE.search(content))
    if cells > limits.CELLS or tags > limits.TAGS:
        raise FileRefused(FileCode.TOO_LARGE, Fix.SPLIT_FILE, limit="cells", most=limits.CELLS)
    return without_value


def _merged_area(content: bytes) -> int:
    """Cells under merged blocks: openpyxl makes each of them, and A1:XFD1048576 would fill any memory."""
    area = 0
    for reference in _MERGED.findall(content):
        left, top, right, bottom = range_boundaries(reference.decode())
        area += ((right or 1) - (left or 1) + 1) * ((bottom or 1) - (top or 1) + 1)
    return area


def _grids(data: bytes, *, calculated: bool) -> tuple[Grid, ...]:
    book = _load(data, values=True)
    if not book.worksheets:
        raise _unreadable()  # no sheets at all: saved as "Strict Open XML", or charts only
    formulas = _load(data, values=False) if calculated else None
    grids = (_grid(sheet, formulas) for sheet in book.worksheets if sheet.sheet_state == "visible")
    return tuple(grid for grid in grids if grid.lines or grid.problems)


def _load(data: bytes, *, values: bool) -> Workbook:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl tells of styles and extensions that it leaves out
        return load_workbook(io.BytesIO(data), data_only=values, keep_links=False)


def _grid(sheet: Worksheet, formulas: Workbook | None) -> Grid:
    shared = _merged_values(sheet)
    lines: list[Line] = []
    for row, texts in _filled_rows(sheet, shared).items():
        cells = tuple(texts.get(column, "") for column in range(1, max(texts) + 1))
        gap = bool(lines) and row > lines[-1].row + 1
        check_size(len(lines) + 1, cells)
        lines.append(Line(row, cells, (lines[-1].block + gap) if lines else 0))
    lost = _lost_formulas(sheet, formulas) if formulas else ()
    return Grid(tuple(lines), sheet.title, (*lost, *_mended_rows(sheet)))


def _filled_rows(sheet: Worksheet, shared: dict[str, object]) -> dict[int, dict[int, str]]:
    """Texts by row and column, in order. `iter_rows` would walk to the farthest cell that was ever touched."""
    rows: dict[int, dict[int, str]] = {}
    for (row, column), cell in sorted(sheet._cells.items()):
        if text := _text(cell, shared):
            rows.setdefault(row, {})[column] = text
    return rows


def _merged_values(sheet: Worksheet) -> dict[str, object]:
    """The value of a block of merged cells for its first column: a pair's number beside two rows counts for both.

    Sideways it stays one value: a title over the list is one cell.
    """
    values: dict[str, object] = {}
    for block in sheet.merged_cells.ranges:
        first = sheet.cell(block.min_row, block.min_col)
        for row in range(block.min_row + 1, block.max_row + 1):
            values[sheet.cell(row, block.min_col).coordinate] = first.value
    return values


def _text(cell: Cell | MergedCell, shared: dict[str, object]) -> str:
    if isinstance(cell, MergedCell):
        return value_text(shared.get(cell.coordinate))
    return "" if cell.data_type == "e" else value_text(cell.value)


def value_text(value: object) -> str:
    """A cell's value as a person would type it: whole floats without ".0", dates as 1990-02-01."""
    match value:
        case None:
            return ""
        case float() if abs(value) < 1e15 and abs(value - round(value)) < 1e-9:
            return str(round(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | date() | time():
            return value.isoformat()
        case _:
            return tidy_cell(mended(_ESCAPED_CONTROL.sub(" ", str(value))))


def _mended_rows(sheet: Worksheet) -> Iterator[ImportProblem]:
    """Rows whose letters were put right."""
    rows = {row for (row, _), cell in sheet._cells.items() if mended(text := str(cell.value)) != text}
    return (ImportProblem(NoteCode.REPAIRED_LETTERS, row) for row in sorted(rows))


def _lost_formulas(sheet: Worksheet, formulas: Workbook) -> Iterator[ImportProblem]:
    """Formulas whose value the file does not hold: what stands there nobody can know."""
    for (row, _), cell in sorted(formulas[sheet.title]._cells.items()):
        if cell.data_type == "f" and sheet[cell.coordinate].value is None:
            formula = tidy_cell(str(getattr(cell.value, "text", cell.value)))[:60]
            where = {"cell": cell.coordinate, "value": formula}
            yield ImportProblem(FileCode.UNREADABLE, row, Fix.CORRECT_CELL, data=where)
