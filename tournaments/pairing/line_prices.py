"""What a place in a large field is worth, read off the standing before anything is searched.

Two aims reach far down a standing: who gives first, and behind it the rank gap. Among those with the same points
each may meet each, so the best that can be reached is known without a search, and with it prices of the vertices
(see `prices`) that are nearly the best ones. They change no matching's place in the order of cost.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from tournaments.pairing.aims import Numbers
from tournaments.pairing.line import Reals

FEWEST = 16
"""Fewer with the same points are left to the search."""
FIRM = 1e6
"""The weight of an end that may not move."""


def giving_prices(points: Numbers, giving: Numbers) -> tuple[Numbers, Numbers]:
    """The middle of those with the same points in who has given first, and each one's distance from it, taken off.

    Two on different sides of the middle cost -|giving - giving| together, which is the sum of their prices; two on
    the same side cost more than that.
    """
    order = np.lexsort((giving, points))
    _, starts, which, counts = np.unique(points[order], return_index=True, return_inverse=True, return_counts=True)
    middle = np.empty_like(giving)
    middle[order] = giving[order][starts + counts // 2][which]
    return middle, -abs(giving - middle)


def rarer(side: Numbers) -> int:
    """The side of the middle whose places are to meet the others one by one: the larger one; the middle fills up."""
    return -1 if np.count_nonzero(side < 0) >= np.count_nonzero(side > 0) else 1


def rank_prices(points: Numbers, side: Numbers, away: NDArray[np.bool_], around: int) -> tuple[Reals, Numbers]:
    """Prices for the squared gap in place, and whom each may best meet if nobody is forbidden: a row of places, or -1.

    `side`: -1, 0 or 1, of the middle of `giving_prices`. In order of points. `away`: who meets somebody with other
    points; they are priced like the nearest of their side. `around`: so many on either side of the one that would be
    met, of those on the other side of the middle.
    """
    prices, partners = np.zeros(len(points)), np.full((len(points), 2 * around + 1), -1)
    bounds = [0, *(np.flatnonzero(np.diff(points)) + 1).tolist(), len(points)]
    for begin, end in pairwise(bounds):
        inside = begin + np.flatnonzero(~away[begin:end])
        rare = side[inside] == rarer(side[inside])
        if end - begin >= FEWEST and rare.any():
            here, there = inside[rare], inside[~rare]
            prices[inside], meets, met = _along_the_line(rare, inside.astype(np.float64))
            partners[there], partners[here] = _around(here, meets, around), _around(there, met, around)
            for place in begin + np.flatnonzero(away[begin:end]):
                alike = here if side[place] == side[here[0]] else there
                nearest = alike[abs(alike - place).argmin()]
                prices[place], partners[place] = prices[nearest], partners[nearest]
    return prices, partners


def _around(places: Numbers, middle: Reals, width: int) -> Numbers:
    """The places from so far before each middle, a number in their row, to so far after it; -1 beyond the ends."""
    wanted = np.rint(middle).astype(np.int64)[:, None] + np.arange(-width, width + 1)
    return np.where((wanted >= 0) & (wanted < len(places)), places[np.clip(wanted, 0, len(places) - 1)], -1)


def out_of_step(rare: NDArray[np.bool_]) -> tuple[Reals, Reals]:
    """How far the others are ahead of the rare ones along a line, and the curve that never goes back closest to it."""
    ahead = np.concatenate(([0], np.cumsum(np.where(rare, -1, 1)))).astype(np.float64)
    firm = np.ones(len(ahead))
    firm[[0, -1]] = FIRM
    return ahead, isotonic_regression(ahead, weights=firm).x


def _along_the_line(rare: NDArray[np.bool_], place: Reals) -> tuple[Reals, Reals, Reals]:
    """Prices of a line on which each of the rare ones is to meet one of the others.

    And whom of the rare ones, by number, each of the others meets, and whom of the others each of the rare ones.

    The others are as many or more; those that are too many meet each other. Where they do so must never go back along
    the line, and is best where the two kinds have come least out of step: a monotone regression. After it the first
    meets the first, the second the second, and so on, and the prices of that are a sum along the line.
    """
    many = ~rare
    _, apart = out_of_step(rare)
    number_of_rare = np.cumsum(rare)[rare] - 1.0
    number_of_many = (np.cumsum(many) - 1 - (apart[1:] + apart[:-1]) / 2)[many]
    meets = np.interp(number_of_many, number_of_rare, place[rare])
    step = place[many]
    share = np.diff(number_of_many)  # of those here that meet a rare one: none where they meet each other
    slope = share * np.diff(step) * (step[1:] + step[:-1] - meets[1:] - meets[:-1])
    price = np.concatenate(([0], np.cumsum(slope)))
    price -= price.max()  # two of the many that meet each other are close by, and cost nearly nothing
    met = np.interp(number_of_rare, number_of_many, step)
    prices = np.empty(len(rare))
    prices[many] = price
    prices[rare] = (place[rare] - met) ** 2 - np.interp(met, step, price)
    return prices, number_of_many, np.interp(number_of_rare, number_of_many, np.arange(len(step)))
