"""The prints of a round: slips, seating, results."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.enums import Notation, SideName, TableState
from tournaments.models import Championship
from tournaments.templatetags.marks import signed

from .prints import Print, head
from .words import as_of_line, in_two_languages, side_lines, side_place

#: How many slips an A4 page holds.
SLIPS_ON_A_PAGE = {"a5": 2, "a6": 4}

#: The two ways to print where people sit.
SEATING = ("name", "table")


def round_prints(championship: Championship, sheet: Sheet) -> list[Print]:
    """Everything that the office prints for a round that was just published."""
    return [
        *(slips_print(championship, sheet, size) for size in SLIPS_ON_A_PAGE),
        *(seating_print(championship, sheet, by) for by in SEATING),
        result_sheet_print(championship, sheet, public=False),
    ]


# Slips -----------------------------------------------------------------------------------------------------------


def slips_print(championship: Championship, sheet: Sheet, size: str, *, only: int | None = None) -> Print:
    """The slips of a round, or one of them. Cut the pile once and lay part on part: the tables lie in order."""
    tables = [table for table in sheet.tables if only is None or table.number == only]
    slips = [slip(table) for table in tables]
    pages = -(-len(slips) // SLIPS_ON_A_PAGE[size])
    data = {
        **head(championship, _("Slips of round %(round)s") % {"round": sheet.number}),
        "size": size,
        "pages": [slips[page::pages] for page in range(pages)],
        "words": slip_words(championship, sheet),
    }
    kind = f"slips-{size}-{sheet.number}" if only is None else f"slip-{size}-{sheet.number}-{only}"
    return Print(championship.pk, kind, "slips", data)


def slip_words(championship: Championship, sheet: Sheet) -> dict[str, str]:
    in_net = championship.notation == Notation.NET
    return {
        "side_a": _("Side A"),
        "side_b": _("Side B"),
        "table": in_two_languages(gettext_noop("Table")),
        "round": in_two_languages(gettext_noop("Round %(round)s"), round=sheet.number),
        "deal": in_two_languages(gettext_noop("Deal")),
        "deal_sum": "A + B = 0" if in_net else "A + B = 72",
        "total": _("Total = %(sum)s") % {"sum": 0 if in_net else 288},
        "sign_a": _("Signature A"),
        "sign_b": _("Signature B"),
    }


def slip(table: SheetTable) -> dict[str, Any]:
    first = table.first_dealer == SideName.A
    return {
        "number": str(table.number),
        "a": slip_side(table.a, first=first),
        "b": slip_side(table.b, first=not first),
        "dealers": [
            pgettext("deals the cards", "%(side)s gives") % {"side": "A" if first == (deal % 2 == 0) else "B"}
            for deal in range(4)
        ],
    }


def slip_side(side: Sequence[EntryLine], *, first: bool) -> dict[str, Any]:
    gives = _("Gives deals 1 and 3") if first else _("Gives deals 2 and 4")
    return {"lines": side_lines(side), "gives": gives}


# Seating ---------------------------------------------------------------------------------------------------------


def seating_print(championship: Championship, sheet: Sheet, by: str) -> Print:
    """Where people sit: `by` name, everybody by family name, or by table."""
    title = _("Seating, round %(round)s") % {"round": sheet.number}
    rows = {"people": people(sheet)} if by == "name" else {"tables": side_rows(sheet), "byes": bye_lines(sheet)}
    data = {
        **head(championship, title),
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


def family_first(name: str) -> str:
    """`Gion Giachen Caduff (Trun)` becomes `Caduff Gion Giachen (Trun)`: by the word that the list is sorted by."""
    bare, bracket, suffix = name.partition(" (")
    given, _space, family = bare.rpartition(" ")
    return f"{family} {given}".strip() + bracket + suffix


def side_rows(sheet: Sheet) -> list[dict[str, Any]]:
    return [{"number": str(table.number), "a": side_cell(table.a), "b": side_cell(table.b)} for table in sheet.tables]


def side_cell(side: Sequence[EntryLine]) -> dict[str, Any]:
    return {"lines": [" ".join(side_lines(side))], "place": side_place(side)}


def bye_lines(sheet: Sheet) -> list[str]:
    """Who has no table, one sentence for each reason; and that the organiser changed the draw, if so."""
    lines = [_("Changed by the organiser: %(reason)s") % {"reason": reason} for reason in sheet.changed]
    if sheet.sits_out:
        lines.append(_("Sits out: %(names)s") % {"names": names_of(sheet.sits_out)})
    if sheet.absent:
        lines.append(_("Absent: %(names)s") % {"names": names_of(sheet.absent)})
    return lines


def names_of(entries: Sequence[EntryLine]) -> str:
    return ", ".join(entry.name for entry in entries)


# Results ---------------------------------------------------------------------------------------------------------


def result_sheet_print(championship: Championship, sheet: Sheet, *, public: bool) -> Print:
    """All tables of a round with their results; a table without one says its state."""
    moments = [moment for moment in (sheet.published_at, *(table.at for table in sheet.tables)) if moment]
    as_of = as_of_line(max(moments, default=None), sum(table.deals is None for table in sheet.tables))
    data = {
        **head(championship, _("Round %(round)s: results") % {"round": sheet.number}, note=as_of, as_of=as_of),
        "words": {
            "table": _("Table"),
            "side_a": _("Side A"),
            "side_b": _("Side B"),
            "points": _("Card points"),
            "net": _("Net"),
        },
        "tables": [result_row(table) for table in sheet.tables],
        "byes": bye_lines(sheet),
    }
    return Print(championship.pk, f"results-{'public' if public else 'office'}-{sheet.number}", "sheet", data)


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
    return {
        **row,
        "better": "a" if table.net > 0 else "b" if table.net < 0 else "",
        "deals": [f"{points} : {72 - points}" for points in table.deals],
        "points": f"{table.points_a} : {table.points_b}",
        "net": signed(table.net),
    }
