"""Addresses that only take forms, and forms that come at a bad moment: nobody ends on an empty page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, ChampionshipFactory, enter, member
from tests.tournaments.views.reading import main
from tournaments.models import Championship, Entry
from tournaments.views import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory()
    enter(championship, "A", "B")
    return championship


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    return client


def test_a_form_that_only_a_login_answered_leads_to_the_office(client: Client, championship: Championship) -> None:
    user = member(championship.association)

    asked = client.post(reverse("office_round_publish", args=[championship.slug, 1]))
    entered = client.post(asked["Location"], {"login": user.email, "password": PASSWORD}, follow=True)

    assert entered.redirect_chain == [(reverse("office", args=[championship.slug]), 302)]
    assert entered.status_code == 200


def test_a_members_form_that_only_a_login_answered_leads_to_the_members(client: Client, championship) -> None:
    address = reverse("members", args=[championship.association.slug])

    asked = client.post(address + "1/", {"do": "remove"})

    assert asked["Location"] == f"{reverse('account_login')}?next={address}"


def test_an_address_of_a_form_opened_as_a_page_says_so(organiser: Client, championship: Championship) -> None:
    answer = organiser.get(reverse("office_round_publish", args=[championship.slug, 1]))

    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "There is nothing at this address" in main(answer.content.decode())


def test_a_form_in_another_encoding_is_refused_with_a_sentence(organiser: Client, championship: Championship) -> None:
    answer = organiser.generic(
        "POST",
        reverse("office_entry_new", args=[championship.slug]),
        b"name_1=Sol\xe8r",
        content_type="application/x-www-form-urlencoded; charset=latin-1",
    )

    assert answer.status_code == 400
    assert "The request could not be read" in main(answer.content.decode())


@pytest.mark.parametrize("name", ["edit_entry", "withdraw_entry", "remove_entry"])
def test_an_entry_that_is_removed_meanwhile_is_not_found(
    organiser: Client, championship: Championship, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    change = getattr(entries, name)

    def late(entry: int, **options: object) -> None:
        Entry.objects.all().delete()
        change(entry, **options)

    monkeypatch.setattr(entries, name, late)
    address, data = {
        "edit_entry": ("office_entry", {"number": "1", "name_1": "A B", "name_2": "C D"}),
        "withdraw_entry": ("office_entry_state", {"do": "withdraw"}),
        "remove_entry": ("office_entry_remove", {}),
    }[name]

    answer = organiser.post(reverse(address, args=[championship.slug, 1]), data)

    assert answer.status_code == 404
