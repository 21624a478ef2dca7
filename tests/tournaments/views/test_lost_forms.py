"""A session that has ended, a token that is too old: nothing that was typed is lost."""

import re

import pytest
from django.test import Client

from tests.factories import PASSWORD, member
from tests.tournaments.views.keying import GRID, address, ask, fields, send, stored
from tests.tournaments.views.reading import main
from tournaments.domain.claims import claim_result
from tournaments.domain.results import rule
from tournaments.enums import Role, SideName

pytestmark = pytest.mark.django_db


def test_numbers_typed_after_the_session_has_ended_wait_for_the_login(client, open_round):
    user = member(open_round.championship.association, Role.SCORER)

    answer = send(client, 1, 41, 30, 50, 36, reason="late")
    login = client.post(answer.headers["Location"], {"login": user.email, "password": PASSWORD})
    page = client.get(login.headers["Location"])

    html = page.content.decode()
    assert login.headers["Location"] == address(GRID, 1) + "?table=1"
    assert fields(html) == ["41", "30", "50", "36"]
    assert "These numbers are not saved yet." in main(html)
    assert stored() is None


def test_what_has_waited_is_forgotten_once_it_is_stored(client, open_round):
    send(client, 1, 41, 30, 50, 36)
    client.force_login(member(open_round.championship.association, Role.SCORER))
    session = client.session
    session["kept_result"] = {"path": address("office_result", 1, 1), "values": {"d1": "41", "notation": "points"}}
    session.save()

    send(client, 1, 41, 30, 50, 36)

    assert "kept_result" not in client.session


def test_a_script_is_told_to_log_in(client, open_round):
    answer = ask(client, 1, 41, 30, 50, 36)

    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (401, "logged_out")
    assert answer.json()["login"].startswith("/en/accounts/login/?next=")


def test_a_form_with_an_old_token_brings_the_numbers_back(open_round):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(open_round.championship.association, Role.SCORER))

    answer = send(client, 1, 41, 30, 50, 36, csrfmiddlewaretoken="old")

    html = answer.content.decode()
    assert answer.status_code == 403
    assert fields(html) == ["41", "30", "50", "36"]
    assert "This form was too old to be safe." in main(html)
    assert stored() is None


@pytest.fixture
def conflict(open_round):
    table = open_round.tables.get(number=1)
    claim_result(table.pk, SideName.A, (40, 30, 36, 50), seen_version=0, answered_yes=True)
    claim_result(table.pk, SideName.B, (31, 42, 36, 22), seen_version=0, answered_yes=True)
    return table


def test_a_ruling_with_an_old_token_brings_everything_back(open_round, conflict):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(open_round.championship.association))
    form = {"numbers": "other", "d1": "41", "d2": "30", "d3": "36", "d4": "50", "reason": "the slip", "version": "2"}

    answer = client.post(address("office_conflict", 1, 1), {**form, "key": "1" * 32, "csrfmiddlewaretoken": "old"})

    html = answer.content.decode()
    assert answer.status_code == 403
    assert re.findall(r'class="cell"[^>]*value="([^"]*)"', html) == ["41", "30", "36", "50"]
    assert 'value="the slip"' in html
    assert "This form was too old to be safe." in main(html)
    assert stored() is None


def test_a_ruling_with_an_old_token_for_a_table_that_is_decided_is_refused(open_round, conflict):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(open_round.championship.association))
    rule(conflict.pk, (40, 30, 36, 50), expected_version=2, reason="the slip", answered_yes=True)

    answer = client.post(address("office_conflict", 1, 1), {"csrfmiddlewaretoken": "old"})

    assert answer.status_code == 403
    assert "403_csrf.html" in {template.name for template in answer.templates}


def test_a_scorer_with_an_old_token_rules_nothing(open_round, conflict):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(open_round.championship.association, Role.SCORER))

    answer = client.post(address("office_conflict", 1, 1), {"csrfmiddlewaretoken": "old"})

    assert answer.status_code == 403
    assert "Or others: card points of side A" not in answer.content.decode()


def test_a_script_with_an_old_token_is_told_so(open_round):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(open_round.championship.association, Role.SCORER))

    answer = ask(client, 1, 41, 30, 50, 36)

    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (403, "csrf")


def test_another_form_with_an_old_token_gets_the_plain_page(open_round):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(open_round.championship.association, Role.ORGANISER))

    answer = client.post(address("office_round_close", 1))

    assert answer.status_code == 403
    assert 'name="d1"' not in answer.content.decode()


def test_the_page_of_a_refused_form_can_be_loaded_again(scorer):
    answer = scorer.get(address("office_result", 1, 2))

    assert answer.headers["Location"] == address(GRID, 1) + "?table=2"
