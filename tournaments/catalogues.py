"""The catalogues of translations: found in the code, kept in step with it, compiled.

Babel does it all, so no gettext programs are needed. English is the source. `manage.py messages` is the command;
start.py and the tests only compile.
"""

import importlib.util
from collections.abc import Iterator, Sequence
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import templatize

ROOT = Path(__file__).resolve().parents[1]
LOCALE_DIR = ROOT / "tournaments" / "locale"
TRANSLATED = ("rm", "de", "it")
#: Where strings for people are; `engine` and `scoring` speak in codes.
SOURCES = ("tournaments", "troccas_site", "templates")
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    **{f"{name}_lazy": DEFAULT_KEYWORDS[name] for name in ("gettext", "ngettext", "pgettext", "npgettext")},
    "gettext_noop": None,
}
#: Packages whose own texts people see. Romansh has none of them and borrows the German ones.
FRAMEWORK = (
    "django.conf",
    "django.contrib.auth",
    "django.contrib.admin",
    "allauth",
    "django_filters",
    "django_tables2",
)
BORROWING = ("rm", "de")
NEW_CATALOGUE = """\
msgid ""
msgstr ""
"Project-Id-Version: troccas\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def catalogue_file(language: str) -> Path:
    """Where the translations of a language are."""
    return LOCALE_DIR / language / "LC_MESSAGES" / "django.po"


def read_catalogue(language: str) -> Catalog:
    """The translations of a language; a new catalogue when there are none yet."""
    file = catalogue_file(language)
    content = file.read_bytes() if file.exists() else NEW_CATALOGUE.format(language=language).encode()
    return read_po(BytesIO(content), locale=language)


def strings_in_code() -> Catalog:
    """Every string of the code and the templates that is meant for people, without translations."""
    found = Catalog(project="troccas", charset="utf-8")
    for file in _source_files():
        place = file.relative_to(ROOT).as_posix()
        source = file.read_text(encoding="utf-8")
        if file.suffix != ".py":
            source = _as_python(source, place)
        for line, message, comments, context in extract(
            "python", BytesIO(source.encode()), KEYWORDS, comment_tags=("Translators:",)
        ):
            found.add(message, locations=[(place, line)], auto_comments=comments, context=context)
    return found


def updated_catalogue(language: str, found: Catalog) -> Catalog:
    """The catalogue of a language with exactly the strings of `found`; translations and remarks are kept."""
    catalogue = read_catalogue(language)
    # Babel takes the messages over as they are: shared, a translation of one language would stand in all of them.
    catalogue.update(deepcopy(found), no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def write_catalogue(language: str, catalogue: Catalog, *, prune: bool = False) -> None:
    """Write a catalogue; `prune` forgets translations of strings that are no longer used."""
    file = catalogue_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as text:
        write_po(text, catalogue, width=100, sort_by_file=True, include_lineno=False, ignore_obsolete=prune)


def untranslated(catalogue: Catalog) -> list[Message]:
    """The strings that have no translation, or none that somebody has looked at."""
    return [message for message in catalogue if message.id and (message.fuzzy or not _is_complete(message))]


def compile_catalogues() -> list[Path]:
    """Write a `.mo` for each catalogue that is newer than its own. Returns what was written."""
    written = []
    for language in TRANSLATED:
        target = catalogue_file(language).with_suffix(".mo")
        sources = [catalogue_file(language), Path(__file__), *_framework_files(language)]
        newest = max(source.stat().st_mtime for source in sources if source.exists())
        if target.exists() and target.stat().st_mtime > newest:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(".part")
        with part.open("wb") as binary:
            write_mo(binary, _complete_catalogue(language))
        part.replace(target)
        written.append(target)
    return written


def _source_files() -> Iterator[Path]:
    for folder in SOURCES:
        for suffix in (".py", ".html", ".txt"):
            yield from sorted(file for file in (ROOT / folder).rglob(f"*{suffix}") if "migrations" not in file.parts)


def _as_python(template: str, place: str) -> str:
    """A template as lines of Python calls. Indentation means nothing in it and would trouble the tokenizer."""
    return "\n".join(line.strip() for line in templatize(template, origin=place).splitlines())


def _is_complete(message: Message) -> bool:
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(strings)


def _complete_catalogue(language: str) -> Catalog:
    """What a `.mo` holds: ours, and for Romansh below it German texts of the framework and Romansh months and days."""
    own = read_catalogue(language)
    complete = Catalog(locale=language, charset="utf-8")
    # Babel counts three plural forms in Italian, the catalogue two: a form that is not there would be shown in English.
    complete.mime_headers = [("Plural-Forms", own.plural_forms)]
    for file in _framework_files(language):
        with file.open("rb") as binary:
            for message in read_mo(binary):
                if message.id and message.string:
                    _put(complete, message.id, message.context, _swiss(message.string))
    if language == "rm":
        for name, context, text in _names_of_dates(Locale("rm")):
            _put(complete, name, context, text)
    for message in own:
        if message.id and message.string and not message.fuzzy and _is_complete(message):
            _put(complete, message.id, message.context, message.string)
    return complete


def _put(catalogue: Catalog, text: str | Sequence[str], context: str | None, translation: str | Sequence[str]) -> None:
    """Set a translation, over one that is there. Texts with a plural are pairs."""
    catalogue.delete(text if isinstance(text, str) else text[0], context)
    catalogue.add(text, translation, context=context)  # type: ignore[arg-type]  # its types know no sequences


def _framework_files(language: str) -> list[Path]:
    if language not in BORROWING:
        return []
    roots = [Path(str(importlib.util.find_spec(package).origin)).parent for package in FRAMEWORK]  # type: ignore[union-attr]
    return [root / "locale" / "de" / "LC_MESSAGES" / "django.mo" for root in roots]


def _swiss(string: str | Sequence[str]) -> str | tuple[str, ...]:
    """German as it is written in Switzerland."""
    return string.replace("ß", "ss") if isinstance(string, str) else tuple(part.replace("ß", "ss") for part in string)


def _names_of_dates(locale: Locale) -> Iterator[tuple[str, str | None, str]]:
    """(English, context, translation) of months and weekdays, as django.utils.dates names them."""
    english = Locale("en")
    for month, name in english.months["stand-alone"]["wide"].items():
        yield name, None, locale.months["stand-alone"]["wide"][month]
        yield name, "alt. month", locale.months["format"]["wide"][month]
        yield name[:3].lower(), None, locale.months["format"]["abbreviated"][month]
    for day, name in english.days["format"]["wide"].items():
        yield name, None, locale.days["format"]["wide"][day]
        yield name[:3], None, locale.days["format"]["abbreviated"][day]
