"""A phone at a table: opens a code and sends the form of the page it sees, as a browser without script does."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from tests.tournaments.views.reading import main
from tournaments.domain.links import Link, code_of, token_of
from tournaments.enums import SideName
from tournaments.models import Table

DEALS = ("40", "30", "36", "50")
MIRRORED = ("32", "42", "36", "22")


def link_of(table: Table, side: SideName) -> Link:
    return Link(table.round.championship_id, table.round.number, table.number, side, table.link_serial)


def token(table: Table, side: SideName) -> str:
    championship = table.round.championship
    return token_of(link_of(table, side), key=championship.link_key, generation=championship.link_generation)


def code(table: Table, side: SideName) -> str:
    championship = table.round.championship
    return code_of(link_of(table, side), key=championship.link_key, generation=championship.link_generation)


class Fields(HTMLParser):
    """The fields of the form and its buttons, as name and value."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []
        self.feed(re.sub(r"<template.*?</template>", "", html, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "button":
            self.buttons.append((found.get("name", ""), found.get("value", "")))
        if tag == "input" and "name" in found and (found.get("type") != "radio" or "checked" in found):
            self.values[found["name"]] = found.get("value", "")


@dataclass
class Phone:
    """A browser at a table. `html` is the page it shows, `status` the answer's."""

    client: Client = field(default_factory=Client)
    html: str = ""
    status: int = 0
    headers: Any = None

    def scan(self, table: Table, side: SideName, **options: Any) -> "Phone":
        return self.shows(self.client.get(f"/T/{token(table, side)}", **options))

    def opens(self, address: str, **options: Any) -> "Phone":
        return self.shows(self.client.get(address, **options))

    def press(self, name: str = "", value: str = "", **typed: str) -> "Phone":
        """Press a button that the page has, with these fields typed; nothing named: the Enter key."""
        page = Fields(self.html)
        wanted = (name, value)
        assert not name or wanted in page.buttons, f"no button {wanted} among {page.buttons}"
        pressed = wanted if name else page.buttons[0]
        data = {**page.values, **typed, **({pressed[0]: pressed[1]} if pressed[0] else {})}
        return self.shows(self.client.post("/T/", data))

    def types(self, *deals: str, **more: str) -> "Phone":
        """Type the four numbers and send them."""
        return self.press(**{f"d{deal}": number for deal, number in enumerate(deals, 1)}, **more)

    def answers_yes(self) -> "Phone":
        return self.press("yes", next(value for name, value in self.buttons if name == "yes"))

    def shows(self, response: Any) -> "Phone":
        self.html, self.status, self.headers = response.content.decode(), response.status_code, response.headers
        return self

    @property
    def words(self) -> str:
        """The words of the page itself, without what only the script shows."""
        return main(re.sub(r"<template.*?</template>", "", self.html, flags=re.DOTALL))

    @property
    def fields(self) -> dict[str, str]:
        return Fields(self.html).values

    @property
    def buttons(self) -> list[tuple[str, str]]:
        return Fields(self.html).buttons

    @property
    def typed(self) -> tuple[str, ...]:
        """What stands in the four fields."""
        return tuple(self.fields.get(f"d{deal}", "") for deal in (1, 2, 3, 4))
