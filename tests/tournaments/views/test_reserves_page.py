"""The page of the finalists, and what the public reads of the reserves."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import member
from tests.tournaments.domain.test_reserves import played
from tests.tournaments.views.reading import main
from tournaments.domain.publishing import set_public
from tournaments.domain.reserves import move_up
from tournaments.enums import Role
from tournaments.models import Championship

pytestmark = pytest.mark.django_db
PAGE = "/en/c/office/final/"


@pytest.fixture
def championship() -> Championship:
    championship = played(40, 39, 38, 37)
    set_public(championship.pk, public=True)
    championship.refresh_from_db()
    return championship


def test_one_press_lets_the_reserve_move_up(client: Client, championship: Championship) -> None:
    client.force_login(member(championship.association))

    answer = client.post(PAGE, {"entry": "3"}, follow=True)

    page = main(answer.content.decode())
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "moves up into the final." in page
    assert "Withdrawn: 3 " in page


def test_everybody_reads_who_moved_up_and_who_comes_next(client: Client, championship: Championship) -> None:
    before = main(client.get(reverse("standings", args=["c"])).content.decode())
    move_up(championship.pk, 3)

    after = main(client.get(reverse("standings", args=["c"])).content.decode())

    assert "If somebody withdraws, these move up in this order: 8 " in before
    assert ("Withdrawn:" in before, "Withdrawn: 3 " in after, "Moved up: 8 " in after) == (False, True, True)
    assert "Final: the first 4" in after


def test_the_history_says_it_in_words(client: Client, championship: Championship) -> None:
    move_up(championship.pk, 3)
    client.force_login(member(championship.association))

    page = main(client.get(reverse("office_history", args=["c"])).content.decode())

    assert "Finalist 3 withdrew, and reserve 8 moved up" in page


@pytest.mark.parametrize("entry", ["8", "x", "", "99999999"])
def test_who_is_no_finalist_is_refused_in_words(client: Client, championship: Championship, entry: str) -> None:
    client.force_login(member(championship.association))

    answer = client.post(PAGE, {"entry": entry})

    assert answer.status_code == 422
    assert "is not in the final." in answer.content.decode()


def test_a_scorer_looks_and_decides_nothing(client: Client, championship: Championship) -> None:
    client.force_login(member(championship.association, Role.SCORER))

    page, posted = client.get(PAGE), client.post(PAGE, {"entry": "3"})

    assert (page.status_code, "reserve moves up" in page.content.decode(), posted.status_code) == (200, False, 403)


def test_without_a_list_the_page_says_when_there_is_one(client: Client, championship: Championship) -> None:
    Championship.objects.update(finalists=None)
    client.force_login(member(championship.association))

    assert "There is no list of finalists now" in client.get(PAGE).content.decode()
