"""Letters that an earlier program mangled: UTF-8 read as Windows-1252 ("SolÃ¨r") or as Mac Roman ("Sol√®r")."""

import re

_OURS = "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜ’‘“”–—…«»°\xa0"
"""Only what names and places of the Alps are written with: any other pair of odd letters may be meant."""


def _as_windows(char: str) -> str:
    """As Windows-1252 shows the UTF-8 bytes; its five bytes without a letter come out as controls."""
    return "".join(bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in char.encode("utf-8"))


def _as_mac(char: str) -> str:
    return char.encode("utf-8").decode("mac_roman")


_RIGHT = {mangle(char): char for mangle in (_as_windows, _as_mac) for char in _OURS}
_MANGLED = re.compile("|".join(re.escape(each) for each in sorted(_RIGHT, key=len, reverse=True)))


def mended(text: str) -> str:
    """The text with mangled letters put right."""
    return _MANGLED.sub(lambda found: _RIGHT[found[0]], text)
