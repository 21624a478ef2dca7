"""Entry lists: columns in four languages and any order, pairs on one row or two, and every kind of problem."""

import time

import pytest

from tests.tournaments.imports.import_files import text_file
from tournaments.imports import EntriesPreview, KnownPerson, read_entries

PEOPLE = [("Gion Nuth", "Lina Tuor"), ("Sep Beer", "Eva Monn")]


def names(preview: EntriesPreview) -> list[tuple[str, ...]]:
    return [tuple(person.name for person in row.people) for row in preview.rows]


def codes(preview: EntriesPreview) -> list[tuple[int | None, str]]:
    return [(each.row, str(each.code)) for each in preview.problems]


def notes(preview: EntriesPreview) -> list[tuple[int | None, str]]:
    return [(each.row, str(each.code)) for each in preview.notes]


@pytest.mark.parametrize(
    "header",
    [
        "Pèr;Num 1;Liug 1;Num 2;Liug 2;Uniun",
        "Numer;Giugadur/a 1;Domicil 1;Giugadur/a 2;Domicil 2;Societad",
        "Nr.;Name 1;Ort 1;Name 2;Ort 2;Verein",
        "Paar-Nr.;Spieler/in 1;Wohnort 1;Spieler/in 2;Wohnort 2;Club",
        "Startnummer;1. Spieler;Wohnort;2. Spieler;Wohnort;Sektion",
        "Nr;Spieler A;Ort A;Spieler B;Ort B;Klub",
        "#;Name Spieler 1;Ort Spieler 1;Name Spieler 2;Ort Spieler 2;Vereinsname",
        "N.;Nome 1;Luogo 1;Nome 2;Luogo 2;Società",
        "Coppia n.;Giocatore 1;Domicilio 1;Giocatore 2;Domicilio 2;Associazione",
        "Pair number;Player 1;Place 1;Player 2;Place 2;Club",
        "No;Name;Town;Partner;Town;Club",
        "N°;Name;Residence;Name;Residence;Club",
        "PAAR;NAME1;ORT1;NAME2;ORT2;VEREIN",
        "Team;Player 1 name;Place of player 1;Player 2 name;Place of player 2;Club",
        "Nr.;Teilnehmer*in 1;Wohnort (PLZ Ort) 1;Teilnehmer*in 2;Wohnort 2;Verein",
    ],
)
def test_header_words(header: str) -> None:
    data = f"{header}\n1;Gion Nuth;Trun;Lina Tuor;Vrin;Il Narr\n2;Sep Beer;Laax;Eva Monn;Flem;La Roda\n".encode()

    preview = read_entries(data)

    assert (names(preview), codes(preview), notes(preview), preview.unused_columns) == (PEOPLE, [], [], ())
    assert [[person.place for person in row.people] for row in preview.rows] == [["Trun", "Vrin"], ["Laax", "Flem"]]
    assert [(row.number, row.club) for row in preview.rows] == [(1, "Il Narr"), (2, "La Roda")]


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Vorname;Nachname", "Gion;Nuth"),
        ("Nachname;Vorname", "Nuth;Gion"),
        ("Name;Vorname", "Nuth;Gion"),
        ("Nome;Cognome", "Gion;Nuth"),
        ("Cognome;Nome", "Nuth;Gion"),
        ("Prenum;Num", "Gion;Nuth"),
        ("Prenum;Num da famiglia", "Gion;Nuth"),
        ("First name;Last name", "Gion;Nuth"),
        ("Family name;First name", "Nuth;Gion"),
        ("Name;Club", "Gion Nuth;"),
        ("Name, Vorname;Ort", "Nuth, Gion;"),
        ("Nome e cognome;Luogo", "Gion Nuth;"),
        ("Vor- und Nachname;Ort", "Gion Nuth;"),
        ("Name;Bemerkung", "Gion Nuth;vegi"),
        ("Name", "Gion Nuth"),
    ],
)
def test_given_and_family_names(header: str, cells: str) -> None:
    preview = read_entries(f"{header}\n{cells}\n".encode(), kind="individuals")

    assert (names(preview), codes(preview)) == ([("Gion Nuth",)], [])


