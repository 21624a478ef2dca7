"""Somebody comes after the draw and plays against those who would have sat out. No table that is set changes."""

from tournaments.pairing.field import (
    Draw,
    DrawnTable,
    EntryId,
    Field,
    PairingRefusedError,
    ReasonCode,
    RefusalCode,
    TableReason,
)
from tournaments.pairing.meetings import past_of
from tournaments.pairing.seating import table_numbers
from tournaments.pairing.swap import certified, dealt
from tournaments.pairing.swap_late import Costs, Late


def joined(field: Field, drawn: Draw, entry: EntryId, side: int, seed: int) -> Late:
    """The draw with one more table of `entry` and everybody who sits out. `field` knows it; `side`: entries a side.

    Raises PairingRefusedError: TOO_FEW (`given` people for a table, `needed`).
    """
    out = [bye.entry for bye in drawn.byes]
    if len(out) + 1 != 2 * side:
        raise PairingRefusedError(RefusalCode.TOO_FEW, given=len(out) + 1, needed=2 * side)
    past = past_of(field)
    people = sorted((*out, entry), key=past.order.index)
    sides = Costs(field, minded=True).best_split(people) if side == 2 else ((people[0],), (people[1],))
    state = {each.id: each for each in field.entries}
    taken = {table.number for table in drawn.tables}
    wishes = tuple(state[each].table if state[each].table not in taken else None for each in people)
    (number,) = table_numbers([wishes], [max(taken, default=0) + 1])
    first = drawn.tables[0].first_dealer
    table = dealt(DrawnTable(number, *sides, first, (TableReason(ReasonCode.BY_HAND),)), past, seed)
    tables = sorted((*drawn.tables, table), key=lambda each: each.number)
    return Late(certified(field, drawn.certificate, past, tables, (), [table]), (number,))
