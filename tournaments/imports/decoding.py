"""Bytes to text: mark, strict UTF-8, Windows-1252, Mac Roman where Windows-1252 cannot be (product.md B4)."""

import codecs
import re

from .problems import FileCode, FileRefused, Fix

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CAPITAL = "À-ÖØ-ÞŠŽŸ"
_SIGN = "§¶†‡€‰ˆ˜¤¦¨¬±²³¸¹×÷¿¡¢£¥‹›ƒ∞≤≥≠∑∏π∫Ω√≈∆◊ﬁﬂ"
_ODD = re.compile(
    "|".join(
        (
            f"[a-z][{_CAPITAL}]",  # a capital inside a word: "RenŽ"
            f"[A-Z][{_CAPITAL}][a-z]",  # "MŸller"
            f"[A-Za-z][{_SIGN}]",  # a sign for a letter: "Wei§"
            "[…†‡€÷•™][A-Za-z]",  # "…hri"
            "[A-Za-z][“”•™][A-Za-z]",
            r"[A-Za-z]‘(?![A-Za-z])",  # "Zo‘"
            "[b-df-hj-np-tv-zA-Z]š[b-df-hj-np-tv-z]",  # "Jšrg"
            "[∞≤≥≠∑∏∫√≈∆◊]",
        )
    )
)
MIXED = "utf-8+cp1252"


def decode(data: bytes) -> tuple[str, str]:
    """The text and the name of its encoding. Raises FileRefused for what is no text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _as_text(_strict(data[len(mark) :], encoding)), encoding
    if b"\0" in data:
        encoding = _utf16_without_mark(data)
        return _as_text(_strict(data, encoding)), encoding
    try:
        return _as_text(data.decode("utf-8")), "utf-8"
    except UnicodeDecodeError:
        text, encoding = _eight_bit(data)
    return _as_text(text), encoding


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise FileRefused(FileCode.UNREADABLE, Fix.SAVE_AS_UTF8, encoding=encoding) from None


def _utf16_without_mark(data: bytes) -> str:
    """Western text in UTF-16 has its zero bytes on one side only; anything else with zeros is no text."""
    even, odd = data[::2].count(0), data[1::2].count(0)
    if max(even, odd) * 4 < len(data) or min(even, odd) * 20 > len(data):
        raise FileRefused(FileCode.UNREADABLE, Fix.CHOOSE_OTHER_FILE)
    return "utf-16-le" if odd > even else "utf-16-be"


def _eight_bit(data: bytes) -> tuple[str, str]:
    if any(_is_accented_utf8(line) for line in data.splitlines()):
        # Somebody appended lines of another program: each line is one encoding at least.
        return "".join(_decode_line(line) for line in data.splitlines(keepends=True)), MIXED
    mac = data.decode("mac_roman")
    try:
        windows = data.decode("cp1252")
    except UnicodeDecodeError:
        return mac, "mac_roman"
    if _is_odd(windows) and not _is_odd(mac):
        return mac, "mac_roman"
    return windows, "cp1252"


def _is_accented_utf8(line: bytes) -> bool:
    try:
        return not line.isascii() and bool(line.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _decode_line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return _eight_bit_line(line)


def _eight_bit_line(line: bytes) -> str:
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:
        return line.decode("mac_roman")


def _is_odd(text: str) -> bool:
    """Whether words look as no word of our languages does: "MŸller", "Citt ˆ", "€rni", "Jšrg"."""
    return bool(_ODD.search(text))


def _as_text(text: str) -> str:
    """Without the zero bytes and controls that text does not have. Raises FileRefused when there are many."""
    controls = re.findall(r"[\x00-\x08\x0e-\x1f\x7f]", text)
    if len(controls) > 3 and len(controls) * 50 > len(text):
        raise FileRefused(FileCode.UNREADABLE, Fix.CHOOSE_OTHER_FILE)
    return text.removeprefix("\ufeff")
