"""A correction 36 to 37 in deal 3 of A–B of Fixture F, with points per deal: C A B D becomes A C D B (issue 5)."""

from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.keying import GRID, log_in, saved
from tests.factories import member
from tests.factories.fixture_f import fixture_f
from tournaments.domain.publishing import set_public
from tournaments.enums import PointsPer
from tournaments.models import ResultVersion

TABLE = "/en/c/office/rounds/1/tables/1/"
MOVES = [
    "A Uno – A Dus: rank 2 becomes 1.",
    "C Uno – C Dus: rank 1 becomes 2.",
    "D Uno – D Dus: rank 4 becomes 3.",
    "B Uno – B Dus: rank 3 becomes 4.",
]
SUMS = [
    "A Uno – A Dus: points 9 → 10, net +12 → +13.",
    "B Uno – B Dus: points 7 → 6, net −12 → −13.",
]


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    cache.clear()
    championship = fixture_f(points_per=PointsPer.DEAL, rounds=2, slug="c").championship
    set_public(championship.pk, public=True)
    return member(championship.association)


def versions() -> list[list[int]]:
    return list(ResultVersion.objects.filter(table__round__number=1, table__number=1).values_list("deals", flat=True))


def standings(page: Page) -> list[str]:
    page.goto("/en/c/standings/")
    return [name[0] for name in page.locator("tbody .pn").all_inner_texts()]


def said(page: Page) -> list[str]:
    return [text.replace("\u00a0", " ") for text in page.locator("#said p").all_inner_texts()]


def test_the_grid_says_which_ranks_move_before_anything_is_stored(
    page: Page, context: BrowserContext, organiser: Any, base_url: str
) -> None:
    log_in(context, organiser, base_url)
    assert standings(page) == ["C", "A", "B", "D"]
    page.goto(f"{GRID}?table=1")
    expect(page.locator("#grid")).to_have_attribute("data-ready", "")

    page.fill("#d3", "37")
    page.fill("#reason", "counted again")
    page.press("#reason", "Enter")

    expect(page.locator("#said")).to_contain_text("Nothing is stored yet")
    assert versions() == [[40, 30, 36, 50]]
    assert said(page)[:6] == [*MOVES, *SUMS]
    assert [page.input_value(f"#d{deal}") for deal in (1, 2, 3, 4)] == ["40", "30", "37", "50"]
    page.press("#d4", "Enter")
    saved(page, 1)
    assert versions() == [[40, 30, 36, 50], [40, 30, 37, 50]]
    expect(page.locator("#t1 .g")).to_have_text(["40", "30", "37", "50"])
    assert standings(page) == ["A", "C", "D", "B"]
    page.goto(TABLE)
    history = page.locator("main").inner_text()
    assert all(text in history for text in ("40, 30, 36, 50", "40, 30, 37, 50", "counted again"))


def test_the_page_of_the_table_does_the_same_without_a_script(browser: Browser, organiser: Any, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    log_in(context, organiser, base_url)
    page = context.new_page()
    page.goto(TABLE)
    page.get_by_role("link", name="Not played, or a replayed deal").click()

    page.get_by_label("Deal 3", exact=True).fill("37")
    page.get_by_label("Why? Both sides read it.").fill("counted again")
    page.get_by_role("button", name="Show what changes").click()

    note = [text.replace("\u00a0", " ") for text in page.locator(".note-ochre li").all_inner_texts()]
    assert note == [*MOVES, *SUMS]
    assert versions() == [[40, 30, 36, 50]]
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("main")).to_contain_text("40, 30, 37, 50")
    assert versions() == [[40, 30, 36, 50], [40, 30, 37, 50]]
    assert standings(page) == ["A", "C", "D", "B"]
    context.close()


def test_the_grid_does_the_same_without_a_script(browser: Browser, organiser: Any, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    log_in(context, organiser, base_url)
    page = context.new_page()
    page.goto(f"{GRID}?table=1")

    page.fill("#d3", "37")
    page.get_by_role("button", name="Save", exact=True).click()
    assert said(page)[:6] == [*MOVES, *SUMS]
    page.fill("#reason", "counted again")
    page.get_by_role("button", name="Save the correction").click()

    expect(page.locator("main")).to_contain_text("Table 1 is saved")
    assert versions() == [[40, 30, 36, 50], [40, 30, 37, 50]]
    context.close()
