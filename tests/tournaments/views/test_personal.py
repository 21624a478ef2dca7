"""After the log-out nobody finds a page of the office in the browser's store."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, member
from tournaments.domain.publishing import set_public
from tournaments.models import Championship

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"AB")
    set_public(championship.pk, public=True)
    return championship


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("office_home", []),
        ("championship_new", []),
        ("office", ["c"]),
        ("office_entries", ["c"]),
        ("office_rounds", ["c"]),
    ],
)
def test_a_page_of_the_office_is_stored_nowhere(
    client: Client, championship: Championship, name: str, values: list[str]
) -> None:
    client.force_login(member(championship.association))

    answer = client.get(reverse(name, args=values))

    assert answer.status_code == 200
    assert set(answer["Cache-Control"].split(", ")) == {"no-store", "private"}


LOG_IN = '<a class="log-in" href="/en/accounts/login/">Log in</a>'
LOG_OUT = '<a href="/en/accounts/logout/">Log out</a>'
EVERYWHERE = [
    ("championship_list", []),
    ("championship", ["c"]),
    ("standings", ["c"]),
    ("entry_list", ["c"]),
    ("recount", []),
    ("privacy", []),
]


@pytest.mark.parametrize(("name", "values"), EVERYWHERE)
def test_the_header_of_a_public_page_leads_to_the_log_in(
    client: Client, championship: Championship, name: str, values: list[str]
) -> None:
    page = client.get(reverse(name, args=values)).content.decode()

    assert (page.count(LOG_IN), LOG_OUT in page) == (1, False)


@pytest.mark.parametrize(("name", "values"), EVERYWHERE)
def test_the_header_names_who_is_logged_in_and_leads_out(
    client: Client, championship: Championship, name: str, values: list[str]
) -> None:
    user = member(championship.association)
    user.first_name, user.last_name = "Anna", "Tuor"
    user.save()
    client.force_login(user)

    answer = client.get(reverse(name, args=values))

    page = answer.content.decode()
    assert (page.count(">Anna Tuor</a>"), page.count(LOG_OUT), LOG_IN in page) == (1, 1, False)
    assert set(answer["Cache-Control"].split(", ")) >= {"no-store", "private"}


def test_who_has_just_logged_in_gets_another_page_than_before(client: Client, championship: Championship) -> None:
    before = client.get(reverse("standings", args=["c"]))
    client.force_login(member(championship.association))

    after = client.get(reverse("standings", args=["c"]), headers={"If-None-Match": before["ETag"]})
    again = client.get(reverse("standings", args=["c"]), headers={"If-None-Match": after["ETag"]})

    assert (after.status_code, again.status_code) == (200, 304)


def test_what_one_reader_is_called_is_never_shown_to_another(client: Client, championship: Championship) -> None:
    user = member(championship.association)
    client.force_login(user)
    client.get(reverse("standings", args=["c"]))

    page = Client().get(reverse("standings", args=["c"])).content.decode()

    assert (user.email in page, LOG_IN in page) == (False, True)


def test_a_reader_without_a_session_is_not_looked_up(client: Client, championship: Championship) -> None:
    answer = client.get(reverse("standings", args=["c"]))

    assert (answer.headers.get("Vary"), dict(answer.cookies), answer["Cache-Control"]) == (None, {}, "no-cache")


def test_a_name_of_an_account_stays_text(client: Client, championship: Championship) -> None:
    user = member(championship.association)
    user.first_name = "<b>Anna</b>"
    user.save()
    client.force_login(user)

    page = client.get(reverse("standings", args=["c"])).content.decode()

    assert "&lt;b&gt;Anna&lt;/b&gt;" in page


def test_the_page_of_a_table_has_no_log_in(client: Client, championship: Championship) -> None:
    assert "accounts/login" not in client.get(reverse("table_page")).content.decode()
