"""A result as a phone without network shows it to the office: one line in a QR code, and readable below it.

    TROCCAS 4 12 A 40 30 36 50 K

Round, table, side, the four card points of that side, and a check symbol over the round in two digits, the table in
three, the side and each number in two: the sum of the values of these 14 symbols times 3, 9, 27, …, modulo 31. As 3
generates all residues of 31, every wrong symbol and every exchange of two is noticed; of two whole numbers in each
other's place all but about one in thirty are (40 and 11 are not), for there are more numbers than symbols. Only symbols
that a QR code packs tightly. `static/tournaments/js/phone.js` writes the same line.
"""

import re
from dataclasses import dataclass

from engine.seats import Side
from scoring.balance import DEAL_POINTS, DEALS_PER_TABLE

#: Without I, L, O and U, which are easily read as something else; the value of a symbol is its place.
SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXY"
WORD = "TROCCAS"
LINE = re.compile(
    rf"\s*(?:{WORD}\s+)?(\d{{1,2}})\s+(\d{{1,3}})\s+([AB])((?:\s+\d{{1,2}}){{4}})\s+([0-9A-Z])\s*", re.ASCII
)
LONGEST = 60
#: Typed by hand these are one and the same.
ALIKE = str.maketrans("OIL", "011")


@dataclass(frozen=True, slots=True)
class ShownResult:
    """What a phone shows. `deals`: four card points (0–72) of `side`."""

    round: int
    table: int
    side: Side
    deals: tuple[int, ...]

    @property
    def deals_a(self) -> tuple[int, ...]:
        """The card points of side A."""
        return self.deals if self.side is Side.A else tuple(DEAL_POINTS - each for each in self.deals)

    @property
    def check(self) -> str:
        numbers = "".join(f"{each:02}" for each in self.deals)
        return check_symbol(f"{self.round:02}{self.table:03}{self.side.value.upper()}{numbers}")

    @property
    def line(self) -> str:
        """`TROCCAS 4 12 A 40 30 36 50 9`"""
        parts = (WORD, self.round, self.table, self.side.value.upper(), *self.deals, self.check)
        return " ".join(map(str, parts))


def read_shown(text: str) -> ShownResult | None:
    """The result of a line that was scanned or typed (in any case, the word may be missing).

    None when it is no such line, a number is not 0…72, or the check symbol says that something was misread.
    """
    found = LINE.fullmatch(text.upper()) if len(text) <= LONGEST else None
    if found is None:
        return None
    round_, table, side, numbers, check = found.groups()
    shown = ShownResult(int(round_), int(table), Side(side.lower()), tuple(map(int, numbers.split())))
    right = len(shown.deals) == DEALS_PER_TABLE and max(shown.deals) <= DEAL_POINTS
    return shown if right and check.translate(ALIKE) == shown.check else None


def check_symbol(text: str) -> str:
    """The check symbol for digits and the letter of the side."""
    total = sum(SYMBOLS.index(symbol) * pow(3, place, len(SYMBOLS)) for place, symbol in enumerate(text, 1))
    return SYMBOLS[total % len(SYMBOLS)]
