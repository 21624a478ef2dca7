"""Any file to grids of text cells: what it is follows from its content, never from its name."""

from pathlib import PurePath

from . import limits
from .decoding import MIXED, decode
from .delimited import read_delimited, split_again
from .grid import SheetFile
from .mending import mended
from .problems import FileCode, FileRefused, Fix, ImportProblem, NoteCode
from .workbook import read_workbook

_ARCHIVE = b"PK\x03\x04"
_FOREIGN = (
    (b"\xd0\xcf\x11\xe0", "xls"),  # old Excel, and a workbook with a password
    (b"%PDF", "pdf"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"\x1f\x8b", "archive"),
    (b"{\\rtf", "rtf"),
)


def read_sheet(data: bytes, filename: str = "") -> SheetFile:
    """Read CSV, text or XLSX. Raises FileRefused: empty, too_large, unreadable, too_many_columns, not_a_table."""
    if len(data) > limits.UPLOAD_BYTES:
        raise FileRefused(FileCode.TOO_LARGE, Fix.SPLIT_FILE, limit="bytes", most=limits.UPLOAD_BYTES)
    if not data.strip():
        raise FileRefused(FileCode.EMPTY, Fix.CHOOSE_OTHER_FILE)
    if data.startswith(_ARCHIVE):
        return _filled(SheetFile(tuple(map(split_again, read_workbook(data))), "xlsx"))
    for mark, name in _FOREIGN:
        if data.startswith(mark):
            raise FileRefused(FileCode.UNREADABLE, Fix.SAVE_AS_XLSX, format=name)
    return _filled(_read_text(data, filename))


def _filled(source: SheetFile) -> SheetFile:
    if not any(grid.lines for grid in source.grids):
        if any(grid.problems for grid in source.grids):
            raise FileRefused(FileCode.UNREADABLE, Fix.SAVE_AS_XLSX, formulas=True)
        raise FileRefused(FileCode.EMPTY, Fix.CHOOSE_OTHER_FILE)
    return source


def _read_text(data: bytes, filename: str) -> SheetFile:
    raw, encoding = decode(data)
    text = mended(raw)
    if text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<?xml", "<table")):
        raise FileRefused(FileCode.NOT_A_TABLE, Fix.SAVE_AS_XLSX, format="html")
    grid, delimiter = read_delimited(text)
    grid = split_again(grid)
    notes = [ImportProblem(NoteCode.MIXED_ENCODINGS)] if encoding == MIXED else []
    if text != raw:
        notes.append(ImportProblem(NoteCode.REPAIRED_LETTERS))
    if PurePath(filename).suffix.lower() in {".xlsx", ".xls", ".ods"}:
        notes.append(ImportProblem(NoteCode.TEXT_IN_DISGUISE, data={"filename": filename[:100]}))
    return SheetFile((grid,), encoding, delimiter, tuple(notes))
