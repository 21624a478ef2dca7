"""Names: tidied but never changed, and found again in other spellings."""

import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.tournaments.imports.import_files import saved, text_file
from tournaments.imports import name_key, read_entries
from tournaments.imports.mending import mended
from tournaments.imports.text import clean_text, in_spoken_order


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lucrezia Caduff", "CADUFF Lucrezia"),
        ("Lucrezia Caduff", "Caduff, Lucrezia"),
        ("Zoë Solèr", "Zoe Soler"),
        ("Jörg Müller", "Joerg Mueller"),
        ("Jörg Müller", "Jorg Muller"),
        ("Andri Gross", "Andri Groß"),
        ("Anna-Mengia Cathomas", "Anna Mengia Cathomas"),
        ("Onna Dell’Agnese", "Onna Dell'Agnese"),
        ("Gieri d'Uors", "Gieri dUors"),
        ("Ursina Müller-Caduff", "Ursina Caduff Müller"),
        ("Maria Cathomas (Trun)", "Maria Cathomas"),
        ("  Gion\u00a0Nuth ", "Gion Nuth"),
        ("Sole\u0300r Gion", "Gion Solèr"),
        ("Søren Łuk", "Soren Luk"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Gion Nuth", "Gian Nuth"), ("Maria Caduff", "Maria Caduff-Nay"), ("Γιάννης", "Олена"), ("!", "?")],
)
def test_other_names_have_other_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Caduff, Lucrezia", "Lucrezia Caduff"),
        ("Nay-Giger, Gion Antoni", "Gion Antoni Nay-Giger"),
        ("von Planta, Ursina", "Ursina von Planta"),
        ("Gion Caduff, Dr.", "Gion Caduff, Dr."),
        ("Gion Caduff, jun.", "Gion Caduff, jun."),
        ("Caduff, Gion, Trun", "Caduff, Gion, Trun"),
        ("Caduff,", "Caduff,"),
        (", Gion", ", Gion"),
        ("7, 8", "7, 8"),
    ],
)
def test_family_name_first(written: str, spoken: str) -> None:
    assert in_spoken_order(written) == spoken


@settings(deadline=None)
@given(st.text())
def test_clean_text_is_clean(text: str) -> None:
    clean = clean_text(text)

    assert clean == clean_text(clean) == unicodedata.normalize("NFC", " ".join(clean.split()))
    assert not [char for char in clean if unicodedata.category(char) == "Cc"]


@settings(deadline=None)
@given(st.text())
def test_every_name_has_a_key_that_does_not_depend_on_case(name: str) -> None:
    clean = clean_text(name)

    assert bool(name_key(clean)) is bool(clean)
    assert name_key(clean.casefold()) == name_key(clean)


UNICODE = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=60)


@st.composite
def a_name(draw: st.DrawFn) -> str:
    """Any name with a letter, in the form in which it is kept; a comma would turn it round."""
    name = clean_text(draw(UNICODE))
    assume(any(map(str.isalpha, name)) and mended(name) == name)
    assume("," not in name)
    return name


@settings(deadline=None)
@given(a_name(), a_name(), st.sampled_from([";", ",", "\t", "|"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_any_unicode_name_comes_back_from_text(one: str, other: str, delimiter: str, encoding: str) -> None:
    rows = [("Nr.", "Name 1", "Ort 1", "Name 2", "Ort 2"), ("1", f"Q{one}", "Trun", f"Z{other}", "Vrin")]

    preview = read_entries(text_file(rows, delimiter, encoding))

    assert [person.name for person in preview.rows[0].people] == [clean_text(f"Q{one}"), clean_text(f"Z{other}")]


@settings(deadline=None)
@given(a_name())
def test_any_unicode_name_comes_back_from_a_workbook(name: str) -> None:
    assume(not name.startswith("=") and name.isprintable())
    book = Workbook()
    for row in (["Nr.", "Name", "Ort"], [1, f"Q{name}", "Trun"]):
        book.active.append(row)

    preview = read_entries(saved(book), kind="individuals")

    assert [person.name for person in preview.rows[0].people] == [clean_text(f"Q{name}")]
