"""Codes of the tables in the office: printed again, made invalid, revoked; and who reports at all."""

import io
import re
from datetime import date

import pypdf
import pytest
from django.test import Client

from tests.factories import AssociationFactory, ChampionshipFactory, enter, member, seat_round
from tests.qr_reading import codes_on
from tournaments.domain.championships import change_settings, create_championship
from tournaments.domain.links import resolve, revoke_links
from tournaments.enums import Confirming, Preset, Role
from tournaments.exports import addresses
from tournaments.models import Championship, Event, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(client: Client, open_round: Round) -> Client:
    client.force_login(member(open_round.championship.association))
    return client


def codes(client: Client, address: str, **extra: str) -> list[str]:
    """What the codes of this print hold."""
    return [code.text for code in codes_on(client.get(address, **extra).content)]


def live(texts: list[str]) -> list[bool]:
    return [resolve(text.rpartition("/")[2]) is not None for text in texts]


def links_in(page: str) -> list[str]:
    return [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]+)"', page)]


# One slip --------------------------------------------------------------------------------------------------------


def test_a_slip_is_printed_again_two_clicks_from_its_round(scorer: Client) -> None:
    round_page = scorer.get("/en/c/office/rounds/1/?table=2").content.decode()
    table_page = scorer.get("/en/c/office/rounds/1/tables/2/").content.decode()

    assert "/en/c/office/rounds/1/tables/2/" in links_in(round_page)
    assert "/en/c/office/rounds/1/slips.pdf?table=2" in links_in(table_page)
    assert len(codes(scorer, "/en/c/office/rounds/1/slips.pdf?table=2")) == 2


def test_an_invalidated_slip_stops_and_the_next_print_holds(scorer: Client) -> None:
    address = "/en/c/office/rounds/1/slips.pdf"
    before, all_before = codes(scorer, f"{address}?table=1"), codes(scorer, address)

    answer = scorer.post("/en/c/office/rounds/1/tables/1/slip/", follow=True)
    after, all_after = codes(scorer, f"{address}?table=1"), codes(scorer, address)

    assert answer.redirect_chain == [("/en/c/office/rounds/1/tables/1/", 302)]
    assert "The slip of table 1 no longer holds. Print it again." in answer.content.decode()
    assert (live(before), live(after)) == ([False, False], [True, True])
    assert set(after) < set(all_after)  # the print of the whole round was kept, and is made anew
    assert (sorted(live(all_before)), live(all_after)) == ([False, False, True, True], [True] * 4)


def test_a_slip_of_a_proposal_is_not_invalidated(organiser: Client, open_round: Round) -> None:
    championship = ChampionshipFactory(slug="draft", association=open_round.championship.association)
    a, b = enter(championship, "X", "Y")
    seat_round(championship, [(a, b)], publish=False)

    answer = organiser.post("/en/draft/office/rounds/1/tables/1/slip/", follow=True)

    assert "Round 1 is not published yet." in answer.content.decode()
    assert not Event.objects.filter(type="slip_invalidated").exists()


def test_who_may_only_look_gets_slips_without_codes(client: Client, open_round: Round) -> None:
    client.force_login(member(open_round.championship.association, Role.VIEWER))

    slips = client.get("/en/c/office/rounds/1/slips.pdf").content

    assert len(pypdf.PdfReader(io.BytesIO(slips)).pages) == 1
    assert codes_on(slips) == []
    assert "/slip/" not in client.get("/en/c/office/rounds/1/tables/1/").content.decode()


# All of them -----------------------------------------------------------------------------------------------------


def test_stands_are_printed_from_the_page_of_codes(scorer: Client, open_round: Round) -> None:
    overview = scorer.get("/en/c/office/").content.decode()
    page = scorer.get("/en/c/office/links/").content.decode()

    stands = codes(scorer, "/en/c/office/stands.pdf")

    assert "/en/c/office/links/" in links_in(overview)
    assert {"/en/c/office/stands.pdf", "/en/c/office/rounds/1/slips.pdf?size=a6"} <= set(links_in(page))
    assert len(stands) == 2 * 25  # 50 pairs are expected
    assert all(live(stands))


def test_revoking_asks_once_and_stops_all(organiser: Client, open_round: Round) -> None:
    printed = [
        *codes(organiser, "/en/c/office/rounds/1/slips.pdf"),
        *codes(organiser, "/en/c/office/stands.pdf"),
    ]

    asked = organiser.post("/en/c/office/links/", {})
    still = live(printed)
    done = organiser.post("/en/c/office/links/", {"confirmed": "on"}, follow=True)

    assert (asked.status_code, all(still)) == (422, True)
    assert "All codes are revoked." in done.content.decode()
    assert not any(live(printed))
    assert all(live(codes(organiser, "/en/c/office/stands.pdf")))


def test_a_scorer_does_not_see_how_to_revoke(scorer: Client) -> None:
    assert "Revoke all codes" not in scorer.get("/en/c/office/links/").content.decode()


def test_without_claims_there_is_nothing_to_print_or_revoke(organiser: Client, open_round: Round) -> None:
    change_settings(open_round.championship_id, takes_claims=False)

    page = organiser.get("/en/c/office/links/").content.decode()

    assert "Only the office types results in this championship." in page
    assert "Revoke all codes" not in page
    assert organiser.get("/en/c/office/stands.pdf").status_code == 404
    assert codes(organiser, "/en/c/office/rounds/1/slips.pdf") == []


