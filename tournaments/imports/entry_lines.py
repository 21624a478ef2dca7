"""Lines of an entry list to pairs or persons: one line each, or two lines a pair."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .grid import Line
from .headers import Field
from .layout import Layout
from .people import PersonColumns, parted_names, person_columns, person_from
from .previews import PersonRow
from .problems import FileCode, FileRefused, Fix, ImportProblem, NoteCode
from .text import fold, labelled_number, words

_TOTALS = frozenset("total totale summe summa somma gesamt gesamttotal anzahl diember".split())
_SECTIONS = frozenset("warteliste wartelista waiting waitlist reserve reserven ersatz reserva riserve attesa".split())
_SEATED = re.compile(r"(\d+)\s?[-./]?\s?[ab]", re.IGNORECASE)
"""A pair's number with a letter for each of the two: "7a", "7b"."""
_NUMBER_WORDS = frozenset("nr no n num numer nummer numero number paar pair per coppia team".split())
_MOST = 0.6
"""Share of the lines with two names in one cell that makes it the habit of the file."""


def read_pair_number(text: str) -> int | None:
    """Reads "7", "7.", "Nr. 7", "Paar 7"; None for everything else."""
    return labelled_number(text, _NUMBER_WORDS)


@dataclass(frozen=True, slots=True)
class Draft:
    """A pair or a person as written: `number` still a text, findings not yet weighed."""

    row: int
    number: str
    people: tuple[PersonRow, ...]
    problems: tuple[ImportProblem, ...] = ()


@dataclass(slots=True)
class Drafts:
    """What the lines of a list became. Every line is in `drafts` or named in `problems`."""

    drafts: list[Draft] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)


def draft_entries(layout: Layout, *, pairs: bool) -> Drafts:
    """Raises FileRefused (too_many_columns) when single persons are wanted and each line has two."""
    people = person_columns(layout)
    made = Drafts()
    lines = list(_people_lines(layout, people, made))
    if not pairs:
        _refuse_pairs(lines, people)
        made.drafts += [_draft(layout, line, [_person(line, people[0])]) for line in lines]
    elif len(people) == 2:
        made.drafts += [_draft(layout, line, [_person(line, each) for each in people]) for line in lines]
    elif _share_cells(lines, people[0]):
        made.drafts += [_draft(layout, line, _parted(line, people[0])) for line in lines]
    else:
        _draft_two_lines(layout, people[0], lines, made)
    return made


def _people_lines(layout: Layout, people: Sequence[PersonColumns], made: Drafts) -> Iterator[Line]:
    """The lines with somebody in them; the others are named."""
    for line in layout.lines:
        if layout.overflows(line):
            data = {"text": " | ".join(line.cells)[:200], "columns": len(layout.header.cells) if layout.header else 0}
            made.problems.append(ImportProblem(FileCode.TOO_MANY_COLUMNS, line.row, Fix.CHECK_COLUMNS, data=data))
        elif is_total(line) or not any(each.name_in(line) for each in people):
            made.problems.append(_nobody(layout, line, len(people)))
        else:
            yield line


def is_total(line: Line, most: int = 3) -> bool:
    """A line that begins with the word "total" and holds little besides, or that is the word "waiting list"."""
    first = words(line.cells[line.filled[0]])
    if first and len(line.filled) == 1 and first[0] in _SECTIONS:
        return True
    return bool(first) and first[0] in _TOTALS and len(line.filled) <= most


def _nobody(layout: Layout, line: Line, people: int) -> ImportProblem:
    used = [column for column in line.filled if column in layout.headings]
    about = {layout.headings[column].field for column in used} - {Field.NUMBER}
    data = {"text": " ".join(filter(None, line.cells))[:120]}
    if not about or is_total(line):
        return ImportProblem(NoteCode.NOT_AN_ENTRY, line.row, data=data)
    code = FileCode.MISSING_PARTNER if people == 2 else FileCode.UNREADABLE
    return ImportProblem(code, line.row, Fix.LOOK_AT_ROW, data=data | {"column": "name"})


