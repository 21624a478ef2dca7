"""Knock-out for pairs: a bracket by seeding, the best without an opponent first, a table for the third place.

The bracket is read anew from the seeds and the winners of each round, so a corrected result changes what
follows and nothing else.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.pairing.certificate import inputs_hash
from tournaments.pairing.field import (
    ByeCode,
    Certificate,
    Draw,
    DrawnBye,
    DrawnTable,
    EntryId,
    Field,
    PairingRefusedError,
    ReasonCode,
    RefusalCode,
    TableReason,
)
from tournaments.pairing.meetings import past_of
from tournaments.pairing.seating import first_dealer, table_numbers

METHOD = "knockout"


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Tables in the order of the bracket; None as second entry: goes on without a table.

    `third_place`: the losers of the semi-finals, in the round of the final. `champion`: when all is over.
    """

    tables: tuple[tuple[EntryId, EntryId | None], ...]
    third_place: tuple[EntryId, EntryId] | None = None
    champion: EntryId | None = None


def bracket_round(seeds: Sequence[EntryId], winners: Sequence[Collection[EntryId]]) -> BracketRound:
    """The round after so many rounds of winners. `seeds`: best first; `winners`: of each round so far.

    Raises PairingRefusedError: TOO_FEW (fewer than two), NO_WINNER with the `given` table that has none or two.
    """
    if len(seeds) < 2:
        raise PairingRefusedError(RefusalCode.TOO_FEW, given=len(seeds), needed=2)
    line: list[EntryId | None] = [seeds[place] if place < len(seeds) else None for place in seeding(len(seeds))]
    losers: list[EntryId] = []
    for won in winners:
        line, losers = _next_line(line, won)
    if len(line) == 1:
        return BracketRound((), champion=line[0])
    tables = tuple(_best_first(line[at], line[at + 1]) for at in range(0, len(line), 2))
    third = (losers[0], losers[1]) if len(tables) == 1 and len(losers) == 2 else None
    return BracketRound(tables, third)


def seeding(count: int) -> list[int]:
    """Places in the order of the bracket: 0 and 1 can only meet in the final, 0 to 3 not before the semi-final."""
    line = [0]
    while len(line) < count:
        size = 2 * len(line)
        line = [place for seed in line for place in (seed, size - 1 - seed)]
    return line


def _best_first(first: EntryId | None, second: EntryId | None) -> tuple[EntryId, EntryId | None]:
    if first is None:
        raise AssertionError("the better seed of a table is always there")
    return first, second


def _next_line(line: list[EntryId | None], won: Collection[EntryId]) -> tuple[list[EntryId | None], list[EntryId]]:
    """Who goes on, in the order of the bracket, and who lost."""
    going_on: list[EntryId | None] = []
    losers: list[EntryId] = []
    for at in range(0, len(line), 2):
        first, second = _best_first(line[at], line[at + 1])
        if second is None:
            going_on.append(first)
            continue
        if (first in won) == (second in won):
            raise PairingRefusedError(RefusalCode.NO_WINNER, given=(first, second))
        winner, loser = (first, second) if first in won else (second, first)
        going_on.append(winner)
        losers.append(loser)
    return going_on, losers


def draw(field: Field, seed: int, seeds: Sequence[EntryId], winners: Sequence[Collection[EntryId]] = ()) -> Draw:
    """The next round of a knock-out as a draw; the final gets the first table, the third place the next one.

    Entries of the field that are out, or go on without a table, sit out. Raises as `bracket_round` does, and
    ENTRY_TWICE. After the final there is no table.
    """
    past = past_of(field)
    place = {entry: index for index, entry in enumerate(past.order)}
    following = bracket_round(seeds, winners)
    drawn_up = (*following.tables, following.third_place or (None, None))
    tables = [(a, b) for a, b in drawn_up if b is not None and a in place and b in place]
    wishes = {entry.id: entry.table for entry in field.entries}
    numbers = table_numbers([(wishes.get(a), wishes.get(b)) for a, b in tables], field.table_numbers)
    chance = random.Random(f"{seed}/first dealer")
    drawn = [
        DrawnTable(
            number=number,
            side_a=(a,),
            side_b=(b,),
            first_dealer=first_dealer(past, (place[a],), (place[b],), chance),
            reasons=(TableReason(ReasonCode.THIRD_PLACE if (a, b) == following.third_place else ReasonCode.BRACKET),),
        )
        for number, (a, b) in zip(numbers, tables, strict=True)
    ]
    seated = {entry for table in tables for entry in table}
    free = {a for a, b in following.tables if b is None}
    byes = tuple(
        DrawnBye(entry, ByeCode.IDLE, past.byes[place[entry]]) for entry in past.order if entry in free - seated
    )
    return Draw(tuple(sorted(drawn, key=lambda table: table.number)), byes, _certify(field, seed, tables))


def _certify(field: Field, seed: int, tables: Sequence[tuple[EntryId, EntryId]]) -> Certificate:
    """A bracket promises its order alone; repeats and gaps are what they are."""
    met = {frozenset((*table.side_a, *table.side_b)) for table in field.tables}
    repeats = sum(frozenset(pair) in met for pair in tables)
    return Certificate(
        method=METHOD,
        seed=seed,
        inputs_hash=inputs_hash(field),
        repeats=repeats,
        repeats_bound=repeats,
        gap_squares=0,
        gap_squares_bound=0,
        groups_together=0,
        second_byes=0,
        rounds_after=field.rounds_after,
        free_rounds_after=None,
    )
