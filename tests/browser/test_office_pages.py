"""Every page of the office on a narrow and on a wide screen."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils.timezone import now
from playwright.sync_api import Browser

from tests.browser.keying import log_in
from tests.factories import key
from tournaments.domain.rounds import draw_round
from tournaments.models import Penalty, PenaltyRequest, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


PAGES = [
    *("", "final/", "rounds/", "rounds/1/", "rounds/1/tables/1/", "rounds/1/tables/1/correct/", "rounds/1/import/"),
    *("rounds/2/draw/", "standings/", "settings/", "penalties/", "penalties/1/lift/", "corrections/", "history/"),
]


@pytest.fixture
def two_rounds(open_round: Round, organiser: Any) -> Round:
    for table in range(1, 5):
        key(open_round, table, 40, 30, 36, 50)
    entry = open_round.championship.entries.get(number=1)
    Penalty.objects.create(pk=1, entry=entry, points=9, reason="late", after_round=1)
    PenaltyRequest.objects.create(
        entry=entry, points=2, reason="again", after_round=1, proposed_by=organiser, proposed_at=now()
    )
    return draw_round(open_round.championship_id, seed=1)


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path or "overview")
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, base_url: str, two_rounds: Round, organiser: Any, path: str, width: int, scheme: str
):
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    log_in(context, organiser, base_url)
    page = context.new_page()

    page.goto(f"/en/c/office/{path}")
    found = Axe().run(page).response["violations"]
    scrolls = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()

    assert ([(each["id"], each["nodes"][0]["html"]) for each in found], scrolls) == ([], False)
