"""The slips of a round: what both sides write and sign, with a code for each to report the result by phone."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from tournaments.domain.links import Link, code_of, printed, token_of
from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.enums import Notation, SideName
from tournaments.models import Championship

from .addresses import address_of, typed_address
from .prints import Print, head
from .qr import qr_svg
from .words import in_two_languages, side_lines

#: How many slips an A4 page holds.
SLIPS_ON_A_PAGE = {"a5": 2, "a6": 4}


def slips_print(
    championship: Championship, sheet: Sheet, size: str, *, base: str = "", log: str = "", only: int | None = None
) -> Print:
    """The slips of a round, or one of them. Cut the pile once and lay part on part: the tables lie in order.

    `base` is where phones find the site (`https://troccas.example`). Without it, or when the championship takes no
    claims, the slips carry no codes. `log` is `words.log_head` of the round.
    """
    base = base if championship.takes_claims else ""
    tables = [table for table in sheet.tables if only is None or table.number == only]
    slips = [slip(championship, sheet, table, base) for table in tables]
    pages = -(-len(slips) // SLIPS_ON_A_PAGE[size])
    data = {
        **head(championship, _("Slips of round %(round)s") % {"round": sheet.number}),
        "size": size,
        "pages": [slips[page::pages] for page in range(pages)],
        "words": {**slip_words(championship, sheet), **link_words(base), "log": log},
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


def slip(championship: Championship, sheet: Sheet, table: SheetTable, base: str) -> dict[str, Any]:
    first = table.first_dealer == SideName.A

    def code(side: SideName) -> dict[str, str]:
        return link_code(championship, Link(championship.pk, sheet.number, table.number, side, table.link_serial), base)

    return {
        "number": str(table.number),
        "a": {**slip_side(table.a, first=first), **code(SideName.A)},
        "b": {**slip_side(table.b, first=not first), **code(SideName.B)},
        "dealers": [
            pgettext("deals the cards", "%(side)s gives") % {"side": "A" if first == (deal % 2 == 0) else "B"}
            for deal in range(4)
        ],
    }


def slip_side(side: Sequence[EntryLine], *, first: bool) -> dict[str, Any]:
    gives = _("Gives deals 1 and 3") if first else _("Gives deals 2 and 4")
    return {"lines": side_lines(side), "gives": gives}


# Codes, also of the stands -----------------------------------------------------------------------------------------


def link_code(championship: Championship, link: Link, base: str) -> dict[str, str]:
    """The code of a side to scan and to type; both empty without an address to lead to."""
    if not base:
        return {"qr": "", "code": ""}
    key, generation = championship.link_key, championship.link_generation
    return {
        "qr": qr_svg(address_of(token_of(link, key=key, generation=generation), base)),
        "code": printed(code_of(link, key=key, generation=generation)),
    }


def link_words(base: str) -> dict[str, str]:
    """What stands beside a code."""
    return {
        "scan_a": _("Side A: scan here"),
        "scan_b": _("Side B: scan here"),
        "or_type": _("or type this code at"),
        "address": typed_address(base) if base else "",
    }
