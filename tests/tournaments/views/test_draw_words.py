"""Every code of a draw has its words."""

import pytest

from tournaments.pairing.field import ByeCode, ReasonCode
from tournaments.views.draw_counts import Fact, Number, numbers, summary
from tournaments.views.draw_words import BYES, ICONS, TEXTS, Why, bye_words, why

NAMES = {1: "Aita", 2: "Barla", 3: "Clau"}


def test_every_reason_has_a_text_and_an_icon():
    assert set(ReasonCode) - TEXTS.keys() == set()
    assert TEXTS.keys() == ICONS.keys()


def test_every_bye_has_a_text():
    assert set(ByeCode) - BYES.keys() == set()


@pytest.mark.parametrize(
    ("reasons", "pairs", "expected"),
    [
        ([{"code": "SAME_POINTS", "points": 8}], True, Why("same", "both on 8, not met yet", special=False)),
        (
            [{"code": "NEAREST_POINTS", "points": 8, "points_b": 7}],
            True,
            Why("pulled", "8 and 7, the smallest gap possible, not met yet", special=True),
        ),
        (
            [{"code": "SAME_POINTS", "points": 4}, {"code": "REPEAT", "rounds": [1, 3]}],
            True,
            Why("skip", "both on 4, met in round 1, 3 already", special=True),
        ),
        (
            [{"code": "BY_LOT"}, {"code": "GROUP_TOGETHER", "groups": ["Club Trun"]}],
            True,
            Why("house", "drawn by lot, same club: Club Trun", special=True),
        ),
        ([{"code": "SAME_POINTS", "points": 4}], False, Why("same", "all four on 4", special=False)),
        (
            [{"code": "NEAREST_POINTS", "points": 4, "points_b": 2}],
            False,
            Why("pulled", "4 to 2, the smallest gap found", special=True),
        ),
        (
            [{"code": "BY_LOT"}, {"code": "PARTNERS_AGAIN", "entries": [1, 2], "rounds": [2]}],
            False,
            Why("skip", "drawn by lot; partners again: Aita and Barla (round 2)", special=True),
        ),
        (
            [
                {"code": "OPPONENTS_AGAIN", "entries": [1, 3], "rounds": [1, 2]},
                {"code": "OPPONENTS_AGAIN", "entries": [2, 4], "rounds": [1]},
                {"code": "BY_LOT"},
                {"code": "OTHER_ROLE", "entries": [1, 2], "rounds": [3]},
                {"code": "GROUP_TOGETHER", "groups": ["Club Trun"], "entries": [3, 4]},
                {"code": "GROUP_TOGETHER", "groups": ["Club Glion"], "entries": [1, 2]},
                {"code": "GROUP_TOGETHER", "groups": ["Club Trun"], "entries": [3, 1]},
            ],
            False,
            Why(
                "skip",
                "opponents again: Aita and Clau (rounds 1, 2), Barla and 4 (round 1); drawn by lot; "
                "at one table again: Aita and Barla (round 3); same club: Club Trun (Clau, 4 and Aita); "
                "same club: Club Glion (Aita and Barla)",
                special=True,
            ),
        ),
        (
            [{"code": "BY_LOT"}, {"code": "OTHER_ROLE", "entries": [1, 2], "rounds": [3]}],
            False,
            Why("dice", "drawn by lot; at one table again: Aita and Barla (round 3)", special=False),
        ),
        (
            [{"code": "BY_HAND"}, {"code": "NEAREST_POINTS", "points": 8, "points_b": 4}],
            True,
            Why("swap", "changed by the organiser, on 8 and 4", special=True),
        ),
        ([{"code": "BRACKET"}], True, Why("arrow", "by the bracket", special=False)),
        ([{"code": "OF_A_LATER_VERSION"}], True, Why("same", "another reason (OF_A_LATER_VERSION)", special=True)),
        ([], True, None),
    ],
    ids=[
        "same points",
        "gap",
        "repeat",
        "club",
        "four on the same points",
        "four with a gap",
        "partners again",
        "named together",
        "in another role",
        "by hand",
        "bracket",
        "unknown",
        "none",
    ],
)
def test_why_a_table_is_as_it_is(reasons, pairs, expected):
    assert why(reasons, NAMES, pairs=pairs) == expected


