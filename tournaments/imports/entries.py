"""Entry lists: bytes to a preview. Nothing is stored, nobody is merged, no line is lost."""

from collections.abc import Collection, Iterable
from typing import Any, Literal

from . import limits
from .entry_lines import Draft, draft_entries, read_pair_number
from .guessing import guess_individuals, guess_pairs
from .headers import Field, entry_heading
from .layout import find_layout
from .namesakes import Directory, KnownPerson
from .previews import EntriesPreview, EntryRow
from .problems import FileCode, FileRefused, Fix, ImportProblem, parted
from .sheet import read_sheet
from .text import clean_text

type Kind = Literal["pairs", "individuals"]

_NAMES = (Field.NAME, Field.GIVEN, Field.SURNAME)


def read_entries(
    data: bytes,
    filename: str = "",
    kind: Kind = "pairs",
    *,
    known_people: Iterable[KnownPerson] = (),
    taken_numbers: Collection[int] = (),
) -> EntriesPreview:
    """Read a list of pairs or of single persons from CSV, text or XLSX; raises nothing.

    `known_people` of the association are named as candidates where a name is alike; `taken_numbers` are those of
    entries that the championship already has. A file that cannot be used has no rows and one problem without a row.
    """
    pairs = kind == "pairs"
    about: dict[str, Any] = {"kind": f"entries_{kind}", "filename": clean_text(filename)[:200]}
    try:
        source = read_sheet(data, filename)
        layout = find_layout(source, entry_heading, _NAMES, guess_pairs if pairs else guess_individuals)
        made = draft_entries(layout, pairs=pairs)
    except FileRefused as refusal:
        return EntriesPreview(problems=(refusal.problem,), **about)
    check = _Check(Directory(known_people), set(taken_numbers), pairs=pairs)
    rows = tuple(check.row(draft) for draft in made.drafts)
    findings = [*layout.grid.problems, *layout.notes, *made.problems, *check.found]
    if pairs and all(len(row.people) == 1 for row in rows):
        findings = [_other_kind(each) for each in findings]
    problems, notes = parted(findings, rows=bool(rows))
    return EntriesPreview(rows=rows, problems=problems, notes=notes, **about, **layout.facts(source))


def _other_kind(problem: ImportProblem) -> ImportProblem:
    if problem.code is not FileCode.MISSING_PARTNER:
        return problem
    return ImportProblem(problem.code, problem.row, Fix.CHOOSE_OTHER_KIND, data=problem.data)


class _Check:
    """Weighs drafts in the order of the file: what is there first stays, what comes later is asked about."""

    def __init__(self, directory: Directory, taken: set[int], *, pairs: bool) -> None:
        self.found: list[ImportProblem] = []
        self._directory = directory
        self._pairs = pairs
        self._rows_of_numbers: dict[int, int | None] = dict.fromkeys(taken)

    def row(self, draft: Draft) -> EntryRow:
        """The draft as a row; what is wrong with it is added to `found`."""
        blocking = [*self._people(draft), *(each for each in draft.problems if not each.is_note)]
        self.found += [each for each in draft.problems if each not in blocking]
        doubted = [] if blocking else self._directory.problems(draft.row, draft.people)
        twice = any(each.code in {FileCode.DUPLICATE_PAIR, FileCode.PERSON_TWICE} for each in doubted)
        number, wrong = self._number(draft, quiet=twice)
        self.found += [*blocking, *doubted, *wrong]
        if not (blocking or twice):
            self._directory.add(draft.row, draft.people)
        return EntryRow(draft.row, number, tuple(each for each in draft.people if each.name), _club(draft))

    def _people(self, draft: Draft) -> list[ImportProblem]:
        named = [person for person in draft.people if person.name]
        if not self._pairs or len(named) == 2 or any(each.code is FileCode.BAD_NUMBER for each in draft.problems):
            return []
        data: dict[str, object] = {"name": named[0].name, "place": named[0].place}
        return [ImportProblem(FileCode.MISSING_PARTNER, draft.row, Fix.ADD_PARTNER, data=data)]

    def _number(self, draft: Draft, *, quiet: bool) -> tuple[int | None, list[ImportProblem]]:
        """The number, or what is wrong with it; a line that stands twice repeats its number, which says nothing new."""
        if not draft.number:
            return None, []
        number = read_pair_number(draft.number)
        data: dict[str, object] = {"column": "number", "value": draft.number[:60]}
        if number is None or number not in limits.PAIR_NUMBERS:
            return None, [ImportProblem(FileCode.BAD_NUMBER, draft.row, Fix.NEXT_FREE_NUMBER, data=data)]
        if number not in self._rows_of_numbers:
            self._rows_of_numbers[number] = draft.row
            return number, []
        if quiet:
            return None, []
        data |= {"first_row": self._rows_of_numbers[number], "taken": self._rows_of_numbers[number] is None}
        return None, [ImportProblem(FileCode.BAD_NUMBER, draft.row, Fix.NEXT_FREE_NUMBER, data=data)]


def _club(draft: Draft) -> str:
    return " / ".join(dict.fromkeys(person.club for person in draft.people if person.club))
