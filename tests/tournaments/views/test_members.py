"""Giving roles: the page, and the way of an invited person to the first login."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import PASSWORD, AssociationFactory, UserFactory, member
from tournaments.enums import Role
from tournaments.models import Association, Membership

pytestmark = pytest.mark.django_db
NEW_PASSWORD = "quater pluntas sper in flum"


@pytest.fixture
def association() -> Association:
    return AssociationFactory(slug="uniun", name="Uniun Grischuna")


@pytest.fixture
def admin(client: Client, association: Association) -> Client:
    client.force_login(member(association, Role.ADMIN))
    return client


URL = "/en/office/uniun/members/"


def link_in(page: str) -> str:
    found = re.search(r"http://testserver(/en/accounts/password/reset/key/[^<\s]+)", page)
    assert found
    return found[1]


class TestPage:
    @pytest.mark.parametrize("number", [1, 3])
    def test_costs_the_same_for_one_member_and_for_three(
        self,
        admin: Client,
        association: Association,
        number: int,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        for _ in range(number):
            member(association, Role.VIEWER)

        with django_assert_num_queries(6):
            response = admin.get(URL)

        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]

    @pytest.mark.parametrize(("role", "status"), [(Role.ORGANISER, 403), (Role.VIEWER, 403), (Role.ADMIN, 200)])
    def test_is_for_administrators(self, client: Client, association: Association, role: Role, status: int) -> None:
        client.force_login(member(association, role))

        assert client.get(URL).status_code == status


class TestInvitation:
    def test_leads_from_the_link_to_the_first_login(self, admin: Client, association: Association) -> None:
        page = admin.post(URL, {"email": "anna@example.org", "role": "scorer"}).content.decode()
        anna = Client()

        form = anna.get(link_in(page), follow=True)
        saved = anna.post(form.request["PATH_INFO"], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
        login = anna.post("/en/accounts/login/", {"login": "anna@example.org", "password": NEW_PASSWORD})

        assert (saved.status_code, login["Location"]) == (302, "/en/office/")
        assert association.name in anna.get("/en/office/").content.decode()

    def test_link_works_once(self, admin: Client) -> None:
        link = link_in(admin.post(URL, {"email": "anna@example.org", "role": "scorer"}).content.decode())
        anna = Client()
        form = anna.get(link, follow=True)
        anna.post(form.request["PATH_INFO"], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})

        again = Client().get(link, follow=True).content.decode()

        assert "This link does not work any more" in again

    def test_link_is_shown_once(self, admin: Client) -> None:
        admin.post(URL, {"email": "anna@example.org", "role": "scorer"})

        assert "/password/reset/key/" not in admin.get(URL).content.decode()

    def test_link_is_renewed_while_the_account_is_unused(self, admin: Client) -> None:
        admin.post(URL, {"email": "anna@example.org", "role": "scorer"})
        invited = Membership.objects.get(user__email="anna@example.org")

        page = admin.post(f"{URL}{invited.pk}/", {"do": "link"}).content.decode()

        assert link_in(page)

    def test_of_somebody_with_an_account_hands_out_no_link(self, admin: Client, association: Association) -> None:
        UserFactory(username="anna@example.org", email="anna@example.org")

        answer = admin.post(URL, {"email": "anna@example.org", "role": "scorer"}, follow=True).content.decode()
        membership = association.memberships.get(user__email="anna@example.org")
        renewed = admin.post(f"{URL}{membership.pk}/", {"do": "link"})

        assert "/password/reset/key/" not in answer
        assert (renewed.status_code, "/password/reset/key/" in renewed.content.decode()) == (422, False)

    @pytest.mark.parametrize(
        ("data", "status"),
        [
            pytest.param({"email": "anna", "role": "scorer"}, 422, id="no address"),
            pytest.param({"email": "anna@example.org", "role": "king"}, 422, id="no role"),
            pytest.param({"email": "a" * 400 + "@example.org", "role": "scorer"}, 422, id="400 letters"),
        ],
    )
    def test_needs_an_address_and_a_role(
        self, admin: Client, association: Association, data: dict[str, str], status: int
    ) -> None:
        response = admin.post(URL, data)

        assert response.status_code == status
        assert association.memberships.count() == 1

    def test_is_for_one_who_is_no_member_yet(self, admin: Client) -> None:
        admin.post(URL, {"email": "anna@example.org", "role": "scorer"})

        again = admin.post(URL, {"email": "anna@example.org", "role": "admin"})

        assert again.status_code == 409
        assert "anna@example.org is a member already." in again.content.decode()


class TestChange:
    def test_gives_another_role(self, admin: Client, association: Association) -> None:
        membership = member(association, Role.VIEWER).memberships.get()

        admin.post(f"{URL}{membership.pk}/", {"do": "role", "role": "organiser"})

        membership.refresh_from_db()
        assert membership.role == "organiser"

    def test_takes_a_role_away(self, admin: Client, association: Association) -> None:
        membership = member(association, Role.VIEWER).memberships.get()

        admin.post(f"{URL}{membership.pk}/", {"do": "remove"})

        assert association.memberships.count() == 1

    @pytest.mark.parametrize("data", [{"do": "remove"}, {"do": "role", "role": "viewer"}])
    def test_leaves_one_administrator(self, admin: Client, association: Association, data: dict[str, str]) -> None:
        membership = association.memberships.get()

        response = admin.post(f"{URL}{membership.pk}/", data)

        assert response.status_code == 409
        assert "The association needs an administrator." in response.content.decode()
        assert association.memberships.get().role == "admin"

    def test_does_not_reach_another_association(self, admin: Client) -> None:
        stranger = member(AssociationFactory(), Role.VIEWER).memberships.get()

        response = admin.post(f"{URL}{stranger.pk}/", {"do": "remove"})

        assert response.status_code == 404
        assert Membership.objects.filter(pk=stranger.pk).exists()


def test_nobody_takes_an_account_over_by_inviting_it(admin: Client, association: Association) -> None:
    """An administrator may give a role to an account in use, but its password stays its owner's."""
    user = UserFactory(username="anna@example.org", email="anna@example.org")

    admin.post(URL, {"email": "anna@example.org", "role": "viewer"})

    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_who_gave_and_took_a_role_is_kept(client: Client, association: Association) -> None:
    gion = member(association, Role.ADMIN)
    client.force_login(gion)
    client.post(URL, {"email": "lina@example.org", "role": "viewer"})
    lina = association.memberships.get(user__email="lina@example.org")
    client.post(f"{URL}{lina.pk}/", {"do": "role", "role": "scorer"})
    client.post(f"{URL}{lina.pk}/", {"do": "remove"})

    kept = Membership.history.filter(user=lina.user).order_by("history_id")

    assert list(kept.values_list("history_type", "role", "history_user")) == [
        ("+", "viewer", gion.pk),
        ("~", "scorer", gion.pk),
        ("-", "scorer", gion.pk),
    ]


