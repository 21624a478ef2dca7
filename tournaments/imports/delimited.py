"""Text to lines: the delimiter by consistent column count, a `sep=` line, quoted line breaks (product.md B2, B4)."""

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Literal

from . import limits
from .grid import Grid, Line
from .headers import Field, entry_heading, result_heading
from .problems import FileCode, FileRefused, Fix
from .text import clean_text

_DELIMITERS = (";", "\t", ",", "|")
_NO_DELIMITER = "\x1f"
"""A control that no text has: a list of one column."""
_SEPARATOR_LINE = re.compile(r'"?sep=([;,\t|:^~])"?[;,\t]*\s*$', re.IGNORECASE)
_LOOKED_AT = 300
"""Records that decide about the delimiter."""
_HEADING_WEIGHT = 0.2
"""What a known word in a header weighs beside consistency, which is 1.1 for three columns throughout."""
_CLEARLY_CUT = 0.8 * math.log(3)
"""Consistency from which texts of one column are a list of three columns or more: "Caduff, Lina" alone is not."""
_LONGEST_CELL_LINES = 12
"""A quotation mark that is not closed within so many lines is a plain mark: no row may vanish behind it."""
_ERROR_CELLS = frozenset(
    "#N/A #NV #N/D #NULL! #DIV/0! #VALUE! #WERT! #REF! #BEZUG! #NAME? #NUM! #ZAHL! #VALORE! #RIF! #NOME?".split()
)

type Record = tuple[int, list[str]]
"""Number of the first line, and the raw fields."""


def read_delimited(text: str) -> tuple[Grid, str]:
    """The lines of a text and its delimiter. Raises FileRefused: too_large, too_many_columns."""
    lines = list(io.StringIO(text, newline=""))
    start, delimiter = 0, ""
    if lines and (said := _SEPARATOR_LINE.match(lines[0])):
        start, delimiter = 1, said[1]
    delimiter = delimiter or _most_consistent(lines)
    grid = Grid(tuple(_tidy(_records(lines, delimiter, start))))
    return grid, "" if delimiter == _NO_DELIMITER else delimiter


def split_again(grid: Grid) -> Grid:
    """A list that a spreadsheet has put into column A, delimiters and all, cut at last; any other grid as it is."""
    if len(grid.lines) < 2 or any(line.filled != [0] for line in grid.lines):
        return grid
    texts = [line.cells[0] for line in grid.lines]
    best = _most_consistent(texts)
    if _consistency(texts, best) < _CLEARLY_CUT:
        return grid
    lines = []
    for line in grid.lines:
        cells = tuple(map(tidy_cell, _fields([line.cells[0]], best, quoted=True)))
        lines.append(replace(line, cells=cells))
    return replace(grid, lines=tuple(lines))


def _most_consistent(lines: Sequence[str]) -> str:
    """The delimiter that cuts most records into the same number of fields; more fields, and a header, weigh more."""
    weights = {each: _consistency(lines, each) + _HEADING_WEIGHT * _headings(lines, each) for each in _DELIMITERS}
    best = max(_DELIMITERS, key=weights.__getitem__)
    return _NO_DELIMITER if best == "," and _is_one_column_of_names(lines) else best


def _is_one_column_of_names(lines: Sequence[str]) -> bool:
    """The word "Name" alone above "Caduff, Lucrezia": these commas part nothing."""
    first = next((clean_text(line) for line in lines if line.strip()), "")
    heading = entry_heading(first)
    return heading is not None and heading.field is Field.NAME and not _headings(lines, ",")


