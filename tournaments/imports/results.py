"""Result lists: bytes to a preview, checked by the rules of the game. Nothing is stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from engine.counting import MIDLINE
from engine.seats import Side
from scoring.balance import DEAL_POINTS
from scoring.slip import Notation, Slip
from scoring.validation import FEWEST_PLAUSIBLE, Checked, ProblemCode, validate
from tournaments.domain.endings import FINISHED
from tournaments.enums import Outcome

from .deal_cells import DealCell, notation_of, read_deal_cell, read_side, read_table_number
from .entry_lines import is_total
from .grid import Line
from .headers import Field, result_heading
from .layout import Layout, find_layout
from .outcome_cells import read_outcome
from .previews import Question, ResultRow, ResultsPreview
from .problems import FileCode, FileRefused, Fix, ImportProblem, NoteCode, parted
from .result_columns import ResultColumns, guess_results, result_columns, with_sides
from .sheet import read_sheet
from .text import clean_text

_TABLE_POINTS = (0, 1, 2)
"""A "total" that says who won the table; nothing to check it by."""
_SUMS = frozenset({ProblemCode.SUM, ProblemCode.DIFF, ProblemCode.TOTAL})


def read_results(
    data: bytes,
    filename: str = "",
    tables: Mapping[int, str | None] | None = None,
    *,
    notation: Notation | None = None,
    fewest: int = FEWEST_PLAUSIBLE,
) -> ResultsPreview:
    """Read the results of a round from CSV, text or XLSX; raises nothing.

    `tables`: the round's tables with the side that gives first by the draw ("a", "b", None: not known); None accepts
    every table. `notation` says how the numbers are written; without it the file as a whole decides, and the preview
    shows it. A deal in which a side has fewer card points than `fewest` is asked about. A file that cannot be used has
    no rows and one problem without a row.
    """
    about: dict[str, Any] = {"kind": "results", "filename": clean_text(filename)[:200]}
    try:
        source = read_sheet(data, filename)
        layout = with_sides(find_layout(source, result_heading, (Field.TABLE, Field.DEAL), guess_results))
        columns = result_columns(layout)
    except FileRefused as refusal:
        return ResultsPreview(problems=(refusal.problem,), **about)
    reader = _Reader(layout, columns, tables, notation, fewest)
    rows, findings = reader.read()
    problems, notes = parted((*layout.grid.problems, *layout.notes, *findings), rows=bool(rows))
    facts = layout.facts(source) | {"notation": reader.notation}
    return ResultsPreview(rows=tuple(rows), problems=problems, notes=notes, **about, **facts)


@dataclass(frozen=True, slots=True)
class _Reader:
    layout: Layout
    columns: ResultColumns
    tables: Mapping[int, str | None] | None
    wanted: Notation | None
    fewest: int

    @property
    def notation(self) -> Notation:
        return self.wanted or notation_of(cell for line in self.layout.lines for cell in self.columns.cells(line))

    def read(self) -> tuple[list[ResultRow], list[ImportProblem]]:
        """Rows and findings; every line is in one of them."""
        notation = self.notation
        rows: list[ResultRow] = []
        findings: list[ImportProblem] = []
        for line in self.layout.lines:
            if nobody := self._no_result(line):
                findings.append(nobody)
                continue
            row, found = self._result(line, notation)
            rows.append(row)
            findings += found
        return rows, [*findings, *_tables_twice(rows)]

    def _no_result(self, line: Line) -> ImportProblem | None:
        """A line that is no result: shifted, a total, a remark, or a table without numbers."""
        text = {"text": " ".join(filter(None, line.cells))[:120]}
        if self.layout.overflows(line):
            return ImportProblem(FileCode.TOO_MANY_COLUMNS, line.row, Fix.CHECK_COLUMNS, data=text)
        number = line.cell(self.columns.table)
        played = any(self.columns.texts(line)) or bool(number and line.cell(self.columns.outcome))
        if not played and number and read_table_number(number) is not None:
            return ImportProblem(NoteCode.NOT_PLAYED, line.row, data={"table": read_table_number(number)})
        if not played or is_total(line, most=len(line.cells)):
            return ImportProblem(NoteCode.NOT_AN_ENTRY, line.row, data=text)
        return None

    def _result(self, line: Line, notation: Notation) -> tuple[ResultRow, list[ImportProblem]]:
        table, findings = self._table(line)
        dealer, notes = self._first_dealer(line, table)
        outcome, cells, unfit = self._outcome(line)
        checked = validate(_slip(cells, notation, dealer), fewest=self.fewest)
        findings += [*notes, *unfit]
        unread = any(problem.code == FileCode.BAD_OUTCOME for problem in unfit)
        wrong_numbers = _number_problems(line, self.columns, checked)
        findings += [each for each in wrong_numbers if not unread or each.data["value"]]
        deals = tuple(_points(cell, notation) for cell in cells)
        wrong = {problem.deal for problem in checked.problems}
        deals = tuple(None if deal in wrong else points for deal, points in enumerate(deals, start=1))
        findings += self._totals(line, deals)
        questions = tuple(Question(each.code, each.deal) for each in checked.questions if each.deal not in wrong)
        return ResultRow(line.row, table, deals, dealer, questions, outcome), findings

    def _outcome(self, line: Line) -> tuple[Outcome, tuple[DealCell, ...], list[ImportProblem]]:
        """How the table ended, and the deals that were finished; empty cells at the end are deals that were not."""
        text, cells = line.cell(self.columns.outcome), self.columns.cells(line)
        outcome = read_outcome(text)
        if outcome is None:
            where: dict[str, object] = {"column": "outcome", "value": text[:60]}
            return Outcome.PLAYED, cells, [ImportProblem(FileCode.BAD_OUTCOME, line.row, Fix.CORRECT_CELL, data=where)]
        if outcome == Outcome.PLAYED:
            return outcome, cells, []
        while cells and cells[-1].a is None and cells[-1].b is None:
            cells = cells[:-1]
        least, most = FINISHED[outcome]
        data: dict[str, object] = {"least": least, "most": most, "given": len(cells)}
        fits = least <= len(cells) <= most
        return (
            outcome,
            cells,
            [] if fits else [ImportProblem(FileCode.DEALS_UNFIT, line.row, Fix.CORRECT_CELL, data=data)],
        )

    def _table(self, line: Line) -> tuple[int | None, list[ImportProblem]]:
        text = line.cell(self.columns.table)
        table = read_table_number(text)
        if table is None:
            where: dict[str, object] = {"column": "table", "value": text[:60]}
            return None, [ImportProblem(FileCode.BAD_NUMBER, line.row, Fix.CORRECT_TABLE, data=where)]
        if self.tables is not None and table not in self.tables:
            data: dict[str, object] = {"table": table, "tables": len(self.tables)}
            return table, [ImportProblem(FileCode.UNKNOWN_TABLE, line.row, Fix.CORRECT_TABLE, data=data)]
        return table, []

    def _first_dealer(self, line: Line, table: int | None) -> tuple[str | None, list[ImportProblem]]:
        """The draw's, as the result will be stored by it; the file's where the draw says nothing."""
        drawn = (self.tables or {}).get(table or 0)
        text = line.cell(self.columns.first_dealer)
        written = read_side(text)
        data = {"table": table, "value": text[:60], "drawn": drawn}
        if text and written is None:
            return drawn, [ImportProblem(NoteCode.FIRST_DEALER_UNREAD, line.row, data=data)]
        if written and drawn and written != drawn:
            return drawn, [ImportProblem(NoteCode.FIRST_DEALER_DIFFERS, line.row, data=data)]
        return drawn or written, []

    def _totals(self, line: Line, deals: Sequence[int | None]) -> Iterator[ImportProblem]:
        """A written total is the sum of card points or the balance, of its side; 288 is everybody's."""
        known = [each for each in deals if each is not None]
        if len(known) < len(deals):
            return
        level = MIDLINE * len(known)
        for column, side in self.columns.totals:
            net = (sum(known) - level) * (1 if side == "a" else -1)
            total = read_deal_cell(line.cell(column)).a
            if total is not None and total not in {level + net, net, DEAL_POINTS * len(known), *_TABLE_POINTS}:
                data = {"column": "total", "value": str(total), "expected": level + net, "net": net}
                yield ImportProblem(FileCode.WRONG_SUM, line.row, Fix.CORRECT_CELL, ProblemCode.TOTAL, data)


