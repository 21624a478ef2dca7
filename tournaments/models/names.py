"""How names are ordered. Databases disagree about Ä and İ, so the key is made here and stored."""

import unicodedata


def folded(text: str) -> str:
    """The text in lower case without accents: `Solèr` and `soler` are found by each other."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def sort_key(name: str) -> str:
    """Family name first (the last word), then the rest, folded: the order of a printed list. At most 130 characters."""
    first, _, family = folded(name).rpartition(" ")
    return f"{family} {first}"[:130].strip()


def initials(name: str) -> str:
    """`Gion Giachen Caduff` becomes `G. G. C.`"""
    return " ".join(f"{word[0]}." for word in name.split())
