"""Tidied text, and keys that find the same name in other spellings."""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

_LETTERS_WITHOUT_ACCENT_FORM = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "a", "œ": "o", "ı": "i"})
_UMLAUT_PAIRS = re.compile("([aou])e")
_SUFFIX = re.compile(r"\s*\([^()]*\)\s*$")
_NOT_A_WORD = re.compile(r"[\W_]+")
_APOSTROPHES = str.maketrans(dict.fromkeys("'’‘`´ʼ"))
_TITLES = frozenset("dr jr jun junior sen senior prof ing lic iur med phil".split())


def clean_text(text: str) -> str:
    """In NFC, trimmed, each run of white space (no-break spaces and line breaks too) made one space.

    Control characters that are no white space are taken out; everything else stays as it was typed.
    """
    printable = (char for char in text if char.isspace() or unicodedata.category(char) != "Cc")
    return " ".join(unicodedata.normalize("NFC", "".join(printable)).split())


def fold(text: str) -> str:
    """Lower case without accents: the same for "Solèr", "SOLER" and a split accent."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.translate(_LETTERS_WITHOUT_ACCENT_FORM)


def words(text: str) -> list[str]:
    """The folded words of a text; a hyphen parts words, an apostrophe does not."""
    return [word for word in _NOT_A_WORD.split(fold(text.translate(_APOSTROPHES))) if word]


@lru_cache(maxsize=8_192)
def name_key(name: str) -> str:
    """A key that is equal for the spellings of one name: case, accents, ä/ae, hyphens and word order are folded.

    What stands in brackets at the end ("(Trun)") tells namesakes apart and is left out.

    Equal keys are a reason to ask whether two people are one, never to merge them (product.md B5).
    """
    parts = sorted(_UMLAUT_PAIRS.sub(r"\1", word) for word in words(_SUFFIX.sub("", name)))
    return " ".join(parts) or clean_text(name).casefold()


@lru_cache(maxsize=8_192)
def place_keys(place: str) -> frozenset[str]:
    """Keys of a place's names: "Disentis/Mustér" is Disentis as well as Mustér."""
    return frozenset(key for part in place.split("/") if (key := name_key(part)))


def in_spoken_order(name: str) -> str:
    """Turns "Caduff, Lucrezia" into "Lucrezia Caduff"; everything else as it is."""
    surname, comma, given = (part.strip() for part in name.partition(","))
    if not (comma and surname and given) or "," in given:
        return name
    if not (has_letter(surname) and has_letter(given)) or set(words(given)) <= _TITLES:
        return name
    return f"{given} {surname}"


def has_letter(text: str) -> bool:
    return any(char.isalpha() for char in text)


def labelled_number(text: str, labels: Collection[str]) -> int | None:
    """A whole number, alone or behind one of these words: "12", "Tisch 12", "Nr. 12"."""
    number = whole_number(text)
    parts = words(text)
    if number is None and len(parts) == 2 and parts[0] in labels:
        number = whole_number(parts[1])
    return number


def whole_number(text: str) -> int | None:
    """A whole number in decimal digits of any script ("41", "41.0", "４１", "−5"); None for everything else."""
    plain = unicodedata.normalize("NFKC", text).strip().replace("−", "-").replace("–", "-")
    if not re.fullmatch(r"[+-]?\d{1,9}([.,]0{0,3})?", plain):
        return None
    return int(re.split("[.,]", plain)[0])