@pytest.mark.parametrize(
    "header", ["Jahrgang", "Jg.", "Geburtsdatum", "Annada", "Onn da naschientscha", "Anno di nascita"]
)
def test_year_of_birth(header: str) -> None:
    preview = read_entries(f"Name;{header}\nGion Nuth;1961\n".encode(), kind="individuals")

    assert preview.rows[0].people[0].year_of_birth == 1961


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param("1;Gion Nuth;Trun\n1;Lina Tuor;Vrin\n2;Sep Beer;Laax\n2;Eva Monn;Flem\n", id="number twice"),
        pytest.param("1;Gion Nuth;Trun\n;Lina Tuor;Vrin\n2;Sep Beer;Laax\n;Eva Monn;Flem\n", id="number once"),
        pytest.param("1.;Gion Nuth;Trun\n1;Lina Tuor;Vrin\nNr. 2;Sep Beer;Laax\n2.0;Eva Monn;Flem\n", id="odd numbers"),
        pytest.param("1;Gion Nuth;Trun\n;Lina Tuor;Vrin\n2;Sep Beer;Laax\n2;Eva Monn;Flem\n", id="number as it comes"),
        pytest.param("1;Gion Nuth;Trun\n2;Sep Beer;Laax\n2;Eva Monn;Flem\n1;Lina Tuor;Vrin\n", id="apart"),
        pytest.param("1a;Gion Nuth;Trun\n1b;Lina Tuor;Vrin\n2 A;Sep Beer;Laax\n2 B;Eva Monn;Flem\n", id="letters"),
        pytest.param("1;Gion Nuth;Trun\n\n1;Lina Tuor;Vrin\n\n2;Sep Beer;Laax\n2;Eva Monn;Flem\n", id="empty rows"),
    ],
)
def test_a_pair_on_two_rows(rows: str) -> None:
    preview = read_entries(f"Paar;Name;Ort\n{rows}".encode())

    assert (names(preview), codes(preview), [row.number for row in preview.rows]) == (PEOPLE, [], [1, 2])


@pytest.mark.parametrize(
    "rows",
    [
        "Gion Nuth;Trun\nLina Tuor;Vrin\nSep Beer;Laax\nEva Monn;Flem\n",
        "Gion Nuth;\nLina Tuor;\n\nSep Beer;\nEva Monn;\n",
    ],
    ids=["in a row", "in blocks"],
)
def test_pairs_without_numbers_follow_the_order_and_say_so(rows: str) -> None:
    preview = read_entries(f"Name;Ort\n{rows}".encode())

    assert (names(preview), codes(preview), notes(preview)) == (PEOPLE, [], [(None, "paired_by_order")])


def test_a_single_person_in_a_block_does_not_shift_the_pairs() -> None:
    preview = read_entries(b"Name;Ort\nGion Nuth;\n\nSep Beer;\nEva Monn;\n")

    assert (names(preview), codes(preview)) == ([("Gion Nuth",), PEOPLE[1]], [(2, "missing_partner")])


def test_a_pair_without_a_number_among_others() -> None:
    preview = read_entries(b"Paar;Name\n1;Gion Nuth\n1;Lina Tuor\n;Sep Beer\n;Eva Monn\n")

    assert (names(preview), [row.number for row in preview.rows]) == (PEOPLE, [1, None])


def test_a_third_person_of_a_pair_number() -> None:
    preview = read_entries(b"Paar;Name\n1;Gion Nuth\n1;Lina Tuor\n1;Sep Beer\n2;Eva Monn\n2;Rita Alig\n")

    assert (codes(preview), [row.row for row in preview.usable]) == ([(4, "bad_number")], [2, 5])


@pytest.mark.parametrize("mark", [" – ", " / ", " & ", " und ", " e ", " + ", " - ", "/", ", "])
@pytest.mark.parametrize("header", ["Nr.;Paar;Ort", "Nr.;Namen;Ort", "Nr.;Spieler;Ort"])
def test_both_names_in_one_cell(mark: str, header: str) -> None:
    rows = [f"1;Gion Nuth{mark}Lina Tuor;Trun / Vrin", f"2;Sep Beer{mark}Eva Monn;Laax"]

    preview = read_entries("\n".join([header, *rows]).encode())

    assert (names(preview), codes(preview)) == (PEOPLE, [])
    assert [[person.place for person in row.people] for row in preview.rows] == [["Trun", "Vrin"], ["Laax", "Laax"]]


