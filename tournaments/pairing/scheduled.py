"""Draw a round from a schedule that was known before the event: round robin, rotations, or one from a file."""

import random
from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.certificate import inputs_hash
from tournaments.pairing.field import (
    ByeCode,
    Certificate,
    Draw,
    DrawnBye,
    DrawnTable,
    EntryId,
    Field,
    ReasonCode,
    TableReason,
)
from tournaments.pairing.meetings import Past, past_of
from tournaments.pairing.replanning import free_rounds
from tournaments.pairing.schedule import Schedule, SidePlaces
from tournaments.pairing.seating import first_dealer, table_numbers

METHOD = "schedule"


def draw(field: Field, seed: int, schedule: Schedule, order: Sequence[EntryId], number: int) -> Draw:
    """Round `number` (from 1) of a schedule. `order`: the entries at places 0, 1, 2 …, as long as the schedule.

    An entry of the schedule that is not in the field leaves its table: whoever is left there sits out, as
    do entries of the field that are not in the schedule. Raises PairingRefusedError: ENTRY_TWICE.
    """
    past = past_of(field)
    place = {entry: index for index, entry in enumerate(past.order)}
    tables = [
        (side_a, side_b)
        for sides in schedule.rounds[number - 1]
        if (side_a := _seated(sides[0], order, place)) and (side_b := _seated(sides[1], order, place))
    ]
    wishes = {entry.id: entry.table for entry in field.entries}
    asked = [tuple(wishes[past.order[seat]] for seat in (*a, *b)) for a, b in tables]
    chance = random.Random(f"{seed}/first dealer")
    drawn = [
        _table(past, sides, table_number, chance)
        for sides, table_number in zip(tables, table_numbers(asked, field.table_numbers), strict=True)
    ]
    seated = {seat for side_a, side_b in tables for seat in (*side_a, *side_b)}
    out = [seat for seat in range(len(past.order)) if seat not in seated]
    byes = tuple(DrawnBye(past.order[seat], ByeCode.IDLE, past.byes[seat]) for seat in out)
    return Draw(
        tuple(sorted(drawn, key=lambda table: table.number)),
        byes,
        certify(field, seed, past, tables, free_rounds(schedule, order, number, field)),
    )


def _seated(side: SidePlaces, order: Sequence[EntryId], place: dict[EntryId, int]) -> SidePlaces:
    """Places in the field of a side, or nothing when one of them is missing."""
    seats = tuple(place[order[each]] for each in side if order[each] in place)
    return seats if len(seats) == len(side) else ()


def _table(past: Past, sides: tuple[SidePlaces, SidePlaces], number: int, chance: random.Random) -> DrawnTable:
    side_a, side_b = sides
    return DrawnTable(
        number=number,
        side_a=tuple(past.order[seat] for seat in side_a),
        side_b=tuple(past.order[seat] for seat in side_b),
        first_dealer=first_dealer(past, side_a, side_b, chance),
        reasons=(TableReason(ReasonCode.BY_SCHEDULE),),
    )


def certify(
    field: Field, seed: int, past: Past, tables: Sequence[tuple[SidePlaces, SidePlaces]], free: int | None
) -> Certificate:
    """A schedule promises meetings, not gaps: the gaps are stated and have no bound but themselves.

    `tables`: sides of places in the past's order; `free`: later rounds of the schedule without a repeat (None: nobody
    has looked).
    """
    state = {entry.id: entry for entry in field.entries}
    here = [[state[past.order[seat]] for seat in (*side_a, *side_b)] for side_a, side_b in tables]
    points = [[entry.points for entry in table] for table in here]
    spreads = [(max(each) - min(each)) ** 2 for each in points]
    twos = [two for table in here for two in combinations(table, 2)]
    alone = all(len(side_a) == len(side_b) == 1 for side_a, side_b in tables)
    met = [past.times_met(i, j) for a, b in tables for i in a for j in b]
    together = [past.times_partners(*side) for sides in tables for side in sides if len(side) == 2]
    repeats = sum(times > 0 for times in (met if alone else together))
    return Certificate(
        method=METHOD,
        seed=seed,
        inputs_hash=inputs_hash(field),
        repeats=repeats,
        repeats_bound=repeats,
        gap_squares=sum(spreads),
        gap_squares_bound=sum(spreads),
        groups_together=sum(not set(one.groups).isdisjoint(other.groups) for one, other in twos),
        second_byes=0,
        rounds_after=field.rounds_after,
        free_rounds_after=free,
        opponents_again=0 if alone else sum(times > 0 for times in met),
        opponents_third=0 if alone else sum(times > 1 for times in met),
    )
