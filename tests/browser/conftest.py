"""A real Chromium. A run of its own, `pytest tests/browser`: its event loop would disturb the other tests."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.keying import GRID, log_in
from tests.chromium import chromium
from tests.factories import ChampionshipFactory, enter, member, seat_round
from tournaments.enums import Role
from tournaments.models import Round, Table

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in the thread of the test

# A slow machine is not a fault of the page: how long an expectation waits says nothing about how fast the site is.
expect.set_options(timeout=20_000)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium that is installed, not one that Playwright would have to fetch."""
    path = chromium()
    if path is None:
        raise pytest.UsageError("No Chromium is installed; the browser tests need one.")
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """`page.goto("/en/")` goes to the site under test."""
    return str(live_server.url)


# The keyboard grid -----------------------------------------------------------------------------------------------


@pytest.fixture
def open_round(transactional_db: None) -> Round:
    """Four tables of championship `c`; A gives first at tables 1 and 3, B at 2 and 4."""
    cache.clear()
    championship = ChampionshipFactory(name="Campiunadi", slug="c", rounds=3)
    names = ["Solèr", "Beer", "Candinas", "Decurtins", "Flepp", "Genelin", "Huonder", "Jacomet"]
    a, b, c, d, e, f, g, h = enter(championship, *names)
    return seat_round(championship, [(a, b), (c, d), (e, f), (g, h)])


@pytest.fixture
def organiser(open_round: Round) -> Any:
    return member(open_round.championship.association, Role.ORGANISER)


@pytest.fixture
def grid(page: Page, context: BrowserContext, organiser: Any, base_url: str) -> Iterator[Page]:
    """The grid of `open_round`, ready to type; what the policy refuses, or an error of the script, fails the test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    log_in(context, organiser, base_url)
    page.goto(GRID)
    expect(page.locator("#d1")).to_be_focused()
    yield page
    assert faults == []


# The page of a table -----------------------------------------------------------------------------------------------


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Table 1 of round 1 of the public championship `c`: A gives first."""
    cache.clear()
    championship = ChampionshipFactory(slug="c", name="Campiunadi", is_public=True, rounds=3)
    a, b, c, d = enter(championship, "Solèr", "Beer", "Candinas", "Decurtins")
    round_ = seat_round(championship, [(a, b), (c, d)])
    return Table.objects.select_related("round__championship", "round__stage").get(round=round_, number=1)
