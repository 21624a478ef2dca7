"""The keyboard grid in a real browser: nine keys a table, no mouse, and nothing that was typed is ever lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.factories import PASSWORD, ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.results import key_result
from tournaments.domain.rounds import draw_round
from tournaments.enums import Role
from tournaments.models import ResultVersion, Round, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GRID = "/en/c/office/rounds/1/"


@pytest.fixture
def round_() -> Round:
    """Four tables; A gives first at tables 1 and 3, B at 2 and 4."""
    cache.clear()
    championship = ChampionshipFactory(name="Campiunadi", slug="c", rounds=3)
    names = ["Solèr", "Beer", "Candinas", "Decurtins", "Flepp", "Genelin", "Huonder", "Jacomet"]
    a, b, c, d, e, f, g, h = enter(championship, *names)
    return seat_round(championship, [(a, b), (c, d), (e, f), (g, h)])


@pytest.fixture
def scorer(round_: Round) -> Any:
    return member(round_.championship.association, Role.ORGANISER)


def log_in(context: BrowserContext, user: Any, base_url: str) -> None:
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])


@pytest.fixture
def grid(page: Page, context: BrowserContext, scorer: Any, base_url: str) -> Iterator[Page]:
    """The grid, ready to type; a refused script or style, or an error of the script, fails the test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    log_in(context, scorer, base_url)
    page.goto(GRID)
    expect(page.locator("#d1")).to_be_focused()
    yield page
    assert faults == []


def stored(number: int) -> list[int] | None:
    result = ResultVersion.objects.filter(table__number=number, state="confirmed").first()
    return result.deals if result else None


def cells(page: Page, table: int) -> list[str]:
    return page.locator(f"#t{table} .g").all_inner_texts()


def saved(page: Page, table: int) -> None:
    expect(page.locator("#saved")).to_contain_text(f"Table {table} is saved")


# Typing ----------------------------------------------------------------------------------------------------------


def test_nine_keys_a_table_and_no_mouse(grid: Page):
    for keys in ("41305036", "20444444", "36363636", "29453831"):
        for digit in keys:
            grid.keyboard.press(digit)
        grid.keyboard.press("Enter")

    expect(grid.locator("#bar")).to_contain_text("4 confirmed")
    assert [stored(table) for table in (1, 2, 3, 4)] == [
        [41, 30, 50, 36],
        [20, 44, 44, 44],
        [36, 36, 36, 36],
        [29, 45, 38, 31],
    ]
    expect(grid.locator("#side")).to_contain_text("Every table has a result")


def test_an_eight_or_a_nine_moves_on_at_once(grid: Page):
    grid.keyboard.type("8940")

    assert [grid.locator(f"#d{deal}").input_value() for deal in (1, 2, 3)] == ["8", "9", "40"]
    expect(grid.locator("#d4")).to_be_focused()


def test_the_other_side_buns_totals_and_packets_follow_while_typing(grid: Page):
    grid.keyboard.type("27")
    expect(grid.locator("#said")).to_contain_text("Deal 1: 27, they 45, that is 9 schliats.")
    expect(grid.locator("[data-packets]")).to_have_text("Side A may ask for two packets.")

    grid.keyboard.type("27")
    expect(grid.locator("[data-packets]")).to_have_text("Side A may ask for one packet.")

    grid.keyboard.type("5036")
    assert grid.locator("[data-run]").all_inner_texts() == ["−9", "−18", "−4", "−4"]
    expect(grid.locator("[data-sum]")).to_have_text("140")
    expect(grid.locator("[data-net]")).to_have_text("−4")


def test_a_number_that_cannot_be_stays_marked_until_it_is_right(grid: Page):
    grid.keyboard.type("74")

    expect(grid.locator("#d1")).to_have_attribute("aria-invalid", "true")
    expect(grid.locator("#said")).to_contain_text("Deal 1: 74 cannot be. A deal has 0 to 72 card points.")
    expect(grid.locator("#d1")).to_be_focused()

    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert stored(1) == [41, 30, 50, 36]


