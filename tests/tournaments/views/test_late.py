"""What the office sees and does when a result comes after the next round was drawn."""

import re

import pytest
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.publishing import set_public
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.sheets import round_sheet
from tournaments.enums import Pairing, Role
from tournaments.models import Championship, Round
from tournaments.pairing import swap_late

pytestmark = pytest.mark.django_db
ADDRESS = "/en/c/office/rounds/late/"


@pytest.fixture
def championship() -> Championship:
    """Eight pairs; round 2 was drawn without the result of G–H, which came afterwards: H has won."""
    championship = ChampionshipFactory(slug="c")
    a, b, c, d, e, f, g, h = enter(championship, *"ABCDEFGH")
    round_ = seat_round(championship, [(a, b), (c, d), (e, f), (g, h)])
    for table, points in ((1, 50), (2, 40), (3, 38)):
        key(round_, table, points, points, points, points)
    publish_round(draw_round(championship.pk, seed=1, accept_open="G has to leave early").pk)
    key(round_, 4, 20, 20, 20, 20)
    set_public(championship.pk, public=True)
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association, Role.ORGANISER))
    return client


def second() -> Round:
    return Round.objects.select_related("championship", "stage").get(number=2)


def fields(html: str, do: str) -> dict[str, str]:
    """What the form of a choice sends."""
    form = next(
        each for each in re.findall(r"<form method=\"post\".*?</form>", html, re.DOTALL) if f'value="{do}"' in each
    )
    return dict(re.findall(r'<input[^>]*name="([a-z]+)"[^>]*value="([^"]*)"', form))


def seats(championship: Championship) -> dict[int, set[int]]:
    sheet = round_sheet(championship, 2)
    return {table.number: {line.number for line in (*table.a, *table.b)} for table in sheet.tables}


@pytest.mark.parametrize("page", ["", "rounds/", "rounds/1/"], ids=["overview", "rounds", "results"])
def test_the_office_says_that_a_result_came_late(organiser, page):
    words = main(organiser.get(f"/en/c/office/{page}").content.decode())

    assert "A result came after round 2 was drawn" in words
    assert "Nothing happens by itself" in words


def test_each_choice_says_how_many_tables_change_and_who_would_sit_there(organiser):
    words = main(organiser.get(ADDRESS).content.decode())

    assert "0 tables have started 4 have not" in words
    assert "Keep the round 0 tables change" in words
    assert "Change as little as needed 2 tables change" in words
    assert "Draw the other tables anew" in words
    assert "Uno – Dus against Uno – Dus" in words  # pairs by their family names


@pytest.mark.parametrize("do", ["minimal", "redraw"])
def test_a_change_is_made_and_everybody_reads_why(organiser, championship, do):
    before = seats(championship)
    sent = fields(organiser.get(ADDRESS).content.decode(), do)

    answer = organiser.post(ADDRESS, sent, follow=True)

    assert "Round 2 is changed. Print new slips for the changed tables" in answer.content.decode()
    assert "A result came after" not in main(answer.content.decode())
    assert seats(championship) != before
    public = main(Client().get("/en/c/rounds/2/").content.decode())
    assert "Changed by the organiser: A result came late" in public
    assert check_draw(second()).problems == ()


def test_keeping_changes_nothing_and_takes_the_note_away(organiser, championship):
    before = seats(championship)

    answer = organiser.post(ADDRESS, fields(organiser.get(ADDRESS).content.decode(), "keep"), follow=True)

    words = answer.content.decode()
    assert "Round 2 stays as it is." in words
    assert "A result came after" not in main(words)
    assert seats(championship) == before


def test_a_table_that_started_after_the_look_stops_the_change(organiser, championship):
    sent = fields(organiser.get(ADDRESS).content.decode(), "redraw")
    key(second(), 1, 40, 30, 36, 50)
    before = seats(championship)

    answer = organiser.post(ADDRESS, sent)

    assert answer.status_code == 409
    assert seats(championship) == before


@pytest.mark.parametrize(
    ("data", "status"),
    [
        pytest.param({"do": "burn"}, 422, id="no-such-choice"),
        pytest.param({"version": "x"}, 422, id="damaged"),
        pytest.param({"version": "1"}, 409, id="an-old-page"),
        pytest.param({"reason": " "}, 422, id="no-reason"),
    ],
)
def test_a_form_that_is_not_right_changes_nothing(organiser, championship, data, status):
    before = seats(championship)
    sent = fields(organiser.get(ADDRESS).content.decode(), "redraw") | data

    answer = organiser.post(ADDRESS, sent)

    assert (answer.status_code, seats(championship)) == (status, before)


def test_without_a_late_result_the_page_says_so(client):
    championship = ChampionshipFactory(slug="c")
    client.force_login(member(championship.association, Role.ORGANISER))

    assert "Nothing to decide" in main(client.get(ADDRESS).content.decode())


@pytest.mark.parametrize("pairing", [Pairing.LOT, Pairing.ROUND_ROBIN])
def test_a_round_that_was_drawn_without_the_ranking_says_that_nothing_changes(client, pairing):
    """There is nothing to choose: a draw by lot, or by a plan, looks at no result."""
    championship = ChampionshipFactory(slug="c")
    championship.stages.update(pairing=pairing)
    enter(championship, *"ABCD")
    publish_round(draw_round(championship.pk, seed=1).pk)
    draw_round(championship.pk, seed=2, accept_open="still playing")
    key(championship.rounds.get(number=1), 1, 40, 40, 40, 40)
    client.force_login(member(championship.association, Role.ORGANISER))

    words = main(client.get(ADDRESS).content.decode())

    assert "Round 2 was drawn without a look at the ranking." in words


@pytest.mark.parametrize("page", ["", "rounds/", "rounds/2/draw/"], ids=["overview", "rounds", "proposal"])
def test_another_winner_after_the_draw_of_a_knock_out_is_said(client, page):
    championship = ChampionshipFactory(slug="c")
    championship.stages.update(pairing=Pairing.KNOCKOUT)
    enter(championship, *"ABCD")
    first = publish_round(draw_round(championship.pk, seed=1).pk)
    for number in (1, 2):
        key(first, number, 50, 50, 50, 50)
    draw_round(championship.pk, seed=2)
    client.force_login(member(championship.association, Role.ORGANISER))
    address = f"/en/c/office/{page}"

    before = main(client.get(address).content.decode())
    key(first, 1, 20, 20, 20, 20, reason="sides mixed up")
    after = main(client.get(address).content.decode())

    said = "Somebody else has won since round 2 was drawn"
    assert (said in before, said in after) == (False, True)


def test_where_not_all_was_tried_the_page_does_not_say_that_it_is_the_fewest(organiser, monkeypatch):
    tried = main(organiser.get(ADDRESS).content.decode())
    monkeypatch.setattr(swap_late, "COMPLETE_UP_TO", 4)
    not_tried = main(organiser.get(ADDRESS).content.decode())

    assert "with as few changes as possible" in tried
    assert "with the fewest changes that were found" in not_tried
