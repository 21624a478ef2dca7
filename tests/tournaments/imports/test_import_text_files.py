"""Text files in every encoding, delimiter and shape: no mangled letter, no lost row (product.md B2, B4)."""

import codecs

import pytest

from tests.tournaments.imports.import_files import HEADER, NAMES, PAIRS, text_file
from tournaments.imports import EntriesPreview, read_entries

TABLE = (HEADER, *PAIRS)
DELIMITERS = {"semicolon": ";", "comma": ",", "tab": "\t", "bar": "|"}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "mac_roman")


def names(preview: EntriesPreview) -> list[tuple[str, ...]]:
    return [tuple(person.name for person in row.people) for row in preview.rows]


def codes(preview: EntriesPreview) -> list[tuple[int | None, str]]:
    return [(each.row, str(each.code)) for each in preview.problems]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("delimiter", DELIMITERS.values(), ids=DELIMITERS.keys())
def test_letters_survive(encoding: str, delimiter: str) -> None:
    preview = read_entries(text_file(TABLE, delimiter, encoding))

    assert (names(preview), codes(preview), preview.delimiter) == (NAMES, [], delimiter)
    assert [[person.place for person in row.people] for row in preview.rows] == [[row[2], row[4]] for row in PAIRS]


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32-le"),
        ("cp1252", "cp1252"),
        ("mac_roman", "mac_roman"),
    ],
)
def test_encoding_is_named(encoding: str, said: str) -> None:
    assert read_entries(text_file(TABLE, ";", encoding)).encoding == said