def test_the_dealers_one_is_refused_beside_its_number(grid: Page):
    grid.keyboard.type("01")

    expect(grid.locator("#said")).to_contain_text("Deal 1: the side that dealt cannot end on 1.")
    expect(grid.locator("#d1")).to_have_class("cell is-invalid")


def test_a_rare_number_is_asked_about_and_enter_means_yes(grid: Page):
    grid.keyboard.type("72303636")
    grid.keyboard.press("Enter")

    expect(grid.locator("#said")).to_contain_text("Deal 1 is unusual (72). Is that right? Enter means yes.")
    assert stored(1) is None

    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert stored(1) == [72, 30, 36, 36]


def test_an_answer_does_not_count_for_another_number(grid: Page):
    grid.keyboard.type("72303636")
    grid.keyboard.press("Enter")
    grid.locator("#d1").focus()
    grid.keyboard.type("71")
    grid.keyboard.press("Enter")

    expect(grid.locator("#said")).to_contain_text("Deal 1 is unusual (71).")
    assert stored(1) is None


def test_a_control_total_finds_a_wrong_digit(grid: Page):
    grid.keyboard.type("41305036")
    grid.keyboard.press("Tab")
    grid.keyboard.type("158")
    grid.keyboard.press("Enter")

    expect(grid.locator("#said")).to_contain_text("The control total is 158, but the four numbers add up to 157.")
    assert stored(1) is None


def test_balances_with_their_sign(grid: Page):
    grid.get_by_role("button", name="Type ± from 36").click()
    expect(grid.locator(".mode")).to_contain_text("± from 36")
    grid.keyboard.type("+5-6+14")
    expect(grid.locator("#said")).to_contain_text("Deal 3: 50, they 22, that is 14 buns.")
    grid.keyboard.type("0")
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert stored(1) == [41, 30, 50, 36]
    expect(grid.locator("#t1 .g").first).to_have_text("+5")


def test_card_points_are_never_taken_for_a_balance(grid: Page):
    grid.get_by_role("button", name="Type ± from 36").click()
    grid.locator("#d1").fill("30")
    grid.locator("#d2").fill("+6")
    grid.locator("#d3").fill("+6")
    grid.locator("#d4").fill("+6")
    grid.keyboard.press("Enter")

    expect(grid.locator("#said")).to_contain_text("Deal 1: 30 cannot be. Write + or −")
    assert stored(1) is None


# Moving about ----------------------------------------------------------------------------------------------------


def test_arrows_find_and_back(grid: Page):
    grid.keyboard.press("ArrowDown")
    expect(grid.locator("#t2 #d1")).to_be_focused()
    grid.keyboard.press("ArrowUp")
    expect(grid.locator("#t1 #d1")).to_be_focused()

    grid.keyboard.press("/")
    grid.keyboard.type("soler")
    grid.keyboard.press("Enter")
    expect(grid.locator("#t1 #d1")).to_be_focused()

    grid.keyboard.press("/")
    grid.keyboard.type("4")
    grid.keyboard.press("Enter")
    expect(grid.locator("#t4 #d1")).to_be_focused()


def test_help_opens_and_closes(grid: Page):
    grid.keyboard.press("?")
    expect(grid.locator("#help")).to_have_attribute("open", "")

    grid.keyboard.press("?")
    expect(grid.locator("#d1")).to_be_focused()


def test_single_keys_can_be_switched_off(grid: Page):
    grid.keyboard.press("?")
    grid.locator("#single-keys").uncheck()
    grid.reload()
    grid.keyboard.press("?")

    expect(grid.locator("#help")).not_to_have_attribute("open", "")
    grid.keyboard.press("/")
    expect(grid.locator("#find")).not_to_be_focused()


def test_f2_leads_to_the_history(grid: Page):
    grid.keyboard.press("F2")

    expect(grid).to_have_url(f"{grid.url.split('/en/')[0]}{GRID}tables/1/")


def test_the_last_result_is_taken_back(grid: Page):
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")
    saved(grid, 1)
    grid.keyboard.press("Control+z")

    expect(grid.locator("#saved")).to_contain_text("Table 1 is open again.")
    expect(grid.locator("#t1 #d1")).to_have_value("41")
    assert stored(1) is None


