"""Django's admin: who runs the site may look at everything and puts the directory right; results stay untouched."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, UserFactory, enter, key, seat_round
from tournaments.models import (
    Association,
    Championship,
    Club,
    Entry,
    Event,
    ImportBatch,
    Membership,
    Person,
    Publication,
    ResultVersion,
    Round,
    Table,
)

pytestmark = pytest.mark.django_db
DIRECTORY = (Association, Club, Person)
LOOKED_AT = (Championship, Entry, Event, ImportBatch, Membership, Publication, ResultVersion, Round, Table)


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    championship = ChampionshipFactory()
    a, b = enter(championship, "A", "B")
    key(seat_round(championship, [(a, b)]), 1, 40, 30, 36, 50)
    return client


@pytest.mark.parametrize("model", [*DIRECTORY, *LOOKED_AT], ids=lambda model: model.__name__)
def test_lists_and_shows_rows(root: Client, model) -> None:
    name = f"admin:tournaments_{model._meta.model_name}"
    listing = root.get(reverse(f"{name}_changelist"))
    first = model._default_manager.first()

    assert listing.status_code == 200
    if first is not None:
        assert root.get(reverse(f"{name}_change", args=[first.pk])).status_code == 200


@pytest.mark.parametrize("model", LOOKED_AT, ids=lambda model: model.__name__)
def test_changes_nothing_that_has_a_domain_function(root: Client, rf, model) -> None:
    name = f"admin:tournaments_{model._meta.model_name}"
    first = model._default_manager.first()

    assert root.get(reverse(f"{name}_add")).status_code == 403
    if first is not None:
        assert root.post(reverse(f"{name}_change", args=[first.pk]), {}).status_code == 403
        assert root.post(reverse(f"{name}_delete", args=[first.pk]), {"post": "yes"}).status_code == 403


def test_puts_a_name_right(root: Client) -> None:
    person = Person.objects.first()
    assert person

    root.post(
        reverse("admin:tournaments_person_change", args=[person.pk]),
        {"name": "Gion Caduff", "suffix": "", "place": "Trun", "consent": "full", "public_alias": ""},
    )

    person.refresh_from_db()
    assert (person.name, person.sort_key) == ("Gion Caduff", "caduff gion")


def test_knows_no_model_that_is_not_named_here() -> None:
    ours = {model for model in admin.site._registry if model._meta.app_label == "tournaments"}

    assert ours == {*DIRECTORY, *LOOKED_AT}


@pytest.mark.parametrize("address", ["abc/history/", "abc/history/1/", "1/history/abc/", f"1/history/{'9' * 30}/"])
def test_an_odd_address_of_a_history_is_not_found(root: Client, address: str) -> None:
    answer = root.get(reverse("admin:tournaments_person_changelist") + address)

    assert answer.status_code in {302, 404}
