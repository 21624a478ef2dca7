"""The page of a table on a phone of 320 px: report, confirm, differ, offline, without script."""

import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect

from scoring.shown_result import read_shown
from tests.browser.phone_steps import BUTTON, SMALL, phone, ready, report, scan, stored
from tests.factories import ChampionshipFactory, enter, seat_round
from tests.tournaments.views.phones import code
from tournaments.domain.results import rule
from tournaments.enums import SideName
from tournaments.models import Table

A, B = SideName.A, SideName.B


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Table 1 of round 1 of the public championship `c`: A gives first."""
    cache.clear()
    championship = ChampionshipFactory(slug="c", name="Campiunadi", is_public=True, rounds=3)
    a, b, c, d = enter(championship, "Solèr", "Beer", "Candinas", "Decurtins")
    round_ = seat_round(championship, [(a, b), (c, d)])
    return Table.objects.select_related("round__championship", "round__stage").get(round=round_, number=1)


def test_eight_digits_one_tap_and_the_public_ranking_shows_it(browser: Browser, base_url: str, table: Table) -> None:
    with phone(browser, base_url) as first, phone(browser, base_url) as other, phone(browser, base_url) as public:
        public.goto("/en/c/standings/")
        scan(first, table, A)
        report(first, "40303650")
        expect(first.locator(".saved")).to_contain_text("Saved at ")
        scan(other, table, B)
        other.get_by_role(BUTTON, name="Agreed").tap()
        agreed = time.monotonic()
        expect(other.locator(".saved")).to_contain_text("Confirmed by both sides")

        while "+12" not in public.inner_text("main"):
            public.wait_for_timeout(250)
            public.reload()

        assert time.monotonic() - agreed < 10
        expect(first.locator(".saved")).to_contain_text("Confirmed by both sides")  # by itself


def test_no_token_stays_in_the_address_and_a_reload_finds_the_table(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as page:
        scan(page, table, A)
        expect(page.locator("#d1")).to_be_focused()
        address = page.url
        page.reload()

        expect(page.locator("h1")).to_have_text("Round 1 · Table 1")
        assert (address, page.url) == (f"{base_url}/T/", f"{base_url}/T/")


def test_complement_net_and_sums_are_shown_while_typing(browser: Browser, base_url: str, table: Table) -> None:
    with phone(browser, base_url) as page:
        scan(page, table, A)
        expect(page.locator("#d1")).to_be_focused()
        page.keyboard.type("4027")

        rows = page.locator(".deals tbody tr")
        expect(rows.nth(0).locator(".them")).to_have_text("32")
        expect(rows.nth(0).locator(".net")).to_have_text("+4")
        expect(rows.nth(1).locator(".net")).to_have_text("−9")
        expect(page.locator("tfoot .us")).to_have_text("67")
        expect(page.locator("tfoot .net")).to_have_text("−5")
        expect(page.locator("#count")).to_have_text("2 of 4 deals")
        expect(page.locator("#buns")).to_have_text("4")
        expect(page.locator("#schliats")).to_have_text("9")
        expect(page.locator("#packets")).to_be_hidden()
        page.keyboard.type("30")
        expect(page.locator("#packets")).to_have_text("You may ask for the next deal in two packets.")
        expect(page.locator("#d4")).to_be_focused()


@pytest.mark.parametrize(
    ("typed", "fields"), [("9403650", ["9", "40", "36", "50"]), ("40830650", ["40", "8", "30", "65"])]
)
def test_a_first_digit_that_nothing_can_follow_goes_on_at_once(
    browser: Browser, base_url: str, table: Table, typed: str, fields: list[str]
) -> None:
    with phone(browser, base_url) as page:
        scan(page, table, A)
        expect(page.locator("#d1")).to_be_focused()
        page.keyboard.type(typed)

        assert [page.locator(f"#d{deal}").input_value() for deal in (1, 2, 3, 4)] == fields


def test_40_against_41_names_deal_1_on_both_phones_and_both_see_the_ruling(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as first, phone(browser, base_url) as other:
        report(scan(first, table, A), "40303650")
        expect(first.locator(".saved")).to_be_visible()
        scan(other, table, B).get_by_role(BUTTON, name="Different").tap()
        report(other, "31423622")

        for page, mine, theirs in ((other, "31", "32"), (first, "40", "41")):
            expect(page.locator(".note-red")).to_contain_text("Deal 1 differs")
            expect(page.locator(".row-differs")).to_have_count(1)
            expect(page.locator(".versus b")).to_have_text([mine, theirs])
        rule(table.pk, (41, 30, 36, 50), expected_version=2, reason="The signed slip says 41.")
        for page in (first, other):
            expect(page.locator(".saved")).to_contain_text("The organiser has decided")
            expect(page.locator("#task")).to_contain_text("The signed slip says 41.")


def test_one_phone_is_handed_over(browser: Browser, base_url: str, table: Table) -> None:
    with phone(browser, base_url) as page:
        report(scan(page, table, A), "40303650")
        page.get_by_role(BUTTON, name="Hand it over").tap()
        page.locator("#other").fill(code(table, B))
        page.get_by_role(BUTTON, name="Agreed").tap()

        expect(page.locator(".saved")).to_contain_text("Confirmed by both sides")
        assert table.results.get(source="side_b").handed_over


def test_numbers_typed_without_network_are_kept_and_stored_once_after_it_returns(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as page:
        ready(scan(page, table, A))
        page.context.set_offline(True)
        report(page, "40303650")
        expect(page.locator(".note-ochre").last).to_contain_text("Not sent yet")
        expect(page.locator(".sum4 b")).to_have_text(["40", "30", "36", "50"])
        before = stored()
        page.get_by_role(BUTTON, name="Try again now").tap()
        page.context.set_offline(False)

        expect(page.locator(".saved")).to_contain_text("Saved at ")
        page.wait_for_timeout(3000)
        assert before == []
        assert stored() == [("side_a", "claimed", [40, 30, 36, 50])]


def test_an_answer_that_was_lost_is_asked_for_again_and_stored_once(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as page:
        ready(scan(page, table, A))
        lost: list[str] = []

        def lose(route):
            if lost:
                return route.continue_()
            lost.append(route.request.post_data)
            route.fetch()
            return route.abort()

        page.route("**/T/", lose)
        report(page, "40303650")

        expect(page.locator(".saved")).to_contain_text("Saved at ")
        assert stored() == [("side_a", "claimed", [40, 30, 36, 50])]


def test_a_page_that_was_closed_without_network_sends_when_the_code_is_scanned_again(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as page:
        ready(scan(page, table, A))
        page.context.set_offline(True)
        report(page, "40303650")
        expect(page.locator(".note-ochre").last).to_contain_text("Not sent yet")
        kept = page.evaluate("Object.entries(localStorage)")
        page.goto("about:blank")
        page.context.set_offline(False)
        scan(page, table, A)

        expect(page.locator(".saved")).to_contain_text("Saved at ")
        assert [name for name, _value in kept] == [f"{table.pk}a"]
        forgotten(page)
        assert stored() == [("side_a", "claimed", [40, 30, 36, 50])]


def forgotten(page: Page) -> None:
    """The phone keeps nothing any more, as soon as it has its answer."""
    for _ in range(50):
        if not page.evaluate("localStorage.length"):
            return
        page.wait_for_timeout(100)
    assert page.evaluate("Object.entries(localStorage)") == []


def test_numbers_that_were_only_typed_survive_a_reload(browser: Browser, base_url: str, table: Table) -> None:
    with phone(browser, base_url) as page:
        scan(page, table, A)
        expect(page.locator("#d1")).to_be_focused()
        page.keyboard.type("4030")
        scan(page, table, A)

        expect(page.locator("#d2")).to_have_value("30")
        expect(page.locator("#d3")).to_be_focused()


def test_the_page_of_a_network_that_wants_a_login_is_not_taken_for_an_answer(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as page:
        ready(scan(page, table, A))
        page.route("**/T/", lambda route: route.fulfill(body="<h1>Welcome to the hotel</h1>", content_type="text/html"))
        report(page, "40303650")
        expect(page.locator(".note-ochre").last).to_contain_text("Not sent yet")
        page.unroute("**/T/")

        expect(page.locator(".saved")).to_contain_text("Saved at ")
        assert stored() == [("side_a", "claimed", [40, 30, 36, 50])]


def test_without_network_the_office_gets_the_result_as_a_qr_code_and_a_line(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as page:
        ready(scan(page, table, B))
        page.context.set_offline(True)
        report(page, "32423622")
        page.get_by_role(BUTTON, name="Show to the office").tap()

        line = page.locator(".qrbox b").inner_text()
        expect(page.locator(".qrbox svg")).to_be_visible()
        shown = read_shown(line)
        assert shown is not None
        assert (shown.round, shown.table, shown.deals_a) == (1, 1, (40, 30, 36, 50))


def test_without_script_the_same_path_works(browser: Browser, base_url: str, table: Table) -> None:
    with (
        phone(browser, base_url, java_script_enabled=False) as first,
        phone(browser, base_url, java_script_enabled=False) as other,
    ):
        scan(first, table, A)
        for deal, number in enumerate(("72", "30", "36", "50"), 1):
            first.locator(f"#d{deal}").fill(number)
        first.locator("#d4").press("Enter")
        expect(first.locator(".note-ochre").first).to_contain_text("Deal 1 is unusual (72).")
        first.get_by_role(BUTTON, name="Yes, send").tap()
        expect(first.locator(".saved")).to_contain_text("Saved at ")
        scan(other, table, B).get_by_role(BUTTON, name="Agreed").tap()

        expect(other.locator(".saved")).to_contain_text("Confirmed by both sides")
        first.get_by_role(BUTTON, name="Has the other side confirmed?").tap()
        expect(first.locator(".saved")).to_contain_text("Confirmed by both sides")
        assert first.url == f"{base_url}/T/"


def test_the_organiser_is_called_and_the_numbers_stay(browser: Browser, base_url: str, table: Table) -> None:
    with phone(browser, base_url) as page:
        scan(page, table, A)
        expect(page.locator("#d1")).to_be_focused()
        page.keyboard.type("4030")
        page.get_by_role(BUTTON, name="Call the organiser").tap()

        expect(page.locator(".note-blue")).to_contain_text("The organiser is called")
        expect(page.locator("#live")).to_contain_text("The organiser is called")
        expect(page.locator("#d2")).to_have_value("30")


def states(page: Page, other: Page, table: Table):
    """The pages of a table one after the other: the phone and the name of what it shows."""
    yield scan(page, table, A), "entry"
    page.get_by_role(BUTTON, name="Write ± from 36").tap()
    expect(page.locator(".signs").first).to_be_visible()
    yield page, "signed"
    page.get_by_role(BUTTON, name="Write card points").tap()
    expect(page.locator(".d-them")).to_have_count(1)
    report(page, "72303674")
    expect(page.locator(".note-red")).to_be_visible()
    yield page, "problems"
    page.locator("#d4").fill("50")
    page.get_by_role(BUTTON, name="Send").last.tap()
    expect(page.get_by_role(BUTTON, name="Yes, send")).to_be_visible()
    yield page, "question"
    page.get_by_role(BUTTON, name="Yes, send").tap()
    expect(page.locator(".saved")).to_be_visible()
    yield page, "saved"
    page.get_by_role(BUTTON, name="Hand it over").tap()
    expect(page.locator("#other")).to_be_visible()
    yield page, "hand"
    yield scan(other, table, B), "confirm"
    other.get_by_role(BUTTON, name="Different").tap()
    report(other, "01423622")
    other.get_by_role(BUTTON, name="Yes, send").tap()
    expect(other.locator(".versus")).to_be_visible()
    yield other, "differs"
    other.get_by_role(BUTTON, name="is right").tap()
    expect(other.locator(".saved")).to_be_visible()
    yield other, "result"
    other.goto("about:blank")
    other.goto("/T/")
    other.locator("#code").fill("00000000")
    other.get_by_role(BUTTON, name="Open the table").tap()
    expect(other.locator(".note-red")).to_be_visible()
    yield other, "code"


def too_wide(page: Page, size: int) -> bool:
    """Whether the page scrolls sideways for a reader whose browser writes in so many pixels."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    page.wait_for_timeout(100)
    width = int(page.evaluate("document.documentElement.scrollWidth"))
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    return width > SMALL["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_is_accessible_and_fits_also_with_doubled_text(
    browser: Browser, base_url: str, table: Table, scheme: str
) -> None:
    found, wide = [], []
    with phone(browser, base_url, color_scheme=scheme) as page, phone(browser, base_url, color_scheme=scheme) as other:
        for shown, name in states(page, other, table):
            found += [(name, each["id"]) for each in Axe().run(shown).response["violations"]]
            wide += [(name, size) for size in (16, 32) if too_wide(shown, size)]

    assert (found, wide) == ([], [])
