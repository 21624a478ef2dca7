"""How strings are found, kept and compiled."""

import re
from gettext import GNUTranslations
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils.translation import gettext, ngettext, override, pgettext

from tournaments import catalogues

TEMPLATE = """\
{% load i18n %}
  <p>{% translate "Draw" context "lots" %} {{ _("Table") }}</p>
    {% blocktranslate count tables=n trimmed %}
      {{ tables }} table is open, 100% sure
  {% plural %}
      {{ tables }} tables are open
    {% endblocktranslate %}
"""

PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}|<[^>]+>")


def _forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in catalogues.SOURCES:
        (tmp_path / folder).mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    (tmp_path / "tournaments" / "page.py").write_text(
        "# Translators: of a pair\nx = _('Number')\ny = ngettext_lazy('%(n)d pair', '%(n)d pairs', 'n')\n"
    )
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "LOCALE_DIR", tmp_path / "tournaments" / "locale")
    return tmp_path


def test_strings_of_code_and_templates_are_found(repository: Path) -> None:
    found = catalogues.strings_in_code()

    assert {(message.id, message.context) for message in found if message.id} == {
        ("Number", None),
        (("%(n)d pair", "%(n)d pairs"), None),
        ("Draw", "lots"),
        ("Table", None),
        (("%(tables)s table is open, 100%% sure", "%(tables)s tables are open"), None),
    }


def test_translations_and_remarks_are_kept(repository: Path) -> None:
    catalogue = catalogues.read_catalogue("rm")
    catalogue.add("Number", "Numer", user_comments=["unsure"])
    catalogue.add("Gone", "Naven")
    catalogues.write_catalogue("rm", catalogue)

    catalogues.write_catalogue("rm", catalogues.updated_catalogue("rm", catalogues.strings_in_code()), prune=True)

    kept = catalogues.read_catalogue("rm")
    assert {message.id: (message.string, message.user_comments) for message in kept if message.id} == {
        "Number": ("Numer", ["unsure"]),
        ("%(n)d pair", "%(n)d pairs"): (("", ""), []),
        "Draw": ("", []),
        "Table": ("", []),
        ("%(tables)s table is open, 100%% sure", "%(tables)s tables are open"): (("", ""), []),
    }
    assert len(catalogues.untranslated(kept)) == 4


def test_a_translation_of_one_language_stands_in_no_other(repository: Path) -> None:
    found = catalogues.strings_in_code()
    german, italian = (catalogues.updated_catalogue(language, found) for language in ("de", "it"))

    german["Number"].string = "Nummer"

    assert [each["Number"].string for each in (german, italian, found)] == ["Nummer", None, None]


def test_strings_that_no_catalogue_has_are_missing(repository: Path) -> None:
    out = StringIO()

    call_command("messages", "--missing", stdout=out)

    assert sorted(out.getvalue().splitlines()) == sorted(
        f"{language}: {line}"
        for language in catalogues.TRANSLATED
        for line in (
            "templates/page.html: 'Draw'",
            "templates/page.html: 'Table'",
            "templates/page.html: ('%(tables)s table is open, 100%% sure', '%(tables)s tables are open')",
            "tournaments/page.py: 'Number'",
            "tournaments/page.py: ('%(n)d pair', '%(n)d pairs')",
        )
    )


def test_a_catalogue_is_compiled_once(repository: Path) -> None:
    catalogues.write_catalogue("it", catalogues.read_catalogue("it"))

    first, second = catalogues.compile_catalogues(), catalogues.compile_catalogues()

    assert ([file.parts[-3] for file in first], second) == (["rm", "de", "it"], [])


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
@pytest.mark.parametrize(("number", "expected"), [(1, "one"), (2, "many"), (1_000_000, "many")], ids=str)
def test_a_plural_is_found_in_each_language(repository: Path, language: str, number: int, expected: str) -> None:
    catalogue = catalogues.read_catalogue(language)
    catalogue.add(("%(n)d pair", "%(n)d pairs"), ("one", "many"))
    catalogues.write_catalogue(language, catalogue)
    catalogues.compile_catalogues()

    with catalogues.catalogue_file(language).with_suffix(".mo").open("rb") as binary:
        shown = GNUTranslations(binary).ngettext("%(n)d pair", "%(n)d pairs", number)

    assert shown == expected


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_translations_have_the_placeholders_of_their_strings(language: str) -> None:
    texts = [
        (text, translation)
        for message in catalogues.read_catalogue(language)
        for text, translation in zip(*map(_forms, (message.id, message.string)), strict=True)
        if text and translation
    ]

    differing = [pair for pair in texts if len({tuple(sorted(PLACEHOLDER.findall(text))) for text in pair}) > 1]

    assert differing == []


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("rm", ["Quei caum ei obligatoris.", "d’avrigl", "mesemna", "%d Jahre"]),
        ("de", ["Dieses Feld ist zwingend erforderlich.", "April", "Mittwoch", "%d Jahre"]),
    ],
)
def test_romansh_borrows_german_texts_of_the_framework_but_not_its_months(language: str, expected: list[str]) -> None:
    with override(language):
        shown = [
            gettext("This field is required."),
            pgettext("alt. month", "April"),
            gettext("Wednesday"),
            ngettext("%(num)d year", "%(num)d years", 2).replace("%(num)d", "%d"),
        ]

    assert shown == expected


def test_german_is_written_as_in_switzerland() -> None:
    with override("de"):
        shown = gettext("Ensure this value is less than or equal to %(limit_value)s.")

    assert shown == "Dieser Wert muss kleiner oder gleich %(limit_value)s sein."
