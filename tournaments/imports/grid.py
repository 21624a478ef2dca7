"""What a file is before anybody knows what its columns mean: lines of tidied text cells."""

from dataclasses import dataclass, field

from .problems import ImportProblem


@dataclass(frozen=True, slots=True)
class Line:
    """One record of a text file or one row of a sheet that holds something.

    `row`: line or sheet row where it begins, counted from 1. `cells`: tidied text, "" where nothing is.
    `block`: grows by one behind each empty line, so lines that stand together share it.
    """

    row: int
    cells: tuple[str, ...]
    block: int = 0

    def cell(self, column: int | None) -> str:
        return self.cells[column] if column is not None and column < len(self.cells) else ""

    @property
    def filled(self) -> list[int]:
        """The columns that hold something."""
        return [column for column, cell in enumerate(self.cells) if cell]


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines of a text file, or of one visible sheet (`name`)."""

    lines: tuple[Line, ...]
    name: str = ""
    problems: tuple[ImportProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A file that could be read. `encoding` is "xlsx" for a workbook, whose `delimiter` is empty."""

    grids: tuple[Grid, ...]
    encoding: str
    delimiter: str = ""
    notes: tuple[ImportProblem, ...] = field(default=())
