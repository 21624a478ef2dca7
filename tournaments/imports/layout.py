"""Where the list is in a file, and what its columns mean."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .grid import Grid, Line, SheetFile
from .headers import Field, Heading
from .problems import FileCode, FileRefused, Fix, ImportProblem, NoteCode
from .text import has_letter

_HEADER_WITHIN = 30
"""Lines that may stand before the header."""

type ReadHeading = Callable[[str], Heading | None]
type Guess = Callable[[Sequence[Line]], dict[int, Heading]]


@dataclass(frozen=True, slots=True)
class Layout:
    """A list in a grid: its data lines and the meaning of its columns (`headings` by column)."""

    grid: Grid
    lines: tuple[Line, ...]
    headings: Mapping[int, Heading]
    header: Line | None
    notes: tuple[ImportProblem, ...] = ()

    def column(self, field: Field, index: int | None = None, side: str | None = None) -> int | None:
        wanted = (field, index, side)
        found = (column for column, each in self.headings.items() if (each.field, each.index, each.side) == wanted)
        return next(found, None)

    def facts(self, source: SheetFile) -> dict[str, Any]:
        """What every preview says of its file."""
        return {
            "encoding": source.encoding,
            "delimiter": source.delimiter,
            "sheet": self.grid.name,
            "sample_line": self.sample_line,
            "columns": self.columns,
            "unused_columns": self.unused_columns,
        }

    def overflows(self, line: Line) -> bool:
        """More cells than the header has: a delimiter inside a text has shifted them. (Sheets cannot shift.)"""
        return not self.grid.name and self.header is not None and any(line.cells[len(self.header.cells) :])

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Each used column as (what stands above it, what it was taken for)."""
        heads = self.header or Line(0, ())
        return tuple((heads.cell(column), each.label) for column, each in sorted(self.headings.items()))

    @property
    def unused_columns(self) -> tuple[str, ...]:
        """Headings of columns that hold something and mean nothing to us; "column 7" where no word stands."""
        filled = sorted({column for line in self.lines for column in line.filled} - set(self.headings))
        names = [self.header.cell(column) if self.header else "" for column in filled]
        return tuple(name or f"column {column + 1}" for name, column in zip(names, filled, strict=True))

    @property
    def sample_line(self) -> str:
        """The first data line as it was read, shown before anything is saved."""
        return " | ".join(self.lines[0].cells) if self.lines else ""


def find_layout(source: SheetFile, read_heading: ReadHeading, needed: Iterable[Field], guess: Guess) -> Layout:
    """The best list of a file: most columns recognised, then most lines.

    `needed`: a header has one of these at least. `guess` reads the columns of a list without a header.
    Raises FileRefused: not_a_table, empty.
    """
    found = [each for grid in source.grids if (each := _with_header(grid, read_heading, set(needed)))]
    if not found:
        found = [each for grid in source.grids if (each := _without_header(grid, read_heading, guess))]
    if not found:
        raise FileRefused(FileCode.NOT_A_TABLE, Fix.ADD_HEADER)
    best = max(found, key=lambda each: (bool(each.lines), len(each.headings), len(each.lines)))
    if not best.lines and not best.grid.problems:
        raise FileRefused(FileCode.EMPTY, Fix.CHOOSE_OTHER_FILE)
    others = tuple(
        ImportProblem(NoteCode.OTHER_SHEET, data={"sheet": each.grid.name, "rows": len(each.lines)})
        for each in found
        if each is not best and each.lines
    )
    return replace(best, notes=(*source.notes, *best.notes, *others))


def _with_header(grid: Grid, read_heading: ReadHeading, needed: set[Field]) -> Layout | None:
    best: dict[int, Heading] = {}
    place = 0
    for position, line in enumerate(grid.lines[:_HEADER_WITHIN]):
        headings = _certain(_headings(line, read_heading), grid.lines[position + 1 :])
        worded = {each.field for column, each in headings.items() if has_letter(line.cells[column])}
        if needed & worded and len(headings) > len(best):
            best, place = headings, position
    if not best:
        return None
    header = grid.lines[place]
    above = [ImportProblem(NoteCode.TITLE_LINE, line.row, data=_shown(line)) for line in grid.lines[:place]]
    said = _headings(header, read_heading)
    lines, repeated = [], []
    for line in grid.lines[place + 1 :]:
        if line.cells == header.cells or _headings(line, read_heading) == said:
            repeated.append(ImportProblem(NoteCode.REPEATED_HEADER, line.row))
        else:
            lines.append(line)
    return Layout(grid, tuple(lines), best, header, (*above, *repeated))


def _headings(line: Line, read_heading: ReadHeading) -> dict[int, Heading]:
    return {column: found for column in line.filled if (found := read_heading(line.cells[column]))}


def _certain(headings: dict[int, Heading], lines: Sequence[Line]) -> dict[int, Heading]:
    """A vague word means what its column holds: "Paar" over names is a name, "Nr." beside "Tisch" is nothing."""
    plain = {heading.field for heading in headings.values() if not heading.vague}
    certain: dict[int, Heading] = {}
    for column, heading in headings.items():
        texts = [line.cell(column) for line in lines if line.cell(column)]
        lettered = sum(has_letter(text) and not text[0].isdecimal() for text in texts) * 2 > len(texts)
        if heading.vague and heading.field is Field.NUMBER and lettered:
            certain[column] = Heading(Field.NAME)
        elif not (heading.vague and heading.field in plain):
            certain[column] = heading
    return certain


def _without_header(grid: Grid, read_heading: ReadHeading, guess: Guess) -> Layout | None:
    """By content; a first line with a known word among others ("Mitspielende;Ort") is a header all the same."""
    first = grid.lines[0] if grid.lines else Line(0, ())
    said = {column: each for column, each in _headings(first, read_heading).items() if has_letter(first.cells[column])}
    lines = grid.lines[1:] if said else grid.lines
    guessed = guess(lines)
    if not guessed:
        return None
    note = ImportProblem(NoteCode.NO_HEADER, first.row if said else None, data=_shown(first) if said else {})
    return Layout(grid, lines, said | guessed, first if said else None, (note,))


def _shown(line: Line) -> dict[str, object]:
    return {"text": " ".join(cell for cell in line.cells if cell)[:120]}
