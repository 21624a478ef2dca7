"""A lower bound for a round of individuals, by a linear program over whole tables."""

from typing import Any

import numpy as np

from tournaments.pairing.aims import Numbers
from tournaments.pairing.board import Method, board_of
from tournaments.pairing.field import Field
from tournaments.pairing.table_costs import TableCosts, costs_of
from tournaments.pairing.table_program import ROUNDING, WINDOW, gaps, legal_tables, relaxed

ALL_AT_ONCE = 200
"""For more people the program starts with tables of nearer ranks, and others are added as they are missed."""
FIRST_WINDOW = 8
BLOCK = 500
"""People whose tables are priced at once."""
MOST_ADDED = 3000


def smallest_gaps(field: Field) -> float:
    """The least sum of squared gaps when everybody sits once and nobody meets again as partner or opponent.

    Parts of tables count, which is why no real round is below it. It holds for tables inside a window of
    ranks (18 neighbours). Without sit-outs.
    """
    board = board_of(field, 8, Method.STANDING)
    costs = costs_of(board, mind_other_role=False)
    everybody = list(range(len(board.entries)))
    tables = _near(costs, everybody, WINDOW if len(everybody) <= ALL_AT_ONCE else FIRST_WINDOW)
    while True:
        bound, prices = relaxed(costs, everybody, tables)
        missed = _missed(costs, everybody, prices)
        if not len(missed):
            return bound
        tables = np.unique(np.concatenate((tables, missed)), axis=0)


def _near(costs: TableCosts, people: list[int], window: int) -> Numbers:
    """All legal tables inside such windows, some people at a time."""
    blocks = [people[at : at + BLOCK + window - 1] for at in range(0, len(people), BLOCK)]
    return np.unique(np.concatenate([legal_tables(costs, block, window) for block in blocks]), axis=0)


def _missed(costs: TableCosts, people: list[int], prices: Any) -> Numbers:
    """Tables of the widest windows that would lower the bound, the worst ones of each block."""
    found = []
    for at in range(0, len(people), BLOCK):
        tables = legal_tables(costs, people[at : at + BLOCK + WINDOW - 1], WINDOW)
        spare = gaps(costs, tables) - prices[tables].sum(axis=1)
        worst = np.argsort(spare, kind="stable")[:MOST_ADDED]
        found.append(tables[worst[spare[worst] < -ROUNDING]])
    return np.concatenate(found)
