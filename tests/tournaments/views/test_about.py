"""The imprint, the privacy page and the page on accessibility: found from every page, and true."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import AssociationFactory, ChampionshipFactory, enter, member
from tournaments.domain.memberships import set_imprint
from tournaments.domain.publishing import set_public
from tournaments.domain.refusal import Refused
from tournaments.enums import Role
from tournaments.models import Association

pytestmark = pytest.mark.django_db
ABOUT = ("imprint", "privacy", "accessibility")


@pytest.fixture
def association() -> Association:
    """One that publishes a championship."""
    association = AssociationFactory(name="Uniun grischuna", slug="uniun")
    championship = ChampionshipFactory(slug="c", association=association)
    enter(championship, *"AB")
    set_public(championship.pk, public=True)
    return association


@pytest.mark.parametrize(
    ("name", "values"),
    [("championship_list", []), ("standings", ["c"]), ("recount", []), ("imprint", []), ("account_login", [])],
)
def test_every_foot_leads_to_them(client: Client, association: Association, name: str, values: list[str]) -> None:
    page = client.get(reverse(name, args=values)).content.decode()

    assert [f'href="/en/{about}/"' in page for about in ABOUT] == [True, True, True]


def test_the_foot_of_the_office_and_of_errors_leads_to_them(client: Client, association: Association) -> None:
    client.force_login(member(association))

    pages = [client.get(address).content.decode() for address in ("/en/c/office/", "/en/nothing/here/")]

    assert ['href="/en/privacy/"' in page for page in pages] == [True, True]


@pytest.mark.parametrize("name", ABOUT)
def test_they_say_whom_to_write_to(client: Client, association: Association, name: str) -> None:
    set_imprint(association.pk, address="Uniun grischuna\r\n7130 Glion", email="uniun@example.org")

    page = client.get(reverse(name)).content.decode()

    assert "Uniun grischuna<br>7130 Glion" in page
    assert 'href="mailto:uniun@example.org"' in page


def test_an_association_without_a_public_championship_is_not_named(client: Client, association: Association) -> None:
    AssociationFactory(name="Uniun zuppada", address="Via 1", email="zuppada@example.org")

    page = client.get(reverse("imprint")).content.decode()

    assert ("Uniun grischuna" in page, "Uniun zuppada" in page, "zuppada@" in page) == (True, False, False)


def test_a_missing_address_is_said_and_not_invented(client: Client, association: Association) -> None:
    page = client.get(reverse("imprint")).content.decode()

    assert "This association has not said yet where it is reached." in page


def test_markup_in_an_address_stays_text(client: Client, association: Association) -> None:
    set_imprint(association.pk, address="<script>alert(1)</script>", email="")

    page = client.get(reverse("imprint")).content.decode()

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


@pytest.mark.parametrize("name", ABOUT)
def test_who_reads_them_gets_no_cookie(client: Client, association: Association, name: str) -> None:
    answer = client.get(reverse(name))

    assert (answer.status_code, dict(answer.cookies)) == (200, {})


def test_the_office_writes_the_imprint(client: Client, association: Association) -> None:
    client.force_login(member(association, Role.ADMIN))

    answer = client.post(
        reverse("association_imprint", args=["uniun"]),
        {"address": "Uniun grischuna\r\n\r\n Casa  Communala \r\n7130 Glion", "email": "uniun@example.org"},
    )

    association.refresh_from_db()
    assert answer["Location"] == reverse("office_home")
    assert (association.address, association.email) == (
        "Uniun grischuna\nCasa Communala\n7130 Glion",
        "uniun@example.org",
    )


def test_a_wrong_e_mail_address_stores_nothing_and_keeps_what_was_typed(
    client: Client, association: Association
) -> None:
    client.force_login(member(association, Role.ADMIN))

    answer = client.post(reverse("association_imprint", args=["uniun"]), {"address": "Casa", "email": "nobody"})

    association.refresh_from_db()
    assert (answer.status_code, association.address, association.email) == (422, "", "")
    assert "Casa" in answer.content.decode()


def test_an_address_that_is_too_long_is_refused(association: Association) -> None:
    with pytest.raises(Refused) as refusal:
        set_imprint(association.pk, address="x" * 301, email="")

    assert refusal.value.code == "text_too_long"


def test_the_office_reminds_an_administrator_of_a_missing_imprint(client: Client, association: Association) -> None:
    client.force_login(member(association, Role.ADMIN))
    reminder = "Nobody can read yet where the association is reached"

    before = client.get(reverse("office_home")).content.decode()
    set_imprint(association.pk, address="", email="uniun@example.org")
    after = client.get(reverse("office_home")).content.decode()

    assert (reminder in before, reminder in after) == (True, False)
