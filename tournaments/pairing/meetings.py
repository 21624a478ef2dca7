"""What happened before, looked up by place in the field: who met whom, who sat out, who gave first."""

from dataclasses import dataclass, field
from itertools import chain, combinations

from engine.seats import Side
from tournaments.pairing.field import EntryId, Field, PairingRefusedError, RefusalCode

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


def past_of(played: Field) -> Past:
    """Read the past of a field. Raises PairingRefusedError (ENTRY_TWICE)."""
    ranked = sorted(played.entries, key=lambda entry: entry.rank)
    order = tuple(entry.id for entry in ranked)
    place = {entry: index for index, entry in enumerate(order)}
    if len(place) < len(order):
        twice = next(entry for index, entry in enumerate(order) if place[entry] != index)
        raise PairingRefusedError(RefusalCode.ENTRY_TWICE, given=twice)
    byes = [0] * len(order)
    for bye in played.byes:
        if bye.entry in place:
            byes[place[bye.entry]] += 1
    past = _Reading([0] * len(order), [False] * len(order), [None] * len(order))
    for table in played.tables:
        side_a = [place[entry] for entry in table.side_a if entry in place]
        side_b = [place[entry] for entry in table.side_b if entry in place]
        past.met(table.round, side_a, side_b)
        if table.first_dealer is not None:
            gives_a = table.first_dealer is Side.A
            past.gave(table.round, side_a, gives_a)
            past.gave(table.round, side_b, not gives_a)
    return Past(order, past.opponents, past.partners, tuple(byes), tuple(past.giving), tuple(past.gave_last))


@dataclass(slots=True)
class _Reading:
    """A past while its tables are read; `latest`: the round that `gave_last` is about."""

    giving: list[int]
    gave_last: list[bool]
    latest: list[int | None]
    opponents: dict[Places, tuple[int, ...]] = field(default_factory=dict)
    partners: dict[Places, tuple[int, ...]] = field(default_factory=dict)

    def met(self, number: int, side_a: list[int], side_b: list[int]) -> None:
        opponents, now = self.opponents, (number,)
        for i in side_a:
            for j in side_b:
                two = (i, j) if i < j else (j, i)
                opponents[two] = opponents[two] + now if two in opponents else now
        if len(side_a) > 1 or len(side_b) > 1:
            for i, j in chain(combinations(sorted(side_a), 2), combinations(sorted(side_b), 2)):
                self.partners[i, j] = self.partners.get((i, j), ()) + now

    def gave(self, number: int, side: list[int], gave: bool) -> None:
        for place in side:
            self.giving[place] += 1 if gave else -1
            latest = self.latest[place]
            if latest is None or latest <= number:
                self.latest[place], self.gave_last[place] = number, gave
