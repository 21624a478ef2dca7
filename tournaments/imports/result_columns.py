"""The columns of a result list: table, four deals of one side or of both, first dealer, control total, outcome."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.balance import DEAL_POINTS, DEALS_PER_TABLE

from .deal_cells import DealCell, read_deal_cell, read_side, read_table_number
from .grid import Line
from .headers import Field, Heading
from .layout import Layout
from .problems import FileCode, FileRefused, Fix
from .text import whole_number

_MOST = 0.7


@dataclass(frozen=True, slots=True)
class ResultColumns:
    """Where the numbers stand. `side_b` is empty where side a's numbers, or both in one cell, are all there is."""

    table: int
    side_a: tuple[int, ...]
    side_b: tuple[int, ...]
    first_dealer: int | None
    totals: tuple[tuple[int, str], ...]
    outcome: int | None = None

    def cells(self, line: Line) -> tuple[DealCell, ...]:
        """The four deals of a line, with side b's own columns put beside side a's."""
        cells = tuple(read_deal_cell(line.cell(column)) for column in self.side_a)
        if not self.side_b:
            return cells
        others = [read_deal_cell(line.cell(column)) for column in self.side_b]
        both = zip(cells, others, strict=True)
        return tuple(DealCell(a.a, b.a if a.b is None else a.b, a.signed or b.signed) for a, b in both)

    def texts(self, line: Line) -> list[str]:
        """What was written for each deal, both sides."""
        own = [line.cell(column) for column in self.side_a]
        others = [line.cell(column) for column in self.side_b] or [""] * len(own)
        return [" : ".join(filter(None, pair)) for pair in zip(own, others, strict=True)]


def result_columns(layout: Layout) -> ResultColumns:
    """Raises FileRefused: too_many_columns for a fifth deal, not_a_table when a column is missing."""
    _refuse_fifth_deal(layout)
    deals = range(1, DEALS_PER_TABLE + 1)
    both = [[layout.column(Field.DEAL, deal, side) for deal in deals] for side in ("a", "b")]
    alone = [layout.column(Field.DEAL, deal) for deal in deals]
    side_a = [a if a is not None else plain for a, plain in zip(both[0], alone, strict=True)]
    table = layout.column(Field.TABLE)
    missing = [] if table is not None else ["table"]
    missing += [f"deal {deal}" for deal, column in zip(deals, side_a, strict=True) if column is None]
    if table is None or missing:
        raise FileRefused(FileCode.NOT_A_TABLE, Fix.CHECK_COLUMNS, missing=missing)
    side_b = tuple(column for column in both[1] if column is not None)
    return ResultColumns(
        table=table,
        side_a=tuple(column for column in side_a if column is not None),
        side_b=side_b if len(side_b) == DEALS_PER_TABLE else (),
        first_dealer=layout.column(Field.FIRST_DEALER),
        totals=tuple(
            (column, heading.side or "a") for column, heading in layout.headings.items() if heading.field is Field.TOTAL
        ),
        outcome=layout.column(Field.OUTCOME),
    )


def with_sides(layout: Layout) -> Layout:
    """A second header line that parts each deal into A and B ("Spiel 1 | | Spiel 2 |" over "A | B | A | B")."""
    line = layout.lines[0] if layout.lines else Line(0, ())
    sides = {column: side for column in line.filled if (side := read_side(line.cells[column]))}
    if len(sides) < 2 * DEALS_PER_TABLE:
        return layout
    headings = {column: each for column, each in layout.headings.items() if each.field is not Field.DEAL}
    for column, side in sides.items():
        above = [layout.headings[left] for left in range(column, -1, -1) if left in layout.headings]
        if above and above[0].field is Field.DEAL:
            headings[column] = Heading(Field.DEAL, above[0].index, side)
    return replace(layout, lines=layout.lines[1:], headings=headings)


def _refuse_fifth_deal(layout: Layout) -> None:
    """A result has four deals; which one is too many only the organiser can know."""
    for column, heading in layout.headings.items():
        beyond = heading.field is Field.DEAL and (heading.index or 0) > DEALS_PER_TABLE
        if beyond and any(line.cell(column) for line in layout.lines):
            data = {"deals": heading.index, "most": DEALS_PER_TABLE}
            raise FileRefused(FileCode.TOO_MANY_COLUMNS, Fix.CHECK_COLUMNS, **data)


def guess_results(lines: Sequence[Line]) -> dict[int, Heading]:
    """Table, then four numbers, or eight of both sides; empty for anything else."""
    width = max((len(line.cells) for line in lines), default=0)
    numbers = [column for column in range(width) if _all_deals(lines, column)]
    if not numbers or any(read_table_number(line.cell(numbers[0])) is None for line in lines):
        return {}
    headings = {numbers[0]: Heading(Field.TABLE)}
    deals = numbers[1:]
    if len(deals) == 2 * DEALS_PER_TABLE:
        headings |= _both_sides(lines, deals)
    elif len(deals) >= DEALS_PER_TABLE:
        headings |= {column: Heading(Field.DEAL, deal) for deal, column in enumerate(deals, start=1)}
    else:
        return {}
    dealers = (column for column in range(width) if all(read_side(line.cell(column)) for line in lines))
    return headings | {column: Heading(Field.FIRST_DEALER) for column in list(dealers)[:1]}


def _all_deals(lines: Sequence[Line], column: int) -> bool:
    cells = [read_deal_cell(line.cell(column)) for line in lines]
    return bool(cells) and sum(isinstance(cell.a, int) for cell in cells) >= _MOST * len(cells)


def _both_sides(lines: Sequence[Line], columns: Sequence[int]) -> dict[int, Heading]:
    """Side by side ("17 55 54 18 …"), or first all of a and then all of b: as most sums say."""
    beside = list(zip(columns[::2], columns[1::2], strict=True))
    apart = list(zip(columns[:DEALS_PER_TABLE], columns[DEALS_PER_TABLE:], strict=True))
    pairs = max((beside, apart), key=lambda each: sum(_adds_up(line, a, b) for line in lines for a, b in each))
    return {
        column: Heading(Field.DEAL, deal, side)
        for deal, pair in enumerate(pairs, start=1)
        for column, side in zip(pair, "ab", strict=True)
    }


def _adds_up(line: Line, a: int, b: int) -> bool:
    numbers = (whole_number(line.cell(a)), whole_number(line.cell(b)))
    return None not in numbers and sum(each or 0 for each in numbers) in {0, DEAL_POINTS}
