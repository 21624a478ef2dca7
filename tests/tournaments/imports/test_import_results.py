"""Result lists: points or ±, one side or both, first dealer, totals; checked by the rules of the game."""

import json

import pytest

from scoring.slip import Notation
from tests.tournaments.imports.import_files import text_file
from tournaments.imports import ResultsPreview, read_results

TABLES = {1: "a", 2: "b", 3: None}
HEADER = "Tisch;Spiel 1;Spiel 2;Spiel 3;Spiel 4"


def read(text: str, tables: dict[int, str | None] | None = None) -> ResultsPreview:
    return read_results(text.encode(), "results.csv", tables or TABLES)


def deals(preview: ResultsPreview) -> list[tuple[int | None, ...]]:
    return [(row.table, *row.deals) for row in preview.rows]


def problems(preview: ResultsPreview) -> list[tuple[int | None, str, str | None]]:
    return [(each.row, str(each.code), each.cause and str(each.cause)) for each in preview.problems]


@pytest.mark.parametrize(
    "header",
    [
        "Meisa;Giug 1;Giug 2;Giug 3;Giug 4",
        "Tisch;Spiel 1;Spiel 2;Spiel 3;Spiel 4",
        "Tisch-Nr.;1. Spiel;2. Spiel;3. Spiel;4. Spiel",
        "Tavolo;Partita 1;Partita 2;Partita 3;Partita 4",
        "table;deal 1;deal 2;deal 3;deal 4",
        "Table no.;Deal 1 (A);Deal 2 (A);Deal 3 (A);Deal 4 (A)",
        "Nr.;Spiel 1;Spiel 2;Spiel 3;Spiel 4",
        "Tisch;1;2;3;4",
        "Meisa;Puncts A 1;Puncts A 2;Puncts A 3;Puncts A 4",
        "TISCH;SP1;SP2;SP3;SP4",
        "Tisch;G1;G2;G3;G4",
    ],
)
def test_header_words(header: str) -> None:
    preview = read(f"{header}\n1;40;30;36;50\nTisch 2;20;44;44;44\n")

    assert (deals(preview), problems(preview)) == ([(1, 40, 30, 36, 50), (2, 20, 44, 44, 44)], [])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1;40;30;36;50\n2;20;44;44;44\n", id="no header"),
        pytest.param("1;40;32;30;42;36;36;50;22\n2;20;52;44;28;44;28;44;28\n", id="both sides in turn"),
        pytest.param("1;40;30;36;50;32;42;36;22\n2;20;44;44;44;52;28;28;28\n", id="side b behind"),
        pytest.param(
            "Tisch;Spiel 1;;Spiel 2;;Spiel 3;;Spiel 4;\n;A;B;A;B;A;B;A;B\n"
            "1;40;32;30;42;36;36;50;22\n2;20;52;44;28;44;28;44;28\n",
            id="two header lines",
        ),
        pytest.param(
            "Tisch;A1;A2;A3;A4;B1;B2;B3;B4\n1;40;30;36;50;32;42;36;22\n2;20;44;44;44;52;28;28;28\n", id="A1 to B4"
        ),
        pytest.param(f"{HEADER}\n1;40:32;30:42;36:36;50:22\n2;20:52;44:28;44:28;44:28\n", id="a colon"),
        pytest.param(f"{HEADER}\n1;40-32;30-42;36-36;50-22\n2;20 / 52;44/28;44 – 28;44/28\n", id="dashes and slashes"),
        pytest.param(f"{HEADER}\n1;+4/-4;-6/+6;0/0;+14/-14\n2;-16/+16;+8/-8;+8/-8;+8/-8\n", id="both balances"),
        pytest.param(f"{HEADER}\n1;+4;-6;0;+14\n2;-16;+8;+8;+8\n", id="balances"),
        pytest.param(f"{HEADER}\n1;4;−6;±0;14\n2;-16;8;8;8\n", id="a spreadsheet took the plus away"),
        pytest.param(f"{HEADER}\n1;40.0; 30 ;36,0;５０\n2;20;44;44;44\n", id="odd numbers"),
        pytest.param(f"Runde;{HEADER};Paar A\n1;1;40;30;36;50;Nuth\n1;2;20;44;44;44;Monn\n", id="other columns"),
        pytest.param(f"{HEADER};Spiel 5\n1;40;30;36;50;\n2;20;44;44;44;\n", id="an empty fifth deal"),
    ],
)
def test_ways_to_write_a_result(text: str) -> None:
    preview = read(text)

    assert (deals(preview), problems(preview)) == ([(1, 40, 30, 36, 50), (2, 20, 44, 44, 44)], [])


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        pytest.param("40;30;36;80", [(2, "bad_number", "RANGE")], id="above 72"),
        pytest.param("40;30;36;-1", [(2, "bad_number", "RANGE")], id="below 0"),
        pytest.param("40;30;36;", [(2, "bad_number", "RANGE")], id="nothing"),
        pytest.param("40;30;36;4l", [(2, "bad_number", "RANGE")], id="a letter"),
        pytest.param("40;30;36;36.5", [(2, "bad_number", "RANGE")], id="a half"),
        pytest.param("4l;36.5;80;40", [(2, "bad_number", "RANGE")] * 3, id="three at once"),
        pytest.param("40:31;30:42;36:36;50:22", [(2, "wrong_sum", "SUM")], id="71 together"),
        pytest.param("+5/-4;0;0;0", [(2, "wrong_sum", "DIFF")], id="no mirror image"),
        pytest.param("1;40;40;40", [(2, "bad_number", "DEALER_ONE")], id="the dealer's 1"),
        pytest.param("40;71;40;40", [(2, "bad_number", "DEALER_ONE")], id="the other dealer's 1"),
        pytest.param("71;40;40;40", [], id="71 of the dealer"),
        pytest.param("40;1;40;40", [], id="1 of the others"),
        pytest.param("0;72;40;40", [], id="matches"),
        pytest.param("=20+20;40;40;40", [(2, "bad_number", "RANGE")], id="a formula as text"),
        pytest.param("9999999999;40;40;40", [(2, "bad_number", "RANGE")], id="a telephone number"),
    ],
)
def test_what_no_result_can_be(cells: str, found: list[tuple[int, str, str]]) -> None:
    preview = read(f"{HEADER}\n1;{cells}\n")

    assert problems(preview) == found
    assert len(preview.rows) == 1
    assert bool(preview.usable) is (not found)


