"""A name is put right in one championship, and shown right in all of them."""

import pytest
from django.urls import reverse

from tests.factories import AssociationFactory, ChampionshipFactory, UserFactory, enter
from tournaments.domain.change import broken_links
from tournaments.domain.publishing import set_public
from tournaments.domain.registration import PersonData, edit_entry, register_entry
from tournaments.enums import Consent, Kind
from tournaments.models import Championship

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Championship:
    return ChampionshipFactory(kind=Kind.INDIVIDUALS)


@pytest.fixture
def elsewhere(here: Championship) -> Championship:
    """Another championship of the association, public, with the same person."""
    (entry,) = enter(here, "Gion Caduff")
    other = ChampionshipFactory(kind=Kind.INDIVIDUALS, association=here.association)
    register_entry(other.pk, [PersonData("Gion Caduff", person_id=entry.persons[0].pk)], club="Il Narr")
    return set_public(other.pk, public=True)


def names(client, championship: Championship) -> list[str]:
    page = client.get(reverse("standings_file", args=[championship.slug, "json"]))
    return [entry["name"] for entry in page.json()["entries"]]


def test_who_asks_for_initials_gets_them_in_every_championship_at_once(client, here, elsewhere) -> None:
    before = names(client, elsewhere)

    edit_entry(here.entries.get().pk, people=[PersonData("Gion Caduff", consent=Consent.INITIALS)], number=1)

    elsewhere.refresh_from_db()
    assert (before, names(client, elsewhere)) == (["Gion Caduff"], ["G. C."])
    assert broken_links(elsewhere) == []


def test_a_namesake_of_a_new_entry_is_told_apart_in_every_championship_at_once(client, here, elsewhere) -> None:
    before = names(client, elsewhere)

    register_entry(here.pk, [PersonData("Gion Caduff", place="Ilanz")])

    assert (before, names(client, elsewhere)) == (["Gion Caduff"], ["Gion Caduff (Trun)"])


def test_a_name_put_right_in_the_admin_is_shown_at_once(client, here, elsewhere) -> None:
    before = names(client, elsewhere)
    person = elsewhere.entries.get().persons[0]
    client.force_login(UserFactory(is_staff=True, is_superuser=True))

    client.post(
        reverse("admin:tournaments_person_change", args=[person.pk]),
        {"name": "Gian Caduff", "suffix": "", "place": "Trun", "consent": "full", "public_alias": "", "club": ""},
    )

    assert (before, names(client, elsewhere)) == (["Gion Caduff"], ["Gian Caduff"])


def test_a_club_put_right_in_the_admin_is_shown_at_once(client, elsewhere) -> None:
    page = reverse("entry_list", args=[elsewhere.slug])
    before = client.get(page).content.decode()
    club = elsewhere.entries.get().club
    client.force_login(UserFactory(is_staff=True, is_superuser=True))

    client.post(
        reverse("admin:tournaments_club_change", args=[club.pk]),
        {"name": "Il Mund", "place": "", "association": club.association_id},
    )

    assert ("Il Narr" in before, "Il Mund" in client.get(page).content.decode()) == (True, True)


def test_an_association_put_right_in_the_admin_is_shown_at_once(client, elsewhere) -> None:
    address = reverse("api:championship", args=[elsewhere.slug])
    association = elsewhere.association
    client.force_login(UserFactory(is_staff=True, is_superuser=True))

    client.post(
        reverse("admin:tournaments_association_change", args=[association.pk]),
        {"name": "Uniun nova", "slug": association.slug},
    )

    assert client.get(address).json()["association"] == "Uniun nova"


def test_another_association_is_left_alone(here, elsewhere) -> None:
    stranger = ChampionshipFactory(association=AssociationFactory())

    edit_entry(here.entries.get().pk, people=[PersonData("Gian Caduff")], number=1)

    assert [event.type for event in stranger.events.all()] == []
