"""What the browser tests of the page of a table do on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.tournaments.views.phones import token
from tournaments.enums import SideName
from tournaments.models import ResultVersion, Table

SMALL = {"width": 320, "height": 640}
BUTTON = "button"


@contextmanager
def phone(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """A phone of its own; what the policy refuses, or an error of the script, fails the test."""
    settings = {"viewport": SMALL, "locale": "en-GB", "has_touch": True, **options}
    context = browser.new_context(base_url=address, **settings)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert faults == []


def scan(page: Page, table: Table, side: SideName) -> Page:
    page.goto(f"/T/{token(table, side)}")
    return page


def report(page: Page, digits: str) -> None:
    """Eight digits and one tap."""
    expect(page.locator("#d1")).to_be_focused()
    page.keyboard.type(digits)
    page.get_by_role(BUTTON, name="Send").tap()


LATER = "performance.getEntriesByType('resource').some((each) => each.name.includes('lean-qr'))"


def ready(page: Page) -> None:
    """Wait until all of the script has come."""
    while not page.evaluate(LATER):
        page.wait_for_timeout(50)
    page.wait_for_timeout(100)


def stored() -> list[tuple[str, str, list[int]]]:
    return list(ResultVersion.objects.order_by("pk").values_list("source", "state", "deals"))
