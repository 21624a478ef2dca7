"""The whole event played beforehand: nothing is stored, and what would happen is said."""

import io
import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, member
from tests.tournaments.views.reading import main, rows
from tournaments.domain.refusal import Refused
from tournaments.domain.rehearsal import rehearse
from tournaments.enums import Kind, Pairing, StageKind
from tournaments.models import Championship, Event, Round, Stage

pytestmark = pytest.mark.django_db


def test_all_rounds_are_played_and_nothing_is_stored():
    championship = ChampionshipFactory(rounds=5)
    enter(championship, *"ABCDEFGHI")
    events = Event.objects.count()

    found = rehearse(championship)

    assert [(each.number, each.tables, len(each.sits_out)) for each in found.rounds] == [
        (number, 4, 1) for number in range(1, 6)
    ]
    assert (found.repeats, found.most_sit_outs, len(found.sat_out)) == (0, 1, 5)
    assert (Round.objects.count(), Event.objects.count()) == (0, events)


def test_the_same_seed_plays_the_same_event():
    championship = ChampionshipFactory(rounds=3)
    enter(championship, *"ABCDEFG")

    assert rehearse(championship, seed=4) == rehearse(championship, seed=4)


def test_more_rounds_than_opponents_have_repeats():
    championship = ChampionshipFactory(rounds=4)
    enter(championship, *"ABCD")

    assert [each.repeats for each in rehearse(championship).rounds] == [0, 0, 0, 2]


def test_individuals_say_who_are_partners_and_opponents_again():
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS, rounds=3)
    enter(championship, *"ABCDEFGHIJ")

    found = rehearse(championship)

    assert [(each.tables, len(each.sits_out)) for each in found.rounds] == [(2, 2)] * 3
    assert found.repeats == 0


@pytest.mark.parametrize(
    ("pairing", "counted"),
    [
        pytest.param(Pairing.LOT, [0, 3], id="by lot three of twelve meet again"),
        pytest.param(Pairing.STANDING, [0, None], id="by standing it is no aim"),
    ],
)
def test_who_meets_again_in_the_other_role_is_counted_where_that_is_an_aim(client, pairing, counted):
    championship = ChampionshipFactory(slug="c", kind=Kind.INDIVIDUALS, rounds=2)
    Stage.objects.update(pairing=pairing)
    enter(championship, *"ABCDEFGHIJKL")
    client.force_login(member(championship.association))

    found = rehearse(championship, seed=1)
    page = main(client.get(reverse("office_rehearsal", args=["c"])).content.decode())

    assert [each["other_role"] for each in found.as_json()["rounds"]] == counted
    sentence = "3 times earlier partners met as opponents, or the other way round."
    assert (sentence in page) is (counted[1] == 3)


@pytest.mark.parametrize(
    ("pairing", "tables"),
    [
        pytest.param(Pairing.STANDING, [3, 3, 2, 2, 2], id="swiss"),
        pytest.param(Pairing.KNOCKOUT, [3, 3, 2, 2], id="knock-out-ends-by-itself"),
        pytest.param(Pairing.ROUND_ROBIN, [3, 3, 2, 2, 2], id="round-robin"),
    ],
)
def test_a_final_is_played_by_the_first_ones(pairing, tables):
    championship = ChampionshipFactory(rounds=2, finalists=4)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=3, pairing=pairing)
    enter(championship, *"ABCDEFG")

    found = rehearse(championship)

    assert [each.tables for each in found.rounds] == tables
    assert [each.final for each in found.rounds] == [False, False] + [True] * (len(tables) - 2)


def test_what_would_stop_the_event_is_known_beforehand():
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    Stage.objects.update(pairing=Pairing.WHIST)
    enter(championship, *"ABCDEF")

    with pytest.raises(Refused) as refusal:
        rehearse(championship)

    assert refusal.value.code == "no_schedule"


def test_the_command_answers_in_json():
    championship = ChampionshipFactory(slug="c", rounds=2)
    enter(championship, *"ABC")
    out = io.StringIO()

    call_command("rehearse", "c", "--seed", "3", "--json", stdout=out)

    assert json.loads(out.getvalue()) == rehearse(Championship.objects.get(), seed=3).as_json()


def test_the_page_says_it_in_words(client):
    championship = ChampionshipFactory(slug="c", rounds=2)
    enter(championship, *"ABC")
    client.force_login(member(championship.association))

    html = client.get(reverse("office_rehearsal", args=["c"]), {"seed": 3}).content.decode()

    words = main(html)
    assert "2 rounds of 2 planned were played with random results." in words
    assert "No two pairs met twice." in words
    assert "2 entries sit out; the most for one entry: 1." in words
    assert "The first day ends at 15:10, 410 minutes before the hall closes." in words
    assert [row[:3] for row in rows(html)] == [["1", "1", "0"], ["2", "1", "0"]]


def test_the_page_says_what_would_stop_the_event(client):
    championship = ChampionshipFactory(slug="c")
    client.force_login(member(championship.association))

    answer = client.get(reverse("office_rehearsal", args=["c"]))

    assert answer.status_code == 422
    assert "A draw needs at least 2 entries; there are 0." in main(answer.content.decode())


def test_more_entries_and_rounds_need_no_more_queries():
    counts = []
    for names, rounds in (("ABC", 1), ("ABCDEFG", 3)):
        championship = ChampionshipFactory(rounds=rounds)
        enter(championship, *names)
        with CaptureQueriesContext(connection) as queries:
            rehearse(championship)
        counts.append(len(queries))

    assert counts[0] == counts[1]
