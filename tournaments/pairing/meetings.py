"""What happened before, looked up by place in the field: who met whom, who sat out, who gave first."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from engine.seats import Side
from tournaments.pairing.field import EntryId, Field, PairingRefusedError, PastTable, RefusalCode, SideIds

type Places = tuple[int, int]
"""Two places in the order of the field, the smaller one first."""


def places(i: int, j: int) -> Places:
    return (i, j) if i < j else (j, i)


@dataclass(frozen=True, slots=True)
class Past:
    """The past of the entries in `order` (best rank first); all keys and indexes are places in it.

    `opponents`, `partners`: rounds in which two entries met so. `byes`: how often each sat out.
    `giving`: tables at which the entry's side gave first, minus those at which it did not.
    `gave_last`: whether its side gave first at its latest table.
    """

    order: tuple[EntryId, ...]
    opponents: dict[Places, tuple[int, ...]]
    partners: dict[Places, tuple[int, ...]]
    byes: tuple[int, ...]
    giving: tuple[int, ...]
    gave_last: tuple[bool, ...]

    def times_met(self, i: int, j: int) -> int:
        """How often two entries were opponents."""
        return len(self.opponents.get(places(i, j), ()))

    def times_partners(self, i: int, j: int) -> int:
        return len(self.partners.get(places(i, j), ()))


def past_of(field: Field) -> Past:
    """Read the past of a field. Raises PairingRefusedError (ENTRY_TWICE)."""
    ranked = sorted(field.entries, key=lambda entry: entry.rank)
    order = tuple(entry.id for entry in ranked)
    place = {entry: index for index, entry in enumerate(order)}
    if len(place) < len(order):
        twice = next(entry for index, entry in enumerate(order) if place[entry] != index)
        raise PairingRefusedError(RefusalCode.ENTRY_TWICE, given=twice)
    byes = [0] * len(order)
    for bye in field.byes:
        if bye.entry in place:
            byes[place[bye.entry]] += 1
    giving, gave_last = _giving(field, place)
    return Past(order, *_met(field.tables, place), tuple(byes), giving, gave_last)


def _known(side: SideIds, place: dict[EntryId, int]) -> list[int]:
    return [place[entry] for entry in side if entry in place]


def _met(
    tables: tuple[PastTable, ...], place: dict[EntryId, int]
) -> tuple[dict[Places, tuple[int, ...]], dict[Places, tuple[int, ...]]]:
    opponents: defaultdict[Places, list[int]] = defaultdict(list)
    partners: defaultdict[Places, list[int]] = defaultdict(list)
    for table in tables:
        a, b = _known(table.side_a, place), _known(table.side_b, place)
        for i in a:
            for j in b:
                opponents[(i, j) if i < j else (j, i)].append(table.round)
        for side in (a, b):
            for i, j in combinations(side, 2):
                partners[(i, j) if i < j else (j, i)].append(table.round)
    return {two: tuple(rounds) for two, rounds in opponents.items()}, {
        two: tuple(rounds) for two, rounds in partners.items()
    }


def _giving(field: Field, place: dict[EntryId, int]) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    giving = [0] * len(place)
    gave_last = [False] * len(place)
    for table in sorted(field.tables, key=lambda table: table.round):
        if table.first_dealer is None:
            continue
        for side, entries in ((Side.A, table.side_a), (Side.B, table.side_b)):
            gave = side is table.first_dealer
            for index in _known(entries, place):
                giving[index] += 1 if gave else -1
                gave_last[index] = gave
    return tuple(giving), tuple(gave_last)
