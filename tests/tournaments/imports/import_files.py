"""Small files as secretaries send them, made for the tests. All people are made up."""

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook

HEADER = ("Nr.", "Name 1", "Ort 1", "Name 2", "Ort 2", "Verein")
PAIRS = (
    ("1", "Désirée Solèr", "Mumpé Tujetsch", "René Müller-Caduff", "Disentis/Mustér", "Las Gaglinas"),
    ("2", "Nicolò Vinzens", "Rhäzüns", "Noëmi Bühler", "Vella", "La Roda"),
    ("3", "François Monn", "Vrin", "Jörg Cathomen", "Domat/Ems", "La Roda"),
)
NAMES = [(pair[1], pair[3]) for pair in PAIRS]

type Rows = Iterable[Sequence[Any]]


def text_file(rows: Rows, delimiter: str = ";", encoding: str = "utf-8", newline: str = "\r\n") -> bytes:
    """As a spreadsheet writes it: quotation marks only where they are needed."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator=newline).writerows(rows)
    return out.getvalue().encode(encoding)


def workbook() -> Workbook:
    book = Workbook()
    for row in (HEADER, *PAIRS):
        book.active.append([int(cell) if cell.isdecimal() else cell for cell in row])
    return book


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """A workbook with something replaced inside one of its parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == part:
                assert old in content
                content = content.replace(old, new)
            target.writestr(name, content)
    return out.getvalue()


def archive(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return out.getvalue()
