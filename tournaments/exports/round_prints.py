"""The prints of a round: slips (`slips.py`), seating, results."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.balance import DEALS_PER_TABLE
from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.enums import Outcome, TableState
from tournaments.models import Championship
from tournaments.models.names import family_first
from tournaments.templatetags.marks import signed

from .prints import Print, head
from .slips import SLIPS_ON_A_PAGE, slips_print
from .words import as_of_line, facts_head, log_head, side_lines, side_place

#: The two ways to print where people sit.
SEATING = ("name", "table")


def round_prints(championship: Championship, sheet: Sheet, *, base: str = "") -> list[Print]:
    """Everything that the office prints for a round that was just published; `base` as for `slips_print`."""
    log = log_head(championship, sheet.number)
    return [
        *(slips_print(championship, sheet, size, base=base, log=log) for size in SLIPS_ON_A_PAGE),
        *(seating_print(championship, sheet, by) for by in SEATING),
        result_sheet_print(championship, sheet, public=False),
    ]


# Seating ---------------------------------------------------------------------------------------------------------


def seating_print(championship: Championship, sheet: Sheet, by: str) -> Print:
    """Where people sit: `by` name, everybody by family name, or by table."""
    title = _("Seating, round %(round)s") % {"round": sheet.number}
    by_name = {"people": people(sheet), "marks": changed_lines(sheet)}
    rows = by_name if by == "name" else {"tables": side_rows(sheet), "byes": bye_lines(sheet)}
    data = {
        **head(championship, title, log=log_head(championship, sheet.number)),
        "by": by,
        "words": {
            "name": _("Name"),
            "table": _("Table"),
            "side_a": _("Side A"),
            "side_b": _("Side B"),
        },
        **rows,
    }
    return Print(championship.pk, f"seating-{by}-{sheet.number}", "seating", data)


def people(sheet: Sheet) -> list[dict[str, str]]:
    """Everybody in the order of the list, family name first; `letter` where a new one begins."""
    listed = sorted(chain(seated(sheet), without_table(sheet)))
    rows, letter = [], ""
    for order, name, place, table, why in listed:
        initial = order[:1].upper()
        rows.append(
            {
                "letter": initial if initial != letter else "",
                "name": family_first(name),
                "place": place,
                "table": table,
                "why": why,
            }
        )
        letter = initial
    return rows


def seated(sheet: Sheet) -> Iterator[tuple[str, str, str, str, str]]:
    for table in sheet.tables:
        for entry in (*table.a, *table.b):
            for name, place, order in entry.people:
                yield order, name, place, str(table.number), ""


def without_table(sheet: Sheet) -> Iterator[tuple[str, str, str, str, str]]:
    for entries, why in ((sheet.sits_out, _("sits out")), (sheet.absent, pgettext("entry", "absent"))):
        for entry in entries:
            for name, place, order in entry.people:
                yield order, name, place, "", why


def side_rows(sheet: Sheet) -> list[dict[str, Any]]:
    return [{"number": str(table.number), "a": side_cell(table.a), "b": side_cell(table.b)} for table in sheet.tables]


def side_cell(side: Sequence[EntryLine]) -> dict[str, Any]:
    return {"lines": [" ".join(side_lines(side))], "place": side_place(side)}


def bye_lines(sheet: Sheet) -> list[str]:
    """Who has no table, one sentence for each reason; and that the organiser changed the draw, if so."""
    lines = changed_lines(sheet)
    if sheet.sits_out:
        lines.append(_("Sits out: %(names)s") % {"names": names_of(sheet.sits_out)})
    if sheet.absent:
        lines.append(_("Absent: %(names)s") % {"names": names_of(sheet.absent)})
    return lines


def changed_lines(sheet: Sheet) -> list[str]:
    """That the organiser changed the draw, one sentence for each reason."""
    return [_("Changed by the organiser: %(reason)s") % {"reason": reason} for reason in sheet.changed]


def names_of(entries: Sequence[EntryLine]) -> str:
    return ", ".join(entry.name for entry in entries)


# Results ---------------------------------------------------------------------------------------------------------


def result_sheet_print(championship: Championship, sheet: Sheet, *, public: bool) -> Print:
    """All tables of a round with their results; a table without one says its state."""
    moments = [moment for moment in (sheet.published_at, *(table.at for table in sheet.tables)) if moment]
    as_of = as_of_line(max(moments, default=None), sum(table.deals is None for table in sheet.tables))
    data = {
        **head(
            championship,
            _("Round %(round)s: results") % {"round": sheet.number},
            note=as_of,
            as_of=as_of,
            log=facts_head(championship, sheet.number, public=public),
        ),
        "words": {
            "table": _("Table"),
            "side_a": _("Side A"),
            "side_b": _("Side B"),
            "points": _("Card points"),
            "net": _("Net"),
        },
        "tables": [result_row(table) for table in sheet.tables],
        "byes": [*ending_lines(sheet), *bye_lines(sheet)],
    }
    return Print(championship.pk, f"results-{'public' if public else 'office'}-{sheet.number}", "sheet", data)


def ending_lines(sheet: Sheet) -> list[str]:
    """Tables that were not played to the end, one sentence each."""
    return [
        _("Table %(table)s: %(outcome)s.") % {"table": table.number, "outcome": table.outcome.label}
        for table in sheet.tables
        if table.outcome != Outcome.PLAYED
    ]


def result_row(table: SheetTable) -> dict[str, Any]:
    row = {
        "number": str(table.number),
        "a": {"lines": side_lines(table.a)},
        "b": {"lines": side_lines(table.b)},
        "better": "",
        "state": "",
    }
    if table.deals is None or table.net is None:
        return {**row, "state": str(TableState(table.state).label)}
    if not table.deals:
        return {**row, "better": table.winner, "state": str(table.outcome.label)}
    finished = [f"{points} : {72 - points}" for points in table.deals]
    return {
        **row,
        "better": table.winner,
        "deals": finished + ["–"] * (DEALS_PER_TABLE - len(finished)),
        "points": f"{table.points_a} : {table.points_b}",
        "net": signed(table.net),
    }
