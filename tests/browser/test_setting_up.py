"""Setting up and importing as a person does it: how many clicks, how fast, and without JavaScript."""

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import Browser, Locator, Page, expect

from tests.factories import PASSWORD, AssociationFactory, ChampionshipFactory, enter, member
from tournaments.models import Championship

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTS = Path(__file__).parents[1] / "tournaments" / "imports" / "cases"


@pytest.fixture
def organiser() -> User:
    cache.clear()
    return member(AssociationFactory())


@pytest.fixture
def plain_page(browser: Browser, base_url: str) -> Iterator[Page]:
    """A page of a browser without JavaScript."""
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    yield context.new_page()
    context.close()


class Hand:
    """Clicks, and counts them; typing counts as one more where a field is clicked first."""

    def __init__(self) -> None:
        self.clicks = 0

    def click(self, place: Locator) -> None:
        self.clicks += 1
        place.click()

    def fill(self, place: Locator, text: str) -> None:
        self.clicks += 1
        place.fill(text)


def log_in(page: Page, user: User) -> None:
    page.goto("/en/accounts/login/")
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/en/office/")


def test_from_new_tournament_to_open_registration_in_twelve_clicks(page: Page, organiser: User) -> None:
    log_in(page, organiser)
    hand, started = Hand(), perf_counter()

    hand.click(page.get_by_role("link", name="New tournament"))
    hand.click(page.get_by_text("Village evening"))
    expect(page.locator("[name=expected_entries]")).to_have_value("48")
    hand.fill(page.locator("[name=name]"), "Sera a Sagogn")
    hand.fill(page.locator("[name=starts_on]"), "2026-11-20")
    hand.click(page.get_by_role("button", name="Open registration"))
    page.wait_for_url("**/sera-a-sagogn/office/entries/")

    assert hand.clicks <= 12
    assert perf_counter() - started < 60
    assert Championship.objects.get().kind == "individuals"


def test_a_preset_keeps_what_was_typed(page: Page, organiser: User) -> None:
    log_in(page, organiser)
    page.goto("/en/office/new/")
    page.locator("[name=name]").fill("Campiunadi")
    page.locator("[name=starts_on]").fill("2026-11-07")

    page.get_by_text("Village evening").click()

    expect(page.locator("[name=rounds]")).to_have_value("5")
    expect(page.locator("[name=name]")).to_have_value("Campiunadi")
    expect(page.locator("[name=starts_on]")).to_have_value("2026-11-07")


def test_the_plan_follows_the_numbers_and_warns(page: Page, organiser: User) -> None:
    log_in(page, organiser)
    page.goto("/en/office/new/")

    with page.expect_response("**/office/plan/**"):
        page.locator("[name=rounds]").fill("9")

    expect(page.get_by_text("The plan ends at 23:20, but the hall closes at 22:00.")).to_be_visible()


def test_a_list_is_imported_in_six_clicks(page: Page, organiser: User) -> None:
    championship = ChampionshipFactory(association=organiser.memberships.get().association)
    log_in(page, organiser)
    page.goto(f"/en/{championship.slug}/office/entries/")
    hand = Hand()

    hand.click(page.get_by_role("link", name="Import a list"))
    hand.clicks += 2  # the file button, and the file in the system's own window
    page.locator("input[type=file]").set_input_files(LISTS / "championship_51_pairs.xlsx")
    hand.click(page.get_by_role("button", name="Read the file"))
    hand.click(page.get_by_role("button", name="Enter all rows that are taken"))
    expect(page.get_by_text("51 entries are imported.")).to_be_visible()

    assert hand.clicks <= 6
    assert championship.entries.count() == 51


def test_at_the_door_two_letters_find_a_pair_and_one_tap_ticks_it_off(page: Page, organiser: User) -> None:
    championship = ChampionshipFactory(association=organiser.memberships.get().association)
    enter(championship, "Caduff", "Solèr", "Tuor")
    log_in(page, organiser)
    page.goto(f"/en/{championship.slug}/office/entries/")

    page.get_by_role("searchbox").press_sequentially("so")
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    page.locator("tbody tr:visible button").click()

    expect(page.get_by_text("1/3 present")).to_be_visible()
    assert championship.entries.get(number=2).state == "present"


def test_all_of_it_works_without_javascript(plain_page: Page, organiser: User) -> None:
    log_in(plain_page, organiser)
    plain_page.get_by_role("link", name="New tournament").click()
    plain_page.locator("[name=preset][value=individuals]").check()
    plain_page.get_by_role("button", name="Fill in this preset").click()
    expect(plain_page.locator("[name=expected_entries]")).to_have_value("48")
    plain_page.locator("[name=rounds]").fill("9")
    plain_page.get_by_role("button", name="Recompute").click()
    expect(plain_page.get_by_text("but the hall closes at 23:00.")).to_be_visible()
    plain_page.locator("[name=name]").fill("Sera a Sagogn")
    plain_page.locator("[name=starts_on]").fill("2026-11-20")
    plain_page.get_by_role("button", name="Open registration").click()
    championship = Championship.objects.get()
    enter(championship, "Caduff", "Tuor")
    plain_page.goto(f"/en/{championship.slug}/office/entries/?q=tu")

    plain_page.locator("tbody tr button").click()

    expect(plain_page.get_by_text("1/2 present")).to_be_visible()
