"""The line that a phone shows to the office: what was misread or mistyped is noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import Side
from scoring.shown_result import SYMBOLS, ShownResult, check_symbol, read_shown

SHOWN = ShownResult(round=4, table=12, side=Side.A, deals=(40, 30, 36, 50))
NUMBERS = st.integers(0, 72)
RESULTS = st.builds(
    ShownResult,
    round=st.integers(1, 99),
    table=st.integers(1, 999),
    side=st.sampled_from(Side),
    deals=st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS),
)


def test_the_check_symbol_is_worked_out_by_hand():
    # 0·3 + 4·9 + 0·27 + 1·19 + 2·26 + 10·16 + 4·17 + 0 + 3·29 + 0 + 3·13 + 6·8 + 5·24 + 0 = 629 = 20·31 + 9
    assert check_symbol("04012A40303650") == "9"


def test_a_result_is_one_line():
    assert SHOWN.line == f"TROCCAS 4 12 A 40 30 36 50 {SHOWN.check}"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("troccas 4 12 a 40 30 36 50 {}", id="small-letters"),
        pytest.param("  4  12 A 40 30 36 50 {} ", id="without-the-word-and-with-blanks"),
        pytest.param("TROCCAS 04 012 A 40 30 36 50 {}\n", id="with-zeros-in-front"),
    ],
)
def test_a_line_may_be_typed_in_any_way(text):
    assert read_shown(text.format(SHOWN.check.lower())) == SHOWN


@given(RESULTS)
def test_what_is_shown_is_read(shown):
    assert read_shown(shown.line) == shown


@given(RESULTS, st.data())
def test_one_wrong_digit_is_noticed(shown, data):
    line = shown.line
    place = data.draw(st.sampled_from([at for at, symbol in enumerate(line) if symbol.isdigit() and at > 7]))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != line[place]]))
    misread = line[:place] + other + line[place + 1 :]

    assert read_shown(misread) in {None, shown}


@given(RESULTS, st.data())
def test_two_digits_in_each_others_place_are_noticed(shown, data):
    line = shown.line
    digits = [at for at, symbol in enumerate(line[:-1]) if symbol.isdigit()]
    one, other = sorted(data.draw(st.lists(st.sampled_from(digits), min_size=2, max_size=2, unique=True)))
    exchanged = line[:one] + line[other] + line[one + 1 : other] + line[one] + line[other + 1 :]

    assert read_shown(exchanged) in {None, shown}


def test_of_two_numbers_in_each_others_place_all_but_one_in_thirty_are_noticed():
    twos = [(a, b) for a in range(73) for b in range(a)]
    unnoticed = [
        (a, b)
        for a, b in twos
        if ShownResult(1, 1, Side.A, (a, b, 0, 0)).check == ShownResult(1, 1, Side.A, (b, a, 0, 0)).check
    ]

    assert (40, 11) in unnoticed
    assert len(unnoticed) / len(twos) < 1 / 30


@pytest.mark.parametrize("typed", ["O", "o"])
def test_a_zero_may_be_typed_as_the_letter(typed):
    shown = next(each for n in range(73) if (each := ShownResult(1, 1, Side.A, (n, 0, 0, 0))).check == "0")

    assert read_shown(shown.line[:-1] + typed) == shown


def test_the_side_belongs_to_it():
    assert read_shown(SHOWN.line.replace(" A ", " B ")) is None
    assert ShownResult(4, 12, Side.B, (40, 30, 36, 50)).deals_a == (32, 42, 36, 22)
    assert SHOWN.deals_a == (40, 30, 36, 50)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "TROCCAS",
        "4 12 A 40 30 36 50",
        "4 12 C 40 30 36 50 9",
        "4 12 A 40 30 36 9",
        "4 12 A 40 30 36 50 50 9",
        "4 12 A -4 30 36 50 9",
        "x" * 100,
        *(f"4 12 A 73 30 36 50 {symbol}" for symbol in SYMBOLS),
    ],
)
def test_what_is_no_such_line_is_not_read(text):
    assert read_shown(text) is None
