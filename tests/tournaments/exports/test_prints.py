"""Prints, read back from the PDF: all are there, nothing is cut off, and no name is ever markup."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pypdf
import pytest
from django.utils.translation import override

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.registration import PersonData, register_entry
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.sheets import Sheet, round_sheet
from tournaments.domain.standings import ranking
from tournaments.domain.swaps import swap_entries
from tournaments.enums import Notation, StageKind
from tournaments.exports.prints import Print, ranking_print
from tournaments.exports.round_prints import result_sheet_print, round_prints, seating_print, slips_print
from tournaments.models import Championship, Entry, Stage
from tournaments.models.names import family_first
from tournaments.views.seating import seating

pytestmark = pytest.mark.django_db

MILLIMETRE = 72 / 25.4
#: Height of the digits of Source Sans 3, as a part of the size of the type.
DIGIT_HEIGHT = 0.65


def championship_of(entries: Sequence[Sequence[str]], **fields: Any) -> tuple[Championship, list[Entry]]:
    championship = ChampionshipFactory(**fields)
    entered = [register_entry(championship.pk, [PersonData(name, "Trun") for name in names]) for names in entries]
    championship.refresh_from_db()
    return championship, entered


def round_of(tables: int, **fields: Any) -> tuple[Championship, Sheet]:
    """A published round with this many tables: Ursin01 Caduff01 – Lina01 Tuor01 against the next pair, and so on."""
    names = [(f"Ursin{n:03} Caduff{n:03}", f"Lina{n:03} Tuor{n:03}") for n in range(2 * tables)]
    championship, entries = championship_of(names, **fields)
    seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))
    return championship, sheet_of(championship)


def sheet_of(championship: Championship) -> Sheet:
    sheet = round_sheet(championship, 1)
    assert sheet is not None
    return sheet


def pages(document: Print) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(document.render())).pages)


def text_of(page: pypdf.PageObject) -> str:
    return re.sub(r"\s+", " ", page.extract_text().replace("\u00a0", " ").replace("\u200b", ""))


def all_text(document: Print) -> str:
    return " ".join(map(text_of, pages(document)))


def pieces(page: pypdf.PageObject) -> Iterator[tuple[str, float, float, float]]:
    """Each piece of text: what, where (from the left, from below, in points), and the size of its type."""
    found: list[tuple[str, float, float, float]] = []

    def visit(text: str, around: list[float], matrix: list[float], _font: object, size: float) -> None:
        if text.strip():
            x = matrix[4] * around[0] + matrix[5] * around[2] + around[4]
            y = matrix[4] * around[1] + matrix[5] * around[3] + around[5]
            found.append((text.strip(), x, y, abs(size * matrix[0])))

    page.extract_text(visitor_text=visit)
    yield from found


# Slips -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "tables", "expected"),
    [
        pytest.param("a5", 1, 1, id="A5, one table"),
        pytest.param("a5", 5, 3, id="A5, odd"),
        pytest.param("a5", 6, 3, id="A5, even"),
        pytest.param("a6", 4, 1, id="A6, one page"),
        pytest.param("a6", 5, 2, id="A6, one more"),
    ],
)
def test_slips_fill_the_pages_and_none_is_split(size: str, tables: int, expected: int) -> None:
    championship, sheet = round_of(tables)

    texts = [text_of(page) for page in pages(slips_print(championship, sheet, size))]

    assert len(texts) == expected
    # Everybody stands twice on exactly one page: in the own half, and over the column of the side.
    for n in range(2 * tables):
        assert sorted(len(re.findall(rf"Caduff{n:03}\b", text)) for text in texts) == [0] * (expected - 1) + [2]


def test_the_pile_is_in_order_after_one_cut() -> None:
    _championship, sheet = round_of(5)

    placed = [[slip["number"] for slip in page] for page in slips_print(_championship, sheet, "a5").data["pages"]]

    assert placed == [["1", "4"], ["2", "5"], ["3"]]


@pytest.mark.parametrize("size", ["a5", "a6"])
@pytest.mark.parametrize("number", [7, 25, 188])
def test_the_table_number_is_at_least_20_mm_high(size: str, number: int) -> None:
    championship, sheet = round_of(1)
    document = slips_print(championship, renumbered(sheet, number), size)

    heights = [height for text, _x, _y, height in pieces(pages(document)[0]) if text == str(number)]

    assert [height * DIGIT_HEIGHT >= 20 * MILLIMETRE for height in heights] == [True]


def renumbered(sheet: Sheet, number: int) -> Sheet:
    return replace(sheet, tables=tuple(replace(table, number=number) for table in sheet.tables))


def test_a_slip_says_who_gives_first() -> None:
    championship, sheet = round_of(2)

    slips = [slip for page in slips_print(championship, sheet, "a5").data["pages"] for slip in page]

    assert [(slip["a"]["gives"], slip["b"]["gives"], slip["dealers"]) for slip in slips] == [
        ("Gives deals 1 and 3", "Gives deals 2 and 4", ["A gives", "B gives", "A gives", "B gives"]),
        ("Gives deals 2 and 4", "Gives deals 1 and 3", ["B gives", "A gives", "B gives", "A gives"]),
    ]


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        pytest.param(Notation.POINTS, ("A + B = 72", "Total = 288"), id="card points"),
        pytest.param(Notation.NET, ("A + B = 0", "Total = 0"), id="net"),
    ],
)
def test_a_slip_names_the_sums_of_its_notation(notation: Notation, expected: tuple[str, str]) -> None:
    championship, sheet = round_of(1, notation=notation)

    text = all_text(slips_print(championship, sheet, "a5"))

    assert [sum_ in text for sum_ in expected] == [True, True]


def test_a_slip_names_round_championship_and_both_signatures() -> None:
    championship, sheet = round_of(1, name="Campiunadi da Sumvitg")

    text = all_text(slips_print(championship, sheet, "a6"))

    wanted = ("Round 1", "Campiunadi da Sumvitg", "Signature A", "Signature B", "Side A", "Side B")
    assert [words for words in wanted if words not in text] == []


def test_one_slip_can_be_printed_again() -> None:
    championship, sheet = round_of(5)

    document = slips_print(championship, sheet, "a5", only=4)

    assert [[slip["number"] for slip in page] for page in document.data["pages"]] == [["4"]]


# Names -----------------------------------------------------------------------------------------------------------

HOSTILE = [
    "#pagebreak() Caduff",
    "*Gion* _Lina_",
    "$x^2$ Tuor",
    "@ref <label>",
    "= Heading",
    "\\u{41} \\ Beer",
    '#read("slips.typ")',
    "<script>alert(1)</script>",
    "// Comment",
    "[x](y) `raw`",
    "{{ name }} %(name)s",
]
LETTERS = ["Șerban Țurcanu", "Üna Äbi-Öhri", "Łukasz Čapek", "Mario D’Agostino", "Ζωή Παππά", "Ñandú Þórsson"]


@pytest.mark.parametrize("name", [*HOSTILE, *LETTERS])
def test_a_name_is_printed_as_it_is(name: str) -> None:
    championship, (a, b) = championship_of([(name, "Lina Tuor"), ("Gion Beer", "Mengia Solèr")])
    round_ = seat_round(championship, [(a, b)])
    key(round_, 1, 40, 30, 36, 50)
    sheet = sheet_of(championship)
    documents = [
        slips_print(championship, sheet, "a5"),
        slips_print(championship, sheet, "a6"),
        seating_print(championship, sheet, "table"),
        result_sheet_print(championship, sheet, public=False),
        ranking_print(championship, ranking(championship), public=False),
    ]

    missing = [each.kind for each in documents if name.replace(" ", "") not in all_text(each).replace(" ", "")]

    assert missing == []


LONG = [
    pytest.param("Maria Magdalena Antonia Clementina Caduff-Cathomas von Salis", id="60 letters"),
    pytest.param("Caduff-" * 17, id="119 letters with hyphens"),
    pytest.param("X" * 120, id="one word of 120 letters"),
]


@pytest.mark.parametrize("name", ["🎉 Caduff", "الاسم العربي", "李小龍", "Gion \u202eTuor", "Gion\ue000"])
def test_a_name_in_letters_that_no_font_has_stops_no_print(name: str) -> None:
    championship, (entry, other) = championship_of([(name, "Lina Tuor"), ("Ursin Caduff", "Mengia Flepp")])
    key(seat_round(championship, [(entry, other)]), 1, 40, 32, 36, 44)
    documents = [
        *round_prints(championship, sheet_of(championship)),
        ranking_print(championship, ranking(championship), public=False),
    ]

    texts = [all_text(document) for document in documents]

    assert ["Tuor" in text and "Flepp" in text for text in texts] == [True] * len(documents)


@pytest.mark.parametrize("name", LONG)
def test_a_long_name_is_printed_whole_and_inside_the_page(name: str) -> None:
    championship, (a, b) = championship_of([(name, name), ("Gion Beer", "Lina Tuor")])
    seat_round(championship, [(a, b)])
    sheet = sheet_of(championship)

    for document in [
        *round_prints(championship, sheet),
        ranking_print(championship, ranking(championship), public=False),
    ]:
        printed = pages(document)
        bare = "".join(map(text_of, printed)).replace(" ", "")
        parts = [name] if "seating-name" not in document.kind else name.split(" ")
        assert [part for part in parts if part.replace(" ", "") not in bare] == [], document.kind
        for page in printed:
            width, height = float(page.mediabox.width), float(page.mediabox.height)
            outside = [text for text, x, y, _size in pieces(page) if not (0 < x < width and 0 < y < height)]
            assert outside == [], document.kind


def test_a_long_name_does_not_make_a_second_page_of_slips() -> None:
    championship, entries = championship_of([("X" * 120, "Y" * 120)] * 8)
    seat_round(championship, list(pairwise(entries))[::2])
    sheet = sheet_of(championship)

    assert (
        len(pages(slips_print(championship, sheet, "a5"))),
        len(pages(slips_print(championship, sheet, "a6"))),
    ) == (2, 1)


# Lists -----------------------------------------------------------------------------------------------------------


def test_everybody_is_in_the_list_by_family_name() -> None:
    championship, (a, b, c) = championship_of(
        [("Gion Tuor", "Lina Äbi"), ("Placi Beer", "Mengia Zinsli"), ("Otto Arpagaus", "Ida Solèr")]
    )
    seat_round(championship, [(b, a)], byes=[c])

    rows = seating_print(championship, sheet_of(championship), "name").data["people"]

    assert [(row["letter"], row["name"], row["table"] or row["why"]) for row in rows] == [
        ("A", "Äbi Lina", "1"),
        ("", "Arpagaus Otto", "sits out"),
        ("B", "Beer Placi", "1"),
        ("S", "Solèr Ida", "sits out"),
        ("T", "Tuor Gion", "1"),
        ("Z", "Zinsli Mengia", "1"),
    ]


def test_both_seating_lists_say_that_the_organiser_changed_the_draw() -> None:
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")
    round_ = draw_round(championship.pk, seed=1)
    one, other = (round_.tables.get(number=number).seats.get(side="a").entry.number for number in (1, 2))
    swap_entries(round_.pk, one, other, reason="they came together")
    publish_round(round_.pk)

    sheet = sheet_of(championship)

    line = "Changed by the organiser: they came together"
    by_name = seating_print(championship, sheet, "name")
    assert by_name.data["marks"] == [line]
    assert seating_print(championship, sheet, "table").data["byes"] == [line]
    assert line in " ".join(pypdf.PdfReader(io.BytesIO(by_name.render())).pages[0].extract_text().split())


def test_namesakes_are_told_apart_in_the_list_by_family_name() -> None:
    championship = ChampionshipFactory()
    register_entry(championship.pk, [PersonData("Gion Caduff", "Trun"), PersonData("Lina Tuor", "Trun")])
    register_entry(championship.pk, [PersonData("Gion Caduff", "Ilanz"), PersonData("Ida Beer", "Trun")])
    seat_round(championship, [tuple(championship.entries.order_by("number"))])

    rows = seating_print(championship, sheet_of(championship), "name").data["people"]

    assert [row["name"] for row in rows if "Caduff" in row["name"]] == ["Caduff Gion (Ilanz)", "Caduff Gion (Trun)"]


@pytest.mark.parametrize("public", [True, False], ids=["public", "office"])
def test_page_and_print_list_namesakes_in_the_same_order(public: bool) -> None:
    championship = ChampionshipFactory()
    for other, place in (("Zita Zoller", "Trun"), ("Aita Caduff", "Ilanz"), ("Ida Beer", "Sagogn")):
        register_entry(championship.pk, [PersonData("Gion Caduff", place), PersonData(other, "Trun")])
    register_entry(championship.pk, [PersonData("Lina Tuor", "Trun"), PersonData("Mengia Deplazes", "Trun")])
    a, b, c, d = championship.entries.order_by("number")
    seat_round(championship, [(a, b), (c, d)])
    sheet = round_sheet(championship, 1, public=public)
    assert sheet is not None

    page = [family_first(seat.person) for seat in seating(sheet)]

    assert page == [row["name"] for row in seating_print(championship, sheet, "name").data["people"]]
    assert page == [
        *("Beer Ida", "Caduff Aita", "Caduff Gion (Ilanz)", "Caduff Gion (Sagogn)", "Caduff Gion (Trun)"),
        *("Deplazes Mengia", "Tuor Lina", "Zoller Zita"),
    ]


def test_the_result_sheet_of_25_tables_is_one_page() -> None:
    championship, sheet = round_of(25)

    printed = pages(result_sheet_print(championship, sheet, public=False))

    assert (len(printed), "1 / 1" in text_of(printed[0]), "25 tables open" in text_of(printed[0])) == (1, True, True)


def test_the_result_sheet_shows_deals_sums_and_who_sits_out() -> None:
    championship = ChampionshipFactory()
    a, b, c = enter(championship, "A", "B", "C")
    key(seat_round(championship, [(a, b)], byes=[c]), 1, 40, 30, 36, 50)

    text = all_text(result_sheet_print(championship, sheet_of(championship), public=False))

    assert "40 : 32 30 : 42 36 : 36 50 : 22 156 : 132 +12" in text
    assert "Sits out: C Uno – C Dus" in text


def test_a_ranking_of_51_pairs_is_two_pages_with_the_head_on_both() -> None:
    names = [(f"Gion{n:02} Caduff{n:02}", f"Lina{n:02} Tuor{n:02}") for n in range(51)]
    championship, entries = championship_of(names)
    seat_round(championship, list(zip(entries[:50:2], entries[1:50:2], strict=True)), byes=entries[50:])

    printed = [text_of(page) for page in pages(ranking_print(championship, ranking(championship), public=False))]

    assert len(printed) == 2
    assert [
        [words in page for words in ("Rank No. Name", f"{n} / 2", "As of")] for n, page in enumerate(printed, 1)
    ] == [
        [True, True, True],
        [True, True, True],
    ]
    assert "Order: points, net, tables won, direct meeting, best table." in printed[1]
    assert "Points for each table: 2 won, 1 level, 0 lost." in printed[1]


def test_the_line_of_the_final_is_drawn_under_the_last_who_reaches_it() -> None:
    championship = ChampionshipFactory(finalists=2)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)

    rows = ranking_print(championship, ranking(championship), public=False).data["entries"]

    assert [row["cut"] for row in rows] == ["", "", "Up to here: the final", ""]


# The document ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "expected"), [("rm", "rm-CH"), ("de", "de-CH"), ("it", "it-CH"), ("en", "en-GB")])
def test_a_print_has_a_title_and_a_language_to_be_read_aloud(language: str, expected: str) -> None:
    championship, sheet = round_of(1)

    with override(language):
        documents = round_prints(championship, sheet)

    for document in documents:
        reader = pypdf.PdfReader(io.BytesIO(document.render()))
        root = reader.trailer["/Root"]
        assert (root["/Lang"], root["/MarkInfo"]["/Marked"], reader.metadata.title) == (
            expected,
            True,
            document.data["title"],
        )


def test_only_our_own_typeface_is_used() -> None:
    championship, (a, b) = championship_of([("Șerban Țurcanu", "Üna Äbi"), ("Gion Beer", "Lina Tuor")])
    seat_round(championship, [(a, b)])

    fonts = {
        font["/BaseFont"].split("+")[-1]
        for document in round_prints(championship, sheet_of(championship))
        for page in pages(document)
        for font in page["/Resources"]["/Font"].values()
    }

    assert {name.split("-")[0] for name in fonts} == {"SourceSans3"}


def test_the_same_data_gives_the_same_file() -> None:
    championship, sheet = round_of(2)
    document = slips_print(championship, sheet, "a5")

    assert document.render() == document.render()


def test_ranking_and_sheets_say_where_the_log_stood():
    championship, _sheet = round_of(1)
    key(championship.rounds.get(), 1, 40, 30, 36, 50)
    championship.refresh_from_db()
    hash_ = championship.events.get(type="result_confirmed").hash.upper()
    mark = f"{hash_[:4]}-{hash_[4:8]}"

    texts = [
        "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(print_.render())).pages)
        for print_ in (
            ranking_print(championship, ranking(championship), public=True),
            result_sheet_print(championship, round_sheet(championship, 1), public=True),
        )
    ]

    assert [mark in text for text in texts] == [True, True]
