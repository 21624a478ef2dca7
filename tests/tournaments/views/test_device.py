"""The mark of a device: in a cookie, with every change, and never for somebody who just reads."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, member
from tournaments.domain.change import acting_device
from tournaments.models import Championship
from tournaments.views.device import COOKIE, MARK, MarkDevice, remembering_device

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory()
    enter(championship, "A", "B", "C", "D")
    return championship


def drawn(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    client.post(reverse("office_rounds", args=[championship.slug]))
    return client


def test_a_change_carries_the_mark_that_the_answer_sets(client: Client, championship: Championship) -> None:
    drawn(client, championship)

    event = championship.events.get(type="round_drawn")
    assert MARK.fullmatch(event.device)
    assert client.cookies[COOKIE].value == event.device


def test_the_mark_stays_and_two_devices_have_two(championship: Championship) -> None:
    first = drawn(Client(), championship)
    other = Client()
    other.force_login(member(championship.association))

    other.post(reverse("office_round_undo", args=[championship.slug, 1]))
    first.post(reverse("office_rounds", args=[championship.slug]))

    devices = list(
        championship.events.filter(type__startswith="round_").order_by("sequence").values_list("device", flat=True)
    )
    assert devices[0] == devices[2]
    assert devices[0] != devices[1]


def test_who_just_reads_gets_no_cookie(client: Client) -> None:
    answer = client.get(reverse("championship_list"))

    assert COOKIE not in answer.cookies


@pytest.mark.parametrize("given", ["", "short", "x" * 17, "<script>alert(1)"], ids=["none", "short", "long", "markup"])
def test_what_is_no_mark_is_replaced(given: str) -> None:
    seen: list[str] = []

    @remembering_device
    def page(_request: HttpRequest) -> HttpResponse:
        seen.append(acting_device.get())
        return HttpResponse()

    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = given
    answer = MarkDevice(page)(request)

    assert MARK.fullmatch(seen[0])
    assert answer.cookies[COOKIE].value == seen[0]
    assert (answer.cookies[COOKIE]["httponly"], answer.cookies[COOKIE]["samesite"]) == (True, "Lax")
    assert acting_device.get() == ""
