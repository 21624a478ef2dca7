"""The keyboard grid when something goes wrong: nothing that was typed is ever lost."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.keying import GRID, cells, log_in, saved, stored
from tests.factories import PASSWORD, key
from tournaments.domain.claims import claim_result
from tournaments.domain.results import key_result
from tournaments.enums import SideName
from tournaments.models import ResultVersion, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


# Nothing is lost ----------------------------------------------------------------------------------------------------


def test_without_a_connection_the_numbers_wait_and_are_stored_once(grid: Page, context: BrowserContext):
    context.set_offline(True)
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")
    expect(grid.locator("#saved")).to_contain_text("Table 1 is not sent yet")
    expect(grid.locator("#t1")).to_contain_text("not sent yet")
    assert cells(grid, 1) == ["41", "30", "50", "36"]

    context.set_offline(False)

    expect(grid.locator("#t1")).to_contain_text("confirmed", timeout=10_000)
    assert ResultVersion.objects.count() == 1


def test_a_stored_result_whose_answer_was_lost_is_stored_once(grid: Page):
    def lose_the_answer(route: Any) -> None:
        route.fetch()
        route.abort()

    grid.route("**/result/", lose_the_answer, times=1)
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")
    expect(grid.locator("#saved")).to_contain_text("Table 1 is not sent yet")

    saved_again = grid.locator("#saved", has_text="Table 1 is saved")
    expect(saved_again).to_be_visible(timeout=10_000)
    assert ResultVersion.objects.count() == 1


def test_an_answer_that_comes_later_than_the_next_look_at_the_server(grid: Page):
    def answer_late(route: Any) -> None:
        answer = route.fetch()
        with grid.expect_response("**/live/"):
            pass
        route.fulfill(response=answer)

    grid.route("**/result/", answer_late, times=1)
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")

    expect(grid.locator("#saved")).to_contain_text("Table 1 is saved", timeout=10_000)
    expect(grid.locator("#t1")).to_contain_text("confirmed")


def test_numbers_that_were_cleared_leave_nothing_behind(grid: Page):
    grid.keyboard.type("41")
    grid.keyboard.press("ArrowDown")
    expect(grid.locator("#t1")).to_contain_text("not sent yet")
    grid.keyboard.press("ArrowUp")
    grid.locator("#d1").fill("")
    grid.keyboard.press("ArrowDown")

    expect(grid.locator("#t1")).to_contain_text("open")
    assert cells(grid, 1) == ["–", "–", "–", "–"]


def test_a_reload_keeps_what_was_typed(grid: Page):
    grid.keyboard.type("4130")
    grid.reload()

    assert [grid.locator(f"#d{deal}").input_value() for deal in (1, 2, 3)] == ["41", "30", ""]
    expect(grid.locator("#d3")).to_be_focused()


def test_after_a_new_login_the_numbers_are_still_there(grid: Page, organiser: Any):
    Session.objects.all().delete()
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")
    expect(grid.locator("#saved")).to_contain_text("You are logged out.")

    grid.locator("#saved").get_by_role("link", name="Log in").click()
    grid.locator("[name=login]").fill(organiser.email)
    grid.locator("[name=password]").fill(PASSWORD)
    grid.keyboard.press("Enter")
    expect(grid.locator("#d1")).to_have_value("41")
    grid.locator("#d4").focus()
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert stored(1) == [41, 30, 50, 36]


def test_a_token_that_has_become_too_old_is_renewed(grid: Page):
    grid.evaluate("document.querySelector('#keying [name=csrfmiddlewaretoken]').value = 'x'.repeat(64)")
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")

    saved(grid, 1)


def test_a_fault_of_the_server_keeps_the_numbers(grid: Page):
    grid.route("**/result/", lambda route: route.fulfill(status=500, body="fault"), times=1)
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")

    expect(grid.locator("#look")).to_contain_text("The server could not save table 1.")
    assert cells(grid, 1) == ["41", "30", "50", "36"]


# A question of the server -------------------------------------------------------------------------------------------


@pytest.fixture
def just_begun(open_round: Round) -> Round:
    """The round began a minute ago, so every result is asked about; side B of table 2 has sent its numbers already."""
    table = open_round.tables.get(number=2)
    claim_result(table.pk, SideName.B, [30, 42, 36, 44], seen_version=table.version, answered_yes=True)
    Round.objects.filter(pk=open_round.pk).update(published_at=timezone.now() - timedelta(minutes=1))
    return open_round


def test_a_question_of_the_server_brings_the_cursor_back_and_enter_answers_it_alone(just_begun: Round, grid: Page):
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")

    yes = grid.locator("#t1 #said button:not([data-deaf])")
    expect(yes).to_be_focused()
    expect(grid.locator("#t1 #said")).to_contain_text("The round began only")
    grid.keyboard.type("40")
    assert [grid.locator(f"#d{deal}").input_value() for deal in (1, 2, 3, 4)] == ["41", "30", "50", "36"]
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert (stored(1), stored(2)) == ([41, 30, 50, 36], None)
    expect(grid.locator("#t2 #d1")).to_be_focused()


def test_a_question_does_not_tear_away_from_a_row_that_is_half_typed(just_begun: Round, grid: Page):
    def answer_late(route: Any) -> None:
        answer = route.fetch()
        grid.keyboard.press("ArrowDown")
        grid.keyboard.type("20")
        route.fulfill(response=answer)

    grid.route("**/result/", answer_late, times=1)
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")

    expect(grid.locator("#saved")).to_have_text("Numbers that are not saved are still here: table 1. Look")
    expect(grid.locator("#t3 #d2")).to_be_focused()
    expect(grid.locator("#t1")).not_to_contain_text("confirmed")
    grid.locator("#saved").get_by_role("link", name="Look").click()
    expect(grid.locator("#t1 #said button:not([data-deaf])")).to_be_focused()
    grid.keyboard.press("Enter")
    saved(grid, 1)
    assert (stored(1), stored(3)) == ([41, 30, 50, 36], None)


def test_the_preview_of_a_correction_stands_in_its_row_and_the_cursor_waits_there(grid: Page, open_round: Round):
    key(open_round, 1, 40, 30, 36, 50)
    grid.goto(f"{GRID}?table=1")
    grid.locator("#d1").fill("20")
    grid.locator("#reason").fill("Typed wrongly")
    grid.keyboard.press("Enter")

    expect(grid.locator("#t1 #said")).to_contain_text("Save again to correct the result.")
    expect(grid.locator("#saved")).to_have_text("1: Nothing is stored yet. Save again to correct the result.")
    expect(grid.locator("#t1 #reason")).to_be_focused()
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert stored(1) == [20, 30, 36, 50]
    expect(grid.locator("#t2 #d1")).to_be_focused()


# What is not meant any more -----------------------------------------------------------------------------------------


def test_numbers_that_were_taken_back_never_hide_a_result(grid: Page, open_round: Round):
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")
    saved(grid, 1)
    grid.keyboard.press("Control+z")
    expect(grid.locator("#t1 #d1")).to_have_value("41")
    grid.keyboard.press("ArrowDown")
    expect(grid.locator("#t1")).to_contain_text("not sent yet")

    key(open_round, 1, 40, 30, 36, 44)

    expect(grid.locator("#t1 .g")).to_have_text(["40", "30", "36", "44"])
    expect(grid.locator("#t1")).not_to_contain_text("not s")
    grid.reload()
    expect(grid.locator("#t1 .g")).to_have_text(["40", "30", "36", "44"])


def test_taken_back_numbers_in_the_open_row_give_way_to_a_result(grid: Page, open_round: Round):
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")
    saved(grid, 1)
    grid.keyboard.press("Control+z")
    expect(grid.locator("#t1 #d1")).to_have_value("41")

    key(open_round, 1, 40, 30, 36, 44)

    expect(grid.locator("#saved")).to_contain_text("Stored is: 40, 30, 36, 44.")
    assert [grid.locator(f"#d{deal}").input_value() for deal in (1, 2, 3, 4)] == ["40", "30", "36", "44"]


def test_half_typed_numbers_stand_beside_a_result_that_came_since(grid: Page, open_round: Round):
    grid.keyboard.type("4130")
    grid.keyboard.press("ArrowDown")
    key(open_round, 1, 40, 30, 36, 44)

    expect(grid.locator("#t1 .g")).to_have_text(["40", "30", "36", "44"])
    expect(grid.locator("#t1")).to_contain_text("not saved")
    grid.locator("#look").get_by_role("link", name="Look").click()
    assert [grid.locator(f"#d{deal}").input_value() for deal in (1, 2, 3)] == ["41", "30", ""]


# Without the script -------------------------------------------------------------------------------------------------


@pytest.fixture
def plain(browser: Browser, organiser: Any, base_url: str) -> Iterator[Page]:
    """A browser without JavaScript."""
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    log_in(context, organiser, base_url)
    page = context.new_page()
    yield page
    context.close()


def fill(page: Page, *deals: str) -> None:
    for deal, number in enumerate(deals, 1):
        page.locator(f"#d{deal}").fill(number)
    page.locator("#d4").press("Enter")


def test_a_day_without_javascript(plain: Page):
    plain.goto(GRID)
    fill(plain, "74", "30", "50", "36")
    expect(plain.locator("#said")).to_contain_text("Deal 1: 74 cannot be.")
    assert plain.locator("#d2").input_value() == "30"

    fill(plain, "72", "30", "50", "36")
    expect(plain.locator("#said")).to_contain_text("Deal 1 is unusual (72). Is that right?")
    plain.get_by_role("button", name="Yes, right").press("Enter")

    expect(plain.locator("main")).to_contain_text("Table 1 is saved (72, 30, 50, 36)")
    assert stored(1) == [72, 30, 50, 36]
    expect(plain.locator("#t2 #d1")).to_be_visible()


def test_a_conflict_without_javascript(plain: Page, open_round: Round):
    plain.goto(GRID)
    table = open_round.tables.get(number=1)
    key_result(table.pk, [40, 30, 36, 50], expected_version=0)
    fill(plain, "44", "30", "36", "50")

    expect(plain.locator("#said")).to_contain_text("Stored is: 40, 30, 36, 50.")
    plain.locator("#reason").fill("Typed wrongly")
    plain.locator("#reason").press("Enter")

    expect(plain.locator("main")).to_contain_text("Table 1 is saved")
    assert stored(1) == [44, 30, 36, 50]
