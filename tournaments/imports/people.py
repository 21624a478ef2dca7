"""Who stands in a line: the columns of each person, and their texts made a person."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from . import limits
from .grid import Line
from .headers import Field
from .layout import Layout
from .previews import PersonRow
from .problems import FileCode, Fix, ImportProblem, NoteCode
from .text import fold, has_letter, in_spoken_order, whole_number

_NOBODY = frozenset("? - – — -- --- ?? ??? n.n. n.n tba tbd offen gesucht vacant vakant niemand".split())
_PARTICLES = frozenset("von v. van de da di del della degli dal la le zu zur vom st. s.".split())
"""With these a family name has two words and more."""
_PARTED = re.compile(r"\s+[–—/&+-]\s+|\s*[&/+]\s*|\s+(?:und|ed?|and|et)\s+", re.IGNORECASE)
_DATE = re.compile(r"(?:(\d{4})-\d\d?-\d\d?|\d{1,2}[./-]\s?\d{1,2}[./-]\s?(\d{2}|\d{4}))(?:[T ].*)?")
_THIS_CENTURY = range(30)
"""Two digits that mean 20…; 30 and more mean 19…"""


@dataclass(frozen=True, slots=True)
class PersonColumns:
    """Where a person's texts stand; None: nowhere."""

    name: int | None = None
    given: int | None = None
    surname: int | None = None
    place: int | None = None
    year: int | None = None
    club: int | None = None
    place_behind: bool = False
    """The file writes "Gion Nuth, Trun": what stands behind the comma is a place."""

    def name_in(self, line: Line) -> str:
        """The name in spoken order; "" where nobody, or a "?", stands."""
        parts = (line.cell(self.given), line.cell(self.surname))
        whole = line.cell(self.name)
        own = whole.partition(",")[0].strip() if self.place_behind else in_spoken_order(whole)
        name = " ".join(filter(None, parts)) or own
        return "" if fold(name) in _NOBODY else name

    def place_in(self, line: Line) -> str:
        """The place from its own column, or from behind the name."""
        behind = line.cell(self.name).partition(",")[2].strip() if self.place_behind else ""
        return line.cell(self.place) or behind


def person_columns(layout: Layout) -> tuple[PersonColumns, ...]:
    """One person a line, or two. Columns of one heading ("Name … Name") count from left to right."""
    placed = _placed(layout)
    two = any((field, 2) in placed for field in (Field.NAME, Field.GIVEN, Field.SURNAME))
    people = [_columns_of(placed, index) for index in ((1, 2) if two else (1,))]
    return tuple(replace(each, place_behind=_has_place_behind(layout.lines, each)) for each in people)


def _has_place_behind(lines: Sequence[Line], columns: PersonColumns) -> bool:
    """Whether most names with a comma have two words before it, and no column holds places."""
    if columns.place is not None:
        return False
    parted = [cell.partition(",") for line in lines if (cell := line.cell(columns.name)).count(",") == 1]
    surnames = [fold(before).split() for before, _, _ in parted]
    whole = [len(surname) > 1 and surname[0] not in _PARTICLES for surname in surnames]
    return sum(whole) * 2 > len(whole)


def _placed(layout: Layout) -> dict[tuple[Field, int | None], int]:
    """Columns by field and person; what stands once without a number counts for both (index None)."""
    placed: dict[tuple[Field, int | None], int] = {}
    loose: dict[Field, list[int]] = {}
    for column, heading in sorted(layout.headings.items()):
        if heading.index is None:
            loose.setdefault(heading.field, []).append(column)
        else:
            placed.setdefault((heading.field, heading.index), column)
    for field, columns in loose.items():
        free = [index for index in (1, 2) if (field, index) not in placed]
        indexes = [None] if len(columns) == 1 and len(free) == 2 else free
        placed |= {(field, index): column for index, column in zip(indexes, columns, strict=False)}
    return placed


def _columns_of(placed: dict[tuple[Field, int | None], int], index: int) -> PersonColumns:
    name, given, surname, place, year, club = (
        placed.get((field, index), placed.get((field, None)))
        for field in (Field.NAME, Field.GIVEN, Field.SURNAME, Field.PLACE, Field.YEAR, Field.CLUB)
    )
    if given is not None and surname is None:  # "Name" beside "Vorname"
        name, surname = None, name
    elif surname is not None and given is None:  # "Nome" beside "Cognome"
        name, given = None, name
    return PersonColumns(name, given, surname, place, year, club)


def parted_names(text: str) -> tuple[str, ...]:
    """Two names that share a cell: "Gion Caduff – Lina Tuor", "Gion Caduff, Lina Tuor"; else the one name."""
    parts = [part for part in _PARTED.split(text) if part]
    if len(parts) == 1:
        parts = [part.strip() for part in text.split(",")]
        parts = parts if min(len(part.split()) for part in parts) > 1 else []
    return tuple(map(in_spoken_order, parts)) if len(parts) == 2 else (in_spoken_order(text),)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, or odd, with a person's texts; the row is added by the reader of the file."""

    code: FileCode | NoteCode
    fix: Fix | None
    data: dict[str, object]

    def at(self, row: int) -> ImportProblem:
        return ImportProblem(self.code, row, self.fix, data=self.data)


def person_from(name: str, place: str, year: str, club: str) -> tuple[PersonRow, list[Finding]]:
    """A person with everything that is wrong with the texts."""
    born, findings = _year(year)
    findings += _too_long(name=(name, limits.NAME_LETTERS), place=(place, limits.PLACE_LETTERS))
    findings += _too_long(club=(club, limits.CLUB_LETTERS))
    if name and not has_letter(name):
        findings.append(Finding(NoteCode.ODD_NAME, Fix.LOOK_AT_ROW, {"column": "name", "value": name[:60]}))
    return PersonRow(name, place, born, club), findings


def _too_long(**texts: tuple[str, int]) -> Iterator[Finding]:
    for column, (text, most) in texts.items():
        if len(text) > most:
            data: dict[str, object] = {"column": column, "value": text[:60], "length": len(text), "most": most}
            yield Finding(FileCode.TOO_LARGE, Fix.SHORTEN, data)


def _year(text: str) -> tuple[int | None, list[Finding]]:
    """Year of birth from "1990", "90", "1.2.1990", "1.2.90" or a date cell."""
    if not text:
        return None, []
    dated = _DATE.fullmatch(text)
    year = int(dated[1] or dated[2]) if dated else whole_number(text.strip("'’"))
    guessed = year is not None and year < 100
    if year is not None and guessed:
        year += 2000 if year in _THIS_CENTURY else 1900
    if year not in limits.YEARS_OF_BIRTH:
        return None, [Finding(FileCode.BAD_NUMBER, Fix.CORRECT_CELL, {"column": "year_of_birth", "value": text[:60]})]
    note = Finding(NoteCode.YEAR_GUESSED, Fix.LOOK_AT_ROW, {"value": text, "year": year})
    return year, [note] if guessed else []