# Corrections and conflicts ---------------------------------------------------------------------------------------


def test_a_correction_asks_for_a_reason(grid: Page, round_: Round):
    key(round_, 1, 40, 30, 36, 50)
    grid.reload()
    grid.keyboard.press("ArrowUp")
    grid.keyboard.type("44")
    grid.keyboard.press("Enter")

    expect(grid.locator("#reason")).to_be_focused()
    grid.keyboard.type("Typed wrongly")
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert (stored(1), Table.objects.get(number=1).state) == ([44, 30, 36, 50], "corrected")


def test_somebody_else_was_faster_both_results_stay(grid: Page, round_: Round):
    grid.keyboard.type("44303650")
    key(round_, 1, 40, 30, 36, 50)
    grid.keyboard.press("Enter")

    look = grid.locator("#look")
    expect(look).to_contain_text("Somebody else has changed this table meanwhile.")
    expect(grid.locator("#t1")).to_contain_text("not saved")
    assert cells(grid, 1) == ["44", "30", "36", "50"]
    assert stored(1) == [40, 30, 36, 50]

    look.get_by_role("link", name="Look").click()
    expect(grid.locator("#said")).to_contain_text("Stored is: 40, 30, 36, 50.")
    grid.locator("#reason").fill("The other slip was wrong")
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert stored(1) == [44, 30, 36, 50]
    expect(look).to_be_hidden()


def test_results_of_others_appear_and_leave_what_is_typed_alone(grid: Page, round_: Round):
    grid.keyboard.type("4130")
    key(round_, 3, 40, 30, 36, 50)

    expect(grid.locator("#t3 .g").first).to_have_text("40", timeout=8000)
    expect(grid.locator("#bar")).to_contain_text("1 confirmed")
    assert [grid.locator(f"#d{deal}").input_value() for deal in (1, 2)] == ["41", "30"]
    expect(grid.locator("#d3")).to_be_focused()


# Nothing is lost -------------------------------------------------------------------------------------------------


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


def test_after_a_new_login_the_numbers_are_still_there(grid: Page, scorer: Any):
    Session.objects.all().delete()
    grid.keyboard.type("41305036")
    grid.keyboard.press("Enter")
    expect(grid.locator("#saved")).to_contain_text("You are logged out.")

    grid.locator("#saved").get_by_role("link", name="Log in").click()
    grid.locator("[name=login]").fill(scorer.email)
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


# Without the script ----------------------------------------------------------------------------------------------


@pytest.fixture
def plain(browser: Browser, scorer: Any, base_url: str) -> Iterator[Page]:
    """A browser without JavaScript."""
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    log_in(context, scorer, base_url)
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


def test_a_conflict_without_javascript(plain: Page, round_: Round):
    plain.goto(GRID)
    table = round_.tables.get(number=1)
    key_result(table.pk, [40, 30, 36, 50], expected_version=0)
    fill(plain, "44", "30", "36", "50")

    expect(plain.locator("#said")).to_contain_text("Stored is: 40, 30, 36, 50.")
    plain.locator("#reason").fill("Typed wrongly")
    plain.locator("#reason").press("Enter")

    expect(plain.locator("main")).to_contain_text("Table 1 is saved")
    assert stored(1) == [44, 30, 36, 50]


# Every page ------------------------------------------------------------------------------------------------------

PAGES = ["", "rounds/", "rounds/1/", "rounds/1/tables/1/", "rounds/1/import/", "rounds/2/draw/", "standings/"]


@pytest.fixture
def two_rounds(round_: Round, scorer: Any) -> Round:
    for table in range(1, 5):
        key(round_, table, 40, 30, 36, 50)
    return draw_round(round_.championship_id, seed=1)


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path or "overview")
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, base_url: str, two_rounds: Round, scorer: Any, path: str, width: int, scheme: str
):
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    log_in(context, scorer, base_url)
    page = context.new_page()

    page.goto(f"/en/c/office/{path}")
    found = Axe().run(page).response["violations"]
    scrolls = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()

    assert ([(each["id"], each["nodes"][0]["html"]) for each in found], scrolls) == ([], False)
