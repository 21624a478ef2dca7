"""What a draw of individuals promises: reasons for each table, counts with their bounds."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tournaments.pairing.aims import most_pairs
from tournaments.pairing.board import Board, Method
from tournaments.pairing.certificate import inputs_hash
from tournaments.pairing.field import Certificate, Field, ReasonCode, TableReason
from tournaments.pairing.meeting_aims import AGAIN, OTHER_ROLE, REPEATS, THIRD
from tournaments.pairing.meeting_bounds import meeting_bounds
from tournaments.pairing.meetings import places

type Four = tuple[int, int, int, int]
type Fours = Sequence[Four]


def explain_table(board: Board, four: Four, number: int, *, mind_other_role: bool) -> tuple[TableReason, ...]:
    """All reasons of a table (places, first two against last two), the main one first."""
    return tuple(_reasons(board, four, number, mind_other_role=mind_other_role))


def _reasons(board: Board, four: Four, number: int, *, mind_other_role: bool) -> Iterator[TableReason]:
    """Repeats first, then points, the other role where it is an aim, keep-apart and the table's number."""
    yield from _repeats(board, four)
    points = [board.entries[place].points for place in four]
    if board.method is Method.LOT:
        yield TableReason(ReasonCode.BY_LOT)
    elif min(points) == max(points):
        yield TableReason(ReasonCode.SAME_POINTS, points=points[0])
    else:
        yield TableReason(ReasonCode.NEAREST_POINTS, points=max(points), points_b=min(points))
    if mind_other_role:
        yield from _other_roles(board, four)
    for i, j in combinations(sorted(four), 2):
        shared = tuple(sorted(set(board.entries[i].groups) & set(board.entries[j].groups)))
        if shared:
            pair = (board.entries[i].id, board.entries[j].id)
            yield TableReason(ReasonCode.GROUP_TOGETHER, groups=shared, entries=pair)
    if number in {board.entries[place].table for place in four}:
        yield TableReason(ReasonCode.FIXED_TABLE)


def _repeats(board: Board, four: Four) -> Iterator[TableReason]:
    i, j, k, m = four
    for code, met, pairs in (
        (ReasonCode.PARTNERS_AGAIN, board.past.partners, ((i, j), (k, m))),
        (ReasonCode.OPPONENTS_AGAIN, board.past.opponents, tuple(product((i, j), (k, m)))),
    ):
        for pair in pairs:
            rounds = met.get(places(*pair), ())
            if rounds:
                ids = (board.entries[pair[0]].id, board.entries[pair[1]].id)
                yield TableReason(code, rounds=rounds, entries=ids)


def _other_roles(board: Board, four: Four) -> Iterator[TableReason]:
    """Partners who were opponents, then opponents who were partners."""
    i, j, k, m = four
    for met, pairs in (
        (board.past.opponents, ((i, j), (k, m))),
        (board.past.partners, tuple(product((i, j), (k, m)))),
    ):
        for one, other in pairs:
            rounds = met.get(places(one, other), ())
            if rounds:
                yield TableReason(
                    ReasonCode.OTHER_ROLE, rounds=rounds, entries=(board.entries[one].id, board.entries[other].id)
                )


def certify(
    field: Field,
    seed: int,
    board: Board,
    tables: Fours,
    byes: Sequence[int],
    free_rounds_after: int | None = None,
    *,
    mind_other_role: bool,
) -> Certificate:
    """Counts and bounds of a draw; tables (first two against last two) and byes are places on the board.

    `free_rounds_after`: how many were found to stay free of repeats (None: what can be promised).
    `mind_other_role`: that nobody is at one table again in the other role is an aim of the draw.
    """
    points = [entry.points for place, entry in enumerate(board.entries) if place not in byes]
    fewest = sorted(board.past.byes)[: len(byes)]
    repeats = repeated_partners(board, tables)
    met_again = [board.past.times_met(*pair) for i, j, k, m in tables for pair in product((i, j), (k, m))]
    second_byes = sum(board.past.byes[place] for place in byes) - sum(fewest)
    other_role = sum(1 for four in tables for _ in _other_roles(board, four))
    reached = {REPEATS: repeats, THIRD: sum(times > 1 for times in met_again), AGAIN: sum(map(bool, met_again))}
    if mind_other_role:
        reached[OTHER_ROLE] = other_role
    bounds, proofs = meeting_bounds(board, reached, second_byes, [entry.id for entry in field.entries])
    return Certificate(
        method=board.method,
        seed=seed,
        inputs_hash=inputs_hash(field),
        repeats=repeats,
        repeats_bound=_fewestrepeated_partners(board) if repeats else 0,
        gap_squares=sum(_spread(board, four) ** 2 for four in tables),
        gap_squares_bound=fewest_spread_squares(points),
        groups_together=sum(_together(board, four) for four in tables),
        second_byes=second_byes,
        rounds_after=field.rounds_after,
        free_rounds_after=_promised(board, field) if free_rounds_after is None else free_rounds_after,
        opponents_again=reached[AGAIN],
        opponents_third=reached[THIRD],
        opponents_again_bound=bounds[AGAIN],
        opponents_third_bound=bounds[THIRD],
        other_role=other_role,
        other_role_bound=bounds.get(OTHER_ROLE),
        proofs=proofs,
    )


def _spread(board: Board, four: Four) -> int:
    points = [board.entries[place].points for place in four]
    return max(points) - min(points)


def _together(board: Board, four: Four) -> int:
    """How many of the six twos at a table share a group."""
    groups = [set(board.entries[place].groups) for place in four]
    return sum(not first.isdisjoint(second) for first, second in combinations(groups, 2))


def fewest_spread_squares(points: list[int]) -> int:
    """Fours in the order of points: no seating has a smaller sum of squared spreads."""
    ordered = sorted(points)
    return sum((ordered[place + 3] - ordered[place]) ** 2 for place in range(0, len(ordered) - 3, 4))


def _fewestrepeated_partners(board: Board) -> int:
    """Sides that no draw can make of two new partners, whoever sits out."""
    count = len(board.entries)
    free = [pair for pair in combinations(range(count), 2) if not board.past.times_partners(*pair)]
    return max(0, count // 4 * 2 - most_pairs(free))


def _promised(board: Board, field: Field) -> int:
    """Rounds after this one in which new partners exist for everybody whatever is drawn (pairing.md §4)."""
    met = [0] * len(board.entries)
    for i, j in board.past.partners:
        met[i] += 1
        met[j] += 1
    playing = len(board.entries) // 4 * 4
    return max(0, min(field.rounds_after, playing // 2 - 1 - max(met)))


def repeated_partners(board: Board, tables: Fours) -> int:
    """Sides of two that were partners before."""
    return sum(board.past.times_partners(*side) > 0 for i, j, k, m in tables for side in ((i, j), (k, m)))