KEY = "0123456789abcdef"


class TestFormsThatArriveTwice:
    def test_an_invitation_shows_the_link_again_and_invites_once(self, admin: Client, association: Association) -> None:
        form = {"email": "mena@example.org", "role": "scorer", "form_key": KEY}

        first, second = admin.post(URL, form), admin.post(URL, form)

        assert (first.status_code, second.status_code) == (200, 200)
        assert link_in(second.content.decode()) == link_in(first.content.decode())
        assert association.memberships.count() == 2

    def test_an_invitation_with_another_key_or_other_contents_is_refused(self, admin: Client) -> None:
        form = {"email": "mena@example.org", "role": "scorer", "form_key": KEY}
        admin.post(URL, form)

        others = [admin.post(URL, form | {"form_key": KEY[::-1]}), admin.post(URL, form | {"role": "viewer"})]

        assert [each.status_code for each in others] == [409, 409]
        assert Membership.objects.get(user__email="mena@example.org").role == Role.SCORER

    @pytest.mark.parametrize("values", [{"do": "remove"}, {"do": "role", "role": "organiser"}], ids=["remove", "role"])
    def test_what_is_done_to_a_member_is_answered_alike(
        self, admin: Client, association: Association, values: dict[str, str]
    ) -> None:
        membership = member(association, Role.VIEWER).memberships.get()
        address = f"{URL}{membership.pk}/"

        first, second = (admin.post(address, values | {"form_key": KEY}, follow=True) for _ in range(2))

        assert second.redirect_chain == first.redirect_chain == [(URL, 302)]
        assert [str(each) for each in second.context["messages"]] == [str(each) for each in first.context["messages"]]
        assert len(list(second.context["messages"])) == 1
        roles = list(Membership.history.filter(id=membership.pk).values_list("history_type", flat=True))
        assert roles == [{"remove": "-", "role": "~"}[values["do"]], "+"]

    def test_every_form_of_the_page_has_a_key_of_its_own(self, admin: Client, association: Association) -> None:
        member(association, Role.VIEWER)

        keys = re.findall(r'name="form_key" value="([^"]+)"', admin.get(URL).content.decode())

        assert (len(keys), len(set(keys))) == (5, 5)
