"""The front page of the office knows what comes next; the standings of the office have every column."""

import re
from random import Random

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main, rows
from tournaments.domain.calls import call_organiser
from tournaments.domain.publishing import publish_ranking
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.rounds import close_round, draw_round, publish_round
from tournaments.enums import Pairing, Role, SideName
from tournaments.management.demo import play_round
from tournaments.models import Championship, Round
from tournaments.views.next_step import Step, standing_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(slug="c", rounds=2)


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association, Role.ORGANISER))
    return client


def primary(client: Client, name: str = "office") -> list[str]:
    """The words of the one button to press next."""
    html = client.get(reverse(name, args=["c"])).content.decode()
    return [re.sub(r"<[^>]+>", "", text).strip() for text in re.findall(r"btn-primary[^>]*>(.*?)</", html)]


def day(championship: Championship, step: Step) -> Round | None:
    """Bring a championship of two rounds to the point where this step comes next."""
    if step == Step.ENTER:
        return None
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    if step == Step.DRAW:
        return None
    round_ = seat_round(championship, [(a, b), (c, d)], publish=step != Step.PUBLISH_ROUND)
    if step in {Step.PUBLISH_ROUND, Step.PRINT}:
        return round_
    key(round_, 1, 40, 30, 36, 50)
    if step == Step.TYPE:
        return round_
    key(round_, 2, 20, 44, 44, 44)
    round_ = publish_round(draw_round(championship.pk, seed=1).pk)
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    if step != Step.CLOSE:
        close_round(round_.pk)
    if step == Step.DONE:
        publish_ranking(championship.pk)
    return round_


@pytest.mark.parametrize(
    ("step", "button"),
    [
        (Step.ENTER, "Import entries"),
        (Step.DRAW, "Draw round 1"),
        (Step.PUBLISH_ROUND, "Look at the draw"),
        (Step.PRINT, "Print slips"),
        (Step.TYPE, "Type results"),
        (Step.CLOSE, "Close the round"),
        (Step.PUBLISH, "Publish"),
        (Step.DONE, "Standings"),
    ],
    ids=str,
)
def test_the_one_button_is_the_next_step_of_the_day(organiser, championship, step, button):
    day(championship, step)

    assert standing_of(championship).step == step
    assert primary(organiser) == [button]


def test_when_all_tables_have_a_result_the_next_round_is_drawn(organiser, championship):
    round_ = day(championship, Step.TYPE)
    key(round_, 2, 20, 44, 44, 44)

    assert primary(organiser) == ["Draw round 2"]


def test_a_round_that_was_closed_by_hand_is_not_closed_by_the_draw(organiser, championship):
    round_ = day(championship, Step.TYPE)
    key(round_, 2, 20, 44, 44, 44)
    close_round(round_.pk)

    page = organiser.get(f"/en/{championship.slug}/office/").content.decode()

    assert ("Round 1 is closed." in page, "The draw closes that round" in page) == (True, False)


def test_a_viewer_has_nothing_to_draw(client, championship):
    day(championship, Step.DRAW)
    client.force_login(member(championship.association, Role.VIEWER))

    assert primary(client) == []


def test_the_overview_counts_entries_and_tables(organiser, championship):
    day(championship, Step.TYPE)
    withdraw_entry(championship.entries.get(number=4).pk)

    words = main(organiser.get(reverse("office", args=["c"])).content.decode())

    assert "take part 3 present 0 withdrawn 1" in words
    assert "tables 2 with a result 1 still open 1 Open: 2" in words


@pytest.mark.parametrize("name", ["office", "office_standings"])
def test_three_entries_are_read_as_fast_as_one(client, name):
    counts = []
    for entries in (1, 3):
        championship = ChampionshipFactory(slug=f"q{entries}")
        enter(championship, *"ABC"[:entries])
        client.force_login(member(championship.association))
        client.get(reverse(name, args=[championship.slug]))
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(name, args=[championship.slug]))
        counts.append(len(queries))

    assert counts[0] == counts[1]


# Standings -------------------------------------------------------------------------------------------------------


@pytest.fixture
def fixture_f(championship) -> Championship:
    """Fixture F of the rules: four pairs, two rounds."""
    a, b, c, d = enter(championship, "Aita", "Barla", "Carli", "Duri")
    first = seat_round(championship, [(a, b), (c, d)])
    key(first, 1, 40, 30, 36, 50)
    key(first, 2, 20, 44, 44, 44)
    second = seat_round(championship, [(c, a), (b, d)])
    key(second, 1, 36, 36, 36, 36)
    key(second, 2, 72, 0, 37, 35)
    return championship


