"""Large fields of fixed pairs: the best round of all legal ones, found on few edges and proved on all.

Each place is joined with the few that it may best meet; the cheapest matching of these is found together with
prices that prove it (`blossom`). Then every legal two outside is held against these prices: where none is
cheaper than its ends' prices, no round at all is better. Else those that are cheaper are joined, too, and the
search is done again. So the result is the best one whatever was joined first; a good choice only saves time.
"""

from itertools import pairwise

import numpy as np

from tournaments.pairing.aims import Numbers, Pair
from tournaments.pairing.blossom import Matcher, Neighbours
from tournaments.pairing.board import Board
from tournaments.pairing.line import Line, Reals, Words, distinct
from tournaments.pairing.line_gates import once_each, senders, tolled
from tournaments.pairing.line_outside import cheaper_outside
from tournaments.pairing.line_prices import giving_prices, rank_prices
from tournaments.pairing.prices import carried, cheapest

BAND = 6
"""So many places above and below are looked at first."""
WIDER = 4
"""So many times as many where these do not suffice."""
AROUND = 6
"""So many on either side of the one that a place would meet if nobody were forbidden, of those it may best meet."""
JOINED = 7
"""The cheapest of these are joined."""
ACROSS = 4
"""So many on either side of where the points change."""
NEXT = 3
"""So many below are always joined: odd cycles need edges that are not among the cheapest."""
MORE = 4
"""So many more of those that turn out cheaper are joined to a place at once."""
PASSES = 10
NEVER = 2.0**120
"""Dearer than anything."""


def best_of_all(board: Board, seed: int) -> list[Pair] | None:
    """The best round without a meeting again and without an unfair bye, as places; None when there is none.

    Who sits out is the hardest aim, so it is decided first: the lowest with whom the others can be matched.
    Raises OverflowError where costs do not fit two machine words (gaps of hundreds of thousands of points).
    """
    places = np.arange(len(board.entries))
    if board.bye is None:
        found = search(Line.of(board, places, seed))
        return None if found is None else found[0]
    byes = np.array(board.past.byes)
    for idle in np.flatnonzero(byes == byes.min())[::-1].tolist():
        playing = np.delete(places, idle)
        found = search(Line.of(board, playing, seed))
        if found is not None:
            numbers = playing.tolist()
            return sorted([*((numbers[i], numbers[j]) for i, j in found[0]), (idle, board.bye)])
    return None


def search(line: Line) -> tuple[list[Pair], Numbers] | None:
    """The best pairs of a line, sorted, and codes of the twos they were found among; None when there are none."""
    start, codes = _first_choice(line)
    band, gates = BAND, True
    while True:
        priced, prices, matcher = _matched(line, codes, start, gates=gates)
        if matcher is not None:
            more = _cheapest_of_each(line, *cheaper_outside(priced, codes, prices, matcher))
            if not len(more) and once_each(priced, matcher.mate):
                return [(i, j) for i, j in enumerate(matcher.mate) if i < j], codes
            gates = gates and len(more) > 0
        elif band < line.count:
            band *= WIDER
            more = _band(line, band)
        else:
            return None
        codes = distinct(np.concatenate((codes, more)))


def _band(line: Line, width: int) -> Numbers:
    """Codes of the legal twos that are no more than so many places apart."""
    first = np.arange(line.count)[:, None]
    second = first + np.arange(1, min(width, line.count - 1) + 1)
    first, second = np.broadcast_arrays(first, np.minimum(second, line.count - 1))
    legal = ~line.met[first, second]
    return line.codes(first[legal], second[legal])


def _first_choice(line: Line) -> tuple[Words, Numbers]:
    """Prices to begin with, and codes of the twos that are joined first."""
    middle, giving = giving_prices(line.soft.points, line.soft.giving)
    side = np.sign(line.soft.giving - middle)
    rank, around = rank_prices(line.soft.points, side, senders(line, side, giving), AROUND)
    prices = Words(giving, np.rint(rank * line.rank_unit).astype(np.int64))
    place = np.arange(line.count)[:, None]
    near = place + np.concatenate((np.arange(-BAND, 0), np.arange(1, BAND + 1)))
    around[abs(around - place) <= BAND] = -1
    others = np.concatenate((near, around), axis=1)
    outside = (others < 0) | (others >= line.count)
    others[outside] = 0
    high, low = line.by_aims(place, others, prices)
    slack = np.where(outside | line.met[place, others], NEVER, high * 2.0**line.bits + low)
    columns = np.argpartition(slack, JOINED - 1, axis=1)[:, :JOINED]
    others, slack = np.take_along_axis(others, columns, 1), np.take_along_axis(slack, columns, 1)
    balanced = _balanced(others, slack)
    high = np.floor(balanced / 2.0**line.bits)
    low = np.rint(balanced - high * 2.0**line.bits)
    prices = Words(prices.high + high.astype(np.int64), prices.low + low.astype(np.int64))
    first, column = np.nonzero(slack < NEVER)
    joined = line.codes(first, others[first, column])
    return prices, distinct(np.concatenate((joined, _between_groups(line, side), _band(line, NEXT))))


