"""The codes on slips and stands: printed, drawn, read as a phone reads them, and taken as somebody types them."""

import io
import re
from typing import Any

import pypdf
import pytest

from tests.factories import ChampionshipFactory, enter, seat_round
from tests.qr_reading import codes_on
from tournaments.domain.links import Waiting, invalidate_slip, resolve, revoke_links
from tournaments.domain.sheets import Sheet, round_sheet
from tournaments.exports.addresses import address_of, typed_address
from tournaments.exports.prints import Print
from tournaments.exports.slips import slips_print
from tournaments.exports.stands import stands_print
from tournaments.exports.words import log_head
from tournaments.models import Championship, Event, Person, Round

pytestmark = pytest.mark.django_db

SHORT = "http://192.168.1.20:8000"
LONG = "https://turniere.uniun-grischuna-da-troccas-surselva.example.ch"
CODE = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b")


def round_of(tables: int, **fields: Any) -> tuple[Championship, Round]:
    championship = ChampionshipFactory(expected_entries=2, **fields)
    entries = enter(championship, *(f"P{number}" for number in range(2 * tables)))
    return championship, seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))


def sheet_of(championship: Championship) -> Sheet:
    sheet = round_sheet(championship, 1)
    assert sheet is not None
    return sheet


def opened(written: str) -> tuple[int, str] | None:
    """Table and side that something opens."""
    found = resolve(written.rpartition("/")[2])
    return None if found is None or isinstance(found, Waiting) else (found.table.number, str(found.side))


def text_of(document: Print) -> str:
    pages = pypdf.PdfReader(io.BytesIO(document.render())).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages).replace("\u200b", ""))


def page_count(document: Print) -> int:
    return len(pypdf.PdfReader(io.BytesIO(document.render())).pages)


def all_sides(tables: int) -> list[tuple[int, str]]:
    return [(table, side) for table in range(1, tables + 1) for side in "ab"]


# Slips -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [SHORT, LONG], ids=["address of a hall", "long name"])
@pytest.mark.parametrize(
    ("size", "tables", "pages", "smallest"),
    [("a5", 3, 2, 28), ("a6", 5, 2, 20)],
    ids=["A5", "A6"],
)
def test_every_code_is_read_from_the_page_and_opens_its_side(
    base: str, size: str, tables: int, pages: int, smallest: float
) -> None:
    championship, _round = round_of(tables)
    document = slips_print(championship, sheet_of(championship), size, base=base)

    codes = codes_on(document.render())

    assert page_count(document) == pages
    assert sorted(filter(None, (opened(code.text) for code in codes))) == all_sides(tables)
    assert {code.text.rpartition("/")[0] for code in codes} == {f"{base.upper()}/T"}
    assert [code for code in codes if code.edge < smallest or code.quiet < 4 or code.level != "M"] == []


def test_a_code_of_a_short_address_has_large_squares() -> None:
    """Product.md C3: in capitals it is of version 3, with 29 modules an edge."""
    championship, _round = round_of(1)

    codes = codes_on(slips_print(championship, sheet_of(championship), "a5", base=SHORT).render())

    assert [code.version for code in codes] == [3, 3]


@pytest.mark.parametrize("size", ["a5", "a6"])
def test_each_side_s_code_is_turned_towards_it(size: str) -> None:
    championship, _round = round_of(2)

    codes = codes_on(slips_print(championship, sheet_of(championship), size, base=SHORT).render())

    assert sorted((opened(code.text), code.turned) for code in codes) == [
        ((1, "a"), 0),
        ((1, "b"), 180),
        ((2, "a"), 0),
        ((2, "b"), 180),
    ]


@pytest.mark.parametrize("size", ["a5", "a6"])
def test_the_code_to_type_stands_beside_with_the_address_to_type_it_at(size: str) -> None:
    championship, _round = round_of(2)

    text = text_of(slips_print(championship, sheet_of(championship), size, base=LONG))

    assert sorted(filter(None, map(opened, CODE.findall(text)))) == all_sides(2)
    assert text.count(typed_address(LONG)) == 4
    assert (text.count("Side A: scan here"), text.count("Side B: scan here")) == (2, 2)


