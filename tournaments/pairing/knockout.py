"""Knock-out for pairs: a bracket by seeding, the best without an opponent first, a table for the third place.

The bracket is read anew from the seeds and the winners of each round, so a corrected result changes what
follows and nothing else. Where all tables of a round fall away, the next round that has one is drawn.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import zip_longest

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

    `third_place`: the losers of the semi-finals, in the round of the final. `champion`: when all is over (None: nobody
    has won). `final`: whether this is the round of the final.
    """

    tables: tuple[tuple[EntryId, EntryId | None], ...]
    third_place: tuple[EntryId, EntryId] | None = None
    champion: EntryId | None = None
    final: bool = dataclass_field(default=False, compare=False)


def bracket_round(
    seeds: Sequence[EntryId],
    winners: Sequence[Collection[EntryId]],
    fallen: Sequence[Collection[EntryId]] = (),
) -> BracketRound:
    """The round after so many rounds of winners. `seeds`: best first; `winners`: of each round so far.

    `fallen`: of each of these rounds the entries of tables to which neither side came: both are out.
    Raises PairingRefusedError: TOO_FEW (fewer than two), NO_WINNER with the `given` table that has none or two.
    """
    if len(seeds) < 2:
        raise PairingRefusedError(RefusalCode.TOO_FEW, given=len(seeds), needed=2)
    line: list[EntryId | None] = [seeds[place] if place < len(seeds) else None for place in seeding(len(seeds))]
    losers: list[EntryId] = []
    for won, out in zip_longest(winners, fallen, fillvalue=()):
        line, losers = _next_line(line, won, out)
    if len(line) == 1:
        return BracketRound((), champion=line[0])
    tables = tuple(table for at in range(0, len(line), 2) if (table := _best_first(line[at], line[at + 1])))
    final = len(line) == 2
    return BracketRound(tables, (losers[0], losers[1]) if final and len(losers) == 2 else None, final=final)


def next_round(
    seeds: Sequence[EntryId],
    winners: Sequence[Collection[EntryId]],
    fallen: Sequence[Collection[EntryId]],
    playing: Collection[EntryId],
) -> tuple[BracketRound, tuple[Collection[EntryId], ...]]:
    """The next round that has a table among those who still play, and the winners up to it.

    Where all tables of a round fall away, those who are left go on without play, and the round after it is drawn in its
    place; without any table at all the knock-out is over. Raises as `bracket_round` does.
    """
    won = list(winners)
    while True:
        following = bracket_round(seeds, won, fallen)
        if not following.tables or playable(following, playing):
            return following, tuple(won)
        won.append(frozenset(without_play(following, playing)))


def playable(following: BracketRound, playing: Collection[EntryId]) -> list[tuple[EntryId, EntryId]]:
    """The tables of a round with both entries there, that for the third place last."""
    tables = (*following.tables, *((following.third_place,) if following.third_place else ()))
    return [(a, b) for a, b in tables if b is not None and a in playing and b in playing]


def without_play(following: BracketRound, playing: Collection[EntryId]) -> list[EntryId]:
    """Who goes on from the tables of which somebody has left; of two who have left one, to whom nobody comes."""
    alive = [[each for each in table if each in playing] or [table[0]] for table in following.tables if table[1]]
    return [each for (each, *others) in alive if not others]


def place_of(
    seeds: Sequence[EntryId],
    winners: Sequence[Collection[EntryId]],
    fallen: Sequence[Collection[EntryId]],
    two: Collection[EntryId],
) -> int | None:
    """In which of these rounds of the bracket two entries met (from 0); None where they did not."""
    rounds = (bracket_round(seeds, winners[:at], fallen[:at]) for at in range(len(winners)))
    return next((at for at, each in enumerate(rounds) if any({*two} == {*table} for table in each.tables)), None)


def seeding(count: int) -> list[int]:
    """Places in the order of the bracket: 0 and 1 can only meet in the final, 0 to 3 not before the semi-final."""
    line = [0]
    while len(line) < count:
        size = 2 * len(line)
        line = [place for seed in line for place in (seed, size - 1 - seed)]
    return line


def _best_first(first: EntryId | None, second: EntryId | None) -> tuple[EntryId, EntryId | None] | None:
    """A table of the bracket; None where nobody is left for it."""
    if first is None:
        return None if second is None else (second, None)
    return first, second


def _next_line(
    line: list[EntryId | None], won: Collection[EntryId], out: Collection[EntryId]
) -> tuple[list[EntryId | None], list[EntryId]]:
    """Who goes on, in the order of the bracket, and who lost."""
    going_on: list[EntryId | None] = []
    losers: list[EntryId] = []
    for at in range(0, len(line), 2):
        table = _best_first(line[at], line[at + 1])
        if table is None or table[1] is None:
            going_on.append(table and table[0])
            continue
        first, second = table
        if first in out and second in out:
            going_on.append(None)
            continue
        if (first in won) == (second in won):
            raise PairingRefusedError(RefusalCode.NO_WINNER, given=(first, second))
        winner, loser = (first, second) if first in won else (second, first)
        going_on.append(winner)
        losers.append(loser)
    return going_on, losers


def draw(
    field: Field,
    seed: int,
    seeds: Sequence[EntryId],
    winners: Sequence[Collection[EntryId]] = (),
    fallen: Sequence[Collection[EntryId]] = (),
) -> Draw:
    """The next round of a knock-out as a draw; the final gets the first table, the third place the next one.

    Who goes on without a table sits out; who is out does not. Raises as `bracket_round` does, and ENTRY_TWICE. After
    the final, or when nobody is left who has an opponent, there is no table.
    """
    past = past_of(field)
    place = {entry: index for index, entry in enumerate(past.order)}
    following, _ = next_round(seeds, winners, fallen, place.keys())
    tables = playable(following, place.keys())
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
    free = {entry for table in following.tables for entry in table if entry is not None}
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