def _headings(lines: Sequence[str], delimiter: str) -> int:
    """Known words in the line that has most of them."""
    found = 0
    for _, fields in islice(_records(lines[:_LOOKED_AT], delimiter), _LOOKED_AT // 10):
        cells = [clean_text(each) for each in fields[: limits.COLUMNS]]
        found = max(found, *(sum(map(bool, map(read, cells))) for read in (entry_heading, result_heading)))
    return found if found > 1 else 0


def _consistency(lines: Sequence[str], delimiter: str) -> float:
    widths: Counter[int] = Counter()
    for _, fields in _records(lines[: _LOOKED_AT * 2], delimiter):
        if any(each.strip() for each in fields):
            widths[len(fields)] += 1
        if widths.total() == _LOOKED_AT:
            break
    shares = (count / widths.total() * math.log(width) for width, count in widths.items())
    return max(shares, default=0.0)


def _records(lines: Sequence[str], delimiter: str, start: int = 0) -> Iterator[Record]:
    number = start
    while number < len(lines):
        if '"' not in lines[number]:
            yield number + 1, lines[number].split(delimiter)
            number += 1
            continue
        length = _record_length(lines, number, delimiter)
        yield number + 1, _fields(lines[number : number + max(length, 1)], delimiter, quoted=length > 0)
        number += max(length, 1)


@lru_cache(maxsize=16)
def _quotations(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """A quoted field that ends in its line; one that is still open at its end; the end of one opened before."""
    mark = re.escape(delimiter)
    inner = '(?:[^"]|"")*'
    return (
        re.compile(f'(^|{mark}) *"{inner}"(?= *(?:{mark}|\r|\n|$))'),
        re.compile(f'(?:^|{mark}) *"{inner}$'),
        re.compile(f'^{inner}"[ \r\n]*(?:{mark}|$)'),
    )


def _record_length(lines: Sequence[str], start: int, delimiter: str) -> int:
    """How many lines a record spans; 0 when its quotation marks make no sense and are to be taken as they are."""
    whole, opened, closing = _quotations(delimiter)
    if not opened.search(whole.sub(r"\1", lines[start])):
        return 1
    for number in range(start + 1, min(start + _LONGEST_CELL_LINES, len(lines))):
        if '"' not in lines[number]:
            continue
        end = closing.match(lines[number])
        if not end:
            return 0
        rest = delimiter + lines[number][end.end() :]
        if not opened.search(whole.sub(r"\1", rest)):
            return number - start + 1
    return 0


def _fields(lines: Sequence[str], delimiter: str, *, quoted: bool) -> list[str]:
    marks: Literal[0, 3] = csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    try:
        fields = next(csv.reader(lines, delimiter=delimiter, quoting=marks, skipinitialspace=True), [])
    except csv.Error:  # a quoted cell of more than 131,072 letters
        raise FileRefused(FileCode.TOO_LARGE, Fix.CHOOSE_OTHER_FILE, limit="cell", most=limits.CELL_LETTERS) from None
    return fields if quoted else [each.strip().strip('"') for each in fields]


def _tidy(records: Iterator[Record]) -> Iterator[Line]:
    """Lines that hold something, with clean cells. Raises FileRefused when there are too many of them."""
    block = found = 0
    for row, fields in records:
        cells = tuple(tidy_cell(each) if each else "" for each in fields)
        if not any(cells):
            block += 1
            continue
        found += 1
        check_size(found, cells)
        yield Line(row, cells, block)


def tidy_cell(text: str) -> str:
    """Clean text; an error of the spreadsheet ("#N/A") is an empty cell."""
    clean = clean_text(text)
    return "" if clean in _ERROR_CELLS else clean


def check_size(rows: int, cells: Sequence[str]) -> None:
    """Raises FileRefused above 2,000 rows, for a cell that is a book, or where something stands behind column 60."""
    if max(map(len, cells)) > limits.CELL_LETTERS:
        raise FileRefused(FileCode.TOO_LARGE, Fix.CHOOSE_OTHER_FILE, limit="cell", most=limits.CELL_LETTERS)
    if rows > limits.ROWS:
        raise FileRefused(FileCode.TOO_LARGE, Fix.SPLIT_FILE, limit="rows", most=limits.ROWS)
    if any(cells[limits.COLUMNS :]):
        raise FileRefused(FileCode.TOO_MANY_COLUMNS, Fix.CHECK_COLUMNS, most=limits.COLUMNS)
