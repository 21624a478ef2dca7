"""What programs read, and that nothing else is there."""

import hashlib

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.publishing import hide_results_after
from tournaments.domain.registration import PersonData, edit_entry
from tournaments.domain.rounds import publish_round
from tournaments.domain.seals import open_seal, seal_round
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.enums import Consent
from tournaments.exports.json import round_json, standings_json
from tournaments.models import Championship

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/championships"
PATHS = ["", "/standings", "/standings?after=1", "/rounds", "/rounds/1", "/rounds/2", "/entries", "/entries/1"]


@pytest.fixture
def championship() -> Championship:
    """Public; round 1 is played, round 2 has one of two results."""
    championship = ChampionshipFactory(is_public=True, slug="sumvitg", name="Campiunadi da Sumvitg")
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    first = seat_round(championship, [(a, b), (c, d)])
    key(first, 1, 40, 30, 36, 50)
    key(first, 2, 20, 44, 44, 44)
    second = seat_round(championship, [(c, a), (b, d)])
    key(second, 1, 36, 36, 36, 36)
    return championship


def test_the_front_page_leads_on(client: Client) -> None:
    assert client.get("/api/v1/").json() == {"openapi": "/api/v1/openapi.json", "championships": ROOT}


def test_the_list_names_public_championships_only(client: Client, championship: Championship) -> None:
    ChampionshipFactory(is_public=False)

    assert client.get(ROOT).json() == {
        "championships": [
            {
                "slug": "sumvitg",
                "name": "Campiunadi da Sumvitg",
                "edition": None,
                "place": "Glion",
                "starts_on": "2026-11-07",
                "ends_on": "2026-11-07",
                "rounds": 2,
                "rounds_planned": 7,
            }
        ]
    }


def test_a_championship(client: Client, championship: Championship) -> None:
    assert client.get(f"{ROOT}/sumvitg").json() == {
        "slug": "sumvitg",
        "name": "Campiunadi da Sumvitg",
        "association": championship.association.name,
        "edition": None,
        "place": "Glion",
        "kind": "pairs",
        "starts_on": "2026-11-07",
        "final_on": None,
        "entries": 4,
        "rounds": [1, 2],
        "rounds_planned": 7,
        "points_per": "table",
        "keys": ["tournament_points", "net", "tables_won", "direct", "best_table"],
    }


def test_a_ranking_and_a_round_are_those_of_the_files(client: Client, championship: Championship) -> None:
    answers = [client.get(f"{ROOT}/sumvitg/{path}").json() for path in ("standings", "standings?after=1", "rounds/2")]

    assert answers == [
        standings_json(ranking(championship, public=True)),
        standings_json(ranking(championship, after=1, public=True)),
        round_json(round_sheet(championship, 2, public=True)),
    ]


def test_a_seal_is_there_before_the_draw_and_can_be_checked_after_it(client: Client) -> None:
    """Anybody computes seal and seed from the answer alone."""
    championship = ChampionshipFactory(is_public=True, slug="sumvitg")
    enter(championship, "A", "B", "C", "D")
    seal = seal_round(championship.pk)

    before = client.get(f"{ROOT}/sumvitg/rounds/1/seals").json()
    publish_round(open_seal(championship.pk, cards="cK t21 n r3 b10 sJ").pk)
    after = client.get(f"{ROOT}/sumvitg/rounds/1").json()["seals"]

    hidden = {"secret": None, "cards": None, "seed": None}
    assert before["seals"] == [{**after[0], "state": "standing", **hidden}]
    lines = ["troccas sealed draw", "1", after[0]["secret"], *after[0]["lines"]]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == seal.seal == after[0]["seal"]
    mixed = "\n".join(["troccas seed", seal.seal, after[0]["secret"], after[0]["cards"]])
    assert int(hashlib.sha256(mixed.encode()).hexdigest()[:13], 16) == after[0]["seed"]
    assert client.get("/en/sumvitg/rounds/1.json").json()["seals"] == after
    assert client.get(f"{ROOT}/sumvitg/rounds/2/seals").status_code == 404


def test_rounds_and_entries(client: Client, championship: Championship) -> None:
    rounds = client.get(f"{ROOT}/sumvitg/rounds").json()
    entries = client.get(f"{ROOT}/sumvitg/entries").json()

    assert rounds == {
        "championship": "sumvitg",
        "rounds": [
            {"round": 1, "state": "closed", "tables": 2, "open_tables": 0},
            {"round": 2, "state": "published", "tables": 2, "open_tables": 1},
        ],
    }
    assert entries == {
        "championship": "sumvitg",
        "entries": [
            {"number": number, "name": f"{name} Uno – {name} Dus", "place": "Trun", "club": "", "withdrawn": False}
            for number, name in enumerate("ABCD", 1)
        ],
    }


