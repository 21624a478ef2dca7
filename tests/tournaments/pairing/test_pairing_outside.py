"""Every legal two that costs less than its prices is found, and no other."""

import random
from itertools import combinations

import numpy as np
import pytest

from tests.tournaments.pairing.test_pairing_large import history
from tournaments.pairing.blossom import Matcher
from tournaments.pairing.board import Method, board_of
from tournaments.pairing.line import Line, Words
from tournaments.pairing.line_gates import tolled
from tournaments.pairing.line_outside import cheaper_outside
from tournaments.pairing.prices import carried


def solved(line, joined, *, tolls):
    """The line, with tolls or without, the prices of the cheapest matching of these twos, and its matcher."""
    first, second = joined // line.count, joined % line.count
    start = Words(np.full(line.count, -np.ptp(line.soft.giving)), np.zeros(line.count, dtype=np.int64))
    if tolls:
        line = tolled(line, first, second, line.slack(first, second, start))
    costs = line.numbers(line.slack(first, second, start))
    around = [([], []) for _ in range(line.count)]
    for i, j, each in zip(first.tolist(), second.tolist(), costs, strict=True):
        for here, there in ((i, j), (j, i)):
            around[here][0].append(there)
            around[here][1].append(each)
    matcher = Matcher(around)
    assert matcher.solve()
    gained = line.words(matcher.price)
    return line, Words(*carried(start.high + gained.high, start.low + gained.low, line.bits)), matcher


def left_over(line, joined, prices, matcher):
    """Cost less prices plus worth of the blossoms around both of every legal two that is not joined, by code."""
    around = {}
    for order, shared in matcher.nests():
        for i, j in combinations(range(len(order)), 2):
            around[frozenset((order[i], order[j]))] = min(shared[i:j])
    found = {}
    for i, j in combinations(range(line.count), 2):
        code = i * line.count + j
        if not line.met[i, j] and code not in joined:
            (slack,) = line.numbers(line.slack(np.array([i]), np.array([j]), prices))
            found[code] = slack + around.get(frozenset((i, j)), 0)
    return found


@pytest.mark.parametrize("tolls", [False, True], ids=["plain", "with tolls"])
@pytest.mark.parametrize("method", list(Method), ids=[method.value for method in Method])
@pytest.mark.parametrize("seed", range(25))
def test_what_costs_less_than_its_prices_is_found(seed, method, tolls):
    size = random.Random(seed).choice([8, 16, 48, 90])
    line = Line.of(board_of(history(seed, size=size), seed, method), np.arange(size), seed)
    chance = random.Random(seed)
    legal = [(i, j) for i, j in combinations(range(size), 2) if not line.met[i, j]]
    near = [two for two in legal if two[1] - two[0] < 5]
    joined = np.array(sorted({i * size + j for i, j in near + chance.sample(legal, min(size, len(legal)))}))
    line, prices, matcher = solved(line, joined, tolls=tolls)

    codes, slack = cheaper_outside(line, joined, prices, matcher)

    left = left_over(line, set(joined.tolist()), prices, matcher)
    below = {code: rest for code, rest in left.items() if rest < 0}
    assert dict(zip(codes.tolist(), slack.tolist(), strict=True)) == pytest.approx(below)
