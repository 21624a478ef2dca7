"""Whether a plan made before the event still keeps its promise after rounds that were not drawn by it.

A round by lot in between (somebody was away, somebody came) brings people together whom the plan brings together later.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournaments.pairing.field import EntryId, Field, PastTable, SideIds
from tournaments.pairing.schedule import Schedule

type Two = frozenset[EntryId]
type Sides = tuple[SideIds, SideIds]


@dataclass(frozen=True, slots=True)
class Promise:
    """How often at most two are `partners`, `opponents`, or at one table at all (`together`; None: no promise)."""

    partners: int
    opponents: int
    together: int | None = None


def planned_tables(schedule: Schedule, order: Sequence[EntryId], number: int) -> list[Sides]:
    """The tables of round `number` (from 1) of a schedule, with the entries at its places."""
    return [(_ids(order, a), _ids(order, b)) for a, b in schedule.rounds[number - 1]]


def _ids(order: Sequence[EntryId], places: Sequence[int]) -> SideIds:
    return tuple(order[place] for place in places)


def since(field: Field, rounds: int) -> list[PastTable]:
    """The tables of the last so many rounds: a final begins anew, whoever met before."""
    numbers = sorted({table.round for table in field.tables})
    recent = set(numbers[-rounds:]) if rounds > 0 else set()
    return [table for table in field.tables if table.round in recent]


def keeps(promise: Promise, tables: Collection[Sides], past: Collection[PastTable]) -> bool:
    """Whether the promise still holds when these tables are played after that past."""
    everything = [*((table.side_a, table.side_b) for table in past), *tables]
    partners = Counter(two for sides in everything for two in _partners(sides))
    opponents = Counter(two for sides in everything for two in _opponents(sides))
    for sides in tables:
        with_, against = list(_partners(sides)), list(_opponents(sides))
        if any(partners[two] > promise.partners for two in with_):
            return False
        if any(opponents[two] > promise.opponents for two in against):
            return False
        most = promise.together
        if most is not None and any(partners[two] + opponents[two] > most for two in (*with_, *against)):
            return False
    return True


def _partners(sides: Sides) -> Iterator[Two]:
    return (frozenset(two) for side in sides for two in combinations(side, 2))


def _opponents(sides: Sides) -> Iterator[Two]:
    return (frozenset(two) for two in product(*sides))


def free_rounds(schedule: Schedule, order: Sequence[EntryId], number: int, field: Field) -> int:
    """How many of the field's later rounds the schedule has without a repeat, counted up to the first with one.

    A repeat: opponents again where a side is one entry, partners again where it is two. Tables with somebody who does
    not play now are not counted.
    """
    playing = {entry.id for entry in field.entries}
    met = {two for table in field.tables for two in _meetings((table.side_a, table.side_b))}
    met |= {two for sides in planned_tables(schedule, order, number) for two in _meetings(sides)}
    last = min(len(schedule.rounds), number + field.rounds_after)
    for later in range(number + 1, last + 1):
        tables = [each for each in planned_tables(schedule, order, later) if playing.issuperset((*each[0], *each[1]))]
        twos = [two for sides in tables for two in _meetings(sides)]
        if any(two in met for two in twos):
            return later - number - 1
        met.update(twos)
    return max(0, last - number)


def _meetings(sides: Sides) -> Iterator[Two]:
    return _opponents(sides) if len(sides[0]) == 1 else _partners(sides)
