"""Few people, when the office can wait a second: the smallest squared gaps by a program over whole tables.

Every legal table of people near in rank is a column; each person sits once. The linear program gives a
lower bound and a price for each person. A column whose gap exceeds its people's prices by more than what is
still to be won cannot stand in a better seating, so few are left for the search in whole numbers.
"""

from itertools import combinations
from typing import Any

import numpy as np

from tournaments.pairing.aims import Numbers
from tournaments.pairing.table_costs import TableCosts

LARGEST = 52
WINDOW = 18
"""A table reaches over so many neighbouring ranks; wider ones have large gaps."""
NODES = 10
"""Work is counted in nodes of the search, not in time."""
MOST_COLUMNS = 4000
CLOSE_ENOUGH = 0.1
"""The search ends when nothing can be better by more than this part."""
ROUNDING = 1e-6


def smaller_gaps(costs: TableCosts, players: list[int], fours: Numbers) -> Numbers | None:
    """Tables with smaller gaps than these and no more harder aims broken; None when none were found."""
    if len(players) > LARGEST or costs.price(fours)[0].any():
        return None
    reached = int(gaps(costs, fours).sum())
    if reached == _in_order(costs, players):
        return None
    columns = legal_tables(costs, players)
    bound, prices = relaxed(costs, players, columns)
    step = int(np.gcd.reduce(gaps(costs, columns))) or 1  # the sum of gaps is a multiple of this
    spare = gaps(costs, columns) - prices[columns].sum(axis=1)
    kept = np.flatnonzero(spare <= reached - step - bound + ROUNDING)
    best = kept[np.argsort(spare[kept], kind="stable")][:MOST_COLUMNS]
    return _whole(costs, players, columns[best], reached) if len(best) else None


def gaps(costs: TableCosts, fours: Numbers) -> Numbers:
    """Squared gap in points of each table."""
    points = costs.points[fours]
    squares: Numbers = (points.max(axis=1) - points.min(axis=1)) ** 2
    return squares


def _in_order(costs: TableCosts, players: list[int]) -> int:
    """The squared gaps of fours in the order of points: nothing is below."""
    ordered = np.array(sorted(players, key=lambda place: costs.points[place]), dtype=np.int64)
    return int(gaps(costs, ordered.reshape(-1, 4)).sum())


def legal_tables(costs: TableCosts, players: list[int], window: int = WINDOW) -> Numbers:
    """All tables of people inside a window of ranks that break none of the harder aims."""
    seats = np.array(sorted(players), dtype=np.int64)
    near = np.array([(0, *others) for others in combinations(range(1, window), 3)], dtype=np.int64)
    at = (np.arange(len(seats))[:, None, None] + near).reshape(-1, 4)
    tables = seats[at[at[:, 3] < len(seats)]]
    high, _, _ = costs.price(tables)
    legal: Numbers = tables[high == 0]
    return legal


def relaxed(costs: TableCosts, players: list[int], tables: Numbers) -> tuple[float, Any]:
    """The bound when parts of tables count (infinite: no seating), and the price of each place on the board."""
    from scipy.optimize import linprog  # noqa: PLC0415 - half a second, for these draws alone

    if not len(tables):
        return float("inf"), np.zeros(len(costs.points))
    found = linprog(gaps(costs, tables), A_eq=_seats(players, tables), b_eq=np.ones(len(players)), method="highs")
    if not found.success:  # people near in rank have all met: nothing to win here
        return float("inf"), np.zeros(len(costs.points))
    prices = np.zeros(len(costs.points))
    prices[sorted(players)] = found.eqlin.marginals
    return float(found.fun), prices


def _seats(players: list[int], tables: Numbers) -> Any:
    """Which person (row) sits at which table (column)."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - as above

    rows = np.searchsorted(sorted(players), tables.ravel())
    columns = np.repeat(np.arange(len(tables)), 4)
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(players), len(tables)))


def _whole(costs: TableCosts, players: list[int], tables: Numbers, reached: int) -> Numbers | None:
    from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415 - as above

    squares = gaps(costs, tables)
    found = milp(
        squares // (int(np.gcd.reduce(squares)) or 1),
        constraints=LinearConstraint(_seats(players, tables), 1, 1),
        integrality=np.ones(len(tables)),
        bounds=Bounds(0, 1),
        options={"node_limit": NODES, "mip_rel_gap": CLOSE_ENOUGH},
    )
    if found.x is None:
        return None
    chosen: Numbers = tables[found.x > 0.5]
    return chosen if len(chosen) * 4 == len(players) and gaps(costs, chosen).sum() < reached else None
