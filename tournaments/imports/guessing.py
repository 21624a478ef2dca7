"""Columns of an entry list without a header, recognised by what they hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from .grid import Line
from .headers import Field, Heading
from .people import parted_names
from .text import has_letter, whole_number

_MOST = 0.7
"""Share of a column's cells that must look alike."""
_FEW_LINES = 5
_NAME_WORDS = range(2, 10)


@dataclass(frozen=True, slots=True)
class _Column:
    position: int
    texts: tuple[str, ...]

    def share(self, fits: Sequence[bool]) -> bool:
        return bool(fits) and sum(fits) >= _MOST * len(fits)

    @property
    def is_number(self) -> bool:
        return self.share([whole_number(text) is not None for text in self.texts])

    @property
    def is_text(self) -> bool:
        return self.share([has_letter(text) and not any(map(str.isdigit, text)) for text in self.texts])

    @property
    def is_name(self) -> bool:
        """Two words or more, and hardly ever the same: a club has words too, but stands there often."""
        several = len(self.texts) >= _FEW_LINES
        varied = not several or len(set(self.texts)) >= _MOST * len(self.texts)
        worded = [len(text.split()) in _NAME_WORDS and text[-1] not in ".:;!?" for text in self.texts]
        return varied and self.is_text and self.share(worded)


def guess_pairs(lines: Sequence[Line]) -> dict[int, Heading]:
    """Number, name 1, place 1, name 2, place 2, club; or number, name, place, club on two rows. Empty: no such list."""
    columns = _columns(lines)
    names = [column.position for column in columns if column.is_name][:2]
    number = _number(columns)
    if not names or (len(names) == 1 and number is None and not _share_cells(lines, names[0])):
        return {}
    return _assigned(columns, names, number)


def guess_individuals(lines: Sequence[Line]) -> dict[int, Heading]:
    """Number, name, place, club; or a name on each line. Empty: no such list."""
    columns = _columns(lines)
    names = [column.position for column in columns if column.is_name][:1]
    return _assigned(columns, names, _number(columns)) if names else {}


def _share_cells(lines: Sequence[Line], name: int) -> bool:
    return sum(len(parted_names(line.cell(name))) == 2 for line in lines) >= _MOST * len(lines)


def _columns(lines: Sequence[Line]) -> list[_Column]:
    width = max((len(line.cells) for line in lines), default=0)
    texts = [tuple(filter(None, (line.cell(column) for line in lines))) for column in range(width)]
    return [_Column(position, each) for position, each in enumerate(texts) if len(each) * 2 >= len(lines)]


def _number(columns: Sequence[_Column]) -> int | None:
    first = columns[0] if columns else None
    return first.position if first and first.is_number else None


def _assigned(columns: Sequence[_Column], names: Sequence[int], number: int | None) -> dict[int, Heading]:
    found = {} if number is None else {number: Heading(Field.NUMBER)}
    paired = len(names) > 1
    for index, name in enumerate(names, start=1):
        found[name] = Heading(Field.NAME, index if paired else None)
        beside = next((each for each in columns if each.position == name + 1), None)
        if beside and beside.is_text and beside.position not in names:
            found[beside.position] = Heading(Field.PLACE, index if paired else None)
    rest = [each.position for each in columns if each.position > max(found) and each.is_text]
    return found | ({rest[0]: Heading(Field.CLUB)} if rest else {})