@pytest.mark.parametrize(("size", "smallest"), [("a5", 5.5), ("a6", 5)], ids=["A5", "A6"])
def test_long_names_can_be_read_everywhere_on_a_slip(size: str, smallest: float) -> None:
    championship, _round = round_of(1)
    names = ("Camathias-Deplazes", "Derungs-Cavegn", "Schwarzenberger", "Solèr")
    for person, family in zip(Person.objects.order_by("pk"), names, strict=True):
        person.name = f"Maria Magdalena {family}"
        person.save()

    sizes: list[float] = []
    document = slips_print(championship, sheet_of(championship), size, base=SHORT)
    for page in pypdf.PdfReader(io.BytesIO(document.render())).pages:
        page.extract_text(visitor_text=lambda text, _cm, _tm, _font, size: sizes.append(size) if text.strip() else None)

    assert min(sizes) >= smallest


def head_of(championship: Championship) -> str:
    published = Event.objects.get(championship=championship, type="round_published").hash.upper()
    return f"{published[:4]}-{published[4:8]}"


@pytest.mark.parametrize("size", ["a5", "a6"])
def test_a_slip_names_where_the_log_stood_when_its_round_was_published(size: str) -> None:
    championship, round_ = round_of(1)
    invalidate_slip(round_.tables.get().pk)
    championship.refresh_from_db()

    log = log_head(championship, 1)
    text = text_of(slips_print(championship, sheet_of(championship), size, base=SHORT, log=log))

    assert (log, text.count(log)) == (head_of(championship), 1)


def test_a_reprint_keeps_the_codes_and_an_invalidated_slip_gets_new_ones() -> None:
    championship, round_ = round_of(2)

    def slip(only: int | None = 2) -> Print:
        return slips_print(championship, sheet_of(championship), "a5", base=SHORT, only=only)

    whole, before = slip(None), [code.text for code in codes_on(slip().render())]
    invalidate_slip(round_.tables.get(number=2).pk)
    after = [code.text for code in codes_on(slip().render())]

    assert {code.text for code in codes_on(whole.render())} > set(before)
    assert [opened(text) for text in before] == [None, None]
    assert sorted(filter(None, map(opened, after))) == [(2, "a"), (2, "b")]
    assert slip(None).mark != whole.mark  # so it does not come from the files that were kept


@pytest.mark.parametrize("size", ["a5", "a6"])
def test_without_claims_the_slips_carry_no_codes(size: str) -> None:
    championship, _round = round_of(2, takes_claims=False)

    document = slips_print(championship, sheet_of(championship), size, base=SHORT)

    assert codes_on(document.render()) == []
    assert "scan here" not in text_of(document)


@pytest.mark.parametrize("size", ["a5", "a6"])
@pytest.mark.parametrize(
    "name",
    ["Maria Lucrezia Giachen Cathomas", "Maria-Lucrezia-Giachen-Caduff-Cathomas-Camathias", "Ä"],
    ids=["long", "long without a break", "short"],
)
def test_long_names_leave_the_codes_whole(size: str, name: str) -> None:
    championship = ChampionshipFactory(name="Campiunadi grischun da troccas per pèrs e singuls 2026 en la Surselva")
    seat_round(championship, [tuple(enter(championship, name, f"{name} sen"))])

    document = slips_print(championship, sheet_of(championship), size, base=LONG)

    codes = codes_on(document.render())
    assert sorted(filter(None, (opened(code.text) for code in codes))) == all_sides(1)
    assert min(code.quiet for code in codes) >= 4
    assert page_count(document) == 1


# Stands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [SHORT, LONG], ids=["address of a hall", "long name"])
def test_every_stand_has_a_code_for_each_side_that_stays(base: str) -> None:
    championship, _round = round_of(3)
    document = stands_print(championship, base=base)

    codes = codes_on(document.render())

    assert page_count(document) == 2
    assert sorted(filter(None, (opened(code.text) for code in codes))) == all_sides(3)
    assert sorted(filter(None, map(opened, CODE.findall(text_of(document))))) == all_sides(3)
    assert {code.turned for code in codes} == {0, 180}
    assert [code for code in codes if code.edge < 45 or code.quiet < 4] == []


def test_after_revoking_the_stands_are_printed_anew() -> None:
    championship, _round = round_of(1)
    before = stands_print(championship, base=SHORT)

    championship = revoke_links(championship.pk)
    after = stands_print(championship, base=SHORT)

    assert before.mark != after.mark
    assert [opened(code.text) for code in codes_on(before.render())] == [None, None]
    assert sorted(filter(None, (opened(code.text) for code in codes_on(after.render())))) == all_sides(1)


# Addresses -------------------------------------------------------------------------------------------------------


def test_an_address_is_in_capitals_to_scan_and_short_to_type() -> None:
    assert (address_of("B5MD", LONG), typed_address(SHORT)) == (f"{LONG.upper()}/T/B5MD", "192.168.1.20:8000/T")
