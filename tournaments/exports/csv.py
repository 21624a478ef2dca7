"""CSV as Excel in this region opens it: UTF-8 with a mark, semicolons, CRLF. No cell is ever a formula."""

import csv
import io

from tournaments.domain.standings import Ranking

from .grids import Cell, Grid, standings_grid
from .json import standings_json

#: A text that begins with one of these could be run as a formula by a spreadsheet (OWASP; ASVS 1.2.10).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")


def grid_csv(grid: Grid) -> bytes:
    """The grid as a file: header words, then the rows."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    writer.writerow(grid.heads)
    writer.writerows([csv_cell(cell) for cell in row] for row in grid.rows)
    return file.getvalue().encode("utf-8-sig")


def csv_cell(cell: Cell) -> str:
    """A number as `-12`; a text that looks like a formula behind an apostrophe."""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell
    return "" if cell is None else str(cell)


def standings_csv(ranking: Ranking) -> bytes:
    """The ranking, with header words in the active language."""
    return grid_csv(standings_grid(standings_json(ranking)))