def test_a_problem_says_where_and_what() -> None:
    preview = read(f"{HEADER}\n1;40:31;4l;36;50\n")

    assert [(str(each.fix), dict(each.data)) for each in preview.problems] == [
        ("correct_cell", {"deal": 2, "value": "4l"}),
        ("correct_cell", {"deal": 1, "value": "40:31", "given": 71, "expected": 72}),
    ]


def test_questions_are_listed_and_keep_nothing_out() -> None:
    preview = read(f"{HEADER}\n3;1;40;72;40\n")

    assert [(question.code, question.deal) for question in preview.rows[0].questions] == [
        ("CONFIRM_EXTREME", 1),
        ("CONFIRM_EXTREME", 3),
        ("DEALER_UNKNOWN", 1),
    ]
    assert (problems(preview), len(preview.usable)) == ([], 1)
    assert ResultsPreview.from_json(json.loads(json.dumps(preview.to_json()))) == preview


@pytest.mark.parametrize(
    ("header", "cell", "dealer", "note"),
    [
        ("Erster Geber", "A", "a", None),
        ("Geber", "Seite B", "a", "first_dealer_differs"),
        ("Primo mazziere", "b", "a", "first_dealer_differs"),
        ("First dealer", "side a", "a", None),
        ("Emprem scartist", "", "a", None),
        ("Dealer", "Gion Nuth", "a", "first_dealer_unread"),
    ],
)
def test_first_dealer(header: str, cell: str, dealer: str, note: str | None) -> None:
    preview = read(f"{HEADER};{header}\n1;40;30;36;50;{cell}\n")

    assert (preview.rows[0].first_dealer, problems(preview)) == (dealer, [])
    assert [str(each.code) for each in preview.notes] == ([note] if note else [])


