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
    opponents, partners, dealt = _read(sorted(field.tables, key=attrgetter("round")), place)
    return Past(order, opponents, partners, tuple(byes), *_giving(dealt, len(order)))


type _Rounds = dict[Places, tuple[int, ...]]


def _read(tables: list[PastTable], place: dict[EntryId, int]) -> tuple[_Rounds, _Rounds, list[int]]:
    """Opponents, partners, and who sat where somebody gave first: place for those who did, ~place for the others."""
    opponents: _Rounds = {}
    partners: _Rounds = {}
    dealt: list[int] = []
    for table in tables:
        a = [place[entry] for entry in table.side_a if entry in place]
        b = [place[entry] for entry in table.side_b if entry in place]
        now = (table.round,)
        for i in a:
            for j in b:
                two = (i, j) if i < j else (j, i)
                opponents[two] = opponents[two] + now if two in opponents else now
        if len(table.side_a) > 1:
            for two in chain(combinations(sorted(a), 2), combinations(sorted(b), 2)):
                partners[two] = partners[two] + now if two in partners else now
        if table.first_dealer is not None:
            gave, did_not = (a, b) if table.first_dealer is Side.A else (b, a)
            dealt += gave
            dealt += [~other for other in did_not]
    return opponents, partners, dealt


def _giving(dealt: list[int], count: int) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    giving = [0] * count
    gave_last = [False] * count
    for seat in dealt:
        gave = seat >= 0
        place = seat if gave else ~seat
        giving[place] += 1 if gave else -1
        gave_last[place] = gave
    return tuple(giving), tuple(gave_last)
