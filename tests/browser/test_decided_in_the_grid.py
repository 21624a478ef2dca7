"""In the grid: what an organiser has decided is only looked at, and what was typed can be thrown away."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.keying import GRID, cells, log_in, stored
from tests.factories import key, member
from tournaments.domain.claims import claim_result
from tournaments.domain.results import rule
from tournaments.enums import Role, SideName
from tournaments.models import Round

LOOK = "An organiser has decided what counts here, so you can only look."


@pytest.fixture
def decided(open_round: Round) -> Round:
    """Table 2 was decided, table 1 was only typed."""
    table = open_round.tables.get(number=2)
    claim_result(table.pk, SideName.A, (40, 30, 36, 50), seen_version=0, answered_yes=True)
    claim_result(table.pk, SideName.B, (31, 42, 36, 22), seen_version=1, answered_yes=True)
    how: dict[str, Any] = {"answered_yes": True, "reason": "the slip"}
    rule(table.pk, (40, 30, 36, 50), expected_version=2, actor=member(open_round.championship.association), **how)
    key(open_round, 1, 44, 30, 36, 50)
    return open_round


def opened(page: Page, context: BrowserContext, user: Any, base_url: str, table: int) -> None:
    log_in(context, user, base_url)
    page.goto(f"{base_url}{GRID}?table={table}")
    page.wait_for_selector("#grid[data-ready]")


def test_a_scorer_looks_at_what_was_decided_and_types_elsewhere(
    decided: Round, page: Page, context: BrowserContext, live_server: Any
):
    opened(page, context, member(decided.championship.association, Role.SCORER), live_server.url, 1)
    expect(page.locator("#t1 #d1")).to_be_editable()
    expect(page.locator("#said")).not_to_contain_text(LOOK)

    page.locator("#t2 th.t a").click()

    expect(page.locator("#t2 #said")).to_contain_text(LOOK)
    expect(page.locator("#t2 #said")).not_to_contain_text("Enter saves")
    expect(page.locator("#t2 #reason")).to_be_hidden()
    expect(page.get_by_text("Reason for the change")).to_be_hidden()
    expect(page.locator("#t2 a[data-history]")).to_be_visible()
    for name in ("#d1", "#d4", "#control", "#reason"):
        expect(page.locator(f"#t2 {name}")).not_to_be_editable()
    expect(page.locator("#t2 [data-save]")).to_be_hidden()
    page.locator("#t2 #d1").press("Enter")
    expect(page.locator("#t2 #said")).to_have_count(0)
    assert stored(2) == [40, 30, 36, 50]


def test_an_organiser_types_over_it(decided: Round, page: Page, context: BrowserContext, live_server: Any):
    opened(page, context, member(decided.championship.association), live_server.url, 2)

    expect(page.locator("#t2 #d1")).to_be_editable()
    expect(page.locator("#said")).not_to_contain_text(LOOK)


def test_what_waits_for_a_look_can_be_discarded(decided: Round, page: Page, context: BrowserContext, live_server: Any):
    scorer = member(decided.championship.association, Role.SCORER)
    opened(page, context, scorer, live_server.url, 1)
    page.route("**/tables/1/result/", lambda route: route.abort())
    page.locator("#t1 #d1").fill("41")
    page.locator("#t1 #reason").fill("misread")
    page.unroute("**/tables/1/result/")
    key(decided, 1, 42, 30, 36, 50, reason="misread")  # somebody else meanwhile
    page.locator("#t2 th.t a").click()
    page.reload()
    page.wait_for_selector("#grid[data-ready]")
    page.locator("#t2 th.t a").click()
    expect(page.locator("#look li")).to_have_count(1)

    page.get_by_role("button", name="Discard what was typed for table 1").click()

    expect(page.locator("#look")).to_be_hidden()
    expect(page.locator("#saved")).to_contain_text("What was typed for table 1 is discarded.")
    assert cells(page, 1) == ["42", "30", "36", "50"]
    assert page.evaluate("Object.values(sessionStorage).filter((each) => each.includes('misread')).length") == 0
    assert stored(1) == [42, 30, 36, 50]
