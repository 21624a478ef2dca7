"""Logging in, passwords, and how often one may try."""

import re
import time
from dataclasses import dataclass

import pytest
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings
from django.urls import NoReverseMatch, reverse

from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
NEW_PASSWORD = "quater pluntas sper in flum"
LOGIN = "/en/accounts/login/"
RIGHT = {"login": "anna@example.org", "password": PASSWORD}


@dataclass(slots=True)
class Clock:
    """The time as the site reads it."""

    now: float


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(time.time())
    monkeypatch.setattr(time, "time", lambda: clock.now)
    return clock


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def anna():
    return UserFactory(username="anna@example.org", email="anna@example.org")


class TestLogin:
    def test_leads_to_the_office(self, client: Client) -> None:
        response = client.post(LOGIN, {"login": "Anna@Example.org", "password": PASSWORD})

        assert response["Location"] == "/en/office/"

    def test_leads_back_to_the_page_that_asked_for_it(self, client: Client) -> None:
        asked = client.get("/en/office/new/")

        response = client.post(asked["Location"], {"login": "anna@example.org", "password": PASSWORD})

        assert (asked.status_code, response["Location"]) == (302, "/en/office/new/")

    def test_leads_to_no_other_site(self, client: Client) -> None:
        login = {"login": "anna@example.org", "password": PASSWORD, "next": "https://example.com/"}

        assert client.post(LOGIN, login)["Location"] == "/en/office/"

    @pytest.mark.parametrize("login", ["anna@example.org", "nobody@example.org"], ids=["known", "unknown"])
    def test_says_the_same_about_a_wrong_password_and_about_nobody(self, client: Client, login: str) -> None:
        page = client.post(LOGIN, {"login": login, "password": "wrong"}).content.decode()

        assert "The e-mail address or the password is not right." in page

    def test_of_the_first_wrong_passwords_none_has_to_wait(self, client: Client) -> None:
        answers = [self.wrong(client) for _ in range(4)]

        assert [answer.status_code for answer in answers] == [200] * 4
        assert client.post(LOGIN, RIGHT)["Location"] == "/en/office/"

    def test_further_ones_wait_longer_each_time_and_a_minute_at_most(self, client: Client, clock: Clock) -> None:
        waits = []
        for _ in range(12):
            self.wrong(client)
            early = self.wrong(client)
            waits.append(int(early.headers.get("Retry-After", 0)))
            clock.now += waits[-1]

        assert waits == [0, 0, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]

    def test_who_comes_too_early_is_told_so_and_keeps_what_was_typed(self, client: Client) -> None:
        for _ in range(5):
            self.wrong(client)

        early = client.post(LOGIN, RIGHT)

        page = early.content.decode()
        assert (early.status_code, early["Retry-After"]) == (429, "2")
        assert "Wait 2 seconds, then try again. Your account is not closed." in page
        assert 'value="anna@example.org"' in page
        assert "sessionid" not in early.cookies

    def test_the_right_password_opens_after_the_wait_and_ends_it(self, client: Client, clock: Clock) -> None:
        for _ in range(5):
            self.wrong(client)
        clock.now += 2

        after = client.post(LOGIN, RIGHT)
        client.logout()

        assert after["Location"] == "/en/office/"
        assert [self.wrong(client).status_code for _ in range(4)] == [200] * 4

    def test_coming_too_early_does_not_make_the_wait_longer(self, client: Client, clock: Clock) -> None:
        for _ in range(40):
            self.wrong(client)
        clock.now += 2

        assert client.post(LOGIN, RIGHT).status_code == 302

    @pytest.mark.parametrize(
        ("login", "network"), [("anna@example.org", "192.0.2.7"), ("otto@example.org", "127.0.0.1")]
    )
    def test_another_network_and_another_account_need_not_wait(self, client: Client, login: str, network: str) -> None:
        UserFactory(username="otto@example.org", email="otto@example.org")
        for _ in range(9):
            self.wrong(client)

        answer = client.post(LOGIN, {"login": login, "password": PASSWORD}, REMOTE_ADDR=network)

        assert answer.status_code == 302

    def test_one_line_of_ipv6_is_one_network(self, client: Client) -> None:
        answers = [
            client.post(LOGIN, {**RIGHT, "password": "wrong"}, REMOTE_ADDR=f"2001:db8:1:2::{n}") for n in range(1, 8)
        ]

        assert answers[-1].status_code == 429

    @staticmethod
    def wrong(client: Client) -> HttpResponse:
        return client.post(LOGIN, {**RIGHT, "password": "wrong"})

    def test_answers_429_to_a_flood(self, client: Client) -> None:
        cache.clear()
        with override_settings(ACCOUNT_RATE_LIMITS={"login": "2/m/ip"}):
            answers = [client.post(LOGIN, {"login": f"{n}@example.org", "password": "x"}) for n in range(3)]

        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert "Too many tries" in answers[-1].content.decode()
        assert answers[-1]["Content-Security-Policy"]

    def test_is_the_only_way_into_the_admin(self, client: Client) -> None:
        response = client.get("/en/admin/", follow=True)

        assert response.redirect_chain[-1][0].startswith(LOGIN)


class TestPassword:
    def test_is_changed(self, client: Client, anna) -> None:
        client.force_login(anna)
        form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}

        response = client.post("/en/accounts/password/change/", form, follow=True)

        anna.refresh_from_db()
        assert anna.check_password(NEW_PASSWORD)
        assert response.redirect_chain[-1][0] == "/en/office/"
        assert "Your password is saved." in response.content.decode()

    @pytest.mark.parametrize("password", ["short", "password1234", "anna@example.org"])
    def test_is_long_and_not_easy_to_guess(self, client: Client, anna, password: str) -> None:
        client.force_login(anna)
        form = {"oldpassword": PASSWORD, "password1": password, "password2": password}

        page = client.post("/en/accounts/password/change/", form).content.decode()

        anna.refresh_from_db()
        assert "note-red" in page
        assert anna.check_password(PASSWORD)

    def test_is_forgotten_and_chosen_anew_by_mail(self, client: Client, anna) -> None:
        client.post("/en/accounts/password/reset/", {"email": "anna@example.org"})
        link = re.search(r"http://testserver(\S+)", mail.outbox[0].body)
        assert link

        form = client.get(link[1], follow=True)
        client.post(form.request["PATH_INFO"], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})

        anna.refresh_from_db()
        assert anna.check_password(NEW_PASSWORD)
        assert mail.outbox[0].subject.endswith("Troccas: choose a new password")

    def test_of_nobody_says_the_same_and_sends_nothing(self, client: Client) -> None:
        response = client.post("/en/accounts/password/reset/", {"email": "nobody@example.org"})

        assert (response.status_code, response["Location"]) == (302, "/en/accounts/password/reset/done/")
        assert mail.outbox == []


@pytest.mark.parametrize("name", ["account_signup", "account_email", "socialaccount_login", "account_reauthenticate"])
def test_what_the_site_does_not_use_has_no_address(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


@pytest.mark.parametrize("path", ["signup/", "email/", "confirm-email/", "3rdparty/", ""])
def test_and_answers_404(client: Client, path: str) -> None:
    assert client.get(f"/en/accounts/{path}").status_code == 404
