"""Odd results are asked about while they are typed; Enter means yes, and a championship may switch a question off."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from tests.factories import key, member
from tests.tournaments.views.keying import ask, send, stored
from tests.tournaments.views.reading import main
from tournaments.domain.claims import claim_result
from tournaments.enums import SideName
from tournaments.models import Championship, ResultVersion, Round

pytestmark = pytest.mark.django_db


def begun(round_: Round, minutes: int) -> None:
    Round.objects.filter(pk=round_.pk).update(published_at=now() - timedelta(minutes=minutes))


def codes(answer) -> list[str]:
    return [problem["code"] for problem in answer.json()["problems"]]


def test_four_equal_numbers_are_asked_about_and_yes_stores_them(scorer):
    asked = send(scorer, 1, 37, 37, 37, 37)
    answered = send(scorer, 1, 37, 37, 37, 37, yes="37 37 37 37")

    assert asked.status_code == 422
    assert "All four numbers are the same. Is that right?" in main(asked.content.decode())
    assert 'name="yes" value="37 37 37 37"' in asked.content.decode()
    assert answered.status_code == 302
    assert [each["code"] for each in ResultVersion.objects.get().questions] == ["ALL_EQUAL"]


def test_a_result_right_after_the_start_and_one_typed_twice_are_asked_about(scorer, open_round):
    begun(open_round, 5)
    key(open_round, 2, 41, 30, 50, 37)

    answer = ask(scorer, 1, 41, 30, 50, 37)

    assert (answer.status_code, codes(answer)) == (422, ["TOO_EARLY", "SAME_NUMBERS"])
    assert stored() is None


def test_what_a_side_has_said_is_not_asked_again(scorer, open_round):
    begun(open_round, 5)
    table = open_round.tables.get(number=1)
    claim_result(table.pk, SideName.A, (37, 37, 37, 37), seen_version=0, answered_yes=True)

    answer = ask(scorer, 1, 37, 37, 37, 37, version=1)

    assert answer.json()["saved"]
    assert stored() == [37, 37, 37, 37]


def test_a_lost_answer_is_given_again_without_a_new_question(scorer, open_round):
    ask(scorer, 1, 41, 30, 50, 37, key="k1")
    key(open_round, 2, 41, 30, 50, 37)

    assert ask(scorer, 1, 41, 30, 50, 37, key="k1").json()["saved"]


def change(client: Client, **changed: str) -> HttpResponse:
    """Send the settings as they are, but for these."""
    address = reverse("office_settings", args=["c"])
    form = client.get(address).context["form"]
    data = {name: "" if value is None else value for name, value in form.stored().items()}
    return client.post(address, {**data, "kind": "pairs", "confirmed": "1", **changed})


@pytest.mark.parametrize(
    ("deals", "code"),
    [((37, 37, 37, 37), "ALL_EQUAL"), ((72, 30, 36, 40), "CONFIRM_EXTREME")],
    ids=str,
)
def test_a_question_that_is_switched_off_is_not_asked(client, scorer, open_round, deals, code):
    client.force_login(member(open_round.championship.association))
    saved = change(client, **{f"ask_{code}": "False"})

    answer = ask(client, 1, *deals)

    assert saved.status_code == 302
    assert Championship.objects.get().unasked == [code]
    assert answer.json()["saved"]


def test_an_organiser_sets_the_limits_and_the_page_names_them(client, scorer, open_round):
    client.force_login(member(open_round.championship.association))
    begun(open_round, 60)
    saved = change(client, odd_points="10", odd_minutes="75", odd_tables="4")

    settings = main(client.get(reverse("office_settings", args=["c"])).content.decode())
    grid = client.get(reverse("office_round", args=["c", open_round.number])).content.decode()
    rare, early = ask(client, 1, 9, 31, 50, 37), ask(client, 1, 40, 31, 50, 37)

    assert saved.status_code == 302
    assert "A deal under 10 or over 62" in settings
    assert "A result less than 75 minutes after the start" in settings
    assert "One phone that reports for 4 tables" in settings
    assert 'data-low="10" data-high="62"' in grid
    assert (codes(rare), codes(early)) == (["CONFIRM_EXTREME"], ["TOO_EARLY"])


@pytest.mark.parametrize(
    ("name", "given"),
    [
        pytest.param("odd_points", "37", id="more-than-half-the-points"),
        pytest.param("odd_minutes", "0", id="no-minute"),
        pytest.param("odd_tables", "1", id="each-phone"),
        pytest.param("odd_tables", "three", id="no-number"),
    ],
)
def test_a_limit_that_cannot_be_is_refused_with_what_was_typed(client, scorer, open_round, name, given):
    client.force_login(member(open_round.championship.association))

    answer = change(client, **{name: given})

    championship = Championship.objects.get()
    assert answer.status_code == 422
    assert f'value="{given}"' in answer.content.decode()
    assert (championship.odd_points, championship.odd_minutes, championship.odd_tables) == (6, 12, 3)


def test_a_limit_that_is_not_sent_stays(client, scorer, open_round):
    client.force_login(member(open_round.championship.association))
    change(client, odd_minutes="20")

    change(client, odd_minutes="", odd_tables="5")

    championship = Championship.objects.get()
    assert (championship.odd_minutes, championship.odd_tables) == (20, 5)
