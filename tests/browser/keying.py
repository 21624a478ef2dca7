"""What the browser tests of the keyboard grid look at."""

from typing import Any

from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tournaments.models import ResultVersion

GRID = "/en/c/office/rounds/1/"


def log_in(context: BrowserContext, user: Any, base_url: str) -> None:
    """Give the browser a session of this user."""
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])


def stored(number: int) -> list[int] | None:
    result = ResultVersion.objects.filter(table__number=number, state="confirmed").first()
    return result.deals if result else None


def cells(page: Page, table: int) -> list[str]:
    """What stands in the four cells of a closed row."""
    return page.locator(f"#t{table} .g").all_inner_texts()


def saved(page: Page, table: int) -> None:
    """Wait until the page says that the table is on disk."""
    expect(page.locator("#saved")).to_contain_text(f"Table {table} is saved")
