"""What happened before, looked up by place in the field: who met whom, who sat out, who gave first."""

from dataclasses import dataclass
from itertools import chain, combinations
from operator import attrgetter

from engine.seats import Side
from tournaments.pairing.field import EntryId, Field, PairingRefusedError, PastTable, RefusalCode

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
    order = tuple(entry.id for entry in sorted(field.entries, key=attrgetter("rank")))
    place = _place_of_each(order)
    byes = [0] * len(order)
    for bye in field.byes:
        if bye.entry in place:
            byes[place[bye.entry]] += 1
    tables = sorted(field.tables, key=attrgetter("round"))
    fixed = all(len(table.side_a) == 1 == len(table.side_b) for table in tables)
    read = _of_pairs(tables, place) if fixed else _of_people(tables, place)
    return Past(order, read.opponents, read.partners, tuple(byes), tuple(read.giving), tuple(read.gave_last))


def _place_of_each(order: tuple[EntryId, ...]) -> dict[EntryId, int]:
    place = {entry: index for index, entry in enumerate(order)}
    if len(place) < len(order):
        twice = next(entry for index, entry in enumerate(order) if place[entry] != index)
        raise PairingRefusedError(RefusalCode.ENTRY_TWICE, given=twice)
    return place


class _Read:
    """What tables tell of those who have a place."""

    __slots__ = ("gave_last", "giving", "opponents", "partners")

    def __init__(self, count: int) -> None:
        self.opponents: dict[Places, tuple[int, ...]] = {}
        self.partners: dict[Places, tuple[int, ...]] = {}
        self.giving = [0] * count
        self.gave_last = [False] * count


def _of_pairs(tables: list[PastTable], place: dict[EntryId, int]) -> _Read:
    """The same as `_of_people`, in half the time, where every side is one entry."""
    read = _Read(len(place))
    opponents, giving, gave_last = read.opponents, read.giving, read.gave_last
    for table in tables:
        i, j = place.get(table.side_a[0], -1), place.get(table.side_b[0], -1)
        if i >= 0 and j >= 0:
            two = (i, j) if i < j else (j, i)
            now = (table.round,)
            opponents[two] = opponents[two] + now if two in opponents else now
        if table.first_dealer is not None:
            gave, did_not = (i, j) if table.first_dealer is Side.A else (j, i)
            if gave >= 0:
                giving[gave], gave_last[gave] = giving[gave] + 1, True
            if did_not >= 0:
                giving[did_not], gave_last[did_not] = giving[did_not] - 1, False
    return read


def _of_people(tables: list[PastTable], place: dict[EntryId, int]) -> _Read:
    """Sides of any size."""
    read = _Read(len(place))
    opponents, partners = read.opponents, read.partners
    for table in tables:
        a = [place[entry] for entry in table.side_a if entry in place]
        b = [place[entry] for entry in table.side_b if entry in place]
        now = (table.round,)
        for i in a:
            for j in b:
                two = (i, j) if i < j else (j, i)
                opponents[two] = opponents[two] + now if two in opponents else now
        for two in chain(combinations(sorted(a), 2), combinations(sorted(b), 2)):
            partners[two] = partners[two] + now if two in partners else now
        if table.first_dealer is not None:
            gave, did_not = (a, b) if table.first_dealer is Side.A else (b, a)
            for i in gave:
                read.giving[i], read.gave_last[i] = read.giving[i] + 1, True
            for i in did_not:
                read.giving[i], read.gave_last[i] = read.giving[i] - 1, False
    return read
