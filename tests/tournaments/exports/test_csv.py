"""CSV opens in a spreadsheet as it is, and no cell of it is ever run (ASVS 1.2.10)."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exports.csv import FORMULA_STARTS, csv_cell, grid_csv
from tournaments.exports.grids import Grid


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        pytest.param("=1+1", "'=1+1", id="formula"),
        pytest.param("+41 79", "'+41 79", id="plus"),
        pytest.param("-2", "'-2", id="text with a minus"),
        pytest.param("@SUM(A1)", "'@SUM(A1)", id="at"),
        pytest.param("\t=1", "'\t=1", id="tab"),
        pytest.param("\r=1", "'\r=1", id="carriage return"),
        pytest.param("\0=1", "'\0=1", id="nul"),
        pytest.param("＝1+1", "'＝1+1", id="full width"),
        pytest.param("Gion = Lina", "Gion = Lina", id="sign inside"),
        pytest.param(-12, "-12", id="negative number"),
        pytest.param(0, "0", id="zero"),
        pytest.param(None, "", id="nothing"),
        pytest.param("", "", id="empty text"),
    ],
)
def test_a_text_is_never_a_formula_and_a_number_stays_one(cell: str | int | None, expected: str) -> None:
    assert csv_cell(cell) == expected


TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=40)


@given(st.lists(st.tuples(st.one_of(TEXTS, st.sampled_from(FORMULA_STARTS)), st.integers(-144, 144)), max_size=5))
def test_what_is_written_is_read_back(rows: list[tuple[str, int]]) -> None:
    content = grid_csv(Grid("Title", ("Name", "Net"), tuple(rows)))

    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))

    assert lines[0] == ["Name", "Net"]
    assert [
        (text.removeprefix("'") if was.startswith(FORMULA_STARTS) else text, int(net))
        for (text, net), (was, _) in zip(lines[1:], rows, strict=True)
    ] == rows
    assert not any(text.startswith(FORMULA_STARTS) for text, _net in lines[1:])


def test_a_file_has_a_mark_semicolons_and_crlf() -> None:
    content = grid_csv(Grid("Title", ("Name", "Place"), (('Ț; "x"', "Trun"), ("a\nb", "Glion"))))

    assert content == '\ufeffName;Place\r\n"Ț; ""x""";Trun\r\n"a\nb";Glion\r\n'.encode()