def _refuse_pairs(lines: Iterable[Line], people: Sequence[PersonColumns]) -> None:
    if len(people) == 2 and any(people[1].name_in(line) for line in lines):
        raise FileRefused(FileCode.TOO_MANY_COLUMNS, Fix.CHOOSE_OTHER_KIND, column="name 2")


type Found = tuple[PersonRow, list[ImportProblem]]


def _person(line: Line, columns: PersonColumns, row: int | None = None, name: str | None = None) -> Found:
    place, year, club = columns.place_in(line), line.cell(columns.year), line.cell(columns.club)
    person, findings = person_from(columns.name_in(line) if name is None else name, place, year, club)
    return person, [finding.at(row or line.row) for finding in findings]


def _draft(layout: Layout, line: Line, found: Sequence[Found]) -> Draft:
    people = tuple(person for person, _ in found)
    problems = tuple(problem for _, problems in found for problem in problems)
    return Draft(line.row, line.cell(layout.column(Field.NUMBER)), people, problems)


def _share_cells(lines: Sequence[Line], columns: PersonColumns) -> bool:
    """Whether most name cells hold two names."""
    names = [line.cell(columns.name) for line in lines]
    return bool(names) and sum(len(parted_names(name)) == 2 for name in names) >= _MOST * len(names)


def _parted(line: Line, columns: PersonColumns) -> list[Found]:
    names = parted_names(line.cell(columns.name))
    places = line.cell(columns.place).split(" / ")
    places = places if len(places) == len(names) else [line.cell(columns.place)] * len(names)
    found = [_person(line, columns, name=name) for name in names]
    return [
        (PersonRow(person.name, place, person.year_of_birth, person.club), problems)
        for (person, problems), place in zip(found, places, strict=True)
    ]


def _draft_two_lines(layout: Layout, columns: PersonColumns, lines: Sequence[Line], made: Drafts) -> None:
    number = layout.column(Field.NUMBER)
    numbered = any(line.cell(number) for line in lines)
    groups = _by_number(lines, number) if numbered else _by_order(lines)
    if not numbered and lines:
        made.problems.append(ImportProblem(NoteCode.PAIRED_BY_ORDER))
    for key, group in groups:
        for start in range(0, len(group), 2):
            two = group[start : start + 2]
            found = [_person(line, columns, row=two[0].row) for line in two]
            draft = replace(_draft(layout, two[0], found), number=key if two[0].cell(number) else "")
            if start and len(two) == 1:
                data = {"column": "number", "value": key, "people": len(group), "first_row": group[0].row}
                third = ImportProblem(FileCode.BAD_NUMBER, draft.row, Fix.CORRECT_CELL, data=data)
                draft = Draft(draft.row, "", draft.people, (*draft.problems, third))
            made.drafts.append(draft)


type Group = tuple[str, list[Line]]


def _by_number(lines: Sequence[Line], number: int | None) -> list[Group]:
    """Lines of one pair number; a line without one belongs to the single person above it."""
    groups: dict[str, list[Line]] = {}
    current = ""
    seated = [_SEATED.fullmatch(line.cell(number)) for line in lines]
    lettered = sum(map(bool, seated)) > _MOST * len(lines)
    for line, seat in zip(lines, seated, strict=True):
        text = seat[1] if seat and lettered else line.cell(number)
        if text:
            plain = read_pair_number(text)
            current = fold(text) if plain is None else str(plain)
        elif not current or len(groups[current]) != 1:
            current = f"row {line.row}"
        groups.setdefault(current, []).append(line)
    return list(groups.items())


def _by_order(lines: Sequence[Line]) -> list[Group]:
    """Two lines each; where empty lines stand between the pairs, none is made across them."""
    blocks: dict[int, list[Line]] = {}
    for line in lines:
        blocks.setdefault(line.block, []).append(line)
    return [("", two) for block in blocks.values() for two in _twos(block)]


def _twos(lines: Sequence[Line]) -> Iterator[list[Line]]:
    for start in range(0, len(lines), 2):
        yield list(lines[start : start + 2])
