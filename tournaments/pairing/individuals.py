"""Individuals with changing partners: the next round by standing, or by lot.

Aims, hardest first: no repeated partner > sit-outs in rotation (whoever has had fewest) > no opponent a
third time > no opponent a second time > nobody at one table again in the other role (always by lot; by
standing only when asked for) > spread of points at a table > keep-apart as partners, then as opponents >
balance of the two sides > who gives first.
"""

import random
from collections.abc import Iterator
from itertools import combinations, islice

from tournaments.pairing.board import Board, Method, board_of
from tournaments.pairing.certificate import explain_byes
from tournaments.pairing.certificate_individuals import certify, explain_table, repeated_partners
from tournaments.pairing.field import Draw, DrawnTable, Field
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
        repeats = repeated_partners(board, tables)
        if best is None or repeats < best[0]:
            best = (repeats, byes, tables)
        if repeats == 0:
            break
    if best is None:
        raise AssertionError("there is always a choice of who sits out")
    _, byes, tables = best
    return Draw(_seat(board, tables, field, seed), explain_byes(board, byes), certify(field, seed, board, tables, byes))


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
            reasons=explain_table(board, (i, j, k, m), number),
        )
        for number, (i, j, k, m) in zip(table_numbers(asked, field.table_numbers), tables, strict=True)
    ]
    return tuple(sorted(drawn, key=lambda table: table.number))
