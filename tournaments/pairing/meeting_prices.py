"""A bound by prices: no table costs less than its four people's prices, so no round costs less than all of them.

The prices come from a linear program with every table as a column. They are rounded to whole numbers and made good
again, so the bound is exact whatever the solver rounds; and whoever checks it adds up prices and needs no solver.
A harder aim has a price, too: what a table costs there is taken off, and at most what the round reached comes back.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.aims import Numbers
from tournaments.pairing.meeting_aims import Aim, SitOuts

UNIT = 1_000_000
"""Prices are millionths of a meeting."""


def priced(aim: Aim, harder: Sequence[Aim], sit_outs: SitOuts) -> tuple[int, tuple[int, ...]]:
    """The bound over all rounds no worse in the harder aims, and the prices: of each place, then of each of these."""
    size = len(aim.partners)
    fours, costs, spent = _columns(aim, harder, frozenset(sit_outs.gone), size)
    solved = _solved(fours, costs, spent, [each.reached for each in harder], sit_outs, size)
    if solved is None:
        return 0, ()
    people = np.floor(solved[0] * UNIT).astype(np.int64)
    limits = np.ceil(np.maximum(solved[1], 0) * UNIT).astype(np.int64)
    lacking = int((UNIT * costs - people[fours].sum(axis=1) + spent.T @ limits).min(initial=0))
    people -= -(lacking // 4)  # four of them make good what the dearest table lacks
    return bound_of(people.tolist(), limits.tolist(), [each.reached for each in harder], sit_outs), (
        *people.tolist(),
        *limits.tolist(),
    )


def bound_of(people: Sequence[int], limits: Sequence[int], reached: Sequence[int], sit_outs: SitOuts) -> int:
    """What the prices prove, whoever sits out."""
    dearest = sorted((people[place] for place in sit_outs.may), reverse=True)[: sit_outs.idle]
    playing = sum(price for place, price in enumerate(people) if place not in sit_outs.gone)
    given = sum(price * most for price, most in zip(limits, reached, strict=True))
    return max(0, -((sum(dearest) + given - playing) // UNIT))


@lru_cache(maxsize=2)
def _fours(size: int) -> Numbers:
    return np.array(list(combinations(range(size), 4)), dtype=np.int64)


def _columns(
    aim: Aim, harder: Sequence[Aim], gone: frozenset[int], size: int
) -> tuple[Numbers, Numbers, NDArray[np.int64]]:
    """Tables that a round as good can have: people, what they cost, and what they spend of each harder aim."""
    fours = _fours(size)
    if gone:
        fours = fours[~np.isin(fours, sorted(gone)).any(axis=1)]
    costs = aim.of(fours)
    spent = np.array([each.of(fours) for each in harder])
    allowed = (spent <= np.array([each.reached for each in harder])[:, None, None]).all(axis=0)
    if not any(each.reached for each in harder):  # nothing is spent, so the cheapest way to make sides is enough
        best = np.where(allowed, costs, np.iinfo(np.int64).max).argmin(axis=0)
        allowed &= np.arange(len(costs))[:, None] == best
    split, at = np.nonzero(allowed)
    return fours[at], costs[split, at], spent[:, split, at]


def _solved(
    fours: Numbers, costs: Numbers, spent: NDArray[np.int64], reached: Sequence[int], sit_outs: SitOuts, size: int
) -> tuple[Any, Any] | None:
    """Prices of places and of harder aims by linear programming; None where the solver gives none."""
    from scipy.optimize import linprog  # noqa: PLC0415 - half a second, for these draws alone
    from scipy.sparse import coo_array, csr_array, vstack  # noqa: PLC0415 - as above

    tables, may = len(fours), np.array(sit_outs.may, dtype=np.int64)
    rows = np.concatenate((fours.ravel(), may))
    columns = np.concatenate((np.repeat(np.arange(tables), 4), tables + np.arange(len(may))))
    seats = coo_array((np.ones(len(rows)), (rows, columns)), shape=(size, tables + len(may))).tocsr()
    idle = csr_array(np.concatenate((np.zeros(tables), np.ones(len(may))))[None, :])
    once = np.ones(size)
    once[list(sit_outs.gone)] = 0
    found = linprog(
        np.concatenate((costs, np.zeros(len(may)))),
        A_ub=csr_array(np.hstack((spent, np.zeros((len(reached), len(may)))))),
        b_ub=np.array(reached),
        A_eq=vstack((seats, idle)),
        b_eq=np.concatenate((once, [sit_outs.idle])),
        method="highs",
    )
    return (found.eqlin.marginals[:size], -found.ineqlin.marginals) if found.success else None
