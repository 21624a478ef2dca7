"""What a draw of fixed pairs promises: reasons for tables and byes, counts with their bounds, hash of the inputs."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations

from tournaments.pairing.aims import most_pairs
from tournaments.pairing.board import Board, Method
from tournaments.pairing.field import ByeCode, Certificate, DrawnBye, Field, ReasonCode, TableReason
from tournaments.pairing.meetings import places

type Pairs = Sequence[tuple[int, int]]


def explain_table(board: Board, i: int, j: int, number: int) -> tuple[TableReason, ...]:
    """All reasons of the table of places i and j, the main one first."""
    return tuple(_reasons(board, i, j, number))


def _reasons(board: Board, i: int, j: int, number: int) -> Iterator[TableReason]:
    first, second = board.entries[i], board.entries[j]
    rounds = board.past.opponents.get(places(i, j), ())
    if rounds:
        yield TableReason(ReasonCode.REPEAT, rounds=rounds)
    if board.method is Method.LOT:
        yield TableReason(ReasonCode.BY_LOT)
    else:
        yield _by_points(first.points, second.points)
    shared = _shared(board, i, j)
    if shared:
        yield TableReason(ReasonCode.GROUP_TOGETHER, groups=shared)
    if number in {first.table, second.table}:
        yield TableReason(ReasonCode.FIXED_TABLE)


@lru_cache(maxsize=256)
def _by_points(points: int, points_b: int) -> TableReason:
    """One for all tables with the same points: a large round has few of them."""
    if points == points_b:
        return TableReason(ReasonCode.SAME_POINTS, points=points)
    return TableReason(ReasonCode.NEAREST_POINTS, points=points, points_b=points_b)


def _shared(board: Board, i: int, j: int) -> tuple[str, ...]:
    """The groups that both belong to."""
    first, second = board.entries[i].groups, board.entries[j].groups
    return tuple(sorted({*first} & {*second})) if first and second and not {*first}.isdisjoint(second) else ()


def explain_byes(board: Board, byes: Sequence[int]) -> tuple[DrawnBye, ...]:
    """Why each of these places sits out."""
    return tuple(
        DrawnBye(board.entries[place].id, _bye_code(board, place, byes), board.past.byes[place]) for place in byes
    )


def _bye_code(board: Board, place: int, byes: Sequence[int]) -> ByeCode:
    times = board.past.byes
    playing = [other for other in range(len(board.entries)) if other not in byes]
    if any(times[other] < times[place] for other in playing):
        return ByeCode.SECOND_BYE
    if board.method is Method.LOT:
        return ByeCode.BY_LOT
    lower = any(times[other] == times[place] and other > place for other in playing)
    return ByeCode.LOWEST_POSSIBLE if lower else ByeCode.LOWEST_WITHOUT


def certify(
    field: Field, seed: int, board: Board, tables: Pairs, byes: Sequence[int], free_rounds_after: int | None
) -> Certificate:
    """Counts and bounds of a draw; tables and byes are places on the board."""
    points = [entry.points for place, entry in enumerate(board.entries) if place not in byes]
    repeats = sum(board.past.times_met(i, j) > 0 for i, j in tables)
    return Certificate(
        method=board.method,
        seed=seed,
        inputs_hash=inputs_hash(field),
        repeats=repeats,
        repeats_bound=_fewest_repeats(board) if repeats else 0,
        gap_squares=sum((board.entries[i].points - board.entries[j].points) ** 2 for i, j in tables),
        gap_squares_bound=fewest_gap_squares(points),
        groups_together=sum(bool(_shared(board, i, j)) for i, j in tables),
        second_byes=sum(board.past.byes[place] - min(board.past.byes) for place in byes),
        rounds_after=field.rounds_after,
        free_rounds_after=free_rounds_after,
    )


def fewest_gap_squares(points: Sequence[int]) -> int:
    """Neighbours in the order of points: no pairing has a smaller sum of squared gaps."""
    ordered = sorted(points)
    return sum((high - low) ** 2 for low, high in zip(ordered[::2], ordered[1::2], strict=True))


def _fewest_repeats(board: Board) -> int:
    """Tables that no draw can keep free of a repeat: a largest matching of those who have not met leaves them over."""
    count = len(board.entries)
    free = [(i, j) for i, j in combinations(range(count), 2) if not board.past.times_met(i, j)]
    if board.bye is not None:
        free += [(place, board.bye) for place in range(count)]
    return board.size // 2 - most_pairs(free)


def inputs_hash(field: Field) -> str:
    """SHA-256 over the field as lines of text, entry by entry, table by table."""
    groups, ids = cache(lambda names: repr(sorted(names))), cache(lambda side: repr([*side]))  # most come again
    lines = [f"entry {each.id} {each.rank} {each.points} {groups(each.groups)} {each.table}" for each in field.entries]
    lines += [
        f"table {each.round} {ids(each.side_a)} {ids(each.side_b)} {each.first_dealer or '-'!s}"
        for each in field.tables
    ]
    lines += [f"bye {each.round} {each.entry}" for each in field.byes]
    lines += [f"after {field.rounds_after}", f"numbers {[*field.table_numbers]!r}"]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
