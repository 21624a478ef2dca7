"""The marks of the design in templates: icons, states, signed numbers, the midline bar, the languages of a page.

    {% load marks %}
    {% icon "clock" %}   {% state table.state %}   {% state "safe" chip=True text="safe in the final" %}
    {% net 8 %}  ->  +8        {% figure -8 %}  ->  −8        {% midline -8 20 %}       {% moved 3 %}

Icons are drawn once a page: `{% sprite %} … {% endsprite %}` around the body puts the symbols that the page uses into
it. No tag returns text of others unescaped.
"""

import functools
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from django import template
from django.template.base import NodeList, Parser, Token
from django.urls import NoReverseMatch, reverse, translate_url
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

register = template.Library()

MINUS = "\u2212"
ICONS_FILE = Path(__file__).resolve().parents[1] / "static" / "tournaments" / "icons" / "icons.svg"
USED_ICON = re.compile(r'<use href="#([a-z0-9-]+)"')

#: What a state looks like and is called: icon, then the word. One silhouette, one word, one colour (class `s-<state>`).
STATES: dict[str, tuple[str, Promise]] = {
    "open": ("state-open", pgettext_lazy("table", "open")),
    "claimed": ("state-claimed", pgettext_lazy("table", "claimed")),
    "confirmed": ("state-confirmed", pgettext_lazy("table", "confirmed")),
    "conflict": ("state-conflict", pgettext_lazy("table", "conflict")),
    "official": ("state-official", pgettext_lazy("table", "official")),
    "corrected": ("state-corrected", pgettext_lazy("table", "corrected")),
    "ask": ("warn", _("unusual")),
    "unsent": ("state-unsent", _("not sent yet")),
    "safe": ("safe", _("safe")),
    "needs": ("needs", _("needs something")),
    "out": ("out", _("out")),
    "draft": ("hand-slip", _("proposal")),
    "published": ("people", pgettext_lazy("round", "published")),
    "closed": ("lock", pgettext_lazy("round", "closed")),
    "registered": ("hand-slip", _("registered")),
    "present": ("check", pgettext_lazy("entry", "present")),
    "withdrawn": ("out", pgettext_lazy("entry", "withdrawn")),
}

#: BCP 47 tag of each language of the site: the catalogues are Sursilvan, and Swiss German knows no ß.
HTML_LANGUAGES = {"rm": "rm-sursilv", "de": "de-CH", "it": "it-CH", "en": "en-GB"}
LANGUAGE_NAMES = (("rm", "Rumantsch"), ("de", "Deutsch"), ("it", "Italiano"), ("en", "English"))


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """A drawn icon; decoration only, the word stands beside it. `extra` are further CSS classes."""
    return format_html('<svg class="{}" aria-hidden="true"><use href="#{}"/></svg>', f"i {extra}".rstrip(), name)


@register.simple_tag
def woodcut(name: str, css: str = "w") -> SafeString:
    """A suit in the woodcut style: `cuppas`, `rosas`, `bastuns` or `spadas`."""
    return format_html('<svg class="{}" aria-hidden="true"><use href="#wood-{}"/></svg>', css, name)


@register.simple_tag
def state(name: str, *, text: str = "", chip: bool = False) -> SafeString:
    """Silhouette and word of a state; `text` replaces the word, `chip` frames it for a heading.

    A list names the corrected tables "corrected" and not "official": what a reader must notice comes first.
    """
    symbol, word = STATES[str(name)]
    css = f"state s-{name}{' chip' if chip else ''}"
    return format_html('<span class="{}">{}{}</span>', css, icon(symbol), text or word)


@register.simple_tag
def state_icon(name: str) -> SafeString:
    """The silhouette alone, where the word stands in an `aria-label`."""
    return icon(STATES[str(name)][0])


@register.simple_tag
def state_word(name: str) -> Promise:
    """The word alone."""
    return STATES[str(name)][1]


def signed(number: int | None) -> str:
    """`+12`, `−8` with a real minus, `0` bare; an en dash where there is no number."""
    if number is None:
        return "–"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


@register.simple_tag
def figure(number: int | None) -> str:
    """`12`, `0`, `−8` with a real minus, as points can be after a penalty; an en dash where there is no number."""
    return "–" if number is None else str(number).replace("-", MINUS)


@register.simple_tag
def net(number: int | None) -> str:
    """Buns minus schliats, always signed."""
    return signed(number)


