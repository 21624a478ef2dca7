"""Draws in a real Chromium: reasons and an exchange, a village evening, a sealed draw, a late result."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.utils.timezone import now
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.seats import Side
from engine.simulate import simulate_table
from tests.browser.keying import log_in
from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.publishing import set_public
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.domain.seals import open_seal, seal_round
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.enums import Kind, Role
from tournaments.management.demo import play_round
from tournaments.models import Bye, Championship, Round, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CARDS = "cK t21 n r3 b10 sJ"


@pytest.fixture
def office(page: Page, context: BrowserContext, base_url: str) -> Iterator[Any]:
    """Opens the office of a championship; what the policy refuses, or an error of a script, fails the test."""
    cache.clear()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)

    def open_(championship: Championship) -> Page:
        log_in(context, member(championship.association, Role.ORGANISER), base_url)
        return page

    yield open_
    assert faults == []


@pytest.fixture
def five_pairs(transactional_db: None) -> Championship:
    """A has beaten B, C has beaten D, E sat out."""
    championship = ChampionshipFactory(slug="c", rounds=3)
    names = ["Arpagaus", "Beer", "Candinas", "Decurtins", "Flepp"]
    a, b, c, d, e = enter(championship, *names)
    round_ = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(round_, 1, 40, 40, 40, 40)
    key(round_, 2, 40, 40, 40, 38)
    set_public(championship.pk, public=True)
    return Championship.objects.get()


def test_a_proposal_with_reasons_is_changed_with_its_warnings_and_marked_in_public(
    office: Any, five_pairs: Any
) -> None:
    page = office(five_pairs)

    page.goto("/en/c/office/")
    page.get_by_role("button", name="Draw round 2").click()

    expect(page.get_by_role("heading", name="Round 2: proposal")).to_be_visible()
    reasons = page.locator("tbody .because").all_inner_texts()
    assert all("not met yet" in reason for reason in reasons)
    # whom A meets, and B: exchanged they would bring A and B together again
    table = next(t for t in round_sheet(five_pairs, 2).tables if 1 in {t.a[0].number, t.b[0].number})
    opponent = ({table.a[0].number, table.b[0].number} - {1}).pop()
    page.get_by_label("First").select_option(str(opponent))
    page.get_by_label("Second").select_option("2")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("have met already, in round 1.")).to_be_visible()
    expect(page.get_by_text("Against the best draw: 1 repeated meeting more")).to_be_visible()
    page.get_by_role("button", name="Exchange anyway").click()
    expect(page.get_by_text("Give a reason for the exchange.")).to_be_visible()
    page.get_by_label("Reason, shown publicly").fill("they share a car")
    page.get_by_role("button", name="Exchange anyway").click()
    expect(page.get_by_role("heading", name="Changed by the organiser")).to_be_visible()
    page.get_by_role("button", name="Publish the round").click()
    expect(page.get_by_text("Round 2 is published.")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/en/c/rounds/2/")
    expect(page.get_by_text("Changed by the organiser: they share a car")).to_be_visible()


def test_a_village_evening_of_fifty_people_from_the_first_draw_to_the_last_round(office: Any) -> None:
    championship = ChampionshipFactory(slug="v", kind=Kind.INDIVIDUALS, rounds=5)
    enter(championship, *(f"Gion Caduff{number:02}" for number in range(1, 51)))
    page = office(championship)
    page.goto("/en/v/office/entries/")
    page.get_by_role("link", name="Sitting out or stand-ins?").click()
    expect(page.get_by_text("2 sit out in each round", exact=True)).to_be_visible()
    expect(page.get_by_text("10 times in all.")).to_be_visible()

    for number in range(1, 6):
        page.goto("/en/v/office/")
        page.get_by_role("button", name=f"Draw round {number}").click()
        expect(page.get_by_role("heading", name=f"Round {number}: proposal")).to_be_visible()
        expect(page.locator("table.drawt tbody tr")).to_have_count(12)
        expect(page.get_by_text("no partners repeated")).to_be_visible()
        page.get_by_role("button", name="Publish the round").click()
        expect(page.get_by_text(f"Round {number} is published.")).to_be_visible()
        if number == 1:
            type_all(page, championship)
        else:
            play_round(Round.objects.get(number=number), Random(number))
    page.goto("/en/v/office/")
    page.get_by_role("button", name="Close the round").click()

    expect(page.get_by_role("heading", name="Publish the ranking")).to_be_visible()
    sat_out = Counter(Bye.objects.values_list("entry", flat=True))
    assert (len(sat_out), max(sat_out.values())) == (10, 1)
    assert max(Counter(partners()).values()) == 1
    assert [check_draw(round_).problems for round_ in Round.objects.select_related("championship", "stage")] == [()] * 5
    assert len(ranking(Championship.objects.get()).rows) == 50


def type_all(page: Page, championship: Championship) -> None:
    """All results of the round, by keys alone, after half an hour of play."""
    championship.rounds.filter(number=1).update(published_at=now() - timedelta(minutes=30))
    page.get_by_role("link", name="Type results").first.click()
    tables = round_sheet(championship, 1).tables
    expect(page.locator(".grid[data-ready] tbody:has(tr.now)")).to_have_attribute("data-table", "1")
    chance = Random(1)
    for table in tables:
        for points in plausible(chance, Side(table.first_dealer)):
            page.keyboard.type(f"{points:02}")
        page.keyboard.press("Enter")
    expect(page.locator(".grid tbody", has_text="confirmed")).to_have_count(len(tables), timeout=30_000)


def plausible(chance: Random, first: Side) -> tuple[int, ...]:
    """Four different deals that ask no question."""
    while True:
        deals = simulate_table(chance, first_dealer=first).points_a
        if all(6 <= points <= 66 for points in deals) and len(set(deals)) == 4:
            return deals


def partners() -> list[frozenset[int]]:
    """Every two who sat on one side, once for each round."""
    sides: dict[tuple[int, str], set[int]] = {}
    for table, side, entry in Seat.objects.values_list("table", "side", "entry"):
        sides.setdefault((table, side), set()).add(entry)
    return [frozenset(side) for side in sides.values()]


def test_a_sealed_draw_is_checked_in_the_readers_browser(office: Any, five_pairs: Any) -> None:
    page = office(five_pairs)

    page.goto("/en/c/office/rounds/")
    page.get_by_role("link", name="Seal the draw, and let the hall draw cards").click()
    page.get_by_role("button", name="Seal round 2").click()
    page.get_by_label("Cards in the order drawn").fill("cK t21 x9")
    page.get_by_role("button", name="Read the cards back").click()
    expect(page.get_by_text("“x9” is not a card, or was drawn twice.")).to_be_visible()
    page.get_by_label("Cards in the order drawn").fill("CK t21 N r3 b10 sj")
    page.get_by_role("button", name="Read the cards back").click()
    expect(page.get_by_text("king of cups")).to_be_visible()
    page.get_by_role("button", name="Yes, draw with these cards").click()
    page.get_by_role("button", name="Publish the round").click()
    page.context.clear_cookies()
    page.goto("/en/c/rounds/2/")
    page.get_by_role("link", name="Check it in your browser").click()

    seal = five_pairs.seals.get()
    expect(page.locator("#seal-computed")).to_have_text(seal.seal)
    expect(page.locator("#seed-computed")).to_have_text(str(Round.objects.get(number=2).seed))
    expect(page.get_by_text("Both fit: this is the draw that was sealed.")).to_be_visible()
    page.get_by_label("Cards", exact=True).fill("t21 cK n r3 b10 sJ")
    expect(page.get_by_text("This does not give the seed of the draw.")).to_be_visible()
    page.get_by_label("List").fill("1; rank 1")
    expect(page.get_by_text("This does not give the seal that was shown.")).to_be_visible()


@pytest.fixture
def late(transactional_db: None) -> Championship:
    """Round 2 was drawn without the result of table 4 in round 1, which came afterwards."""
    championship = ChampionshipFactory(slug="c")
    names = ["Arpagaus", "Beer", "Candinas", "Decurtins", "Flepp", "Genelin", "Huonder", "Jacomet"]
    a, b, c, d, e, f, g, h = enter(championship, *names)
    round_ = seat_round(championship, [(a, b), (c, d), (e, f), (g, h)])
    for table, points in ((1, 50), (2, 40), (3, 38)):
        key(round_, table, points, points, points, points)
    publish_round(draw_round(championship.pk, seed=1, accept_open="still playing").pk)
    key(round_, 4, 20, 20, 20, 20)
    set_public(championship.pk, public=True)
    return Championship.objects.get()


def test_a_late_result_shows_three_choices_and_changes_two_tables(office: Any, late: Championship) -> None:
    page = office(late)

    page.goto("/en/c/office/")
    page.get_by_role("link", name="Look at the choices").click()

    expect(page.get_by_text("0 tables change", exact=True)).to_be_visible()
    expect(page.get_by_text("2 tables change", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Change 2 tables").first.click()
    expect(page.get_by_text("Round 2 is changed. Print new slips")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/en/c/rounds/2/")
    expect(page.get_by_text("Changed by the organiser: A result came late")).to_be_visible()


@pytest.fixture
def everything(late: Championship) -> Championship:
    """Beside the late result: another championship `s`, sealed once and opened, and sealed again for round 2."""
    sealed = ChampionshipFactory(slug="s", rounds=3, association=late.association)
    enter(sealed, *"ABCDE")
    seal_round(sealed.pk)
    round_ = publish_round(open_seal(sealed.pk, cards=CARDS).pk)
    play_round(round_, Random(1))
    seal_round(sealed.pk)
    set_public(sealed.pk, public=True)
    return late


PAGES = [
    "c/office/rounds/late/",
    "c/office/rounds/",
    "c/office/entries/1/withdraw/",
    "s/office/rounds/seal/",
    "s/office/rounds/",
    "s/office/entries/numbers/",
    "s/rounds/1/seal/",
    "s/rounds/2/seal/",
    "s/rounds/1/",
    "s/rounds/",
]


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, base_url: str, everything: Championship, width: int, scheme: str
) -> None:
    viewport, colours = {"width": width, "height": 800}, {"color_scheme": scheme}
    context = browser.new_context(base_url=base_url, viewport=viewport, bypass_csp=True, **colours)  # type: ignore[arg-type]
    log_in(context, member(everything.association, Role.ORGANISER), base_url)
    page = context.new_page()
    found = {}
    for path in PAGES:
        page.goto(f"/en/{path}")
        faults = [(each["id"], each["nodes"][0]["html"]) for each in Axe().run(page).response["violations"]]
        found[path] = faults, page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()

    assert found == dict.fromkeys(PAGES, ([], False))
