"""The preview of a list of entries: its rows as a reader sees them, and what the reader decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.refusal import Problem
from tournaments.domain.registration import QUESTIONS
from tournaments.imports import ImportProblem
from tournaments.imports.text import whole_number

from .messages import fix, sentence, sentences

NEW = "new"


@dataclass(frozen=True, slots=True)
class PersonView:
    """A person of a row. `candidates` of the directory have the same name; `chosen` is the id of one, or `new`."""

    name: str
    place: str = ""
    year: str = ""
    club: str = ""
    candidates: tuple[Mapping[str, Any], ...] = ()
    others: tuple[Mapping[str, Any], ...] = ()
    chosen: str = NEW

    @property
    def exact(self) -> str:
        """The id of the only candidate with nothing that speaks against it; empty when there is none."""
        alike = [str(each["id"]) for each in self.candidates if each["same"] and each["entry"] is None]
        return alike[0] if len(alike) == 1 else ""

    def as_json(self) -> dict[str, Any]:
        year = whole_number(self.year)
        person = {"name": self.name, "place": self.place, "year_of_birth": year}
        return person if self.chosen == NEW else {**person, "person_id": int(self.chosen)}


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of the file. `blocked`: it is not taken before somebody decides. `refusals` are of the last attempt."""

    row: int
    number: str
    club: str
    people: tuple[PersonView, ...]
    problems: tuple[ImportProblem, ...] = ()
    take: bool = True
    refusals: tuple[Problem, ...] = field(default=())
    edited: bool = False

    @property
    def blocked(self) -> bool:
        return any(problem.code not in QUESTIONS for problem in self.problems)

    @property
    def asks(self) -> bool:
        return any(person.candidates or person.others for person in self.people)

    @property
    def open_fields(self) -> bool:
        """Whether the reader may type into the row."""
        return self.blocked or bool(self.refusals)

    @property
    def words(self) -> list[tuple[str, str]]:
        """What is wrong or asked, and what is proposed; namesakes are asked beside their names instead."""
        told = [problem.to_json() for problem in self.problems if not (self.asks and problem.code in QUESTIONS)]
        return [(f"{sentence(problem)} {place_of(problem)}".strip(), fix(problem)) for problem in told]

    @property
    def refused(self) -> list[str]:
        return sentences(self.refusals)

    def decision(self) -> dict[str, Any]:
        """What `apply_import` is told."""
        return {
            "take": self.take,
            "number": whole_number(self.number),
            "club": self.club,
            "people": [person.as_json() for person in self.people],
        }


def place_of(problem: Mapping[str, Any]) -> str:
    """Where the same pair or person stands first; empty where nothing is said about it."""
    data = problem.get("data", {})
    if data.get("first_row"):
        return _("Row %(row)s has it first.") % {"row": data["first_row"]}
    if data.get("entry"):
        return _("Entry %(number)s has it already.") % {"number": data["entry"]}
    return ""


def rows_of(preview: Mapping[str, Any], people_per_entry: int) -> list[RowView]:
    """The rows as the file has them: those with a problem are not taken until somebody says so."""
    problems: dict[int | None, list[ImportProblem]] = {}
    for payload in preview["problems"]:
        problem = ImportProblem.from_json(payload)
        problems.setdefault(problem.row, []).append(problem)
    return [row_of(payload, problems.get(payload["row"], ()), people_per_entry) for payload in preview["rows"]]


def row_of(payload: Mapping[str, Any], problems: Iterable[ImportProblem], people_per_entry: int) -> RowView:
    found = tuple(problems)
    told: list[Mapping[str, Any]] = [problem.data for problem in found if "candidates" in problem.data]
    asked = {int(data["person"]): data for data in told}
    people = [
        PersonView(
            name=person["name"],
            place=person["place"],
            year=text_of(person["year_of_birth"]),
            club=person["club"],
            candidates=tuple(asked.get(position, {}).get("candidates", ())),
            others=tuple(asked.get(position, {}).get("rows", ())),
        )
        for position, person in enumerate(payload["people"])
    ]
    people += [PersonView("")] * (people_per_entry - len(people))
    row = RowView(payload["row"], text_of(payload["number"]), payload["club"], tuple(people), found)
    return replace(row, take=not row.blocked)


def text_of(number: int | None) -> str:
    return "" if number is None else str(number)


def decided(row: RowView, posted: Mapping[str, str]) -> RowView:
    """The row as the reader left it; fields that the page did not show stay as they were."""
    prefix = f"row-{row.row}-"
    if row.blocked or f"{prefix}take" in posted or f"{prefix}open" in posted:
        take = posted.get(f"{prefix}take") == "1"
    else:
        take = posted.get(f"{prefix}skip") != "1"
    people = tuple(
        person_decided(person, posted, f"{prefix}{position}-") for position, person in enumerate(row.people, 1)
    )
    changed = replace(
        row,
        number=posted.get(f"{prefix}number", row.number).strip(),
        club=posted.get(f"{prefix}club", row.club).strip(),
        people=people,
        take=take,
    )
    return replace(changed, edited=replace(changed, take=row.take) != row)


def person_decided(person: PersonView, posted: Mapping[str, str], prefix: str) -> PersonView:
    chosen = posted.get(f"{prefix}person", NEW)
    known = {str(each["id"]) for each in person.candidates}
    return replace(
        person,
        name=posted.get(f"{prefix}name", person.name).strip(),
        place=posted.get(f"{prefix}place", person.place).strip(),
        year=posted.get(f"{prefix}year", person.year).strip(),
        chosen=chosen if chosen in known else NEW,
    )


def with_exact_matches(rows: Sequence[RowView]) -> list[RowView]:
    """Every person linked to the only one of the directory who is the same by all that is known."""
    return [
        replace(row, people=tuple(replace(person, chosen=person.exact or person.chosen) for person in row.people))
        for row in rows
    ]


def mistakes(rows: Iterable[RowView]) -> list[Problem]:
    """What is wrong with what was typed: numbers that are none, and corrections of a row that is not taken."""
    found = []
    for row in rows:
        if row.take:
            found += [Problem("not_a_number", {"row": row.row, "text": text[:40]}) for text in odd_numbers(row)]
        elif row.blocked and row.edited:
            found.append(Problem("edited_not_taken", {"row": row.row}))
    return found


def odd_numbers(row: RowView) -> list[str]:
    numbers = [(row.number, 1, 9999), *((person.year, 1900, 2099) for person in row.people)]
    return [text for text, low, high in numbers if text and not low <= (whole_number(text) or 0) <= high]


def with_refusals(rows: Iterable[RowView], problems: Iterable[Problem]) -> list[RowView]:
    """Each problem beside its row."""
    by_row: dict[int, list[Problem]] = {}
    for problem in problems:
        by_row.setdefault(problem.data["row"], []).append(problem)
    return [replace(row, refusals=tuple(by_row.get(row.row, ()))) for row in rows]
