"""What the organiser should think about before exchanging two entries: only what the exchange brings anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product

from tournaments.pairing.board import Method
from tournaments.pairing.field import Draw, DrawnBye, DrawnTable, EntryId, EntryState, Field
from tournaments.pairing.meetings import Past, past_of, places

type Two = tuple[EntryId, EntryId]


class WarningCode(StrEnum):
    """What the organiser should think about before exchanging two entries."""

    REPEAT = "REPEAT"
    """The pairs `entries` met in `rounds`."""
    PARTNERS_AGAIN = "PARTNERS_AGAIN"
    """`entries` were partners in `rounds`."""
    OPPONENTS_AGAIN = "OPPONENTS_AGAIN"
    """`entries` were opponents in `rounds`."""
    OTHER_ROLE = "OTHER_ROLE"
    """`entries` are at one table again in the other role, where that is an aim; in `rounds` they were in the first."""
    SAME_GROUP = "SAME_GROUP"
    """`entries` share `groups`."""
    SCORE_GAP = "SCORE_GAP"
    """The gap in points at `table` grows from `before` to `after`."""
    SECOND_BYE = "SECOND_BYE"
    """`entries` sits out although it has `before` times already, and another entry less often."""


@dataclass(frozen=True, slots=True)
class SwapWarning:
    """One warning with its data; what does not belong to the code is None or empty."""

    code: WarningCode
    entries: tuple[EntryId, ...] = ()
    rounds: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    table: int | None = None
    before: int | None = None
    after: int | None = None


def warnings_of(field: Field, before: Draw, after: Draw, moved: Sequence[DrawnTable]) -> Iterator[SwapWarning]:
    """Warnings of an exchange; `moved`: its tables as they are now."""
    past = past_of(field)
    state = {entry.id: entry for entry in field.entries}
    yield from _meetings(past, before.tables, moved)
    if after.certificate.other_role_bound is not None:
        yield from _roles(past, before.tables, moved)
    yield from _groups(state, before.tables, moved)
    if after.certificate.method != Method.LOT:  # a draw by lot looks at no points
        yield from _gaps(state, before.tables, moved)
    yield from _second_byes(past, before.byes, after.byes)


def seated(table: DrawnTable) -> tuple[EntryId, ...]:
    return (*table.side_a, *table.side_b)


def _twos(table: DrawnTable) -> tuple[set[Two], set[Two]]:
    """Who are opponents, and who partners, at a table."""
    return set(product(table.side_a, table.side_b)), set(combinations(table.side_a, 2)) | set(
        combinations(table.side_b, 2)
    )


def _meetings(past: Past, before: Sequence[DrawnTable], after: Sequence[DrawnTable]) -> Iterator[SwapWarning]:
    old = {frozenset(two) for table in before for two in _twos(table)[0]}
    old_partners = {frozenset(two) for table in before for two in _twos(table)[1]}
    for table in after:
        opponents, partners = _twos(table)
        again = WarningCode.REPEAT if not partners else WarningCode.OPPONENTS_AGAIN
        for code, twos, seen, met in (
            (WarningCode.PARTNERS_AGAIN, partners, old_partners, past.partners),
            (again, opponents, old, past.opponents),
        ):
            for two in sorted(twos, key=lambda two: [past.order.index(each) for each in two]):
                rounds = met.get(places(*(past.order.index(each) for each in two)), ())
                if rounds and frozenset(two) not in seen:
                    yield SwapWarning(code, entries=two, rounds=rounds)


def _roles(past: Past, before: Sequence[DrawnTable], after: Sequence[DrawnTable]) -> Iterator[SwapWarning]:
    """Opponents who were partners, partners who were opponents."""
    for at, met in enumerate((past.partners, past.opponents)):
        old = {frozenset(two) for table in before for two in _twos(table)[at]}
        for table in after:
            for two in sorted(_twos(table)[at], key=lambda two: [past.order.index(each) for each in two]):
                rounds = met.get(places(*(past.order.index(each) for each in two)), ())
                if rounds and frozenset(two) not in old:
                    yield SwapWarning(WarningCode.OTHER_ROLE, entries=two, rounds=rounds)


def _groups(
    state: dict[EntryId, EntryState], before: Sequence[DrawnTable], after: Sequence[DrawnTable]
) -> Iterator[SwapWarning]:
    old = {frozenset(two) for table in before for two in combinations(seated(table), 2)}
    for table in after:
        for two in combinations(seated(table), 2):
            shared = set(state[two[0]].groups) & set(state[two[1]].groups)
            if shared and frozenset(two) not in old:
                yield SwapWarning(WarningCode.SAME_GROUP, entries=two, groups=tuple(sorted(shared)))


def _gaps(
    state: dict[EntryId, EntryState], before: Sequence[DrawnTable], after: Sequence[DrawnTable]
) -> Iterator[SwapWarning]:
    old = {table.number: _gap(state, table) for table in before}
    for table in after:
        if _gap(state, table) > old[table.number]:
            yield SwapWarning(
                WarningCode.SCORE_GAP, table=table.number, before=old[table.number], after=_gap(state, table)
            )


def _gap(state: dict[EntryId, EntryState], table: DrawnTable) -> int:
    points = [state[each].points for each in seated(table)]
    return max(points) - min(points)


def _second_byes(past: Past, before: Sequence[DrawnBye], after: Sequence[DrawnBye]) -> Iterator[SwapWarning]:
    for bye in after:
        if bye not in before and bye.before > min(past.byes):
            yield SwapWarning(WarningCode.SECOND_BYE, entries=(bye.entry,), before=bye.before)
