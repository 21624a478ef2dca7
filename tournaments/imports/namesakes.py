"""Who might be whom: one pair twice, one person in two pairs, two people of one name. Never merged (product.md B5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from .previews import PersonRow
from .problems import FileCode, Fix, ImportProblem
from .text import name_key, place_keys


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody of the directory. `entry`: number of the entry they already have in this championship."""

    id: int
    name: str
    place: str = ""
    year_of_birth: int | None = None
    club: str = ""
    entry: int | None = None
    last_event: str = ""


_MOST_SHOWN = 20
"""Namesakes that are listed; nobody compares more of them by eye."""


class Likeness(Enum):
    OTHER = "other"
    NAMESAKE = "namesake"
    SAME = "same"


def likeness(one: PersonRow | KnownPerson, other: PersonRow | KnownPerson) -> Likeness:
    """Another name, the same name with something that differs or is not said, or nothing that tells them apart."""
    if name_key(one.name) != name_key(other.name):
        return Likeness.OTHER
    if one.year_of_birth and other.year_of_birth:
        return Likeness.SAME if one.year_of_birth == other.year_of_birth else Likeness.NAMESAKE
    here, there = place_keys(one.place), place_keys(other.place)
    return Likeness.SAME if here & there or not (here or there) else Likeness.NAMESAKE


@dataclass(frozen=True, slots=True)
class _Seen:
    person: PersonRow
    row: int


class Directory:
    """Everybody of the file so far, and everybody known before."""

    def __init__(self, known: Iterable[KnownPerson]) -> None:
        self._known: dict[str, list[KnownPerson]] = {}
        for person in known:
            self._known.setdefault(name_key(person.name), []).append(person)
        self._seen: dict[str, list[_Seen]] = {}

    def add(self, row: int, people: Sequence[PersonRow]) -> None:
        for person in people:
            self._seen.setdefault(name_key(person.name), []).append(_Seen(person, row))

    def problems(self, row: int, people: Sequence[PersonRow]) -> list[ImportProblem]:
        """What these people of one row have to do with those that are there already."""
        if twin := _twin_in_row(row, people):
            return [twin]
        rows = [self._rows_with(person) for person in people]
        entries = [self._entries_with(person) for person in people]
        for places, word in ((rows, "first_row"), (entries, "entry")):
            if len(people) == 2 and (both := places[0] & places[1]):
                return [_twice(FileCode.DUPLICATE_PAIR, row, people, {word: min(both)})]
            for person, found in zip(people, places, strict=True):
                if found:
                    return [_twice(FileCode.PERSON_TWICE, row, [person], {word: min(found)})]
        asked = (self._namesakes(row, person, others=people) for person in people)
        return [problem for problem in asked if problem]

    def _rows_with(self, person: PersonRow) -> set[int]:
        seen = self._seen.get(name_key(person.name), ())
        return {each.row for each in seen if likeness(each.person, person) is Likeness.SAME}

    def _entries_with(self, person: PersonRow) -> set[int]:
        known = self._known.get(name_key(person.name), ())
        alike = (each for each in known if likeness(each, person) is Likeness.SAME)
        return {each.entry for each in alike if each.entry is not None}

    def _namesakes(self, row: int, person: PersonRow, others: Sequence[PersonRow]) -> ImportProblem | None:
        key = name_key(person.name)
        seen = [_shown(each.person) | {"row": each.row} for each in self._seen.get(key, [])[:_MOST_SHOWN]]
        beside = [other for other in others if other is not person and name_key(other.name) == key]
        seen += [_shown(other) | {"row": row} for other in beside]
        known = self._known.get(key, [])
        if not (seen or known):
            return None
        alike = [each for each in known if likeness(each, person) is Likeness.SAME]
        data = {
            "person": others.index(person),
            **_shown(person),
            "rows": seen,
            "candidates": [_candidate(each, person) for each in known[:_MOST_SHOWN]],
        }
        fix = Fix.LINK_PERSON if len(alike) == 1 and len(known) == 1 else Fix.KEEP_BOTH
        return ImportProblem(FileCode.NAMESAKE_CANDIDATE, row, fix, data=data)


def _twin_in_row(row: int, people: Sequence[PersonRow]) -> ImportProblem | None:
    if len(people) == 2 and likeness(*people) is Likeness.SAME:
        return _twice(FileCode.PERSON_TWICE, row, people[:1], {"first_row": row})
    return None


def _twice(code: FileCode, row: int, people: Sequence[PersonRow], where: Mapping[str, object]) -> ImportProblem:
    name = " – ".join(person.name for person in people)
    shown = {"name": name, "people": [_shown(person) for person in people]}
    return ImportProblem(code, row, Fix.SKIP_ROW, data=shown | dict(where))


def _shown(person: PersonRow | KnownPerson) -> dict[str, object]:
    return {
        "name": person.name,
        "place": person.place,
        "year_of_birth": person.year_of_birth,
        "club": person.club,
    }


def _candidate(known: KnownPerson, person: PersonRow) -> dict[str, object]:
    same = likeness(known, person) is Likeness.SAME
    return {"id": known.id, "last_event": known.last_event, "same": same, "entry": known.entry} | _shown(known)
