"""The shapes of interfaces.md, to the letter."""

import re

import pytest

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain import rounds
from tournaments.domain.paths import entry_path
from tournaments.domain.publishing import hide_results_after
from tournaments.domain.registration import PersonData, register_entry
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.enums import Kind
from tournaments.exports.json import path_json, round_json, standings_json

from .conftest import MakeFixtureF

pytestmark = pytest.mark.django_db

A, B, C, D = (
    {"number": number, "name": f"{name} Uno – {name} Dus", "place": "Trun"} for number, name in enumerate("ABCD", 1)
)


def test_a_round_in_the_middle_of_its_results() -> None:
    championship = ChampionshipFactory()
    a, b, c, d, e = enter(championship, "A", "B", "C", "D", "E")
    round_ = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(round_, 1, 41, 30, 50, 36)

    assert round_json(round_sheet(championship, 1)) == {
        "round": 1,
        "state": "published",
        "tables": [
            {"number": 1, "a": A, "b": B, "first_dealer": "a", "state": "confirmed", "deals": [41, 30, 50, 36]},
            {"number": 2, "a": C, "b": D, "first_dealer": "b", "state": "open", "deals": None},
        ],
        "byes": [{"number": 5, "name": "E Uno – E Dus", "place": "Trun"}],
    }


def test_two_places_are_both_named() -> None:
    championship = ChampionshipFactory()
    for _ in range(2):
        register_entry(championship.pk, [PersonData("Gion Caduff", "Trun"), PersonData("Lina Tuor", "Ilanz")])
    seat_round(championship, [tuple(championship.entries.order_by("number"))])

    side = round_json(round_sheet(championship, 1))["tables"][0]["a"]

    assert side == {"number": 1, "name": "Gion Caduff – Lina Tuor", "place": "Trun / Ilanz"}


def test_a_side_of_two_single_persons_is_a_list_of_both() -> None:
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    rounds.seat_by_hand(championship.pk, [((a, b), (c, d))])

    table = round_json(round_sheet(championship, 1))["tables"][0]

    assert (table["a"], table["b"]) == (
        [{"number": 1, "name": "A", "place": "Trun"}, {"number": 2, "name": "B", "place": "Trun"}],
        [{"number": 3, "name": "C", "place": "Trun"}, {"number": 4, "name": "D", "place": "Trun"}],
    )


def test_a_hidden_round_shows_who_plays_and_nothing_else(fixture_f: MakeFixtureF) -> None:
    championship = hide_results_after(fixture_f().pk, after_round=1)

    tables = round_json(round_sheet(championship, 2, public=True))["tables"]

    assert [(table["state"], table["deals"]) for table in tables] == [("open", None), ("open", None)]


def test_a_ranking(fixture_f: MakeFixtureF) -> None:
    championship = fixture_f()

    data = standings_json(ranking(championship))

    assert list(data) == ["championship", "after_round", "as_of", "open_tables", "entries"]
    assert (data["championship"], data["after_round"], data["open_tables"]) == (championship.slug, 2, 0)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00", data["as_of"])
    assert data["entries"][0] == {
        "rank": 1,
        "shared": False,
        **A,
        "tournament_points": 3,
        "net": 12,
        "buns": 18,
        "schliats": 6,
        "card_points": 300,
        "deals_won": 2,
        "tables": 2,
        "tables_won": 1,
        "byes": 0,
    }


def test_the_path_of_an_entry_is_told_from_its_side(fixture_f: MakeFixtureF) -> None:
    path = path_json(entry_path(fixture_f(), 1))

    assert path["entry"] == {**A, "club": "", "withdrawn": False}
    assert [
        (step["round"], step["opponents"], step["deals"], step["net"], step["running"]) for step in path["rounds"]
    ] == [
        (1, [B], [40, 30, 36, 50], 12, 12),
        (2, [C], [36, 36, 36, 36], 0, 12),
    ]
