"""Individuals with changing partners: the next round by standing, or by lot.

Aims, hardest first: no repeated partner > sit-outs in rotation (whoever has had fewest) > no opponent a
third time > no opponent a second time > nobody at one table again in the other role (always by lot; by
standing only when asked for) > spread of points at a table > keep-apart as partners, then as opponents >
balance of the two sides > who gives first.
"""

import random
from itertools import combinations

import numpy as np

from tournaments.pairing.aims import Edges, best_matching, ends, fold
from tournaments.pairing.board import Board, Method, board_of
from tournaments.pairing.certificate import explain_byes
from tournaments.pairing.certificate_individuals import certify, explain_table, repeated_partners
from tournaments.pairing.field import Draw, DrawnTable, Field
from tournaments.pairing.lookahead_individuals import keep_rounds_free
from tournaments.pairing.seating import first_dealer, table_numbers
from tournaments.pairing.table_costs import TableCosts, costs_of
from tournaments.pairing.table_program import smaller_gaps
from tournaments.pairing.table_search import QUALITY_STEPS, Four, best_tables

LARGEST_QUALITY = 200
COMPLETE_UP_TO = 400
"""In larger fields new partners never run out, so nothing is done about it."""


def draw(
    field: Field, seed: int, method: Method | None = None, *, mind_other_role: bool = False, quality: bool = False
) -> Draw:
    """Draw a round of individuals: by standing, or by lot when asked for or when nothing was played yet.

    `mind_other_role`: by standing, too, avoid that table-mates meet again in the other role, at the cost
    of wider tables. `quality`: search for a second or two instead of some hundredths (up to 200 people).
    Raises PairingRefusedError: TOO_FEW (fewer than four), ENTRY_TWICE, TABLE_TWICE.
    """
    board = board_of(field, seed, method or (Method.STANDING if field.tables else Method.LOT), needed=4)
    minded = mind_other_role or board.method is Method.LOT
    costs = costs_of(board, mind_other_role=minded)
    ahead = keep_rounds_free(board, costs, field.rounds_after, random.Random(f"{seed}/ahead"))
    byes, tables = ahead or _best_round(board, costs, seed, quality=quality)
    return Draw(
        _seat(board, tables, field, seed, mind_other_role=minded),
        explain_byes(board, byes),
        certify(field, seed, board, tables, byes, field.rounds_after if ahead else None, mind_other_role=minded),
    )


def _best_round(board: Board, costs: TableCosts, seed: int, *, quality: bool) -> tuple[list[int], list[Four]]:
    """The lowest ranked of those with the fewest sit-outs sit out, unless partners would have to repeat."""
    byes = _lowest(board)
    playing = [place for place in range(len(board.entries)) if place not in byes]
    steps = QUALITY_STEPS if quality and len(playing) <= LARGEST_QUALITY else None
    tables = best_tables(costs, playing, random.Random(f"{seed}/tables"), steps)
    if repeated_partners(board, tables) and len(board.entries) <= COMPLETE_UP_TO:
        byes, sides = _fewest_repeats(board, seed)
        playing = [place for side in sides for place in side]
        tables = best_tables(costs, playing, random.Random(f"{seed}/tables/fewest"), steps)
    if steps and (smaller := smaller_gaps(costs, playing, np.array(tables, dtype=np.int64))) is not None:
        tables = best_tables(costs, smaller.ravel().tolist(), random.Random(f"{seed}/tables/quality"), steps)
    return byes, tables


def _lowest(board: Board) -> list[int]:
    order = sorted(range(len(board.entries)), key=lambda place: (board.past.byes[place], -place))
    return order[: len(order) % 4]


def _fewest_repeats(board: Board, seed: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Who sits out, and sides with the fewest repeated partners: a matching of people, and of idle places.

    Aims: repeated partners > sitting out too early > the lowest ranked sit out.
    """
    count = len(board.entries)
    idle = count % 4
    partners = ends(list(combinations(range(count), 2)))
    out = ends([(place, count + number) for place in range(count) for number in range(idle)])
    times = np.array([min(board.past.times_partners(*two), 3) for two in partners.tolist()], dtype=np.int64)
    early = np.array(board.past.byes, dtype=np.int64)[out[:, 0]] - min(board.past.byes)
    columns = ((times, 0 * early), (0 * times, early), (0 * times, count - out[:, 0]))
    both = np.concatenate((partners, out))
    edges = Edges(both[:, 0], both[:, 1], tuple(np.concatenate(column) for column in columns))
    pairs = best_matching(fold(count + idle, edges, random.Random(f"{seed}/sides")))
    if pairs is None:
        raise AssertionError("a complete graph of even size has a perfect matching")
    byes = sorted((i for i, j in pairs if j >= count), reverse=True)
    return byes, [pair for pair in pairs if pair[1] < count]


def _seat(
    board: Board, tables: list[Four], field: Field, seed: int, *, mind_other_role: bool
) -> tuple[DrawnTable, ...]:
    chance = random.Random(f"{seed}/first dealer")
    ids = [entry.id for entry in board.entries]
    asked = [tuple(board.entries[place].table for place in four) for four in tables]
    drawn = [
        DrawnTable(
            number=number,
            side_a=(ids[i], ids[j]),
            side_b=(ids[k], ids[m]),
            first_dealer=first_dealer(board.past, (i, j), (k, m), chance),
            reasons=explain_table(board, (i, j, k, m), number, mind_other_role=mind_other_role),
        )
        for number, (i, j, k, m) in zip(table_numbers(asked, field.table_numbers), tables, strict=True)
    ]
    return tuple(sorted(drawn, key=lambda table: table.number))