def test_the_path_of_an_entry(client: Client, championship: Championship) -> None:
    path = client.get(f"{ROOT}/sumvitg/entries/1").json()

    assert (path["standing"]["rank"], [(step["round"], step["net"], step["running"]) for step in path["rounds"]]) == (
        1,
        [(1, 12, 12), (2, 0, 12)],
    )


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_that_the_reader_has_is_not_sent_again(client: Client, championship: Championship, path: str) -> None:
    first = client.get(f"{ROOT}/sumvitg{path}")

    second = client.get(f"{ROOT}/sumvitg{path}", headers={"If-None-Match": first.headers["ETag"]})

    assert (second.status_code, second.content) == (304, b"")


@pytest.mark.parametrize("path", PATHS)
def test_head_is_answered(client: Client, championship: Championship, path: str) -> None:
    assert client.head(f"{ROOT}/sumvitg{path}").status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_a_championship_that_is_not_public_does_not_exist(
    client: Client, championship: Championship, path: str
) -> None:
    Championship.objects.update(is_public=False)
    client.force_login(member(championship.association))

    response = client.get(f"{ROOT}/sumvitg{path}")

    assert (response.status_code, response.json()) == (404, {"problems": [{"code": "not_found"}]})


@pytest.mark.parametrize("path", ["/standings", "/rounds", "/rounds/2", "/entries/2"])
def test_a_hidden_result_shows_nowhere_and_moves_no_etag(client: Client, championship: Championship, path: str) -> None:
    hide_results_after(championship.pk, after_round=1)
    before = client.get(f"{ROOT}/sumvitg{path}")

    key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)

    after = client.get(f"{ROOT}/sumvitg{path}")
    assert (after.content, after.headers["ETag"]) == (before.content, before.headers["ETag"])


def test_the_ranking_of_a_hidden_round_does_not_exist(client: Client, championship: Championship) -> None:
    hide_results_after(championship.pk, after_round=1)

    assert client.get(f"{ROOT}/sumvitg/standings?after=2").status_code == 404


def test_a_draft_does_not_exist(client: Client, championship: Championship) -> None:
    key(championship.rounds.get(number=2), 2, 72, 0, 37, 35)
    a, b, c, d = championship.entries.order_by("number")
    seat_round(championship, [(a, d), (b, c)], publish=False)

    answers = [client.get(f"{ROOT}/sumvitg/{path}").status_code for path in ("rounds/3", "standings?after=3")]

    assert (answers, client.get(f"{ROOT}/sumvitg").json()["rounds"]) == ([404, 404], [1, 2])


@pytest.mark.parametrize("path", ["/standings", "/rounds/1", "/entries", "/entries/1", "/entries/2"])
def test_a_person_is_named_as_agreed(client: Client, championship: Championship, path: str) -> None:
    child = PersonData("Nina Tgetgel", "Trun", consent=Consent.ALIAS, public_alias="Stiarl")
    edit_entry(championship.entries.get(number=1).pk, people=[child, PersonData("A Dus", "Trun")], number=1)

    text = client.get(f"{ROOT}/sumvitg{path}").content.decode()

    assert ("Stiarl" in text, "Tgetgel" in text) == (True, False)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/standings?after=x", {"code": "wrong_parameter", "parameter": "after", "reason": "int_parsing"}),
        ("/standings?after=0", {"code": "wrong_parameter", "parameter": "after", "reason": "greater_than_equal"}),
        ("/rounds/x", {"code": "wrong_parameter", "parameter": "number", "reason": "int_parsing"}),
        ("/rounds/99999999", {"code": "wrong_parameter", "parameter": "number", "reason": "less_than_equal"}),
    ],
)
def test_a_wrong_parameter_is_named(
    client: Client, championship: Championship, path: str, problem: dict[str, str]
) -> None:
    response = client.get(f"{ROOT}/sumvitg{path}")

    assert (response.status_code, response.json()) == (422, {"problems": [problem]})


def test_a_nul_in_the_address_is_refused(client: Client) -> None:
    assert client.get(f"{ROOT}/a%00b").status_code == 422


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_changed(client: Client, championship: Championship, method: str) -> None:
    answer = getattr(client, method)(f"{ROOT}/sumvitg")

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert answer.json() == {"problems": [{"code": "method_not_allowed"}]}


@pytest.mark.parametrize("name", ["standings", "rounds", "entries", "championship"])
def test_the_number_of_queries_does_not_grow(
    client: Client, championship: Championship, django_assert_max_num_queries, name: str
) -> None:
    address = reverse(f"api:{name}", args=["sumvitg"])

    with django_assert_max_num_queries(16):
        response = client.get(address)

    assert response.status_code == 200
