"""Why one entry stands above the next, in a sentence."""

from fractions import Fraction

import pytest

from scoring.standings import Reason
from scoring.tiebreaks import DEFAULT_KEYS, NO_TABLE, Key
from tournaments.exports.words import KEY_WORDS, order_words
from tournaments.views.reasons import DECISIONS, why


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        pytest.param(
            Reason(Key.TOURNAMENT_POINTS, 8, 7, ()), "The points decide: 8 against 7.", id="the first key decides"
        ),
        pytest.param(
            Reason(Key.NET, 3, -8, ((Key.TOURNAMENT_POINTS, 1),)),
            "Level so far: 1 point. The net decides: +3 against −8.",
            id="nets are signed",
        ),
        pytest.param(
            Reason(
                Key.BEST_TABLE,
                23,
                9,
                ((Key.TOURNAMENT_POINTS, 6), (Key.NET, 10), (Key.TABLES_WON, 3), (Key.DIRECT, None)),
            ),
            "Level so far: 6 points, net +10, 3 tables won, their own meetings do not decide."
            " The best single table decides: +23 against +9.",
            id="everything before is named",
        ),
        pytest.param(
            Reason(Key.BEST_TABLE, 5, NO_TABLE, ()),
            "The best single table decides: +5 against –.",
            id="one has no table yet",
        ),
        pytest.param(
            Reason(Key.NET, Fraction(7, 2), Fraction(1, 3), ()),
            "The net decides: 3.50 against 0.33.",
            id="means have two decimals",
        ),
        pytest.param(Reason(Key.DIRECT, 2, 0, ()), "Their own meeting decides: 2 against 0 points.", id="they met"),
        pytest.param(
            Reason(Key.LOT, 9, 4, ((Key.BUNS, 4),)),
            "Level so far: buns 4. The lot decides, drawn from the declared seed.",
            id="the numbers of the lot say nothing to people",
        ),
    ],
)
def test_the_reason_names_what_is_level_and_what_decides(reason, sentence):
    assert why(reason) == sentence


def test_every_key_has_words():
    assert set(KEY_WORDS) == set(DECISIONS) == set(Key)


def test_the_default_order_in_words():
    assert order_words(DEFAULT_KEYS) == "points, net, tables won, direct meeting, best table"
