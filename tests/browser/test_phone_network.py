"""A phone without network, or with one that loses answers: numbers are kept, and stored exactly once."""

from playwright.sync_api import Browser, Page, expect

from scoring.shown_result import read_shown
from tests.browser.phone_steps import BUTTON, phone, ready, report, scan, stored
from tournaments.enums import SideName
from tournaments.models import Table

A, B = SideName.A, SideName.B


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
