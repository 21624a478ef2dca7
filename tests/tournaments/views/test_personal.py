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


@pytest.mark.parametrize(("name", "values"), [("championship_list", []), ("standings", ["c"]), ("entry_list", ["c"])])
def test_a_public_page_is_the_same_for_somebody_who_is_logged_in(
    client: Client, championship: Championship, name: str, values: list[str]
) -> None:
    client.force_login(member(championship.association))

    answer = client.get(reverse(name, args=values))

    assert answer["Cache-Control"] == "no-cache"