def standings(client: Client, **query: object) -> list[list[str]]:
    answer = client.get(reverse("office_standings", args=["c"]), query)
    assert answer.status_code == 200
    return rows(answer.content.decode())


def test_fixture_f_with_every_column(organiser, fixture_f):
    found = standings(organiser)

    assert [(row[1], row[4], row[5], row[8], row[9], row[10], row[11]) for row in found] == [
        ("1", "3", "+12", "18", "6", "300", "2"),
        ("3", "3", "+8", "24", "16", "296", "3"),
        ("4", "1", "−8", "53", "61", "280", "3"),
        ("2", "1", "−12", "43", "55", "276", "3"),
    ]


@pytest.mark.parametrize(
    ("sort", "numbers"),
    [
        ("number", ["1", "2", "3", "4"]),
        ("-buns", ["4", "2", "3", "1"]),
        ("net", ["2", "4", "3", "1"]),
        ("-best_table", ["1", "3", "4", "2"]),
    ],
)
def test_every_column_sorts(organiser, fixture_f, sort, numbers):
    assert [row[1] for row in standings(organiser, sort=sort)] == numbers


def test_the_ranking_after_an_earlier_round(organiser, fixture_f):
    assert [(row[1], row[4]) for row in standings(organiser, after=1)] == [
        ("1", "2"),
        ("3", "2"),
        ("4", "0"),
        ("2", "0"),
    ]


@pytest.mark.parametrize("after", ["0", "3", "x", "-1", "99999999999"])
def test_a_ranking_that_does_not_exist(organiser, fixture_f, after):
    assert organiser.get(reverse("office_standings", args=["c"]), {"after": after}).status_code == 404


def test_a_withdrawn_entry_keeps_its_line(organiser, fixture_f):
    withdraw_entry(fixture_f.entries.get(number=4).pk)

    assert standings(organiser)[2][2] == "Duri Uno – Duri Dus (withdrawn)"


@pytest.mark.parametrize(("after", "query"), [(None, ""), (1, "?after=1"), (2, "")], ids=["now", "earlier", "last"])
def test_the_page_leads_to_its_ranking_as_a_file(organiser, fixture_f, after, query):
    asked = {} if after is None else {"after": after}

    page = organiser.get(reverse("office_standings", args=["c"]), asked).content.decode()

    address = reverse("office_standings_file", args=["c", "pdf"]) + query
    assert f'href="{address}"' in page
    assert organiser.get(address).status_code == 200


@pytest.mark.parametrize(
    "name", ["office_entries", "office_rounds", "office_standings", "office_publish", "office_settings"]
)
def test_the_way_back_from_every_section_is_this_championship(organiser, championship, name):
    html = organiser.get(reverse(name, args=["c"])).content.decode()

    way = re.search(r"<nav class=.crumbs..*?</nav>", html, re.DOTALL)
    assert way is not None
    assert re.findall(r'<a href="([^"]*)"', way.group()) == [reverse("office", args=["c"])]


def test_before_the_first_entry_the_page_says_so(organiser, championship):
    words = main(organiser.get(reverse("office_standings", args=["c"])).content.decode())

    assert "Nobody is entered yet" in words


def test_who_calls_the_organiser_stands_on_the_overview_until_somebody_has_gone_there(organiser, championship):
    a, b = enter(championship, "Uno", "Dus")
    round_ = seat_round(championship, [(a, b)])
    call_organiser(round_.tables.get().pk, SideName.A)
    page = organiser.get("/en/c/office/").content.decode()

    answer = organiser.post("/en/c/office/rounds/1/tables/1/call/", {"do": "answer", "back": "overview"})

    assert "Somebody calls you" in page
    assert (answer.status_code, answer.headers["Location"]) == (302, "/en/c/office/")
    assert "Somebody calls you" not in organiser.get("/en/c/office/").content.decode()


def test_a_knock_out_ends_the_event_with_its_final(championship, organiser):
    """Five rounds are planned, but a knock-out of four pairs has two: no third one is offered."""
    championship.stages.update(pairing=Pairing.KNOCKOUT, rounds_planned=5)
    enter(championship, "A", "B", "C", "D")
    for number in (1, 2):
        play_round(publish_round(draw_round(championship.pk, seed=number).pk), Random(number), decide=True)

    steps = [standing_of(championship).step]
    close_round(championship.rounds.get(number=2).pk)
    steps.append(standing_of(championship).step)

    assert steps == [Step.CLOSE, Step.PUBLISH]
    assert "Draw round 3" not in organiser.get(reverse("office_rounds", args=["c"])).content.decode()
