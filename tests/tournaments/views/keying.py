"""What the tests of the keyboard grid share: forms as the page sends them, and what came of them."""

import re

from django.test import Client
from django.urls import reverse

from tournaments.models import ResultVersion

GRID = "office_round"


def address(name: str, *values: int) -> str:
    return reverse(name, args=["c", *values])


def typed(*deals: object, **more: object) -> dict[str, object]:
    """A form as the page sends it."""
    fields = {f"d{deal}": number for deal, number in enumerate(deals, 1)}
    return {"notation": "points", "version": 0, "control": "", "reason": "", "key": "", **fields, **more}


def send(client: Client, table: int, *deals: object, **more: object):
    return client.post(address("office_result", 1, table), typed(*deals, **more))


def ask(client: Client, table: int, *deals: object, **more: object):
    """The same as the page's script asks."""
    data = typed(*deals, **more)
    return client.post(address("office_result", 1, table), data, headers={"Accept": "application/json"})


def fields(html: str) -> list[str]:
    """What stands in the four fields of the open row."""
    row = html.split('<tr class="now">')[1]
    return re.findall(r'name="d\d"[^>]*? value="([^"]*)"', row)[:4]


def stored(number: int = 1) -> list[int] | None:
    result = ResultVersion.objects.filter(table__number=number, state="confirmed").first()
    return result.deals if result else None
