"""XLSX: strings are strings whatever they begin with, numbers are numbers."""

import io

from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.domain.standings import Ranking

from .csv import FORMULA_STARTS
from .grids import Cell, Grid, standings_grid
from .json import standings_json

NARROWEST, WIDEST = 6, 60
SHEET_NAME_LENGTH = 31
FORBIDDEN_IN_SHEET_NAMES = str.maketrans(dict.fromkeys(r"[]:*?/\'", " "))


def grid_xlsx(grid: Grid) -> bytes:
    """The grid as a workbook of one sheet: header frozen, repeated on each printed page, and with a filter."""
    book = Workbook()
    book.remove(book.worksheets[0])
    sheet: Worksheet = book.create_sheet(grid.title.translate(FORBIDDEN_IN_SHEET_NAMES)[:SHEET_NAME_LENGTH].strip())
    sheet.append([head_cell(sheet, head) for head in grid.heads])
    for cells in grid.rows:
        sheet.append([sheet_cell(sheet, cell) for cell in cells])
    for column, width in enumerate(widths(grid), 1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    lay_out(sheet)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def head_cell(sheet: Worksheet, head: str) -> SheetCell:
    cell = sheet_cell(sheet, head)
    cell.font = Font(bold=True)
    cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def sheet_cell(sheet: Worksheet, value: Cell) -> SheetCell:
    """A text is stored as text, also `=1+1`, and stays one when somebody edits the cell in a spreadsheet."""
    if not isinstance(value, str):
        return WriteOnlyCell(sheet, value)
    cell: SheetCell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"
    if value.startswith(FORMULA_STARTS):
        cell.quotePrefix = True
    return cell


def widths(grid: Grid) -> list[int]:
    """A width for each column, in characters; headings may take two lines."""
    columns = zip(*grid.rows, strict=True) if grid.rows else [()] * len(grid.heads)
    return [
        min(max(NARROWEST, *(len(word) + 2 for word in head.split()), *(len(str(cell)) + 1 for cell in cells)), WIDEST)
        for head, cells in zip(grid.heads, columns, strict=True)
    ]


def lay_out(sheet: Worksheet) -> None:
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    footer = HeaderFooterItem()
    footer.right.text = "&P / &N"
    sheet.HeaderFooter.oddFooter = footer


def standings_xlsx(ranking: Ranking) -> bytes:
    """The ranking, with header words in the active language."""
    return grid_xlsx(standings_grid(standings_json(ranking)))