def test_the_dealer_of_the_file_counts_where_the_draw_names_none() -> None:
    preview = read(f"{HEADER};Geber\n1;40;40;40;40;A\n3;1;40;40;40;A\n")

    assert (problems(preview), preview.rows[1].first_dealer) == ([(3, "bad_number", "DEALER_ONE")], "a")


@pytest.mark.parametrize("total", ["156", "+12", "156.0", "288", "", "156:132", "2"])
def test_totals_that_agree(total: str) -> None:
    assert problems(read(f"{HEADER};Total\n1;40;30;36;50;{total}\n")) == []


@pytest.mark.parametrize(
    ("header", "total"), [("Total", "157"), ("Summe A", "-12"), ("Summe B", "156"), ("Saldo", "13")]
)
def test_totals_that_do_not(header: str, total: str) -> None:
    preview = read(f"{HEADER};{header}\n1;40;30;36;50;{total}\n")

    assert problems(preview) == [(2, "wrong_sum", "TOTAL")]


def test_tables() -> None:
    rows = [
        "1;40;30;36;50",
        "9;40;30;36;50",
        "x;40;30;36;50",
        ";40;30;36;50",
        "2;;;;",
        "Total;99;99;99;99",
        "Bemerkung;;;;",
    ]

    preview = read("\n".join([HEADER, *rows]))

    assert problems(preview) == [
        (3, "unknown_table", None),
        (4, "bad_number", None),
        (5, "bad_number", None),
    ]
    assert [(each.row, str(each.code)) for each in preview.notes] == [
        (6, "not_played"),
        (7, "not_an_entry"),
        (8, "not_an_entry"),
    ]
    assert [row.row for row in preview.usable] == [2]


def test_a_table_twice_with_the_same_numbers() -> None:
    preview = read(f"{HEADER}\n1;40;30;36;50\n1;40;30;36;50\n")

    assert (problems(preview), [row.row for row in preview.usable]) == ([(3, "table_twice", None)], [2])
    assert str(preview.problems[0].fix) == "skip_row"


def test_a_table_twice_with_other_numbers_keeps_both_out() -> None:
    preview = read(f"{HEADER}\n1;40;30;36;50\n1;40;30;36;51\n2;40;30;36;50\n")

    assert problems(preview) == [(2, "table_twice", None), (3, "table_twice", None)]
    assert ([row.table for row in preview.usable], str(preview.problems[0].fix)) == ([2], "choose_row")


def test_without_tables_every_number_is_taken() -> None:
    assert problems(read_results(f"{HEADER}\n77;40;30;36;50\n".encode())) == []


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (f"{HEADER}\n1;40;30;36;50\n", "points"),
        (f"{HEADER}\n1;4;-6;0;14\n", "net"),
        (f"{HEADER}\n1;4;6;0;14\n", "points"),
        (f"{HEADER}\n1;40;-6;0;14\n", "points"),
    ],
)
def test_notation_is_one_for_the_file_and_shown(text: str, notation: str) -> None:
    assert read(text).notation == notation


def test_notation_can_be_said() -> None:
    preview = read_results(f"{HEADER}\n1;4;6;0;14\n".encode(), notation=Notation.NET)

    assert (deals(preview), preview.notation) == ([(1, 40, 42, 36, 50)], "net")


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        pytest.param(
            "Tisch;Spiel 1;Spiel 2;Spiel 3\n1;40;30;36\n", "not_a_table", {"missing": ["deal 4"]}, id="three deals"
        ),
        pytest.param(
            "Spiel 1;Spiel 2;Spiel 3;Spiel 4\n40;30;36;50\n", "not_a_table", {"missing": ["table"]}, id="no table"
        ),
        pytest.param(
            "Nr.;Name;Ort\n1;Gion Nuth;Trun\n",
            "not_a_table",
            {"missing": [f"deal {n}" for n in range(1, 5)]},
            id="people",
        ),
        pytest.param(
            "1;40;30;36;50;40\n2;40;30;36;50;40\n",
            "too_many_columns",
            {"deals": 5, "most": 4},
            id="five without header",
        ),
        pytest.param("hello\n", "not_a_table", {}, id="a word"),
        pytest.param(f"{HEADER}\n", "empty", {}, id="only a header"),
        pytest.param(f"{HEADER}\n1;;;;\n2;;;;\n", "empty", {}, id="nothing played"),
    ],
)
def test_refusals(text: str, code: str, data: dict[str, object]) -> None:
    preview = read(text)

    assert [(each.row, str(each.code), dict(each.data)) for each in preview.problems] == [(None, code, data)]
    assert (preview.rows, preview.refused) == ((), True)


