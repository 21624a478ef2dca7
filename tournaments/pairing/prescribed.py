"""A schedule that the organiser brings in a file: who sits at which table in every round."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing.field import EntryId, SideIds
from tournaments.pairing.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the file; `line` counts from 1 as the file does."""

    line: int
    round: int
    side_a: SideIds
    side_b: SideIds


class RowProblemCode(StrEnum):
    STRANGER = "STRANGER"
    """`entry` is not in the championship."""
    TWICE = "TWICE"
    """`entry` stands twice in round `round`."""
    SIDES = "SIDES"
    """Both sides need one entry (pairs) or two (individuals)."""
    ROUND_MISSING = "ROUND_MISSING"
    """Round `round` has no table, but a later one has."""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """What is wrong with a line; `line` is None where a line is missing."""

    code: RowProblemCode
    line: int | None = None
    entry: EntryId | None = None
    round: int | None = None


def problems_of(rows: Sequence[Row], entries: Collection[EntryId], side: int) -> Iterator[RowProblem]:
    """Everything that keeps rows from being a schedule of these entries; `side`: entries on a side."""
    seen: Counter[tuple[int, EntryId]] = Counter()
    for row in rows:
        if len(row.side_a) != side or len(row.side_b) != side:
            yield RowProblem(RowProblemCode.SIDES, row.line)
        for entry in (*row.side_a, *row.side_b):
            seen[row.round, entry] += 1
            if entry not in entries:
                yield RowProblem(RowProblemCode.STRANGER, row.line, entry)
            if seen[row.round, entry] == 2:
                yield RowProblem(RowProblemCode.TWICE, row.line, entry, row.round)
    there = {row.round for row in rows}
    for number in range(1, max(there, default=0)):
        if number not in there:
            yield RowProblem(RowProblemCode.ROUND_MISSING, round=number)


def schedule_from(rows: Sequence[Row], order: Sequence[EntryId]) -> Schedule:
    """The schedule of rows without problems; places are those in `order` (all entries)."""
    place = {entry: at for at, entry in enumerate(order)}
    last = max((row.round for row in rows), default=0)
    return Schedule(
        len(order),
        tuple(
            tuple(
                (tuple(place[each] for each in row.side_a), tuple(place[each] for each in row.side_b))
                for row in rows
                if row.round == number
            )
            for number in range(1, last + 1)
        ),
    )
