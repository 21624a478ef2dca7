"""How names are ordered. Databases disagree about Ä and İ, so the key is made here and stored."""

import unicodedata

#: Joins and parts letters of some scripts: it cannot be seen, and belongs to the name.
JOINERS = "\u200c\u200d"


def readable(text: str) -> str:
    """The text without what nobody sees (control characters, marks that turn round all that follows), trimmed."""
    seen = (" " if char.isspace() else char for char in text if char.isspace() or char in JOINERS or is_seen(char))
    return " ".join("".join(seen).split())


def is_seen(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs"}


def folded(text: str) -> str:
    """The text in lower case without accents: `Solèr` and `soler` are found by each other."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def sort_key(name: str) -> str:
    """Family name first, folded: the order of every list by family name. At most 130 characters."""
    return folded(family_first(name))[:130].strip()


def family_first(name: str) -> str:
    """`Gion Giachen Caduff (Trun)` becomes `Caduff Gion Giachen (Trun)`: the family name is the last word.

    What tells namesakes apart, in brackets at the end, is none.
    """
    bare, bracket, suffix = name.partition(" (") if name.endswith(")") else (name, "", "")
    given, _space, family = bare.rpartition(" ")
    return f"{family} {given}".strip() + bracket + suffix


def initials(name: str) -> str:
    """`Gion Giachen Caduff` becomes `G. G. C.`"""
    return " ".join(f"{word[0]}." for word in name.split())
