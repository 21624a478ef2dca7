"""The public pages in a real browser: every width, both colour schemes, with and without JavaScript."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.publishing import set_public
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = ["", "f/", "f/standings/", "f/rounds/", "f/rounds/1/", "f/entries/", "f/entries/1/", "f/rules/"]
PAGES += ["imprint/", "privacy/", "accessibility/"]
#: A rule of WCAG 2.2 that axe leaves out unless it is asked for.
RULES = {"rules": {"target-size": {"enabled": True}}}
NAMES = ["Seraina Margretha Schlanser", "Gion Giachen Cathomas", "Äbi", "Solèr", "Decurtins", "Flepp"]


@pytest.fixture
def played() -> Round:
    """Three tables of pairs with short and long names; two have a result."""
    cache.clear()
    championship = ChampionshipFactory(name="Campiunadi grischun da troccas", slug="f", rounds=2)
    a, b, c, d, e, f = enter(championship, *NAMES, place="Breil/Brigels")
    round_ = seat_round(championship, [(a, b), (c, d), (e, f)])
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    set_public(championship.pk, public=True)
    return round_


@pytest.mark.parametrize("path", PAGES)
def test_no_page_scrolls_sideways(page: Page, played: Round, path: str):
    page.goto(f"/en/{path}")

    too_wide = [width for width in (320, 360, 768, 1280) if scroll_width(page, width) > width]

    assert too_wide == []


def scroll_width(page: Page, width: int) -> int:
    """How wide the page is, in CSS pixels, in a window of this width."""
    page.set_viewport_size({"width": width, "height": 800})
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(browser: Browser, base_url: str, played: Round, path: str, width: int, scheme: str):
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    page = context.new_page()

    page.goto(f"/en/{path}")
    found = Axe().run(page, options=RULES).response["violations"]
    context.close()

    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


@pytest.mark.parametrize("path", PAGES)
def test_the_policy_of_the_site_refuses_nothing_on_its_own_pages(page: Page, played: Round, path: str):
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type != "log" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))

    page.goto(f"/en/{path}", wait_until="networkidle")

    assert complaints == []


def test_typing_filters_the_ranking(page: Page, played: Round):
    page.goto("/en/f/standings/")

    page.get_by_role("searchbox").fill("abi dus")

    expect(page.locator("tr[data-find]:visible")).to_have_count(1)
    expect(page.locator("tr[data-find]:visible")).to_contain_text("Äbi Uno")


def test_who_is_not_there_is_said(page: Page, played: Round):
    page.goto("/en/f/standings/")

    page.get_by_role("searchbox").fill("zzz")

    expect(page.get_by_text("Nobody found. Try fewer letters.")).to_be_visible()


def test_two_letters_say_where_one_sits(page: Page, played: Round):
    page.goto("/en/f/")
    seats = page.locator("#seats li:visible")
    expect(seats).to_have_count(0)

    page.get_by_role("searchbox").press_sequentially("so")

    expect(seats).to_have_count(2)
    expect(seats.first.locator(".t")).to_contain_text("2")


def test_why_is_answered_under_the_row(page: Page, played: Round):
    page.goto("/en/f/standings/")
    expect(page.locator(".whyrow:visible")).to_have_count(0)

    page.get_by_role("link", name="why?").first.click()

    expect(page.locator(".whyrow:visible")).to_contain_text("The net decides: +12 against +8.")


def test_a_result_appears_without_loading_the_page(page: Page, played: Round):
    page.clock.install()
    page.goto("/en/f/standings/")
    expect(page.locator(".asof")).to_contain_text("table 3 still open")

    key(played, 3, 50, 50, 50, 50)
    page.clock.run_for(14_000)

    expect(page.locator(".asof")).not_to_contain_text("open")
    expect(page.locator("tr[data-find]").first).to_contain_text("+56")


def test_after_two_hours_the_page_asks_before_it_goes_on(page: Page, played: Round):
    page.clock.install()
    page.goto("/en/f/standings/")

    page.clock.fast_forward("02:00:20")
    page.clock.run_for(14_000)

    expect(page.get_by_role("button", name="Paused – tap to continue")).to_be_visible()


def test_without_javascript_the_search_asks_the_server(browser: Browser, base_url: str, played: Round):
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/en/f/")

    page.get_by_role("searchbox").fill("flepp")
    page.get_by_role("button", name="Search").click()
    seats = page.locator("#seats li").all_inner_texts()
    context.close()

    assert [seat.split("\n")[0] for seat in seats] == ["Flepp Dus", "Flepp Uno"]


def test_the_language_switch_stays_on_the_page(page: Page, played: Round):
    page.goto("/en/f/rounds/1/")

    page.get_by_role("link", name="rm Rumantsch").click()

    assert page.url.endswith("/rm/f/rounds/1/")
    assert page.locator("html").get_attribute("lang") == "rm-sursilv"


def test_the_first_key_leads_past_the_header(page: Page, played: Round):
    page.goto("/en/f/standings/")

    page.keyboard.press("Tab")

    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
