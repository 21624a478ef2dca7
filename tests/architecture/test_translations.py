"""Every string is there in four languages, and says the same."""

import re

import pytest
from babel.messages.catalog import Catalog, Message

from tournaments.catalogues import TRANSLATED, read_catalogue, strings_in_code, untranslated

PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")
#: Words of the game that stay Romansh in every language.
UNTRANSLATED_WORDS = ("buns", "schliats")


@pytest.fixture(scope="module")
def in_code() -> Catalog:
    return strings_in_code()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_string_is_untranslated(language: str) -> None:
    missing = [message.id for message in untranslated(read_catalogue(language))]

    assert missing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_is_in_step_with_the_code(language: str, in_code: Catalog) -> None:
    catalogue = read_catalogue(language)

    assert keys(catalogue) == keys(in_code), "run: python3 start.py manage messages"


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_agree(language: str) -> None:
    differing = [
        (message.id, translation)
        for message in read_catalogue(language)
        for translation in strings(message.string)
        if message.id and placeholders(translation) not in allowed_placeholders(message)
    ]

    assert differing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_buns_and_schliats_stay_romansh(language: str) -> None:
    lost = [
        (message.id, translation)
        for message in read_catalogue(language)
        for translation in strings(message.string)
        for word in UNTRANSLATED_WORDS
        if re.search(rf"\b{word}\b", " ".join(strings(message.id))) and not re.search(rf"\b{word}\b", translation)
    ]

    assert lost == []


def test_no_sentence_is_the_same_in_two_languages() -> None:
    said: dict[tuple[object, str], list[str]] = {}
    for language in TRANSLATED:
        for message in read_catalogue(language):
            for translation in strings(message.string):
                if message.id and len(re.findall(r"\w{2,}", PLACEHOLDER.sub("", translation))) > 3:
                    said.setdefault((keyed(message), translation), []).append(language)

    borrowed = {key: languages for key, languages in said.items() if len(set(languages)) > 1}
    assert borrowed == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translator_s_note_is_no_part_of_the_translation(language: str) -> None:
    noted = [
        translation
        for message in read_catalogue(language)
        for translation in strings(message.string)
        if message.id and "#" in translation and "#" not in "".join(strings(message.id))
    ]

    assert noted == []


def keys(catalogue: Catalog) -> set[tuple[str, str | None]]:
    return {keyed(message) for message in catalogue if message.id}


def keyed(message: Message) -> tuple[str, str | None]:
    return strings(message.id)[0], message.context


def strings(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value or "",)


def placeholders(text: str) -> list[str]:
    return sorted(found.group() for found in PLACEHOLDER.finditer(text))


def allowed_placeholders(message: Message) -> list[list[str]]:
    """Those of the English text; of its singular or plural where there are two, as "one" may be a word."""
    return [placeholders(text) for text in strings(message.id)]
