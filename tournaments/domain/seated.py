"""Who sits where in a round, as an event says it: so that the log alone tells what a ranking follows from."""

from typing import Any

from tournaments.enums import ByeReason, SideName
from tournaments.models import Round, Seat

#: One table: its number, then the numbers of the entries of both sides.
Seating = list[list[Any]]


def seated(round_: Round) -> dict[str, Any]:
    """What an event about the tables of a round carries: `seats`, `sits_out` and `absent`, as numbers of entries.

    `dealers`: which side gives first, and `serials`: those of the slips, in the order of `seats`.
    """
    tables: dict[int, list[list[int]]] = {}
    dealers: dict[int, str] = {}
    serials: dict[int, int] = {}
    rows = Seat.objects.filter(round=round_).order_by("table__number", "side", "position")
    columns = ("table__number", "side", "entry__number", "table__first_dealer", "table__link_serial")
    for table, side, entry, dealer, serial in rows.values_list(*columns):
        dealers[table], serials[table] = dealer, serial
        tables.setdefault(table, [[], []])[side != SideName.A].append(entry)
    byes = list(round_.byes.order_by("entry__number").values_list("entry__number", "reason"))
    return {
        "seats": [[number, *sides] for number, sides in tables.items()],
        "dealers": list(dealers.values()),
        "serials": list(serials.values()),
        "sits_out": [entry for entry, reason in byes if reason == ByeReason.SITS_OUT],
        "absent": [entry for entry, reason in byes if reason == ByeReason.ABSENT],
    }
