"""The page of a table is light, whole in itself, and looks like the rest of the site."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from tests.tournaments.views.phones import DEALS, Phone
from tournaments.enums import SideName

A, B = SideName.A, SideName.B
LIMIT = 60_000
STATIC = Path(settings.BASE_DIR) / "tournaments" / "static" / "tournaments"


def file_of(address: str) -> Path:
    found = finders.find(address.removeprefix("/static/"))
    assert found, address
    return Path(found)


def parts(html: str) -> dict[str, list[Path]]:
    """The files that the page names, by what they are."""
    styles = [file_of(each) for each in re.findall(r'<link rel="stylesheet" href="([^"]+)"', html)]
    fonts = [each for css in styles for each in re.findall(r'url\("([^"]+\.woff2)"\)', css.read_text())]
    return {
        "styles": styles,
        "scripts": [file_of(each) for each in re.findall(r'<script[^>]* src="([^"]+)"', html)],
        "fonts": [(styles[0].parent / each).resolve() for each in fonts],
    }


@pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
def test_page_style_script_and_font_weigh_60_kb_together(table, language):
    pages = [Phone().scan(table, A, headers={"Accept-Language": language})]
    pages.append(Phone().scan(table, A).press("speak", language).types("72", "x", "36", "50"))
    pages.append(Phone().scan(table, A).press("speak", language).types(*DEALS))
    pages.append(Phone().scan(table, B).press("speak", language))
    pages.append(Phone().scan(table, B).press("speak", language).press("do", "differ").types("31", "42", "36", "22"))

    for page in pages:
        found = parts(page.html)
        assert {kind: len(files) for kind, files in found.items()} == {"styles": 1, "scripts": 1, "fonts": 1}
        weight = len(page.html.encode()) + sum(each.stat().st_size for files in found.values() for each in files)
        assert weight <= LIMIT


def test_nothing_is_fetched_from_elsewhere_and_nothing_is_written_inline(table):
    html = Phone().scan(table, A).types(*DEALS).html

    addresses = re.findall(r'(?:href|src|action)="([^"]+)"', html)
    assert [each for each in addresses if not each.startswith(("/", "#"))] == []
    assert re.findall(r"<style|<script(?![^>]* src=)| style=| on[a-z]+=", html) == []
    texts = [STATIC / "js" / "phone.js", STATIC / "js" / "phone" / "later.js", STATIC / "css" / "phone.css"]
    for text in (each.read_text() for each in texts):
        assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", unescape(text))
        assert "innerHTML" not in text


def roles(css: str) -> dict[str, str]:
    return dict(re.findall(r"(--tr-[a-z0-9-]+):\s*([^;]+);", css))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_colours_are_those_of_the_site(dark):
    site, page = ((STATIC / "css" / name).read_text() for name in ("tokens.css", "phone.css"))
    site, page = (text.split("prefers-color-scheme", 2)[1 if dark else 0] for text in (site, page))
    if dark:
        site, page = site.partition("}")[0], page.partition("}")[0]

    named = roles(page)
    known = roles(site) | {"--tr-on-action": roles(site).get("--tr-on-action", "")}
    assert len(named) > 15
    assert named == {name: known[name] for name in named}


def test_the_generator_of_qr_codes_brings_its_licence_along():
    assert "MIT License" in (STATIC / "qr" / "LICENSE.txt").read_text()
    assert (STATIC / "qr" / "lean-qr-nano.mjs").stat().st_size < 5000


def test_a_page_of_a_table_takes_few_queries(table, django_assert_max_num_queries):
    phone = Phone().scan(table, A).types(*DEALS)

    with django_assert_max_num_queries(10):
        phone.scan(table, B)
