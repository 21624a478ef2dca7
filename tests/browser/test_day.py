"""A whole day in a real browser: from the preset to the published ranking, results typed by keyboard alone.

With TROCCAS_SCREENSHOTS=1 the pictures of `docs/screenshots/` are taken anew (needs pdftoppm for the slips).
"""

import os
import subprocess
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils.timezone import now
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from engine.seats import Side
from engine.simulate import simulate_table
from tests.factories import PASSWORD, AssociationFactory, member
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.enums import Role, TableState
from tournaments.models import Championship

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).parents[2]
LIST = ROOT / "tests" / "tournaments" / "imports" / "cases" / "championship_51_pairs.csv"
PICTURES = ROOT / "docs" / "screenshots"
WANTED = os.environ.get("TROCCAS_SCREENSHOTS") == "1"

type Album = Callable[[str], None]


@pytest.fixture
def organiser() -> User:
    cache.clear()
    return member(AssociationFactory(name="Uniun grischuna da troccas"), Role.ORGANISER)


@pytest.fixture
def album(page: Page) -> Album:
    """Takes a picture of each step when pictures are wanted."""
    numbers = count(1)
    page.set_viewport_size({"width": 1280, "height": 900})

    def take(name: str) -> None:
        number = next(numbers)
        if WANTED:
            page.screenshot(path=PICTURES / f"day-{number:02}-{name}.png")

    return take


def test_a_day_from_the_entry_list_to_the_published_ranking(
    page: Page, album: Album, organiser: User, tmp_path: Path
) -> None:
    log_in(page, organiser)

    championship = create(page, album)
    import_list(page, album, championship)
    draw(page, album, championship, 1)
    print_slips(page, album, championship, tmp_path / "slips.pdf")
    type_results(page, championship, 1)
    album("grid-typed")
    page.goto(f"/en/{championship.slug}/office/standings/")
    album("office-standings")
    draw(page, album, championship, 2)
    type_results(page, championship, 2)
    publish(page, album, championship)

    assert not meetings(championship, 1) & meetings(championship, 2)
    page.context.clear_cookies()
    page.goto(f"/en/{championship.slug}/standings/")
    album("public-standings")
    championship.refresh_from_db()
    links = page.locator("main tbody a[href*='/entries/']")
    shown = links.evaluate_all("links => links.map(link => Number(link.pathname.split('/').at(-2)))")
    expect(page.get_by_role("heading", name="Standings after round 2 of 11")).to_be_visible()
    assert list(dict.fromkeys(shown)) == [row.number for row in ranking(championship, public=True).rows]


def log_in(page: Page, user: User) -> None:
    page.goto("/en/accounts/login/")
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/office/")


def create(page: Page, album: Album) -> Championship:
    """One page, one preset, three fields."""
    page.get_by_role("link", name="New tournament").first.click()
    page.locator("[name=name]").fill("Campiunadi grischun da troccas 2026")
    page.locator("[name=place]").fill("Mehrzweckhalle Ilanz")
    page.locator("[name=starts_on]").fill("2026-11-07")
    expect(page.get_by_text("With 50 or 52 pairs nobody sits out.")).to_be_visible()
    album("new-championship")
    page.get_by_role("button", name="Open registration").click()
    page.wait_for_url("**/campiunadi-grischun-da-troccas-2026/office/**")
    return Championship.objects.get()


def import_list(page: Page, album: Album, championship: Championship) -> None:
    page.goto(f"/en/{championship.slug}/office/")
    page.get_by_role("link", name="Import entries").click()
    page.locator("input[type=file]").set_input_files(LIST)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_role("heading", name="51 rows are ready")).to_be_visible()
    album("import-preview")
    page.get_by_role("button", name="Enter all rows that are taken").click()
    page.goto(f"/en/{championship.slug}/office/entries/")
    expect(page.locator("main tbody tr")).to_have_count(51)
    album("entries")


def draw(page: Page, album: Album, championship: Championship, number: int) -> None:
    """The next step of the overview is the draw; look at the proposal, publish it. Then an hour is played."""
    page.goto(f"/en/{championship.slug}/office/")
    page.get_by_role("button", name=f"Draw round {number}").click()
    expect(page.get_by_role("heading", name=f"Round {number}: proposal")).to_be_visible()
    album(f"draw-round-{number}")
    page.get_by_role("button", name="Publish the round").click()
    expect(page.get_by_role("heading", name=f"Round {number}: proposal")).to_have_count(0)
    championship.rounds.filter(number=number).update(published_at=now() - timedelta(hours=1))


def print_slips(page: Page, album: Album, championship: Championship, file: Path) -> None:
    """25 slips, two on a page."""
    page.goto(f"/en/{championship.slug}/office/")
    album("overview")
    link = page.get_by_role("link", name="Print slips").get_attribute("href")
    file.write_bytes(page.request.get(str(link)).body())
    assert len(PdfReader(file).pages) == 13
    if WANTED:
        picture = PICTURES / "day-slips"
        subprocess.run(["pdftoppm", "-png", "-r", "60", "-singlefile", file, picture], check=True)


def type_results(page: Page, championship: Championship, number: int) -> None:
    """Type all tables of the round: eight digits and Enter each, no mouse, straight on while the answers arrive."""
    page.goto(f"/en/{championship.slug}/office/")
    page.get_by_role("link", name="Type results").click()
    rng, tables = Random(number), round_sheet(championship, number).tables
    expect(page.locator(".grid[data-ready] tbody:has(tr.now)")).to_have_attribute("data-table", str(tables[0].number))
    for table in tables:
        for digit in "".join(f"{points:02}" for points in plausible(rng, Side(table.first_dealer))):
            page.keyboard.press(digit)
        page.keyboard.press("Enter")
    expect(page.locator(".grid tbody", has_text="confirmed")).to_have_count(len(tables), timeout=30_000)
    assert {table.state for table in round_sheet(championship, number).tables} == {TableState.CONFIRMED}


def plausible(rng: Random, first: Side) -> tuple[int, ...]:
    """Four deals that ask no question."""
    while True:
        deals = simulate_table(rng, first_dealer=first).points_a
        if all(6 <= points <= 66 for points in deals):
            return deals


def publish(page: Page, album: Album, championship: Championship) -> None:
    page.goto(f"/en/{championship.slug}/office/publish/")
    page.get_by_role("button", name="Publish the ranking").click()
    expect(page.get_by_role("heading", name="No ranking published yet")).to_have_count(0)
    album("published")


def meetings(championship: Championship, number: int) -> set[frozenset[int]]:
    return {frozenset((table.a[0].number, table.b[0].number)) for table in round_sheet(championship, number).tables}