@pytest.mark.parametrize(
    ("header", "kind"),
    [("Spieler 1;Spieler 2", "pairs"), ("Name, Ort;Partner", "pairs"), ("Name und Wohnort;", "individuals")],
)
def test_places_behind_the_names(header: str, kind: str) -> None:
    rows = "Gion Nuth, Trun;Lina Tuor, Vrin\nSep von Beer, Laax;Eva Monn\n"
    if kind == "individuals":
        rows = rows.replace(";", ";\n")

    preview = read_entries(f"{header}\n{rows}".encode(), kind=kind)

    people = [(person.name, person.place) for row in preview.rows for person in row.people]
    assert people == [("Gion Nuth", "Trun"), ("Lina Tuor", "Vrin"), ("Sep von Beer", "Laax"), ("Eva Monn", "")]
    assert codes(preview) == []


def test_family_names_of_two_words_before_the_comma() -> None:
    rows = "1;von Planta, Ursina\n2;De Nicola, Eva\n3;Nuth, Gion Antoni\n"

    preview = read_entries(f"Nr.;Name\n{rows}".encode(), kind="individuals")

    assert names(preview) == [("Ursina von Planta",), ("Eva De Nicola",), ("Gion Antoni Nuth",)]


def test_one_place_and_one_club_count_for_both() -> None:
    preview = read_entries(b"Name 1;Name 2;Ort;Verein 1;Verein 2\nGion Nuth;Lina Tuor;Trun;Narr;Roda\n")

    assert ([person.place for person in preview.rows[0].people], preview.rows[0].club) == (
        ["Trun", "Trun"],
        "Narr / Roda",
    )


@pytest.mark.parametrize(
    "rows",
    [
        "1;Gion Nuth;Trun;Lina Tuor;Vrin;Il Narr\n2;Sep Beer;Laax;Eva Monn;Flem;Il Narr\n",
        "Gion Nuth;Trun;Lina Tuor;Vrin\nSep Beer;Laax;Eva Monn;Flem\n",
        "1;Gion Nuth;Lina Tuor\n2;Sep Beer;Eva Monn\n",
        "1,Gion Nuth,Lina Tuor\n2,Sep Beer,Eva Monn\n",
        "1;Gion Nuth;Trun\n1;Lina Tuor;Vrin\n2;Sep Beer;Laax\n2;Eva Monn;Flem\n",
        "Gion Nuth - Lina Tuor\nSep Beer - Eva Monn\n",
    ],
    ids=["all", "no number", "names", "comma", "two rows", "one column"],
)
def test_pairs_without_a_header(rows: str) -> None:
    preview = read_entries(rows.encode())

    assert (names(preview), codes(preview)) == (PEOPLE, [])
    assert (None, "no_header") in notes(preview)


@pytest.mark.parametrize(
    "rows", ["Gion Nuth\nEva Monn\n", "1;Gion Nuth;Trun\n2;Eva Monn;Laax\n", "Gion Nuth;Trun\nEva Monn;\n"]
)
def test_individuals_without_a_header(rows: str) -> None:
    preview = read_entries(rows.encode(), kind="individuals")

    assert (names(preview), codes(preview), notes(preview)) == (
        [("Gion Nuth",), ("Eva Monn",)],
        [],
        [(None, "no_header")],
    )


def test_a_header_with_an_unknown_word_is_nobody() -> None:
    preview = read_entries(b"Mitspielende;Ort\nGion Nuth;Trun\nEva Monn;Laax\n", kind="individuals")

    assert (names(preview), notes(preview)) == ([("Gion Nuth",), ("Eva Monn",)], [(1, "no_header")])
    assert preview.columns == (("Mitspielende", "name"), ("Ort", "place"))


def test_what_is_nobody_is_named() -> None:
    lines = (
        "Campiunadi 2027;;",
        ";;",
        "Nr.;Name;Ort",
        "1;Gion Nuth;Trun",
        "Nr.;Name;Ort",
        "2;Eva Monn;Laax",
        "3;;",
        "Total;2 Personen;",
        "* bezahlt;;",
        ";Warteliste;",
        ";;Flem",
    )

    preview = read_entries("\n".join(lines).encode(), kind="individuals")

    assert names(preview) == [("Gion Nuth",), ("Eva Monn",)]
    assert codes(preview) == [(11, "unreadable")]
    assert notes(preview) == [
        (1, "title_line"),
        (5, "repeated_header"),
        (7, "not_an_entry"),
        (8, "not_an_entry"),
        (9, "not_an_entry"),
        (10, "not_an_entry"),
    ]