# Where they lead -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "network", "base", "warned"),
    [
        ("localhost:8001", "192.168.1.20", "HTTP://192.168.1.20:8001/T", False),
        ("127.0.0.1:8001", "192.168.1.20", "HTTP://192.168.1.20:8001/T", False),
        ("localhost", "192.168.1.20", "HTTP://192.168.1.20/T", False),
        ("localhost:8001", None, "HTTP://LOCALHOST:8001/T", True),
        ("testserver", "192.168.1.20", "HTTP://TESTSERVER/T", False),
    ],
    ids=["localhost", "127", "no port", "no network", "a name"],
)
def test_slips_lead_where_phones_reach_the_site(
    scorer: Client, monkeypatch: pytest.MonkeyPatch, host: str, network: str | None, base: str, warned: bool
) -> None:
    monkeypatch.setattr(addresses, "address_in_network", lambda: network)

    printed = codes(scorer, "/en/c/office/rounds/1/slips.pdf?table=1", HTTP_HOST=host)
    pages = [scorer.get(page, HTTP_HOST=host).content.decode() for page in ("/en/c/office/", "/en/c/office/links/")]

    assert {text.rpartition("/")[0] for text in printed} == {base}
    assert ["Phones cannot reach this site." in page for page in pages] == [warned, warned]


@pytest.mark.parametrize(
    ("listens_on", "base", "warned"),
    [
        pytest.param("127.0.0.1", "HTTP://LOCALHOST:8001/T", True, id="this-computer-alone"),
        pytest.param("::1", "HTTP://LOCALHOST:8001/T", True, id="this-computer-alone-ipv6"),
        pytest.param("localhost", "HTTP://LOCALHOST:8001/T", True, id="its-name"),
        pytest.param("192.168.7.5", "HTTP://192.168.7.5:8001/T", False, id="one-of-its-networks"),
        pytest.param("fd00::5", "HTTP://[FD00::5]:8001/T", False, id="one-of-its-networks-ipv6"),
        pytest.param("0.0.0.0", "HTTP://192.168.1.20:8001/T", False, id="everywhere"),  # noqa: S104
    ],
)
def test_slips_lead_nowhere_that_the_site_does_not_listen_on(
    scorer: Client, monkeypatch: pytest.MonkeyPatch, settings, listens_on: str, base: str, warned: bool
) -> None:
    settings.LISTENS_ON = listens_on
    monkeypatch.setattr(addresses, "address_in_network", lambda: "192.168.1.20")

    printed = codes(scorer, "/en/c/office/rounds/1/slips.pdf?table=1", HTTP_HOST="localhost:8001")
    pages = [
        scorer.get(page, HTTP_HOST="localhost:8001").content.decode()
        for page in ("/en/c/office/", "/en/c/office/links/")
    ]

    assert {text.rpartition("/")[0] for text in printed} == {base}
    assert ["It was started for this computer alone." in page for page in pages] == [warned, warned]


def test_an_address_that_is_set_stands_on_every_slip(scorer: Client, settings) -> None:
    settings.TABLE_ADDRESS = "https://troccas.example"

    printed = codes(scorer, "/en/c/office/rounds/1/slips.pdf?table=1", HTTP_HOST="localhost:8000")

    assert {text.rpartition("/")[0] for text in printed} == {"HTTPS://TROCCAS.EXAMPLE/T"}


# Settings --------------------------------------------------------------------------------------------------------


def test_who_reports_and_how_it_is_confirmed_are_settings(organiser: Client, open_round: Round) -> None:
    values = {
        **form_on(organiser.get("/en/c/office/settings/").content.decode()),
        "takes_claims": "False",
        "confirming_1": "blind",
        "confirmed": "1",
    }

    answer = organiser.post("/en/c/office/settings/", values)

    championship = Championship.objects.get(slug="c")
    event = championship.events.order_by("-sequence").first()
    assert answer.status_code == 302
    assert (championship.takes_claims, championship.stages.get().confirming) == (False, "blind")
    assert event is not None
    assert (event.payload["settings"], event.payload["confirming"]) == (["takes_claims"], {"1": "blind"})


def form_on(page: str) -> dict[str, str]:
    """What a browser would send of this page."""
    typed = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', page))
    chosen = re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL)
    options = {name: re.findall(r'value="([^"]*)" selected', choices) for name, choices in chosen}
    return typed | {name: found[0] for name, found in options.items() if found}


def test_a_change_of_them_is_told_before_it_is_made_but_touches_no_rank(organiser: Client, open_round: Round) -> None:
    values = {
        **form_on(organiser.get("/en/c/office/settings/").content.decode()),
        "confirming_1": "second_device",
    }
    values.pop("confirmed", None)

    answer = organiser.post("/en/c/office/settings/", values)

    assert answer.status_code == 409
    assert "Players report results from their phones in the new way" in answer.content.decode()
    assert "ranks may change" not in answer.content.decode()


def test_a_final_begins_strict_and_a_copy_keeps_the_rules() -> None:
    association = AssociationFactory()
    first = create_championship(association=association, name="C", starts_on=date(2026, 11, 7), preset=Preset.CANTONAL)
    change_settings(first.pk, takes_claims=False, confirming={1: Confirming.BLIND})
    revoke_links(first.pk)

    copy = create_championship(
        association=association,
        name="D",
        starts_on=date(2027, 11, 6),
        preset=Preset.COPY,
        original=Championship.objects.get(pk=first.pk),
    )

    assert [stage.confirming for stage in first.stages.all()] == ["blind", "second_device"]
    assert [stage.confirming for stage in copy.stages.all()] == ["blind", "second_device"]
    assert copy.takes_claims is False
    assert (copy.link_generation, copy.link_key == first.link_key) == (1, False)
