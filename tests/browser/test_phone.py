"""The page of a table on a phone of 320 px: report, confirm, differ, hand over, without script."""

import time

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phone_steps import BUTTON, phone, report, scan
from tests.tournaments.views.phones import code
from tournaments.domain.results import rule
from tournaments.enums import SideName
from tournaments.models import Table

A, B = SideName.A, SideName.B


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


def test_the_bare_address_asks_for_a_code_also_where_a_table_was_open(
    browser: Browser, base_url: str, table: Table
) -> None:
    with phone(browser, base_url) as page:
        scan(page, table, A)
        expect(page.locator("#d1")).to_be_focused()
        page.goto("/T/")

        expect(page.locator("#code")).to_be_visible()
        page.wait_for_timeout(300)
        expect(page.locator("h1")).to_have_text("Your table")


def test_another_code_is_asked_for_in_the_same_tab(browser: Browser, base_url: str, table: Table) -> None:
    with phone(browser, base_url) as page:
        scan(page, table, A)
        expect(page.locator("#d1")).to_be_focused()
        page.get_by_role(BUTTON, name="Another code").tap()
        page.locator("#code").fill(code(table, B))
        page.get_by_role(BUTTON, name="Open the table").tap()

        expect(page.locator(".us").first).to_have_text("Beer Uno – Beer Dus")


def test_looking_while_nothing_has_changed_is_no_lost_network(browser: Browser, base_url: str, table: Table) -> None:
    with phone(browser, base_url) as page:
        report(scan(page, table, A), "40303650")
        with page.expect_response("**/T/") as looked:
            page.get_by_role(BUTTON, name="Has the other side confirmed?").tap()
        expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")

        assert looked.value.status == 200
        expect(page.locator(".offline")).to_have_count(0)


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
        page.get_by_role(BUTTON, name="Back to").tap()
        expect(page.locator("dd.us")).to_contain_text("Solèr Uno")
        page.reload()
        expect(page.locator("dd.us")).to_contain_text("Solèr Uno")


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