@pytest.mark.parametrize("letters", ["Müller", "René", "Città", "Nicolò", "Öhri", "Zoë", "Weiß", "Dell’Agnese", "Ärni"])
@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman"])
def test_one_letter_tells_windows_from_mac(letters: str, encoding: str) -> None:
    preview = read_entries(text_file([("Name", "Ort"), (f"Gion {letters}", "Trun")], ";", encoding), kind="individuals")

    assert names(preview) == [(f"Gion {letters}",)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old-mac"])
def test_line_ends(newline: str) -> None:
    preview = read_entries(text_file(TABLE, newline=newline))

    assert [row.row for row in preview.rows] == [2, 3, 4]


@pytest.mark.parametrize("line", ["sep=;", '"sep=;"', "SEP=;", "sep=;;;;;"])
def test_separator_line_is_a_line_but_no_row(line: str) -> None:
    preview = read_entries(line.encode() + b"\r\n" + text_file(TABLE))

    assert ([row.row for row in preview.rows], names(preview), codes(preview)) == ([3, 4, 5], NAMES, [])


def test_separator_line_wins_over_what_looks_better() -> None:
    data = b"sep=,\r\n" + text_file([("Name", "Ort"), ("Gion; Caduff; Tuor", "Trun")], ",")

    preview = read_entries(data, kind="individuals")

    assert names(preview) == [("Gion; Caduff; Tuor",)]


def test_commas_in_names_do_not_make_columns() -> None:
    rows = [(number, f"Caduff, {given}", "Trun", f"Tuor, {given}", "Ilanz") for number, given in enumerate("ABCDE", 1)]

    preview = read_entries(text_file([HEADER[:5], *rows]))

    assert names(preview)[0] == ("A Caduff", "A Tuor")


def test_one_column_of_names_with_commas() -> None:
    preview = read_entries("Name\nCaduff, Lucrezia\nSolèr, Gion Antoni\n".encode("cp1252"), kind="individuals")

    assert (names(preview), codes(preview)) == ([("Lucrezia Caduff",), ("Gion Antoni Solèr",)], [])
    assert (preview.delimiter, preview.encoding) == ("", "cp1252")


def test_a_title_that_is_a_known_word() -> None:
    preview = read_entries(b"Namen\n" + text_file(TABLE, ","))

    assert (names(preview), codes(preview)) == (NAMES, [])


def test_quoted_line_breaks_keep_line_numbers() -> None:
    rows = [("Nr.", "Name\n1", "Name 2"), ("1", "Gion\nCaduff", "Lina Tuor"), ("2", "Sep Nuth", "Rita Beer")]

    preview = read_entries(text_file(rows))

    assert [(row.row, row.people[0].name) for row in preview.rows] == [(3, "Gion Caduff"), (5, "Sep Nuth")]


@pytest.mark.parametrize(
    "cell",
    ['"Gion Caduff', '"Gion" Caduff', 'Gion "il Gross" Caduff', 'Gion Caduff"'],
    ids=["opened", "word", "inside", "closed"],
)
def test_stray_quotation_mark_swallows_nothing(cell: str) -> None:
    data = f'Nr.;Name 1;Name 2\n1;{cell};Lina Tuor\n2;Sep Nuth;Rita "Beer\n3;Otto Monn;Eva "Lutz"\n'.encode()

    preview = read_entries(data)

    assert [row.number for row in preview.rows] == [1, 2, 3]
    assert [row.people[0].name.replace('"', "") for row in preview.rows][1:] == ["Sep Nuth", "Otto Monn"]


def test_a_whole_list_in_quotation_marks() -> None:
    lines = [";".join(row) for row in TABLE]

    preview = read_entries("\n".join(f'"{line}"' for line in lines).encode())

    assert (names(preview), codes(preview)) == (NAMES, [])


def test_ragged_lines() -> None:
    data = b"Nr.;Name 1;Ort 1;Name 2;Ort 2;Verein\n1;Gion Nuth;Trun;Lina Tuor\n2;Sep Beer;;Eva Monn;;Il Narr;;;\n"

    preview = read_entries(data)

    assert (names(preview), codes(preview)) == ([("Gion Nuth", "Lina Tuor"), ("Sep Beer", "Eva Monn")], [])


def test_shifted_line_is_reported_not_guessed() -> None:
    data = b"Nr.;Name 1;Ort 1;Name 2;Ort 2\n1;Gion Nuth;Trun; Rabius;Lina Tuor;Vella\n2;Sep Beer;Vrin;Eva Monn;Laax\n"

    preview = read_entries(data)

    assert (names(preview), codes(preview)) == ([("Sep Beer", "Eva Monn")], [(2, "too_many_columns")])


def test_spaces_accents_and_controls_are_tidied() -> None:
    data = text_file([("Name", "Ort"), (" Gion\u00a0 Antoni\t Sole\u0300r\u0007 ", "Trun\u202f/ Rabius")])

    preview = read_entries(data, kind="individuals")

    assert (preview.rows[0].people[0].name, preview.rows[0].people[0].place) == ("Gion Antoni Solèr", "Trun / Rabius")


@pytest.mark.parametrize("error", ["#N/A", "#NV", "#REF!", "#BEZUG!", "#DIV/0!"])
def test_error_cells_are_empty(error: str) -> None:
    preview = read_entries(text_file([("Name", "Ort"), ("Gion Nuth", error)]), kind="individuals")

    assert preview.rows[0].people[0].place == ""


@pytest.mark.parametrize("wrong", ["cp1252", "mac_roman"])
def test_letters_mangled_by_an_earlier_program_are_mended_and_named(wrong: str) -> None:
    mangled = text_file(TABLE).decode(wrong, errors="ignore")

    preview = read_entries(mangled.encode())

    assert names(preview) == NAMES
    assert "repaired_letters" in [str(note.code) for note in preview.notes]


def test_lines_of_two_programs() -> None:
    data = text_file([HEADER, PAIRS[0]]) + text_file([PAIRS[1]], encoding="cp1252") + text_file([PAIRS[2]])

    preview = read_entries(data)

    assert names(preview) == NAMES
    assert [str(note.code) for note in preview.notes] == ["mixed_encodings"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty", id="no bytes"),
        pytest.param(b" \r\n\t\r\n", "empty", id="white space"),
        pytest.param(codecs.BOM_UTF8, "empty", id="only a mark"),
        pytest.param(b";;;;\r\n;;;;\r\n", "empty", id="only delimiters"),
        pytest.param(b"Nr.;Name 1;Name 2\r\n", "empty", id="only a header"),
        pytest.param(b"Nr.;Name 1;Name 2\r\n;;\r\n", "empty", id="header and empty rows"),
        pytest.param(b"Nr.;Name 1;Name 2\r\n1;;\r\n2;;\r\n", "empty", id="numbers without people"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 900, "unreadable", id="old excel"),
        pytest.param(b"%PDF-1.7\n1 0 obj", "unreadable", id="pdf"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "unreadable", id="picture"),
        pytest.param(bytes(range(256)) * 9, "unreadable", id="binary"),
        pytest.param(codecs.BOM_UTF8 + b"Name;Ort\nGion Sol\xe8r;Trun", "unreadable", id="mark that lies"),
        pytest.param(codecs.BOM_UTF16_LE + b"N\0a\0m", "unreadable", id="cut utf-16"),
        pytest.param(b"<html><table><tr><td>Name</td></tr></table>", "not_a_table", id="html"),
        pytest.param(b"Dear all, please find the list attached.\nGreetings", "not_a_table", id="a letter"),
        pytest.param(b"x" * 2_000_001, "too_large", id="2 MB"),
        pytest.param(b"x" * 20_000_000, "too_large", id="20 MB"),
        pytest.param(b"Name;Ort\n" + b"Gion Nuth;Trun\n" * 2_001, "too_large", id="2,001 rows"),
        pytest.param(b"Name;Ort\n" + b"x" * 200_000 + b";Trun\n", "too_large", id="a cell of 200,000 letters"),
        pytest.param(b'Name;Ort\n"' + b"x" * 200_000 + b'";Trun\n', "too_large", id="the same quoted"),
        pytest.param(b"Name" + b";x" * 60 + b"\n", "too_many_columns", id="61 columns"),
    ],
)
def test_refusals(data: bytes, code: str) -> None:
    preview = read_entries(data, "list.csv")

    assert (preview.rows, codes(preview), preview.refused) == ((), [(None, code)], True)


def test_name_of_the_file_says_nothing() -> None:
    preview = read_entries(text_file(TABLE), "list.xlsx")

    assert (names(preview), [str(note.code) for note in preview.notes]) == (NAMES, ["text_in_disguise"])


def test_sample_line_and_columns_are_shown() -> None:
    preview = read_entries(text_file([("Nr.", "Name", "Telefon", "Name"), ("1", "Gion Nuth", "081", "Eva Monn")]))

    assert preview.sample_line == "1 | Gion Nuth | 081 | Eva Monn"
    assert preview.columns == (("Nr.", "number"), ("Name", "name"), ("Name", "name"))
    assert preview.unused_columns == ("Telefon",)