@register.simple_tag
def midline(number: int, span: int = 20, width: int = 110, height: int = 10) -> SafeString:
    """The bar round the midline: buns go right, solid; schliats go left, hatched.

    `span` is the net at which the bar reaches the end (a deal: 20; a list: its largest net); longer ones stop there.
    """
    middle = width / 2
    bar = ""
    length = round(min(abs(number), span) / span * middle, 1) if span > 0 else 0
    if number > 0:
        bar = format_html('<path class="b" d="{}"/>', f"M{middle:g} 0h{length:g}v{height}H{middle:g}z")
    elif number < 0:
        shape = f"M{middle:g} .6h-{length:g}v{height - 1.2:g}H{middle:g}z"
        bar = format_html('<path class="s" d="{0}"/><path fill="url(#hatch)" d="{0}"/>', shape)
    return format_html(
        '<svg class="mid" width="{}" height="{}" aria-hidden="true">'
        '<path class="ax" d="{}"/>{}<path class="zero" d="{}"/></svg>',
        width,
        height,
        f"M0 {height - 0.5:g}H{width}",
        bar,
        f"M{middle:g} -2V{height + 2}",
    )


@register.simple_tag
def moved(places: int | None) -> SafeString | str:
    """Places gained (up, filled) or lost (down, hollow) since the round before; nothing where there was none."""
    if places is None:
        return ""
    name, word = ("up", _("up")) if places > 0 else ("down", _("down")) if places < 0 else ("same", _("unchanged"))
    return format_html(
        '<span class="mv">{}<span class="visually-hidden">{} </span>{}</span>', icon(name), word, abs(places) or ""
    )


@register.inclusion_tag("tournaments/_as_of.html")
def as_of(
    moment: datetime,
    *,
    open_tables: Sequence[int] = (),
    official: bool = False,
    official_from: datetime | None = None,
) -> dict[str, object]:
    """The line under a heading: time, the numbers of the tables that are still open, official or from when."""
    return {
        "moment": moment,
        "open_tables": list(open_tables),
        "official": official,
        "official_from": official_from,
        "other_day": official_from is not None and localdate(official_from) != localdate(moment),
    }


@register.simple_tag(takes_context=True)
def section_link(context: template.Context, url_name: str, section: str, label: str) -> SafeString | str:
    """A link of the section navigation of `championship`; the one that equals `section` of the page is marked.

    A section whose address does not exist (yet) has no link.
    """
    try:
        url = reverse(url_name, args=[context["championship"].slug])
    except NoReverseMatch:
        return ""
    if context.get("section") == section:
        return format_html('<a href="{}" aria-current="page">{}</a>', url, label)
    return format_html('<a href="{}">{}</a>', url, label)


@register.simple_tag
def html_lang() -> str:
    """Value of the page's `lang` attribute."""
    code = (get_language() or "en").split("-")[0]
    return HTML_LANGUAGES.get(code, code)


@register.simple_tag(takes_context=True)
def language_links(context: template.Context) -> list[dict[str, object]]:
    """The same page in each language: dicts of `code`, `lang`, `name`, `url`, `current`.

    A page with `canonical_query` in its context keeps that part of the address and nothing else.
    """
    request = context.get("request")
    if request is None:  # the page for a broken server knows nothing any more
        path = "/en/"
    elif "canonical_query" in context:
        # Kept pages are shown to others, too: nothing that one reader added to the address may stay in them.
        path = f"{request.path}?{context['canonical_query']}".removesuffix("?")
    else:
        path = request.get_full_path()
    current = get_language()
    return [
        {
            "code": code,
            "lang": HTML_LANGUAGES[code],
            "name": name,
            "url": _in_language(path, code),
            "current": code == current,
        }
        for code, name in LANGUAGE_NAMES
    ]


def _in_language(path: str, code: str) -> str:
    """The address in another language, also for a page that does not exist (its error page has a switch, too)."""
    translated = translate_url(path, code)
    if translated == path:
        return re.sub(r"^/(rm|de|it|en)(?=/|$)", f"/{code}", path)
    return translated


@functools.cache
def _symbols() -> dict[str, str]:
    """Every drawing of icons.svg by its id, as markup."""
    text = ICONS_FILE.read_text(encoding="utf-8")
    found = re.findall(r'(<(symbol|pattern) id="([a-z0-9-]+)".*?</\2>)', text, re.DOTALL)
    return {name: markup for markup, _tag, name in found}


def sprite_for(page: str) -> str:
    """The `<svg>` with the symbols that a piece of HTML refers to, in alphabetical order; empty when it uses none.

    The hatch lies in the document too: a pattern of another file cannot be used as a fill.
    """
    symbols = _symbols()
    names = sorted(set(USED_ICON.findall(page)) & symbols.keys())
    if "url(#hatch)" in page or 'class="day"' in page:
        names.append("hatch")
    if not names:
        return ""
    return f'<svg class="sprite" aria-hidden="true">{"".join(symbols[name] for name in names)}</svg>'


class SpriteNode(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> str:
        page = self.nodelist.render(context)
        return sprite_for(page) + page


@register.filter
def words_of(numbers: Iterable[int]) -> str:
    """`3, 7, 12`"""
    return ", ".join(map(str, numbers))


@register.tag("sprite")
def sprite(parser: Parser, _token: Token) -> SpriteNode:
    """Put the drawings that the enclosed markup uses in front of it, each once."""
    nodelist = parser.parse(("endsprite",))
    parser.delete_first_token()
    return SpriteNode(nodelist)
