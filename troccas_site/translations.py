"""The catalogues: found in the code, kept in step with it, compiled. Babel does it all; no gettext is installed.

`manage.py messages` is the command; start.py and the tests compile.
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE_DIR = Path(__file__).resolve().parents[1] / "tournaments" / "locale"
#: The source of every string is English.
TRANSLATED = ("rm", "de", "it")


def catalogue_file(language: str) -> Path:
    """Where the translations of a language are."""
    return LOCALE_DIR / language / "LC_MESSAGES" / "django.po"


def compile_catalogues() -> list[Path]:
    """Write a `.mo` beside each `.po` that is newer than it. Returns what was written."""
    written = []
    for source in map(catalogue_file, TRANSLATED):
        target = source.with_suffix(".mo")
        if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
            continue
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parts[-3])
        part = target.with_suffix(".mo.part")
        with part.open("wb") as binary:
            write_mo(binary, catalogue)
        part.replace(target)
        written.append(target)
    return written