def _between_groups(line: Line, side: Numbers) -> Numbers:
    """Codes of legal twos close to where the points change: an odd group must send somebody across.

    Whoever is there, and those on different sides of who gives first: they are the cheapest to send.
    """
    ends = (np.flatnonzero(np.diff(line.soft.points)) + 1)[:, None, None]
    everybody, below, above = np.arange(line.count), np.flatnonzero(side <= 0), np.flatnonzero(side >= 0)
    codes = []
    for upper, lower in ((everybody, everybody), (below, above), (above, below)):
        first = upper[np.maximum(np.searchsorted(upper, ends) - np.arange(1, ACROSS + 1)[:, None], 0)]
        second = lower[np.minimum(np.searchsorted(lower, ends) + np.arange(ACROSS), len(lower) - 1)]
        first, second = np.broadcast_arrays(first, second)
        legal = ~line.met[first, second]
        codes.append(line.codes(first[legal], second[legal]))
    return np.concatenate(codes)


def _balanced(others: Numbers, slack: Reals) -> Reals:
    """A price of each place half way between its cheapest and second cheapest edge, less the other end's price.

    All places move at once, some times. Not the best prices, but no search is needed.
    """
    prices = np.where(slack < NEVER, slack, 0).min(axis=1) / 2
    for _ in range(PASSES):
        two = np.partition(slack - prices[others], 1, axis=1)
        prices = np.where(two[:, 1] < NEVER / 2, (two[:, 0] + two[:, 1]) / 2, prices)
    return prices


def _matched(line: Line, codes: Numbers, prices: Words, *, gates: bool) -> tuple[Line, Words, Matcher | None]:
    """The cheapest matching of these twos, None when they cannot match all; and the prices that prove it.

    Before them the line by whose costs they do: with tolls if `gates` are looked at and there are any.
    """
    first, second = codes // line.count, codes % line.count
    pairs = np.column_stack((first, second))
    high, low = cheapest(line.count, pairs, *carried(*line.slack(first, second, prices), line.bits))
    odd = (high & 1) << line.bits
    prices = Words(*carried(prices.high + (high >> 1), prices.low + ((low + odd) >> 1), line.bits))
    slack = line.slack(first, second, prices)
    if gates:
        line = tolled(line, first, second, slack)
        back = line.given_back(first, second)
        slack = Words(slack.high - back.high, slack.low - back.low)
    matcher = Matcher(_neighbours(line, first, second, slack))
    found = matcher.solve()
    gained = line.words(matcher.price)
    prices = Words(*carried(prices.high + gained.high, prices.low + gained.low, line.bits))
    return line, prices, matcher if found else None


def _neighbours(line: Line, first: Numbers, second: Numbers, costs: Words) -> Neighbours:
    here, there = np.concatenate((first, second)), np.concatenate((second, first))
    order = np.argsort(here.astype(np.min_scalar_type(line.count)), kind="stable")  # short ones are sorted by digits
    edges = order % max(len(first), 1)
    others, weights = there[order].tolist(), line.numbers(Words(costs.high[edges], costs.low[edges]))
    bounds = [0, *np.cumsum(np.bincount(here, minlength=line.count)).tolist()]
    return [(others[begin:end], weights[begin:end]) for begin, end in pairwise(bounds)]


def _cheapest_of_each(line: Line, codes: Numbers, slack: Reals) -> Numbers:
    """The few cheapest edges of each place."""
    order = np.argsort(slack)
    codes = codes[order]
    ends = np.concatenate((codes // line.count, codes % line.count))
    by_end = np.argsort(ends, kind="stable")
    degrees = np.bincount(ends, minlength=line.count)
    number = np.arange(len(ends)) - np.repeat(np.cumsum(degrees) - degrees, degrees)
    return codes[by_end[number < MORE] % max(len(codes), 1)]
