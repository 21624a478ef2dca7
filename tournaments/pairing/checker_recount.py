"""The checker's own reading of a field and a draw: who met whom, who sat out, what the draw adds to it."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from engine.seats import Side
from tournaments.pairing.field import DrawnTable, EntryId, EntryState, Field, PastTable

type Two = frozenset[EntryId]


@dataclass(frozen=True, slots=True)
class History:
    """Rounds in which two ids met as opponents or were partners; sit-outs; how often more first than second."""

    opponents: Mapping[Two, list[int]]
    partners: Mapping[Two, list[int]]
    byes: Mapping[EntryId, int]
    giving: Mapping[EntryId, int]


def history_of(field: Field) -> History:
    opponents: defaultdict[Two, list[int]] = defaultdict(list)
    partners: defaultdict[Two, list[int]] = defaultdict(list)
    giving: Counter[EntryId] = Counter()
    for table in field.tables:
        for two in against(table):
            opponents[two].append(table.round)
        for two in together(table):
            partners[two].append(table.round)
        for side, entries in ((Side.A, table.side_a), (Side.B, table.side_b)):
            if table.first_dealer is not None:
                giving.update(dict.fromkeys(entries, 1 if side is table.first_dealer else -1))
    return History(opponents, partners, Counter(bye.entry for bye in field.byes), giving)


def against(table: DrawnTable | PastTable) -> list[Two]:
    return [frozenset(pair) for pair in product(table.side_a, table.side_b)]


def together(table: DrawnTable | PastTable) -> list[Two]:
    return [frozenset(pair) for side in (table.side_a, table.side_b) for pair in combinations(side, 2)]


def seated(table: DrawnTable) -> tuple[EntryId, ...]:
    return (*table.side_a, *table.side_b)


@dataclass(frozen=True, slots=True)
class Counts:
    """What a draw adds, in the words of `Certificate`. `times`: for each repeat, how often these had met before."""

    times: tuple[int, ...]
    gap_squares: int
    gap_squares_bound: int
    groups_together: int
    second_byes: int
    opponents_again: int
    opponents_third: int
    other_role: int

    @property
    def repeats(self) -> int:
        return len(self.times)


def count(field: Field, history: History, tables: Sequence[DrawnTable], out: Sequence[EntryId], side: int) -> Counts:
    """Count a draw with `side` entries on a side; `out`: who sits out."""
    state = {entry.id: entry for entry in field.entries}
    met = [len(history.opponents.get(two, ())) for table in tables for two in against(table)]
    paired = [len(history.partners.get(two, ())) for table in tables for two in together(table)]
    byes = sorted(history.byes.get(entry, 0) for entry in state)
    points = [entry.points for entry in field.entries if entry.id not in out]
    return Counts(
        times=tuple(sorted((times for times in (met if side == 1 else paired) if times), reverse=True)),
        gap_squares=sum(_spread([state[each].points for each in seated(table)]) for table in tables),
        gap_squares_bound=_fewest_spread(points, 2 * side),
        groups_together=sum(_shared(state, table) for table in tables),
        second_byes=sum(history.byes.get(entry, 0) for entry in out) - sum(byes[: len(out)]),
        opponents_again=0 if side == 1 else sum(times > 0 for times in met),
        opponents_third=0 if side == 1 else sum(times > 1 for times in met),
        other_role=sum(len(in_other_role(history, table)) for table in tables),
    )


def in_other_role(history: History, table: DrawnTable) -> list[tuple[Two, list[int]]]:
    """Who is at this table with the same person again in the other role, and in which rounds the first time."""
    twos = [(two, history.opponents.get(two, [])) for two in together(table)]
    twos += [(two, history.partners.get(two, [])) for two in against(table)]
    return [(two, rounds) for two, rounds in twos if rounds]


def _spread(points: Sequence[int]) -> int:
    return (max(points) - min(points)) ** 2


def _fewest_spread(points: Sequence[int], seats: int) -> int:
    """Tables in the order of points: exchanging two people across tables never makes this smaller."""
    ordered = sorted(points)
    return sum(_spread(ordered[at : at + seats]) for at in range(0, len(ordered) - seats + 1, seats))


def _shared(state: Mapping[EntryId, EntryState], table: DrawnTable) -> int:
    return sum(bool({*state[a].groups} & {*state[b].groups}) for a, b in combinations(seated(table), 2))


def expected_numbers(field: Field, tables: Sequence[DrawnTable]) -> list[int]:
    """The numbers that so many tables carry: those asked for, then the first free ones of the hall."""
    wishes = {entry.id: entry.table for entry in field.entries}
    asked = {table.number for table in tables if table.number in {wishes[each] for each in seated(table)}}
    free = (number for number in _hall(field) if number not in asked)
    return sorted([*asked, *(next(free) for _ in range(len(tables) - len(asked)))])


def _hall(field: Field) -> Iterator[int]:
    yield from field.table_numbers
    number = 0
    while True:
        number += 1
        if number not in field.table_numbers:
            yield number


def fingerprint_of_tables(tables: Sequence[DrawnTable], sits_out: Sequence[EntryId]) -> str:
    """SHA-256 over the tables and those who sit out, as `Certificate.tables_hash` names them."""
    digest = []
    for table in sorted(tables, key=lambda each: each.number):
        sides = f"{list(table.side_a)} {list(table.side_b)}"
        digest.append(f"table {table.number} {sides} {table.first_dealer}")
    digest.extend(sorted("sits out " + str(each) for each in sits_out))
    return hashlib.sha256("\n".join(digest).encode()).hexdigest()


def fingerprint(field: Field) -> str:
    """SHA-256 of the field in the canonical text of `Certificate.inputs_hash`, written down once more."""
    return hashlib.sha256("\n".join(_canonical(field)).encode()).hexdigest()


def _canonical(field: Field) -> Iterator[str]:
    for entry in field.entries:
        yield f"entry {entry.id} {entry.rank} {entry.points} {sorted(entry.groups)} {entry.table}"
    for table in field.tables:
        yield f"table {table.round} {[*table.side_a]} {[*table.side_b]} {table.first_dealer or '-'}"
    for bye in field.byes:
        yield f"bye {bye.round} {bye.entry}"
    yield f"after {field.rounds_after}"
    yield f"numbers {[*field.table_numbers]}"
