"""Every state of the page of a table: accessible, and no wider than a small phone, also with doubled text."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.phone_steps import BUTTON, SMALL, phone, ready, report, scan
from tournaments.enums import SideName
from tournaments.models import Table

A, B = SideName.A, SideName.B


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
    ready(page)
    page.context.set_offline(True)
    page.get_by_role(BUTTON, name="Yes, send").tap()
    page.get_by_role(BUTTON, name="Show to the office").tap()
    expect(page.locator(".qrbox svg")).to_be_visible()
    yield page, "unsent"
    page.context.set_offline(False)
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