def test_shifted_line() -> None:
    preview = read_results(text_file([HEADER.split(";")]) + b"1;40;30;36;50;77\n2;40;30;36;50\n")

    assert (problems(preview), [row.table for row in preview.usable]) == ([(2, "too_many_columns", None)], [2])


# How tables ended --------------------------------------------------------------------------------------------------

ENDED = f"{HEADER};Wie der Tisch zu Ende ging"


def ended(preview: ResultsPreview) -> list[tuple[object, ...]]:
    return [(row.table, row.deals, str(row.outcome)) for row in preview.rows]


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        pytest.param("kampfloser Sieg der Seite A", "walkover_a", id="de"),
        pytest.param("vittoria senza giocare del lato B", "walkover_b", id="it"),
        pytest.param("victoria senza giug dalla vart A", "walkover_a", id="rm"),
        pytest.param("walk-over, side B wins", "walkover_b", id="en"),
        pytest.param("walkover_a", "walkover_a", id="code"),
        pytest.param("Walk-Over B", "walkover_b", id="short"),
        pytest.param("kampflos für A", "walkover_a", id="short-de"),
        pytest.param("ABGEBROCHEN", "abandoned", id="broken-off"),
        pytest.param("interrut", "abandoned", id="broken-off-rm"),
    ],
)
def test_words_for_how_a_table_ended(word: str, outcome: str) -> None:
    preview = read(f"{ENDED}\n1;40;30;;;{word}\n2;20;44;44;44;\n")

    assert ended(preview) == [(1, (40, 30), outcome), (2, (20, 44, 44, 44), "played")]
    assert problems(preview) == []
    assert preview.outcomes == {1: outcome}
    assert ResultsPreview.from_json(json.loads(json.dumps(preview.to_json()))) == preview


def test_where_the_word_is_not_understood_no_number_is_missing() -> None:
    preview = read(f"{ENDED}\n1;40;80;;;vielleicht\n2;20;44;44;44;\n")

    assert problems(preview) == [(2, "bad_outcome", None), (2, "bad_number", "RANGE")]
    assert preview.problems[1].data["deal"] == 2


@pytest.mark.parametrize("word", ["keine Seite erschienen", "neither", "nessun lato si è presentato", "niemand"])
def test_a_table_where_nobody_came_is_no_open_table(word: str) -> None:
    preview = read(f"{ENDED}\n1;;;;;{word}\n2;20;44;44;44;gespielt\n")

    assert ended(preview) == [(1, (), "neither"), (2, (20, 44, 44, 44), "played")]
    assert (problems(preview), preview.notes) == ([], ())


@pytest.mark.parametrize(
    ("line", "code", "cause"),
    [
        pytest.param("1;40;30;;;vielleicht", "bad_outcome", None, id="no-such-word"),
        pytest.param("1;40;30;;;Seite A", "bad_outcome", None, id="a-side-alone"),
        pytest.param("1;40;30;36;50;walkover a", "deals_unfit", None, id="walk-over-after-four-deals"),
        pytest.param("1;40;;;;neither", "deals_unfit", None, id="nobody-came-and-played"),
        pytest.param("1;;;;;broken off", "deals_unfit", None, id="broken-off-before-the-first-deal"),
        pytest.param("1;40;;36;;broken off", "bad_number", "RANGE", id="a-deal-left-out"),
        pytest.param("1;40;80;;;broken off", "bad_number", "RANGE", id="no-number-of-a-deal"),
        pytest.param("1;40;30;36;;", "bad_number", "RANGE", id="three-deals-without-a-word"),
    ],
)
def test_what_cannot_be_is_named_and_left_out(line: str, code: str, cause: str | None) -> None:
    preview = read(f"{ENDED}\n{line}\n2;20;44;44;44;\n")

    assert [row.table for row in preview.usable] == [2]
    assert (2, code, cause) in problems(preview)