@pytest.mark.parametrize("nobody", ["", "?", "-", "n.n.", "N.N.", "—", "TBD", "offen"])
def test_missing_partner(nobody: str) -> None:
    preview = read_entries(
        f"Nr.;Name 1;Name 2\n1;Gion Nuth;{nobody}\n2;{nobody};Eva Monn\n3;Sep Beer;Rita Alig\n".encode()
    )

    assert codes(preview) == [(2, "missing_partner"), (3, "missing_partner")]
    assert (names(preview), [row.row for row in preview.usable]) == (
        [("Gion Nuth",), ("Eva Monn",), ("Sep Beer", "Rita Alig")],
        [4],
    )
    assert [str(problem.fix) for problem in preview.problems] == ["add_partner", "add_partner"]


def test_a_list_of_the_other_kind() -> None:
    singles, pairs = b"Nr.;Name\n1;Gion Nuth\n2;Eva Monn\n", b"Name 1;Name 2\nGion Nuth;Eva Monn\n"

    found = [read_entries(singles), read_entries(pairs, kind="individuals")]

    assert [codes(each) for each in found] == [
        [(2, "missing_partner"), (3, "missing_partner")],
        [(None, "too_many_columns")],
    ]
    assert {str(problem.fix) for each in found for problem in each.problems} == {"choose_other_kind"}
    assert [each.refused for each in found] == [True, True]


@pytest.mark.parametrize("number", ["14a", "0", "-3", "10000", "1.5", "viii", "½", "2026-02-01"])
def test_numbers_that_are_none(number: str) -> None:
    preview = read_entries(f"Nr.;Name\n{number};Gion Nuth\n2;Eva Monn\n".encode(), kind="individuals")

    assert (codes(preview), preview.rows[0].number, preview.problems[0].data["value"]) == (
        [(2, "bad_number")],
        None,
        number,
    )


def test_digits_of_other_scripts_are_digits() -> None:
    preview = read_entries("Nr.;Name\n４１;Gion Nuth\n".encode(), kind="individuals")

    assert (preview.rows[0].number, codes(preview)) == (41, [])


def test_numbers_twice_and_taken() -> None:
    data = b"Nr.;Name\n1;Gion Nuth\n1;Eva Monn\n2;Sep Beer\n;Rita Alig\n"

    preview = read_entries(data, kind="individuals", taken_numbers={2})

    assert [(each.row, str(each.code), each.data["first_row"], each.data["taken"]) for each in preview.problems] == [
        (3, "bad_number", 2, False),
        (4, "bad_number", None, True),
    ]
    assert [row.number for row in preview.rows] == [1, None, None, None]


@pytest.mark.parametrize("name", ["=1+1", "123", "+41 79", "...", "１２"])
def test_a_name_without_a_letter_stays_text_and_is_named(name: str) -> None:
    preview = read_entries(text_file([("Name", "Ort"), (name, "Trun")]), kind="individuals")

    assert (names(preview), codes(preview), notes(preview)) == ([(name,)], [], [(2, "odd_name")])


@pytest.mark.parametrize(
    "name",
    [
        "=Ramun Flepp",
        "@Fidel",
        "-Tarcisi-",
        "<script>alert(1)</script>",
        "{{ 7*7 }}",
        "'; DROP TABLE x; --",
        "Ñ" * 120,
        "a\u202eb",
    ],
)
def test_hostile_names_stay_text(name: str) -> None:
    preview = read_entries(text_file([("Name", "Ort"), (name, "Trun")]), kind="individuals")

    assert (names(preview), codes(preview)) == ([(name,)], [])


def test_texts_that_no_list_has_room_for() -> None:
    rows = [("Name", "Ort", "Verein"), ("N" * 400, "", ""), ("Gion Nuth", "O" * 81, ""), ("Eva Monn", "", "V" * 121)]

    preview = read_entries(text_file(rows), kind="individuals")

    assert [(each.row, str(each.code), each.data["column"], each.data["length"]) for each in preview.problems] == [
        (2, "too_large", "name", 400),
        (3, "too_large", "place", 81),
        (4, "too_large", "club", 121),
    ]


