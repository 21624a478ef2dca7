"""Two sides say different things: the office sees which deal, decides in three clicks, and both sides read it."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.keying import GRID, cells, log_in, saved, stored
from tournaments.domain.claims import claim_result, side_view
from tournaments.domain.standings import ranking
from tournaments.domain.table_calls import call_table
from tournaments.domain.versions import fresh
from tournaments.enums import SideName
from tournaments.models import Championship, ResultVersion, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

A, B = SideName.A, SideName.B


def claim(round_: Round, number: int, side: SideName, *deals: int) -> None:
    table = round_.tables.get(number=number)
    claim_result(table.pk, side, deals, seen_version=table.version, answered_yes=True)


@pytest.fixture
def disputed(open_round: Round) -> Round:
    """Table 1: A says 40 in deal 1, B says 41. Table 2: claimed by B. Tables 3 and 4 are open."""
    claim(open_round, 1, A, 40, 30, 36, 50)
    claim(open_round, 1, B, 31, 42, 36, 22)
    claim(open_round, 2, B, 30, 42, 36, 44)
    return open_round


@pytest.fixture
def office(page: Page, context: BrowserContext, disputed: Round, organiser: Any, base_url: str) -> Page:
    log_in(context, organiser, base_url)
    page.goto(GRID)
    expect(page.locator("#grid[data-ready]")).to_be_attached()
    return page


def tables_counted() -> list[int]:
    return [row.standing.tables for row in ranking(Championship.objects.get()).rows]


def test_a_conflict_names_its_deal_counts_for_nothing_and_is_ruled_in_three_clicks(office: Page, disputed: Round):
    expect(office.locator("#t1 [data-state-cell]")).to_contain_text("1: 40/41")
    expect(office.locator("#bar")).to_contain_text("1 conflict")
    assert tables_counted() == [0] * 8

    office.get_by_role("link", name="Decide").click()
    office.get_by_label("The signed slip says so").check()
    office.get_by_role("button", name="Those of side B: 41, 30, 36, 50").click()

    expect(office.get_by_text("Table 1 is decided: 41, 30, 36, 50 count. Both sides see it.")).to_be_visible()
    assert sorted(tables_counted()) == [0] * 6 + [1] * 2
    table = fresh(disputed.tables.get(number=1).pk)
    seen = [side_view(table, side).counting for side in (A, B)]
    assert [(each.deals, each.reason) for each in seen if each] == [
        ((41, 30, 36, 50), "The signed slip says so"),
        ((31, 42, 36, 22), "The signed slip says so"),
    ]


def test_without_script_it_takes_the_same_three_clicks(
    browser: Browser, base_url: str, disputed: Round, organiser: Any
):
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    log_in(context, organiser, base_url)
    page = context.new_page()
    page.goto(GRID)

    page.get_by_role("link", name="Decide").click()
    page.get_by_label("The cards were counted again").check()
    page.get_by_role("button", name="Those of side A: 40, 30, 36, 50").click()

    expect(page.get_by_text("Table 1 is decided: 40, 30, 36, 50 count.")).to_be_visible()
    assert stored(1) == [40, 30, 36, 50]
    context.close()


def test_other_numbers_with_a_reason_of_ones_own(office: Page):
    office.goto("/en/c/office/rounds/1/conflicts/")
    office.get_by_role("link", name="Decide").click()

    office.get_by_label("Another reason, or more about it").fill("Both counted wrong")
    for deal, number in enumerate(("42", "30", "36", "50"), 1):
        office.locator(f"#id_d{deal}").fill(number)
    office.get_by_role("button", name="These numbers count", exact=True).click()

    expect(office.get_by_text("Table 1 is decided")).to_be_visible()
    assert stored(1) == [42, 30, 36, 50]


def test_enter_in_a_field_decides_for_nobody(office: Page):
    office.goto("/en/c/office/rounds/1/tables/1/conflict/")
    office.get_by_label("The signed slip says so").check()
    office.locator("#id_reason").press("Enter")

    expect(office.get_by_text("Deal 1: the number is missing.")).to_be_visible()
    expect(office.get_by_label("The signed slip says so")).to_be_checked()
    assert stored(1) is None


def test_a_claim_stands_in_the_fields_and_enter_alone_confirms_it(office: Page):
    expect(office.locator("#t2 [data-offer]")).to_contain_text("Side B says so.")
    assert [office.locator(f"#d{deal}").input_value() for deal in (1, 2, 3, 4)] == ["42", "30", "36", "28"]

    office.keyboard.press("Enter")

    saved(office, 2)
    assert stored(2) == [42, 30, 36, 28]
    expect(office.locator("#t3 #d1")).to_be_focused()


def test_what_is_typed_over_a_claim_never_looks_saved_when_it_differs(office: Page):
    office.keyboard.type("42303629")
    expect(office.locator("#t2 [data-offer]")).to_be_empty()
    office.keyboard.press("Enter")

    expect(office.locator("#saved")).to_contain_text(
        "Table 2: nothing counts yet. Deal 4: side B says 28, the office has 29. The organiser decides."
    )
    expect(office.locator("#saved")).to_have_class("saved bad")
    expect(office.locator("#t2 [data-state-cell]")).to_contain_text("4: 28/29")
    expect(office.locator("#bar")).to_contain_text("2 conflict")
    assert stored(2) is None


def test_undo_after_a_conflict_brings_the_claim_back(office: Page):
    office.keyboard.type("42303629")
    office.keyboard.press("Enter")
    expect(office.locator("#t2 [data-state-cell]")).to_contain_text("4: 28/29")

    office.keyboard.press("Control+z")

    expect(office.locator("#saved")).to_contain_text("Taken back: table 2 is as it was before.")
    expect(office.locator("#t2 #d4")).to_have_value("29")
    assert list(ResultVersion.objects.filter(table__number=2).values_list("source", "state")) == [
        ("side_b", "claimed"),
        ("office", "superseded"),
    ]


def test_a_claim_that_comes_while_one_types_does_not_touch_the_numbers(office: Page, disputed: Round):
    office.keyboard.press("ArrowDown")
    office.keyboard.type("4130")
    claim(disputed, 3, A, 41, 30, 50, 37)

    expect(office.locator("#saved")).to_contain_text("Side A has sent numbers for table 3 meanwhile.")
    office.keyboard.type("5036")
    office.keyboard.press("Enter")

    expect(office.locator("#t3 [data-state-cell]")).to_contain_text("4: 37/36")
    assert cells(office, 3) == ["41", "30", "50", "37"]


def test_a_conflict_that_comes_while_one_types_leads_to_its_page_with_the_numbers(office: Page, disputed: Round):
    office.keyboard.press("ArrowDown")
    office.keyboard.type("4130")
    claim(disputed, 3, A, 41, 30, 50, 37)
    claim(disputed, 3, B, 31, 42, 22, 36)
    expect(office.locator("#saved")).to_contain_text("The sides of table 3 disagree.")
    office.keyboard.type("5036")
    office.keyboard.press("Enter")

    expect(office.locator("#saved")).to_contain_text("Table 3 is in conflict. What you typed is not stored")
    office.locator("#saved").get_by_role("link", name="Decide").click()

    assert [office.locator(f"#id_d{deal}").input_value() for deal in (1, 2, 3, 4)] == ["41", "30", "50", "36"]


def test_a_table_is_called_without_leaving_the_row(office: Page, disputed: Round):
    office.keyboard.press("ArrowDown")
    office.keyboard.type("41")
    office.get_by_role("button", name="Call table 4").click()

    expect(office.get_by_role("button", name="Stop calling table 4")).to_be_visible()
    assert [office.locator(f"#d{deal}").input_value() for deal in (1, 2)] == ["41", ""]


def test_an_enter_key_held_down_sends_one_table(office: Page):
    prevented = office.evaluate(
        """() => !document.activeElement.dispatchEvent(
              new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }))"""
    )

    assert prevented


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
@pytest.mark.parametrize(
    "path", ["", "conflicts/", "tables/1/conflict/", "unreported/"], ids=lambda path: path or "grid"
)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, base_url: str, disputed: Round, organiser: Any, path: str, width: int, scheme: str
):
    call_table(disputed.tables.get(number=4).pk)
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    log_in(context, organiser, base_url)
    page = context.new_page()

    page.goto(f"{GRID}{path}")
    found = Axe().run(page).response["violations"]
    scrolls = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()

    assert ([(each["id"], each["nodes"][0]["html"]) for each in found], scrolls) == ([], False)
