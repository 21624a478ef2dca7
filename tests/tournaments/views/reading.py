"""Reads pages as people do: words without markup, tables row by row."""

import re
from html import unescape

ROW = re.compile(r"<tr\b([^>]*)>(.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", re.DOTALL)


def words(html: str) -> str:
    """The text of a piece of HTML, white space as single blanks; the head and the drawings are left out."""
    text = re.sub(r"<head>.*?</head>|<svg\b.*?</svg>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def rows(html: str, css: str | None = None) -> list[list[str]]:
    """The rows of all table bodies as words of their cells; with `css` only rows that have this class."""
    bodies = re.findall(r"<tbody\b[^>]*>(.*?)</tbody>", html, re.DOTALL)
    return [
        [words(cell) for cell in CELL.findall(row)]
        for body in bodies
        for attributes, row in ROW.findall(body)
        if css is None or f'class="{css}"' in attributes
    ]


def main(html: str) -> str:
    """The words of the page itself, without header and footer."""
    found = re.search(r"<main\b.*?</main>", html, re.DOTALL)
    assert found is not None
    return words(found.group())