@pytest.mark.parametrize(
    ("second", "code"),
    [
        pytest.param("2;Lina Tuor;Vrin;Gion Nuth;Trun", "duplicate_pair", id="other order"),
        pytest.param("1;Gion Nuth;Trun;Lina Tuor;Vrin", "duplicate_pair", id="same number"),
        pytest.param('2;"Nuth, Gion";TRUN;Tuor Lina;Vrin', "duplicate_pair", id="other spelling"),
        pytest.param("2;Gion Nuth;Trun;Eva Monn;Laax", "person_twice", id="one of them"),
        pytest.param("2;Gion Nuth;Laax;Eva Monn;Laax", "namesake_candidate", id="other village"),
        pytest.param("2;Gion Nuth;;Eva Monn;Laax", "namesake_candidate", id="no village"),
        pytest.param("2;Gion Nuth;Laax;Lina Tuor;Vrin", "person_twice", id="namesake beside one of them"),
        pytest.param("2;Eva Monn;Laax;Eva Monn;Laax", "person_twice", id="twice in a row"),
        pytest.param("2;Eva Monn;Laax;Eva Monn;Flem", "namesake_candidate", id="namesakes in a row"),
    ],
)
def test_who_is_there_already(second: str, code: str) -> None:
    preview = read_entries(f"Nr.;Name 1;Ort 1;Name 2;Ort 2\n1;Gion Nuth;Trun;Lina Tuor;Vrin\n{second}\n".encode())

    assert set(codes(preview)) == {(3, code)}
    assert len(preview.rows) == 2


def test_father_and_son() -> None:
    preview = read_entries(b"Name;Ort;Jahrgang\nGion Nuth;Trun;1950\nGion Nuth;Trun;1980\n", kind="individuals")

    assert (codes(preview), len(preview.usable)) == ([(3, "namesake_candidate")], 2)


KNOWN = (
    KnownPerson(1, "Gion Nuth", "Trun", 1950, "Il Narr", last_event="Sagogn 2026"),
    KnownPerson(2, "Nuth Gion", "Laax"),
    KnownPerson(3, "Jörg Müller", "Disentis/Mustér"),
    KnownPerson(4, "Eva Monn", "Flem", entry=12),
    KnownPerson(5, "Sep Beer", "Flem", entry=12),
    KnownPerson(6, "Rita Alig", "Vella"),
)


@pytest.mark.parametrize(
    ("cells", "code", "fix"),
    [
        pytest.param("Gion Nuth;Vrin;Lina Tuor;Vrin", "namesake_candidate", "keep_both", id="two candidates"),
        pytest.param("Joerg Mueller;Mustér;Lina Tuor;Vrin", "namesake_candidate", "link_person", id="surely the same"),
        pytest.param("Rita Alig;Chur;Lina Tuor;Vrin", "namesake_candidate", "keep_both", id="other village"),
        pytest.param("Eva Monn;Flem;Lina Tuor;Vrin", "person_twice", "skip_row", id="entered"),
        pytest.param("Sep Beer;Flem;Eva Monn;Flem", "duplicate_pair", "skip_row", id="pair entered"),
    ],
)
def test_people_known_before(cells: str, code: str, fix: str) -> None:
    preview = read_entries(f"Name 1;Ort 1;Name 2;Ort 2\n{cells}\n".encode(), known_people=KNOWN)

    assert [(each.row, str(each.code), str(each.fix)) for each in preview.problems] == [(2, code, fix)]
    assert bool(preview.usable) is (code == "namesake_candidate")


def test_candidates_are_shown_side_by_side() -> None:
    preview = read_entries(b"Name;Ort\nGion Nuth;Laax\n", kind="individuals", known_people=KNOWN)

    assert preview.problems[0].data == {
        "person": 0,
        "name": "Gion Nuth",
        "place": "Laax",
        "year_of_birth": None,
        "club": "",
        "rows": [],
        "candidates": [
            {
                "id": 1,
                "last_event": "Sagogn 2026",
                "same": False,
                "entry": None,
                "name": "Gion Nuth",
                "place": "Trun",
                "year_of_birth": 1950,
                "club": "Il Narr",
            },
            {
                "id": 2,
                "last_event": "",
                "same": True,
                "entry": None,
                "name": "Nuth Gion",
                "place": "Laax",
                "year_of_birth": None,
                "club": "",
            },
        ],
    }


def test_200_messy_rows_take_less_than_two_seconds() -> None:
    rows = [("Liste", "", "", "", "", ""), ("Nr.", "Vorname 1", "Name 1", "Ort 1", "Name\n2", "Ort 2")]
    rows += [(f"{n}.", f" Gion\u00a0{n}", "Nuth", "Trun\n(GR)", f"Tuor, Lina {n % 150}", "Vrin") for n in range(1, 201)]
    known = [KnownPerson(n, f"Gion {n} Nuth", "Trun") for n in range(2_000)]
    began = time.process_time()

    preview = read_entries(text_file(rows, encoding="mac_roman"), known_people=known)

    assert time.process_time() - began < 2
    assert len(preview.rows) == 200
