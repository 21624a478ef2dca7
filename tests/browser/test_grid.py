"""The keyboard grid in a real browser: nine keys a table, and no mouse."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keying import GRID, saved, stored
from tests.factories import key
from tournaments.domain.claims import claim_result
from tournaments.enums import Outcome, SideName
from tournaments.models import Round, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


# Typing -------------------------------------------------------------------------------------------------------------


def test_nine_keys_a_table_and_no_mouse(grid: Page):
    for keys in ("41305036", "20444444", "36373536", "29453831"):
        for digit in keys:
            grid.keyboard.press(digit)
        grid.keyboard.press("Enter")

    expect(grid.locator("#bar")).to_contain_text("4 confirmed")
    assert [stored(table) for table in (1, 2, 3, 4)] == [
        [41, 30, 50, 36],
        [20, 44, 44, 44],
        [36, 37, 35, 36],
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
    expect(grid.locator("#said")).not_to_contain_text("Enter saves.")
    assert stored(1) is None

    grid.keyboard.type("157")
    expect(grid.locator("#said")).to_contain_text("Enter saves.")


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


# Moving about -------------------------------------------------------------------------------------------------------


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

    expect(grid.locator("#saved")).to_contain_text("Taken back: table 1 is as it was before.")
    expect(grid.locator("#t1 #d1")).to_have_value("41")
    assert stored(1) is None


def test_a_correction_is_taken_back_too(grid: Page, open_round: Round):
    key(open_round, 1, 40, 30, 36, 50)
    grid.goto(f"{GRID}?table=1")
    grid.locator("#d1").fill("44")
    grid.locator("#reason").fill("Typed wrongly")
    grid.keyboard.press("Enter")
    saved(grid, 1)

    grid.keyboard.press("Control+z")

    expect(grid.locator("#saved")).to_contain_text("Taken back: table 1 is as it was before.")
    expect(grid.locator("#t1 #d1")).to_have_value("40")
    assert (stored(1), Table.objects.get(number=1).state) == ([40, 30, 36, 50], "confirmed")


# How it looks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
def test_a_walk_over_cuts_nothing_off_on_a_screen_of_1280(grid: Page, open_round: Round, language: str):
    grid.set_viewport_size({"width": 1280, "height": 800})
    key(open_round, 3, outcome=Outcome.WALKOVER_A, reason="They did not come")
    grid.goto(f"{GRID.replace('en', language, 1)}?table=3")
    expect(grid.locator("#t3 [data-state-cell] .small")).to_be_visible()

    hidden = grid.locator(".scroll").evaluate("(part) => part.scrollWidth - part.clientWidth")

    assert hidden <= 0


def test_the_link_to_what_has_not_reported_counts_what_it_leads_to(grid: Page, open_round: Round):
    for side, deals in ((SideName.A, [40, 30, 36, 50]), (SideName.B, [31, 42, 36, 22])):
        table = open_round.tables.get(number=1)
        claim_result(table.pk, side, deals, seen_version=table.version, answered_yes=True)
    grid.goto(GRID)

    expect(grid.locator("#bar")).to_contain_text("3 open")
    expect(grid.locator("#side a[href$='/unreported/']")).to_have_text("4 tables without a confirmed result")


# Corrections and conflicts ------------------------------------------------------------------------------------------


def test_a_correction_asks_for_a_reason(grid: Page, open_round: Round):
    key(open_round, 1, 40, 30, 36, 50)
    grid.reload()
    grid.keyboard.press("ArrowUp")
    grid.keyboard.type("44")
    grid.keyboard.press("Enter")

    expect(grid.locator("#reason")).to_be_focused()
    grid.keyboard.type("Typed wrongly")
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert (stored(1), Table.objects.get(number=1).state) == ([44, 30, 36, 50], "corrected")


def test_somebody_else_was_faster_both_results_stay(grid: Page, open_round: Round):
    grid.keyboard.type("44303650")
    key(open_round, 1, 40, 30, 36, 50)
    grid.keyboard.press("Enter")

    look = grid.locator("#look")
    expect(look).to_contain_text("Somebody else has changed this table meanwhile.")
    expect(grid.locator("#t1")).to_contain_text("not saved")
    expect(grid.locator("#t1 .g")).to_have_text(["40", "30", "36", "50"])
    assert stored(1) == [40, 30, 36, 50]

    look.get_by_role("link", name="Look").click()
    expect(grid.locator("#said")).to_contain_text("Stored is: 40, 30, 36, 50.")
    grid.locator("#reason").fill("The other slip was wrong")
    grid.keyboard.press("Enter")

    saved(grid, 1)
    assert stored(1) == [44, 30, 36, 50]
    expect(look).to_be_hidden()


def test_results_of_others_appear_and_leave_what_is_typed_alone(grid: Page, open_round: Round):
    grid.keyboard.type("4130")
    key(open_round, 3, 40, 30, 36, 50)

    expect(grid.locator("#t3 .g").first).to_have_text("40", timeout=8000)
    expect(grid.locator("#bar")).to_contain_text("1 confirmed")
    assert [grid.locator(f"#d{deal}").input_value() for deal in (1, 2)] == ["41", "30"]
    expect(grid.locator("#d3")).to_be_focused()


def test_the_focus_stays_where_it_was_when_the_page_refreshes(grid: Page, open_round: Round):
    link = grid.locator("#side [data-go='4']")
    link.focus()
    key(open_round, 3, 40, 30, 36, 50)

    expect(grid.locator("#t3 .g").first).to_have_text("40", timeout=8000)
    expect(link).to_be_focused()
