"""Columns of listings: figures to the right, nets signed, states with silhouette and word.

Each sets the class `num` where figures stand and keeps the bare value for exports (`value`).
"""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.templatetags.marks import figure, midline, moved, signed, state


class NumberColumn(tables.Column):
    """Whole numbers: right-aligned, tabular, an en dash where there is none."""

    css = "num"

    def __init__(self, *args: Any, css: str = "", **kwargs: Any) -> None:
        classes = f"{self.css} {css}".strip()
        kwargs.setdefault("attrs", {"td": {"class": classes}, "th": {"class": classes}})
        kwargs.setdefault("default", "–")
        super().__init__(*args, **kwargs)

    def render(self, value: Any) -> SafeString | str:
        return figure(value)

    def value(self, value: Any) -> Any:
        return value


class NetColumn(NumberColumn):
    """Buns minus schliats, always signed; with `bar_span` also as a bar that reaches its end at that net."""

    def __init__(self, *args: Any, bar_span: int | None = None, **kwargs: Any) -> None:
        self.bar_span = bar_span
        super().__init__(*args, **kwargs)

    def render(self, value: int) -> SafeString | str:
        if self.bar_span is None:
            return signed(value)
        bar = midline(value, self.bar_span)
        return format_html(
            '<span class="netcell"><span class="desk-only">{}</span><b>{}</b></span>', bar, signed(value)
        )


class PairColumn(tables.Column):
    """The name of an entry in bold, linked where `linkify` says so; `place` names what stands under it on a phone."""

    def __init__(self, *args: Any, place: str | None = None, **kwargs: Any) -> None:
        self.place = tables.A(place) if place else None
        kwargs.setdefault("attrs", {"a": {"class": "pn"}})
        super().__init__(*args, **kwargs)

    def render(self, value: str, record: Any) -> SafeString | str:
        if self.place is None:
            return format_html('<span class="pn">{}</span>', value)
        place = self.place.resolve(record, quiet=True) or ""
        return format_html('<span class="pn">{}</span><span class="pl narrow-only"> {}</span>', value, place)

    def value(self, value: str) -> str:
        return value


class StateColumn(tables.Column):
    """A state as silhouette and word."""

    def render(self, value: str) -> SafeString:
        return state(str(value))

    def value(self, value: str) -> str:
        return str(value)


class RankColumn(NumberColumn):
    """The rank, big; `movement` and `shared` name where the places gained and the shared flag are found."""

    css = "rank"

    def __init__(self, *args: Any, movement: str | None = None, shared: str | None = None, **kwargs: Any) -> None:
        self.movement = tables.A(movement) if movement else None
        self.shared = tables.A(shared) if shared else None
        super().__init__(*args, **kwargs)

    def render(self, value: int, record: Any) -> SafeString:  # type: ignore[override]  # the library looks what it takes
        places = self.movement.resolve(record, quiet=True) if self.movement else None
        shared = self.shared.resolve(record, quiet=True) if self.shared else False
        hidden = format_html('<span class="visually-hidden"> {}</span>', _("shared")) if shared else ""
        return format_html("<b>{}</b>{} {}", value, hidden, moved(places))
