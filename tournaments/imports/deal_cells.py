"""What stands in the cells of a result list: card points or ± balance, of one side or of both."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.balance import DEAL_POINTS
from scoring.slip import Notation, Written

from .text import labelled_number, whole_number, words

_NUMBER = r"[+-]?\s*\d{1,9}(?:[.,]\d{0,3})?"
_SIGNED_PAIR = re.compile(r"([+-]\s*\d{1,9})\s*[/:|;]?\s*([+-]\s*\d{1,9})")
_PAIR = re.compile(rf"({_NUMBER})\s*[/:|–-]\s*({_NUMBER})")
_TABLE_WORDS = frozenset("tisch table meisa tavolo t m nr no n".split())


@dataclass(frozen=True, slots=True)
class DealCell:
    """The numbers of side a and, where it stands in the same cell, of side b; a text is one that is no number."""

    a: Written = None
    b: Written = None
    signed: bool = False


def read_deal_cell(text: str) -> DealCell:
    """Reads "41", "41.0", "41:31", "+5", "+5/-5", "±0"; anything else is kept as its text."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace("+/-", "").replace("±", "").strip()
    if not plain:
        return DealCell()
    signed = plain[0] in "+-"
    found = _SIGNED_PAIR.fullmatch(plain) or _PAIR.fullmatch(plain)
    if not found:
        return DealCell(_number(plain), signed=signed)
    return DealCell(_number(found[1]), _number(found[2]), signed=signed or found[2][0] in "+-")


def _number(text: str) -> int | str:
    number = whole_number(re.sub(r"^([+-])\s+", r"\1", text))
    return text[:60] if number is None else number


def notation_of(cells: Iterable[DealCell]) -> Notation:
    """How a file writes: a plain number above 36 can be points only; otherwise a sign says balance.

    Decided for the file as a whole and shown, so that no number changes its meaning silently (product.md D6).
    """
    read = list(cells)
    numbers = [each for cell in read if not cell.signed for each in (cell.a, cell.b) if isinstance(each, int)]
    if any(each > DEAL_POINTS // 2 for each in numbers) or not any(cell.signed for cell in read):
        return Notation.POINTS
    return Notation.NET


def read_table_number(text: str) -> int | None:
    """Reads "12", "12.0", "Tisch 12"; None for everything else."""
    return labelled_number(text, _TABLE_WORDS)


def read_side(text: str) -> str | None:
    """Reads "a" or "b" from "A", "Seite B", "side a"; None for everything else."""
    parts = words(text)
    return parts[-1] if parts and len(parts) <= 2 and parts[-1] in {"a", "b"} else None
