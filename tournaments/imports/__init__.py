"""Files in: bytes to frozen previews. No database, no request, no exception for a bad file."""

from .entries import read_entries
from .namesakes import KnownPerson
from .previews import EntriesPreview, EntryRow, PersonRow, Preview, ResultRow, ResultsPreview
from .problems import FileCode, Fix, ImportProblem, NoteCode
from .results import read_results
from .text import name_key

__all__ = [
    "EntriesPreview",
    "EntryRow",
    "FileCode",
    "Fix",
    "ImportProblem",
    "KnownPerson",
    "NoteCode",
    "PersonRow",
    "Preview",
    "ResultRow",
    "ResultsPreview",
    "name_key",
    "read_entries",
    "read_results",
]
