"""A prescribed schedule from a file: numbers of entries, one table a row. Nothing is stored."""

from dataclasses import dataclass

from tournaments.pairing.prescribed import Row

from .grid import Line
from .problems import FileCode, FileRefused, ImportProblem
from .sheet import read_sheet
from .text import clean_text


@dataclass(frozen=True, slots=True)
class SchedulePreview:
    """The tables of the file, and what keeps it from being used."""

    rows: tuple[Row, ...] = ()
    problems: tuple[ImportProblem, ...] = ()


def read_schedule(data: bytes, filename: str = "", *, side: int) -> SchedulePreview:
    """Read CSV, text or XLSX; raises nothing.

    A row is the round and the numbers of the entries, side A first: three numbers for pairs (`side` 1), five for
    individuals (2). A first row without any number is the heading.
    """
    try:
        source = read_sheet(data, filename)
    except FileRefused as refusal:
        return SchedulePreview(problems=(refusal.problem,))
    lines = list(source.grids[0].lines)
    if lines and not any(cell.isdecimal() for cell in lines[0].cells):
        del lines[0]
    found = [row_of(line, side) for line in lines]
    if not found:
        return SchedulePreview(problems=(ImportProblem(FileCode.EMPTY),))
    return SchedulePreview(
        rows=tuple(each for each in found if isinstance(each, Row)),
        problems=tuple(each for each in found if isinstance(each, ImportProblem)),
    )


def row_of(line: Line, side: int) -> Row | ImportProblem:
    cells = [cell for cell in line.cells if cell]
    wrong = next((cell for cell in cells if not (cell.isascii() and cell.isdecimal() and len(cell) < 6)), None)
    if wrong is not None or len(cells) != 1 + 2 * side or int(cells[0]) < 1:
        value = clean_text(" ".join(cells) if wrong is None else wrong)[:100]
        return ImportProblem(FileCode.BAD_NUMBER, row=line.row, data={"value": value})
    number, *entries = map(int, cells)
    return Row(line.row, number, tuple(entries[:side]), tuple(entries[side:]))
