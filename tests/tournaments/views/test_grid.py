"""The page of the keyboard grid, and its part that refreshes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.keying import GRID, address, ask, send
from tests.tournaments.views.reading import main, rows
from tournaments.domain.rounds import draw_round, undo_draw
from tournaments.enums import Notation, Role
from tournaments.models import Championship

pytestmark = pytest.mark.django_db


# What the script asks -----------------------------------------------------------------------------------------------


def test_a_stored_result_as_json(scorer):
    answer = ask(scorer, 1, 41, 30, 50, 36)

    json_ = answer.json()
    assert answer.status_code == 200
    assert (json_["saved"], json_["table"], json_["version"]) == (True, 1, 1)
    assert json_["sentence"].startswith("Table 1 is saved (41, 30, 50, 36), ")


def test_a_refused_result_as_json_names_code_deal_and_sentence(scorer):
    answer = ask(scorer, 1, 74, 30, 50, 36)

    assert answer.status_code == 422
    assert answer.json() == {
        "problems": [
            {
                "code": "RANGE",
                "deal": 1,
                "side": "a",
                "given": 74,
                "sentence": "Deal 1: 74 cannot be. A deal has 0 to 72 card points.",
            }
        ],
        "version": 0,
        "stored": "",
    }


def test_a_conflict_as_json_holds_what_is_stored(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)

    answer = ask(scorer, 1, 44, 30, 36, 50)

    assert answer.status_code == 409
    assert (answer.json()["stored"], answer.json()["version"]) == ("40, 30, 36, 50", 1)


def test_the_refreshing_part_is_sent_only_when_something_has_changed(scorer, open_round):
    first = scorer.get(address("office_round_live", 1))
    tag = first.headers["ETag"]

    again = scorer.get(address("office_round_live", 1), headers={"If-None-Match": tag})
    key(open_round, 1, 40, 30, 36, 50)
    changed = scorer.get(address("office_round_live", 1), headers={"If-None-Match": tag})

    assert (first.status_code, again.status_code, changed.status_code) == (200, 304, 200)
    assert "no-cache" in first.headers["Cache-Control"]
    assert '<a href="?table=2">2</a>' in changed.content.decode()
    assert rows(changed.content.decode())[0][2:7] == ["40", "30", "36", "50", "156"]


# The page -----------------------------------------------------------------------------------------------------------


def test_the_notation_is_remembered_for_this_championship(scorer, open_round):
    key(open_round, 1, 41, 30, 36, 50)

    scorer.post(address("office_notation", 1), {"notation": "net"})

    html = scorer.get(address(GRID, 1)).content.decode()
    assert rows(html)[0][2:7] == ["+5", "−6", "0", "+14", "+13"]
    assert "± from 36" in main(html)
    assert Championship.objects.get().notation == Notation.POINTS


def test_a_championship_of_balances_begins_with_them(scorer, open_round):
    Championship.objects.update(notation=Notation.NET)

    html = scorer.get(address(GRID, 1)).content.decode()

    assert '<input type="hidden" name="notation" value="net">' in html


def test_an_unknown_notation_is_refused(scorer):
    assert scorer.post(address("office_notation", 1), {"notation": "roman"}).status_code == 422


@pytest.mark.parametrize("query", ["2", "d uno", "dus"], ids=["number", "name", "first with this name"])
def test_a_table_is_found_by_number_or_name(scorer, query):
    html = scorer.get(address(GRID, 1), {"q": query}).content.decode()

    wanted = 1 if query == "dus" else 2
    assert f'action="/en/c/office/rounds/1/tables/{wanted}/result/"' in html


def test_a_search_without_a_hit_says_so(scorer):
    assert "No table has this number or name." in main(scorer.get(address(GRID, 1), {"q": "zzz"}).content.decode())


def test_a_viewer_reads_and_cannot_type(client, open_round):
    client.force_login(member(open_round.championship.association, Role.VIEWER))

    html = client.get(address(GRID, 1)).content.decode()

    assert 'name="d1"' not in html
    assert send(client, 1, 41, 30, 50, 36).status_code == 403


def test_a_proposal_is_looked_at_before_it_is_typed(scorer, open_round):
    key(open_round, 1, 40, 30, 36, 50)
    key(open_round, 2, 20, 44, 44, 44)
    draw_round(open_round.championship_id, seed=1)

    assert scorer.get(address(GRID, 2)).headers["Location"] == address("office_draw", 2)


def test_results_lead_to_the_last_published_round(scorer, open_round):
    assert scorer.get(address("office_results")).headers["Location"] == address(GRID, 1)


def test_results_lead_to_the_rounds_while_there_is_none(scorer, open_round):
    undo_draw(open_round.pk)

    assert scorer.get(address("office_results")).headers["Location"] == address("office_rounds")


@pytest.mark.parametrize("name", [GRID, "office_round_live"])
def test_the_grid_reads_three_tables_as_fast_as_one(client, name):
    counts = []
    for tables in (1, 3):
        championship = ChampionshipFactory(slug=f"q{tables}")
        entries = enter(championship, *"ABCDEF"[: 2 * tables])
        round_ = seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))
        key(round_, 1, 40, 30, 36, 50)
        client.force_login(member(championship.association, Role.ORGANISER))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(reverse(name, args=[championship.slug, 1]))
        counts.append(len(queries))

    assert counts[0] == counts[1]
