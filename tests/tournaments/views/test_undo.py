"""The button that takes back what the office did last."""

import re

import pytest
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, member
from tournaments.domain.claims import claim_result
from tournaments.domain.results import key_result, rule, withdraw_result
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.undo import undoable
from tournaments.domain.versions import fresh
from tournaments.enums import Outcome, Role, RoundState, SideName
from tournaments.models import Championship, Table

pytestmark = pytest.mark.django_db

UNDO = "/en/c/office/undo/"


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCD")
    return championship


@pytest.fixture
def gion(championship):
    return member(championship.association)


def logged_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def published(championship, who) -> None:
    publish_round(draw_round(championship.pk, seed=1).pk, actor=who)


@pytest.mark.parametrize("address", ["/en/c/office/", "/en/c/office/history/"])
def test_the_page_says_what_would_be_taken_back_and_who_did_it(championship, gion, address):
    published(championship, gion)

    page = " ".join(logged_in(gion).get(address).content.decode().split())

    assert re.search(rf"Round 1 was published, {gion.email}, \d\d:\d\d", page)
    assert f'name="event" value="{undoable(championship).event}"' in page


def test_another_organiser_on_another_device_takes_it_back(championship, gion):
    published(championship, gion)
    lina = logged_in(member(championship.association))

    answer = lina.post(UNDO, {"event": undoable(championship).event}, follow=True)

    assert "Taken back: Round 1 was published" in answer.content.decode()
    assert championship.rounds.get().state == RoundState.DRAFT


def test_two_at_once_take_back_one_thing(championship, gion):
    draw_round(championship.pk, seed=1, actor=gion)
    publish_round(championship.rounds.get().pk, actor=gion)
    form = {"event": undoable(championship).event}

    answers = [logged_in(member(championship.association)).post(UNDO, form) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 409]
    assert "Meanwhile something else was done" in answers[1].content.decode()
    assert championship.rounds.get().state == RoundState.DRAFT


def test_the_page_says_why_it_cannot_be_taken_back(championship, gion):
    published(championship, gion)
    table = championship.rounds.get().tables.get(number=1)
    claim_result(table.pk, SideName.A, (40, 30, 36, 50), seen_version=0, answered_yes=True)

    page = logged_in(gion).get("/en/c/office/").content.decode()
    answer = logged_in(gion).post(UNDO, {"event": undoable(championship).event})

    assert "something that came later depends on it" in page
    assert "Table 1 of round 1: a result was reported" in page
    assert 'action="/en/c/office/undo/"' not in page
    assert answer.status_code == 409


@pytest.mark.parametrize("event", ["", "x", "0", "99999999999", "-1"])
def test_a_damaged_form_takes_nothing_back(championship, gion, event):
    published(championship, gion)

    answer = logged_in(gion).post(UNDO, {"event": event})

    assert answer.status_code == 409
    assert championship.rounds.get().state == RoundState.PUBLISHED


@pytest.mark.parametrize("zeros", ["", "00"])
def test_zeros_before_the_number_give_no_rights(championship, gion, zeros):
    published(championship, gion)
    scorer = logged_in(member(championship.association, Role.SCORER))

    answer = scorer.post(UNDO, {"event": f"{zeros}{undoable(championship).event}"})

    assert (answer.status_code, championship.rounds.get().state) == (403, RoundState.PUBLISHED)


def test_the_right_is_looked_at_where_nobody_else_can_change_what_is_last(championship, gion, monkeypatch):
    published(championship, gion)
    seen = undoable(championship).event
    monkeypatch.setattr("tournaments.views.undo.undoable", lambda _championship: None)  # as if nothing were there yet
    scorer = logged_in(member(championship.association, Role.SCORER))

    answer = scorer.post(UNDO, {"event": seen})

    assert (answer.status_code, championship.rounds.get().state) == (403, RoundState.PUBLISHED)


def in_conflict(championship) -> Table:
    publish_round(draw_round(championship.pk, seed=1).pk)
    table = championship.rounds.get().tables.get(number=1)
    claim_result(table.pk, SideName.A, (40, 30, 36, 50), seen_version=0, answered_yes=True)
    claim_result(table.pk, SideName.B, (31, 42, 36, 22), seen_version=0, answered_yes=True)
    return fresh(table.pk)


def ruled(table, who) -> None:
    rule(table.pk, (40, 30, 36, 50), expected_version=2, answered_yes=True, reason="the slip", actor=who)


def broken_off(table, who) -> None:
    key_result(
        table.pk,
        (40, 30),
        outcome=Outcome.ABANDONED,
        expected_version=2,
        answered_yes=True,
        reason="ill",
        actor=who,
    )


def withdrawn(table, who) -> None:
    withdraw_result(table.pk, expected_version=2, reason="another table", actor=who)


def ruled_and_corrected(table, who) -> None:
    ruled(table, None)
    key(table.round, 1, 44, 30, 36, 50, reason="misread", actor=who)


@pytest.mark.parametrize("decide", [ruled, broken_off, withdrawn, ruled_and_corrected])
def test_what_an_organiser_has_decided_is_no_scorers_to_take_back(championship, gion, decide):
    table = in_conflict(championship)
    decide(table, gion)
    scorer = logged_in(member(championship.association, Role.SCORER))
    form = {"event": undoable(championship).event}
    before = fresh(table.pk).state

    refused = scorer.post(UNDO, form)
    kept = fresh(table.pk).state
    shown = "office/undo/" in scorer.get("/en/c/office/").content.decode()
    answer = logged_in(gion).post(UNDO, form)

    assert (refused.status_code, kept, shown, answer.status_code) == (403, before, False, 302)


def test_a_scorer_takes_back_a_number_that_made_a_conflict(championship):
    publish_round(draw_round(championship.pk, seed=1).pk)
    who = member(championship.association, Role.SCORER)
    table = championship.rounds.get().tables.get(number=1)
    claim_result(table.pk, SideName.A, (40, 30, 36, 50), seen_version=0, answered_yes=True)
    key(championship.rounds.get(), 1, 41, 30, 36, 50, actor=who)

    answer = logged_in(who).post(UNDO, {"event": undoable(championship).event})

    assert (answer.status_code, fresh(table.pk).state) == (302, "claimed")


def test_a_scorer_takes_back_results_and_nothing_else(championship, gion):
    scorer = member(championship.association, Role.SCORER)
    published(championship, gion)
    refused = logged_in(scorer).post(UNDO, {"event": undoable(championship).event})
    seen_first = "office/undo/" in logged_in(scorer).get("/en/c/office/").content.decode()
    key(championship.rounds.get(), 1, 40, 30, 36, 50, actor=scorer)

    answer = logged_in(scorer).post(UNDO, {"event": undoable(championship).event})

    assert (refused.status_code, seen_first, answer.status_code) == (403, False, 302)
    assert championship.rounds.get().tables.get(number=1).state == "open"


def test_nothing_to_take_back_shows_nothing(championship, gion):
    page = logged_in(gion).get("/en/c/office/").content.decode()

    assert "office/undo/" not in page