def _slip(cells: Sequence[DealCell], notation: Notation, dealer: str | None) -> Slip:
    return Slip(
        side_a=tuple(cell.a for cell in cells),
        side_b=tuple(cell.b for cell in cells),
        notation=notation,
        first_dealer=Side(dealer) if dealer else None,
        deals=len(cells),
    )


def _points(cell: DealCell, notation: Notation) -> int | None:
    """Card points of side a, from b's number where a's is empty; None where neither is a number."""
    of_a = cell.a is not None
    number = cell.a if of_a else cell.b
    if not isinstance(number, int):
        return None
    points = number if notation is Notation.POINTS else number + MIDLINE
    return points if of_a else DEAL_POINTS - points


def _number_problems(line: Line, columns: ResultColumns, checked: Checked) -> Iterator[ImportProblem]:
    """One problem for each deal and kind, beside what was written."""
    texts = columns.texts(line)
    named: set[tuple[FileCode, int | None]] = set()
    for problem in checked.problems:
        code = FileCode.WRONG_SUM if problem.code in _SUMS else FileCode.BAD_NUMBER
        if (code, problem.deal) in named:
            continue
        named.add((code, problem.deal))
        value = texts[problem.deal - 1] if problem.deal else ""
        data: dict[str, object] = {"deal": problem.deal, "value": value[:60]}
        if problem.expected is not None:
            data |= {"given": problem.given, "expected": problem.expected}
        yield ImportProblem(code, line.row, Fix.CORRECT_CELL, problem.code, data)


def _tables_twice(rows: Sequence[ResultRow]) -> Iterator[ImportProblem]:
    """The same numbers again are only too much; with other numbers nobody can know which are right."""
    numbered = sorted((row for row in rows if row.table is not None), key=lambda row: (row.table or 0, row.row))
    for table, group in groupby(numbered, key=lambda row: row.table):
        first, *others = group
        agree = all(replace(each, row=first.row) == first for each in others) and None not in first.deals
        data: dict[str, object] = {"table": table, "rows": [first.row, *(each.row for each in others)], "agree": agree}
        doubted = others if agree or not others else [first, *others]
        for row in doubted:
            fix = Fix.SKIP_ROW if agree else Fix.CHOOSE_ROW
            yield ImportProblem(FileCode.TABLE_TWICE, row.row, fix, data=data)
