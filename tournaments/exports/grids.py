"""Rows and columns as a spreadsheet shows them, in the reader's language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.balance import DEALS_PER_TABLE
from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.enums import Outcome, SideName

from .json import plain

type Cell = str | int | None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of cells: numbers stay numbers, None is an empty cell. `title` names the sheet."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


#: The columns of a ranking: key of the JSON, and heading.
STANDINGS_COLUMNS: tuple[tuple[str, Promise], ...] = (
    ("rank", gettext_lazy("Rank")),
    ("number", pgettext_lazy("entry number", "No.")),
    ("name", gettext_lazy("Name")),
    ("place", pgettext_lazy("residence", "Place")),
    ("tournament_points", gettext_lazy("Points")),
    ("net", gettext_lazy("Net")),
    ("tables_won", gettext_lazy("Tables won")),
    ("tables", gettext_lazy("Tables")),
    ("buns", gettext_lazy("buns")),
    ("schliats", gettext_lazy("schliats")),
    ("card_points", gettext_lazy("Card points")),
    ("deals_won", gettext_lazy("Deals won")),
    ("byes", gettext_lazy("Sat out")),
)


def standings_grid(standings: Mapping[str, Any]) -> Grid:
    """The ranking (the JSON of `standings`), one row an entry.

    Where the ranking counts penalties, two last columns say how many points are off, and why.
    """
    penal = bool(standings.get("penalties"))
    return Grid(
        title=_("Ranking after round %(round)s") % {"round": standings["after_round"]},
        heads=(
            *(str(head) for _key, head in STANDINGS_COLUMNS),
            *((_("Points off"), _("Reason")) if penal else ()),
        ),
        rows=tuple(
            (
                *(entry[key] for key, _head in STANDINGS_COLUMNS),
                *(penalty_cells(standings, entry["number"]) if penal else ()),
            )
            for entry in standings["entries"]
        ),
    )


def points_off(standings: Mapping[str, Any], number: int) -> int:
    """How many points the penalties of an entry take off in this ranking."""
    return sum(each["points"] for each in standings.get("penalties", ()) if each["number"] == number)


def penalty_cells(standings: Mapping[str, Any], number: int) -> tuple[Cell, Cell]:
    """Points off, and the reasons; empty for who has no penalty."""
    reasons = [each["reason"] for each in standings["penalties"] if each["number"] == number]
    return points_off(standings, number) or None, "; ".join(reasons) or None


def round_grid(sheet: Sheet) -> Grid:
    """A round: table, sides, side A's four deals in card points and what follows; then who has no table.

    The headings of table, deals and first dealer are those that the import of results understands. A last column says
    how tables ended, where one was not played to the end.
    """
    mark = any(table.outcome != Outcome.PLAYED for table in sheet.tables)
    return Grid(
        title=_("Round %(round)s") % {"round": sheet.number},
        heads=(
            _("Table"),
            *(_("Side A"), _("Side B"), _("First dealer")),
            *(_("Deal %(deal)s") % {"deal": deal} for deal in range(1, 5)),
            *(_("Card points A"), _("Card points B"), _("Net A")),
            *((_("How the table ended"),) if mark else ()),
        ),
        rows=(
            *(table_cells(table, mark=mark) for table in sheet.tables),
            *(bye_cells(entry, _("sits out"), mark=mark) for entry in sheet.sits_out),
            *(bye_cells(entry, pgettext("entry", "absent"), mark=mark) for entry in sheet.absent),
        ),
    )


def table_cells(table: SheetTable, *, mark: bool) -> tuple[Cell, ...]:
    finished: Sequence[Cell] = table.deals or ()
    deals = (*finished, *(None,) * (DEALS_PER_TABLE - len(finished)))
    dealer = "A" if table.first_dealer == SideName.A else "B"
    sums = (table.points_a, table.points_b, table.net)
    ended = (None if table.outcome == Outcome.PLAYED else str(table.outcome.label),) if mark else ()
    return (table.number, side_name(table.a), side_name(table.b), dealer, *deals, *sums, *ended)


def bye_cells(entry: EntryLine, why: str, *, mark: bool) -> tuple[Cell, ...]:
    return (None, plain(entry.name), why, *(None,) * (8 + mark))


def side_name(side: Sequence[EntryLine]) -> str:
    """The pair, or the two single persons who play together."""
    return " – ".join(plain(entry.name) for entry in side)
