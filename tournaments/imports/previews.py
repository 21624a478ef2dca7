"""What was read from a file, before anything is stored; JSON in the shape of interfaces.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from tournaments.enums import Outcome

from .problems import FileCode, ImportProblem

_QUESTIONS = frozenset({FileCode.NAMESAKE_CANDIDATE})
"""They ask something and keep no row out."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person as the file names them; `year_of_birth` None where it says nothing."""

    name: str
    place: str = ""
    year_of_birth: int | None = None
    club: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "place": self.place, "year_of_birth": self.year_of_birth, "club": self.club}


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A pair or a person. `number` None: none, or none that can be used. `club`: the pair's, "A / B" for two clubs."""

    row: int
    number: int | None
    people: tuple[PersonRow, ...]
    club: str = ""

    def to_json(self) -> dict[str, Any]:
        people = [person.to_json() for person in self.people]
        return {"row": self.row, "number": self.number, "people": people, "club": self.club}

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> "EntryRow":
        people = tuple(PersonRow(**person) for person in payload["people"])
        return cls(payload["row"], payload["number"], people, payload["club"])


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a person answers with yes: `code` of `scoring.validation.QuestionCode`, in one deal (1…4)."""

    code: str
    deal: int | None

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "deal": self.deal}


@dataclass(frozen=True, slots=True)
class ResultRow:
    """Card points of side a in four deals, None where the file has no usable number; `first_dealer`: "a", "b", None.

    Of a table with another `outcome` than "played" the finished deals.
    """

    row: int
    table: int | None
    deals: tuple[int | None, ...]
    first_dealer: str | None = None
    questions: tuple[Question, ...] = ()
    outcome: str = Outcome.PLAYED

    def to_json(self) -> dict[str, Any]:
        """`outcome` is there only for a table that was not played to the end."""
        questions = [question.to_json() for question in self.questions]
        ended = {} if self.outcome == Outcome.PLAYED else {"outcome": str(self.outcome)}
        return {"row": self.row, "table": self.table, "deals": list(self.deals)} | {
            "first_dealer": self.first_dealer,
            "questions": questions,
            **ended,
        }

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> "ResultRow":
        questions = tuple(Question(**question) for question in payload["questions"])
        deals = tuple(payload["deals"])
        outcome = Outcome(payload.get("outcome", Outcome.PLAYED))
        return cls(payload["row"], payload["table"], deals, payload["first_dealer"], questions, outcome)


@dataclass(frozen=True, slots=True)
class Preview[Row: (EntryRow, ResultRow)]:
    """A file as it was understood. `rows`: every entry or result, those with a problem too (see `usable`).

    `problems` keep a row out until somebody decides, except namesakes, which are a question. `notes`: what a reader
    should know; nothing is wrong. Every line that holds something is in `rows`, or named by a problem or a note.
    `sample_line`: the first data line as read. `notation`: "points" or "net" for results, else "".
    """

    kind: str
    rows: tuple[Row, ...] = ()
    problems: tuple[ImportProblem, ...] = ()
    notes: tuple[ImportProblem, ...] = ()
    filename: str = ""
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    sample_line: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    unused_columns: tuple[str, ...] = ()
    notation: str = ""

    @property
    def usable(self) -> tuple[Row, ...]:
        """The rows that no problem keeps out."""
        kept_out = {problem.row for problem in self.problems if problem.code not in _QUESTIONS}
        return tuple(row for row in self.rows if row.row not in kept_out)

    @property
    def refused(self) -> bool:
        """No row can be used as it is."""
        return not self.usable

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "rows": [row.to_json() for row in self.rows],
            "problems": [problem.to_json() for problem in self.problems],
            "notes": [note.to_json() for note in self.notes],
            **{name: getattr(self, name) for name in _TEXTS},
            "columns": [list(column) for column in self.columns],
            "unused_columns": list(self.unused_columns),
        }

    @classmethod
    def _read(cls, payload: Mapping[str, Any], rows: tuple[Row, ...]) -> Self:
        return cls(
            kind=payload["kind"],
            rows=rows,
            problems=tuple(map(ImportProblem.from_json, payload["problems"])),
            notes=tuple(map(ImportProblem.from_json, payload["notes"])),
            columns=tuple((header, field) for header, field in payload["columns"]),
            unused_columns=tuple(payload["unused_columns"]),
            **{name: payload[name] for name in _TEXTS},
        )


_TEXTS = ("filename", "encoding", "delimiter", "sheet", "sample_line", "notation")


class EntriesPreview(Preview[EntryRow]):
    """A list of entries; `kind` is "entries_pairs" or "entries_individuals"."""

    __slots__ = ()

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> "EntriesPreview":
        """Raises KeyError, TypeError or ValueError on what `to_json` did not write."""
        return cls._read(payload, tuple(map(EntryRow.from_json, payload["rows"])))


class ResultsPreview(Preview[ResultRow]):
    """A list of results; `kind` is "results"."""

    __slots__ = ()

    @property
    def deals(self) -> dict[int, tuple[int | None, ...]]:
        """Side a's card points of the rows that can be used, by table."""
        return {row.table: row.deals for row in self.usable if row.table is not None}

    @property
    def outcomes(self) -> dict[int, Outcome]:
        """How those tables ended that were not played to the end."""
        ended = [row for row in self.usable if row.outcome != Outcome.PLAYED]
        return {row.table: Outcome(row.outcome) for row in ended if row.table is not None}

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> "ResultsPreview":
        """Raises KeyError, TypeError or ValueError on what `to_json` did not write."""
        return cls._read(payload, tuple(map(ResultRow.from_json, payload["rows"])))
