"""The keys a ranking is made of: one named rule each, more is always better.

A rule looks at the entries that all earlier keys left level and answers one value for each of them, in
the same order. Source: formats.md §4. To add one: write the function, name it in `Key`, enter it in `RULES`.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.facts import EntryId
from scoring.totals import FieldTotals, Totals

type KeyValue = int | Fraction

NO_TABLE = -145
"""Stands for the best table of an entry that has none: below every net that four deals can have."""


class Key(StrEnum):
    TOURNAMENT_POINTS = "tournament_points"
    NET = "net"
    TABLES_WON = "tables_won"
    DIRECT = "direct"
    BEST_TABLE = "best_table"
    BUNS = "buns"
    CARD_POINTS = "card_points"
    DEALS_WON = "deals_won"
    OPPONENTS_POINTS = "opponents_points"
    OPPONENTS_NET = "opponents_net"
    LOT = "lot"


class Combine(StrEnum):
    """How rounds are put together: added up, or as the exact mean over tables, byes and absences."""

    SUM = "sum"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Field:
    """What a rule may look at besides the entries it compares."""

    totals: FieldTotals
    combine: Combine
    lot_seed: int


type Rule = Callable[[Sequence[Totals], Field], Sequence[KeyValue]]


def _combined(total: int, entry: Totals, field: Field) -> KeyValue:
    if field.combine is Combine.SUM:
        return total
    return Fraction(total, entry.rounds) if entry.rounds else Fraction(0)


def _tournament_points(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.tournament_points, each, field) for each in level]


def _net(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.net, each, field) for each in level]


def _tables_won(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.tables_won, each, field) for each in level]


def _best_table(level: Sequence[Totals], _field: Field) -> Sequence[KeyValue]:
    return [NO_TABLE if each.best_table is None else each.best_table for each in level]


def _buns(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.buns, each, field) for each in level]


def _card_points(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.card_points, each, field) for each in level]


def _deals_won(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.deals_won, each, field) for each in level]


def _opponents_points(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.opponents_points, each, field) for each in level]


def _opponents_net(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    return [_combined(each.opponents_net, each, field) for each in level]


def _lot(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    """A number from the declared seed and the entry alone, so no other entry can change it.

    The first 48 bits of SHA-256 over "seed:entry": equal on every machine and Python version.
    """
    return [_lot_number(field.lot_seed, each.id) for each in level]


def _lot_number(seed: int, entry: EntryId) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}:{entry}".encode()).digest()[:6])


def _direct(level: Sequence[Totals], field: Field) -> Sequence[KeyValue]:
    """Who beat whom, where every two of the level entries have met as sides of one entry each.

    An entry stands above another when the group can be cut between them so that everyone above the cut
    beat everyone below. A circle, or a level meeting that closes one, leaves all in it level.
    """
    nothing = [0] * len(level)
    points = meeting_points(level, field)
    size = len(level)
    if any((i, j) not in points for i in range(size) for j in range(size) if i != j):
        return nothing
    beaten = [sum(points[i, j] > points[j, i] for j in range(size) if j != i) for i in range(size)]
    order = sorted(range(size), key=lambda i: -beaten[i])
    return _values_between_cuts(order, points)


def meeting_points(level: Sequence[Totals], field: Field) -> dict[tuple[int, int], int]:
    """Points that i won against j in all their meetings; no entry where they never met alone."""
    position = {entry.id: index for index, entry in enumerate(level)}
    points: dict[tuple[int, int], int] = {}
    for i, entry in enumerate(level):
        for meeting in field.totals.meetings[entry.id]:
            j = position.get(meeting.opponents[0]) if meeting.alone else None
            if j is not None:
                points[i, j] = points.get((i, j), 0) + meeting.points
    return points


def _values_between_cuts(order: list[int], points: dict[tuple[int, int], int]) -> list[KeyValue]:
    """Higher values above each cut of `order`; the number of entries below the cut."""
    size = len(order)
    values: list[KeyValue] = [0] * size
    value = size
    for place, index in enumerate(order):
        if all(points[i, j] > points[j, i] for i in order[:place] for j in order[place:]):
            value = size - place
        values[index] = value
    return values


RULES: dict[Key, Rule] = {
    Key.TOURNAMENT_POINTS: _tournament_points,
    Key.NET: _net,
    Key.TABLES_WON: _tables_won,
    Key.DIRECT: _direct,
    Key.BEST_TABLE: _best_table,
    Key.BUNS: _buns,
    Key.CARD_POINTS: _card_points,
    Key.DEALS_WON: _deals_won,
    Key.OPPONENTS_POINTS: _opponents_points,
    Key.OPPONENTS_NET: _opponents_net,
    Key.LOT: _lot,
}

DEFAULT_KEYS = (Key.TOURNAMENT_POINTS, Key.NET, Key.TABLES_WON, Key.DIRECT, Key.BEST_TABLE)
