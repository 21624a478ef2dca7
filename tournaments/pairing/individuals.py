"""Individuals with changing partners: the next round by standing, or by lot.

Aims, hardest first: no repeated partner > sit-outs in rotation (whoever has had fewest) > no opponent a
third time > no opponent a second time > nobody at one table again in the other role (always by lot; by
standing only when asked for) > spread of points at a table > keep-apart as partners, then as opponents >
balance of the two sides > who gives first.
"""

import random
from collections.abc import Iterator
from itertools import combinations, islice, product

from tournaments.pairing.aims import most_pairs
from tournaments.pairing.board import Board, Method, board_of
from tournaments.pairing.certificate import explain_byes, inputs_hash
from tournaments.pairing.field import Certificate, Draw, DrawnTable, Field, ReasonCode, TableReason
from tournaments.pairing.meetings import places
from tournaments.pairing.seating import first_dealer, table_numbers
from tournaments.pairing.table_costs import costs_of
from tournaments.pairing.table_search import Four, best_tables

OTHER_SIT_OUTS = 12
"""How many choices of who sits out are tried, fair ones and others, when partners would have to repeat."""


def draw(
    field: Field, seed: int, method: Method | None = None, *, mind_other_role: bool = False, steps: int | None = None
) -> Draw:
    """Draw a round of individuals: by standing, or by lot when asked for or when nothing was played yet.

    `mind_other_role`: by standing, too, avoid that table-mates meet again in the other role, at the cost
    of wider tables. Raises PairingRefusedError: TOO_FEW (fewer than four), ENTRY_TWICE, TABLE_TWICE.
    """
    board = board_of(field, seed, method or (Method.STANDING if field.tables else Method.LOT), needed=4)
    costs = costs_of(board, mind_other_role=mind_other_role or board.method is Method.LOT)
    best: tuple[int, list[int], list[Four]] | None = None
    for attempt, byes in enumerate(_sit_outs(board)):
        playing = [place for place in range(len(board.entries)) if place not in byes]
        tables = best_tables(costs, playing, random.Random(f"{seed}/tables/{attempt}"), steps)
        repeats = _repeated_partners(board, tables)
        if best is None or repeats < best[0]:
            best = (repeats, byes, tables)
        if repeats == 0:
            break
    if best is None:
        raise AssertionError("there is always a choice of who sits out")
    _, byes, tables = best
    return Draw(
        _seat(board, tables, field, seed), explain_byes(board, byes), _certify(field, seed, board, tables, byes)
    )


def _sit_outs(board: Board) -> Iterator[list[int]]:
    """Choices of who sits out, the best first: fewest byes so far, then the lowest ranked.

    After some fair ones come some that let a person sit out too early: better than a repeated partner.
    """
    count = len(board.entries) % 4
    times = board.past.byes
    order = sorted(range(len(board.entries)), key=lambda place: (times[place], -place))
    tier = times[order[count - 1]] if count else 0
    fixed = [place for place in order[:count] if times[place] < tier]
    level = [place for place in order if times[place] == tier]
    fair = (fixed + list(others) for others in combinations(level, count - len(fixed)))
    early = (list(chosen) for chosen in combinations(order, count) if max(times[place] for place in chosen) > tier)
    yield from islice(fair, OTHER_SIT_OUTS)
    if count:
        yield from islice(early, OTHER_SIT_OUTS)


def _repeated_partners(board: Board, tables: list[Four]) -> int:
    return sum(board.past.times_partners(*side) > 0 for i, j, k, m in tables for side in ((i, j), (k, m)))


def _seat(board: Board, tables: list[Four], field: Field, seed: int) -> tuple[DrawnTable, ...]:
    chance = random.Random(f"{seed}/first dealer")
    ids = [entry.id for entry in board.entries]
    asked = [tuple(board.entries[place].table for place in four) for four in tables]
    drawn = [
        DrawnTable(
            number=number,
            side_a=(ids[i], ids[j]),
            side_b=(ids[k], ids[m]),
            first_dealer=first_dealer(board.past, (i, j), (k, m), chance),
            reasons=tuple(_reasons(board, (i, j, k, m), number)),
        )
        for number, (i, j, k, m) in zip(table_numbers(asked, field.table_numbers), tables, strict=True)
    ]
    return tuple(sorted(drawn, key=lambda table: table.number))


def _reasons(board: Board, four: Four, number: int) -> Iterator[TableReason]:
    """Why this table: repeats first, then points, then keep-apart and the table's number."""
    yield from _repeats(board, four)
    points = [board.entries[place].points for place in four]
    if board.method is Method.LOT:
        yield TableReason(ReasonCode.BY_LOT)
    elif min(points) == max(points):
        yield TableReason(ReasonCode.SAME_POINTS, points=points[0])
    else:
        yield TableReason(ReasonCode.NEAREST_POINTS, points=max(points), points_b=min(points))
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


def _certify(field: Field, seed: int, board: Board, tables: list[Four], byes: list[int]) -> Certificate:
    points = [entry.points for place, entry in enumerate(board.entries) if place not in byes]
    fewest = sorted(board.past.byes)[: len(byes)]
    repeats = _repeated_partners(board, tables)
    met_again = [board.past.times_met(*pair) for i, j, k, m in tables for pair in product((i, j), (k, m))]
    return Certificate(
        method=board.method,
        seed=seed,
        inputs_hash=inputs_hash(field),
        repeats=repeats,
        repeats_bound=_fewest_repeated_partners(board) if repeats else 0,
        gap_squares=sum(_spread(board, four) ** 2 for four in tables),
        gap_squares_bound=fewest_spread_squares(points),
        groups_together=sum(_together(board, four) for four in tables),
        second_byes=sum(board.past.byes[place] for place in byes) - sum(fewest),
        rounds_after=field.rounds_after,
        free_rounds_after=_free_rounds_after(board, field),
        opponents_again=sum(times > 0 for times in met_again),
        opponents_third=sum(times > 1 for times in met_again),
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


def _fewest_repeated_partners(board: Board) -> int:
    """Sides that no draw can make of two new partners, whoever sits out."""
    count = len(board.entries)
    free = [pair for pair in combinations(range(count), 2) if not board.past.times_partners(*pair)]
    return max(0, count // 4 * 2 - most_pairs(free))


def _free_rounds_after(board: Board, field: Field) -> int:
    """Rounds after this one in which new partners exist for everybody whatever is drawn (pairing.md §4)."""
    met = [0] * len(board.entries)
    for i, j in board.past.partners:
        met[i] += 1
        met[j] += 1
    playing = len(board.entries) // 4 * 4
    return max(0, min(field.rounds_after, playing // 2 - 1 - max(met)))
