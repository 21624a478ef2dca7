"""At the door: a double click ticks somebody off once."""

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.keying import log_in
from tournaments.models import Event, Round


def test_a_double_click_ticks_off_once(
    open_round: Round, page: Page, context: BrowserContext, organiser: Any, base_url: str
):
    log_in(context, organiser, base_url)
    page.goto(f"{base_url}/en/c/office/entries/")
    name = open_round.championship.entries.get(number=1).name

    page.get_by_role("button", name=f"tick off {name}").dblclick()

    expect(page.get_by_role("button", name=f"present {name}")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(800)  # whatever a second click has sent has arrived by then
    events = Event.objects.filter(type="entry_state").values_list("payload", flat=True)
    assert list(events) == [{"entry": 1, "state": "present"}]
    expect(page.get_by_role("button", name=f"present {name}")).to_have_attribute("aria-pressed", "true")