def test_why_entries_sit_out():
    certificate = {
        "byes": [
            {"entry": 7, "code": "LOWEST_WITHOUT", "before": 0},
            {"entry": 8, "code": "BY_HAND", "before": 1},
            {"entry": 9, "code": "OF_A_LATER_VERSION", "before": 2},
        ]
    }

    assert bye_words(certificate) == {
        7: "the lowest that has not sat out yet",
        8: "decided by the organiser (1 time before)",
        9: "another reason (OF_A_LATER_VERSION) (2 times before)",
    }


@pytest.mark.parametrize(
    ("certificate", "gaps", "expected"),
    [
        ({"repeats": 0, "repeats_bound": 0}, 0, [Fact("check", "no meeting repeated")]),
        (
            {"repeats": 2, "repeats_bound": 1, "groups_together": 1},
            3,
            [
                Fact("skip", "2 meetings repeated (the fewest found)"),
                Fact("pulled", "3 tables with a gap in points"),
                Fact("house", "1 meeting within a club"),
            ],
        ),
        ({"method": "by_hand"}, 0, []),
        ({"method": "schedule", "repeats": 1, "repeats_bound": 1}, 0, [Fact("skip", "1 meeting repeated")]),
        (
            {"repeats": 0, "repeats_bound": 0, "second_byes": 1},
            0,
            [Fact("check", "no meeting repeated"), Fact("pause", "1 unfair sit-out")],
        ),
    ],
    ids=["clean", "everything", "by hand", "schedule", "unfair sit-out"],
)
def test_the_certificate_in_words(certificate, gaps, expected):
    assert summary(certificate, gaps, pairs=True) == expected


@pytest.mark.parametrize(
    ("certificate", "expected"),
    [
        (
            {"repeats": 0, "repeats_bound": 0},
            [Fact("check", "no partners repeated"), Fact("check", "no opponents repeated")],
        ),
        (
            {"repeats": 1, "repeats_bound": 0, "opponents_again": 3, "opponents_third": 1},
            [
                Fact("skip", "1 pair of partners repeated (the fewest found)"),
                Fact("skip", "3 pairs of opponents repeated"),
                Fact("skip", "1 of them a third time"),
            ],
        ),
        (
            {
                "repeats": 2,
                "repeats_bound": 2,
                "opponents_again": 3,
                "opponents_again_bound": 3,
                "opponents_third": 1,
                "opponents_third_bound": 0,
                "other_role": 4,
                "other_role_bound": 4,
            },
            [
                Fact("skip", "2 pairs of partners repeated (the fewest possible)"),
                Fact("skip", "3 pairs of opponents repeated (the fewest possible)"),
                Fact("skip", "1 of them a third time (the fewest found)"),
                Fact(
                    "skip",
                    "4 meetings of earlier partners as opponents, or the other way round (the fewest possible)",
                ),
            ],
        ),
        (
            {"repeats": 1, "repeats_bound": 0, "other_role": 0, "other_role_bound": 0, "swaps": [{"entries": [1, 2]}]},
            [
                Fact("skip", "1 pair of partners repeated"),
                Fact("check", "no opponents repeated"),
            ],
        ),
    ],
    ids=["clean", "of an earlier release", "proved and found", "changed by hand"],
)
def test_the_certificate_of_individuals_in_words(certificate, expected):
    assert summary(certificate, 0, pairs=False) == expected


@pytest.mark.parametrize(
    ("certificate", "pairs", "expected"),
    [
        ({"repeats": 2, "repeats_bound": 1}, True, [Number("Meetings repeated (the fewest found)", 2)]),
        ({"repeats": 0, "repeats_bound": 0}, False, [Number("Partners repeated", 0)]),
        (
            {
                "repeats": 0,
                "repeats_bound": 0,
                "opponents_third": 0,
                "opponents_third_bound": 0,
                "opponents_again": 2,
                "opponents_again_bound": 2,
                "other_role": 5,
                "other_role_bound": 3,
            },
            False,
            [
                Number("Partners repeated", 0),
                Number("Opponents for the third time", 0),
                Number("Opponents repeated (the fewest possible)", 2),
                Number("Earlier partners as opponents, or the other way round (the fewest found)", 5),
            ],
        ),
        ({"method": "by_hand"}, True, []),
    ],
    ids=["pairs", "of an earlier release", "individuals", "by hand"],
)
def test_the_numbers_of_the_certificate(certificate, pairs, expected):
    assert numbers(certificate, pairs=pairs) == expected
