"""What can be wrong with a file, as codes and data; words in four languages are chosen at the edge."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class FileCode(StrEnum):
    """Codes of files that people and scripts rely on."""

    MISSING_PARTNER = "missing_partner"
    DUPLICATE_PAIR = "duplicate_pair"
    PERSON_TWICE = "person_twice"
    NAMESAKE_CANDIDATE = "namesake_candidate"
    BAD_NUMBER = "bad_number"
    WRONG_SUM = "wrong_sum"
    UNKNOWN_TABLE = "unknown_table"
    TABLE_TWICE = "table_twice"
    TOO_MANY_COLUMNS = "too_many_columns"
    NOT_A_TABLE = "not_a_table"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    BAD_OUTCOME = "bad_outcome"
    DEALS_UNFIT = "deals_unfit"


class NoteCode(StrEnum):
    """What a person should know about a file although nothing is wrong with it."""

    NO_HEADER = "no_header"
    """The columns were recognised by their content alone."""
    TITLE_LINE = "title_line"
    """A line above the header; it is nobody's."""
    REPEATED_HEADER = "repeated_header"
    NOT_AN_ENTRY = "not_an_entry"
    """A total, a remark, or a number with nobody beside it."""
    NOT_PLAYED = "not_played"
    """A table without any number: it stays open."""
    ODD_NAME = "odd_name"
    """A name without a letter; it is kept as text."""
    YEAR_GUESSED = "year_guessed"
    """A year of birth was written with two digits."""
    PAIRED_BY_ORDER = "paired_by_order"
    """No pair numbers: every two rows were taken as a pair."""
    OTHER_SHEET = "other_sheet"
    """Another sheet of the workbook holds a list too; it is not read."""
    TEXT_IN_DISGUISE = "text_in_disguise"
    """A text file with the name of a workbook; it was read as text."""
    MIXED_ENCODINGS = "mixed_encodings"
    """Some lines are UTF-8, some Windows-1252; each was read in its own."""
    REPAIRED_LETTERS = "repaired_letters"
    """Letters that an earlier program had mangled ("SolÃ¨r") were mended."""
    FIRST_DEALER_DIFFERS = "first_dealer_differs"
    """The file names another first dealer than the draw; the draw's is taken."""
    FIRST_DEALER_UNREAD = "first_dealer_unread"
    """What stands as first dealer is neither A nor B; the draw's is taken."""


class Fix(StrEnum):
    """What the reader may do about it: a proposal, never done without a click."""

    ADD_PARTNER = "add_partner"
    SKIP_ROW = "skip_row"
    KEEP_BOTH = "keep_both"
    LINK_PERSON = "link_person"
    NEXT_FREE_NUMBER = "next_free_number"
    CORRECT_CELL = "correct_cell"
    CORRECT_TABLE = "correct_table"
    CHOOSE_ROW = "choose_row"
    CHECK_COLUMNS = "check_columns"
    ADD_HEADER = "add_header"
    CHOOSE_OTHER_KIND = "choose_other_kind"
    SHORTEN = "shorten"
    SPLIT_FILE = "split_file"
    SAVE_AS_XLSX = "save_as_xlsx"
    SAVE_AS_UTF8 = "save_as_utf8"
    CHOOSE_OTHER_FILE = "choose_other_file"
    LOOK_AT_ROW = "look_at_row"


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """One thing to mend, to answer or to know.

    `row`: line or sheet row, counted from 1; None for the file as a whole. `cause`: the result's own code behind
    a bad number (`scoring.validation.ProblemCode`). `data`: what the sentence needs, JSON values only.
    """

    code: FileCode | NoteCode
    row: int | None = None
    fix: Fix | None = None
    cause: str | None = None
    data: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_note(self) -> bool:
        return isinstance(self.code, NoteCode)

    def to_json(self) -> dict[str, object]:
        optional = {"fix": self.fix, "cause": self.cause, "data": dict(self.data)}
        return {"row": self.row, "code": str(self.code)} | {key: value for key, value in optional.items() if value}

    @classmethod
    def from_json(cls, payload: Mapping[str, object]) -> "ImportProblem":
        """Raises ValueError or KeyError on what `to_json` did not write."""
        code, row, cause, data = (payload.get(key) for key in ("code", "row", "cause", "data"))
        return cls(
            code=NoteCode(str(code)) if code in set(NoteCode) else FileCode(str(code)),
            row=row if isinstance(row, int) else None,
            fix=Fix(str(payload["fix"])) if payload.get("fix") else None,
            cause=str(cause) if cause else None,
            data=data if isinstance(data, Mapping) else {},
        )


def parted(
    findings: Iterable[ImportProblem], *, rows: bool
) -> tuple[tuple[ImportProblem, ...], tuple[ImportProblem, ...]]:
    """Problems and notes, each in the order of the file; a list without a row and a problem is an empty one."""
    ordered = sorted(findings, key=lambda each: each.row or 0)
    problems = tuple(each for each in ordered if not each.is_note)
    if not (rows or problems):
        problems = (ImportProblem(FileCode.EMPTY, fix=Fix.CHOOSE_OTHER_FILE),)
    return problems, tuple(each for each in ordered if each.is_note)


class FileRefused(Exception):  # noqa: N818 - it is an answer, not a fault
    """No row of the file can be used; carries the problem that says why."""

    def __init__(self, code: FileCode, fix: Fix | None = None, **data: object) -> None:
        super().__init__(code)
        self.problem = ImportProblem(code, fix=fix, data=data)
