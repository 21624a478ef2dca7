"""The fewest meetings that a round of individuals must repeat: bounds below which no round comes.

Aims in their order: repeated partners > sit-outs in turn > opponents a third time > opponents a second time > at one
table again in the other role. The bound of an aim holds for every round that is no worse in the harder ones:

* up to twelve people every round is tried;
* up to forty, prices prove it (`meeting_prices.py`), and the certificate keeps them;
* in larger fields everybody costs at least his cheapest seat, and every two are counted twice.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

import numpy as np

from tournaments.pairing.aims import Numbers
from tournaments.pairing.board import Board
from tournaments.pairing.field import EntryId, Proof
from tournaments.pairing.meeting_aims import AGAIN, OTHER_ROLE, REPEATS, THIRD, Aim, SitOuts, Twos, aims_of
from tournaments.pairing.meeting_prices import priced

LARGEST_TRIED = 12
LARGEST_PRICED = 40
MATES = 3
SPAN = 1 << 10
"""More than a dozen people can cost in one aim."""


def meeting_bounds(
    board: Board, reached: Mapping[str, int], second_byes: int, order: Sequence[EntryId]
) -> tuple[dict[str, int], tuple[Proof, ...]]:
    """The bound of each aim after the partners, by its name, and the prices behind it.

    `reached`: what the round costs, by the names of the certificate; `order`: of the people in the proofs.
    """
    found = {name: 0 for name in (THIRD, AGAIN, OTHER_ROLE) if name in reached}
    if not any(reached[name] for name in found) or strangers_left(board):
        return found, ()
    proofs: list[Proof] = []
    aims, sit_outs = aims_of(board, reached), SitOuts.of(board.past.byes, second_byes)
    tried = _tried(board, aims, second_byes) if len(board.entries) <= LARGEST_TRIED else {}
    place = {entry.id: at for at, entry in enumerate(board.entries)}
    for at, aim in enumerate(aims):
        if aim.name == REPEATS or not aim.reached:
            continue
        if aim.name in tried:
            found[aim.name] = tried[aim.name]
        elif len(board.entries) > LARGEST_PRICED:
            found[aim.name] = cheapest_seats(aim, aims[:at], sit_outs)
        else:
            found[aim.name], prices = priced(aim, aims[:at], sit_outs)
            if found[aim.name]:
                people = tuple(prices[place[entry]] for entry in order)
                proofs.append((aim.name, (*people, *prices[len(order) :])))
    return found, tuple(proofs)


def strangers_left(board: Board) -> bool:
    """Whether everybody has a table's worth of people never met at one: then counting proves nothing above 0."""
    size = len(board.entries)
    if size <= LARGEST_PRICED:
        return False
    met = [0] * size
    for i, j in board.past.partners.keys() | board.past.opponents.keys():
        met[i] += 1
        met[j] += 1
    return size - 1 - max(met) >= MATES


def _tried(board: Board, aims: Sequence[Aim], second_byes: int) -> dict[str, int]:
    """The bounds of the aims as far as the round is the best in all harder ones, by trying every round."""
    fewest = _fewest(board.past.byes, aims)
    reached = (aims[0].reached, second_byes, *(aim.reached for aim in aims[1:]))
    return {aim.name: fewest[at] for at, aim in enumerate(aims[1:], 2) if reached[:at] == fewest[:at]}


def _fewest(byes: Sequence[int], aims: Sequence[Aim]) -> tuple[int, ...]:
    """What the best round costs: partners, sit-outs too early, then the other aims."""
    size, idle = len(byes), len(byes) % 4
    weights = [SPAN**at for at in reversed(range(len(aims) + 1))]
    fours = np.array(list(combinations(range(size), 4)), dtype=np.int64)
    costs = np.array([aim.of(fours) for aim in aims])
    folded = np.tensordot(np.array([weights[0], *weights[2:]]), costs, axes=1).min(axis=0).tolist()
    price: dict[tuple[int, ...], int] = dict(zip(map(tuple, fours.tolist()), folded, strict=True))

    @cache
    def cheapest(people: tuple[int, ...]) -> int:
        if not people:
            return 0
        first, *others = people
        tables = [(first, *mates) for mates in combinations(others, 3)]
        return min(price[table] + cheapest(tuple(each for each in people if each not in table)) for table in tables)

    in_turn = sum(sorted(byes)[:idle])
    total: int = min(
        weights[1] * (sum(byes[place] for place in out) - in_turn)
        + cheapest(tuple(place for place in range(size) if place not in out))
        for out in combinations(range(size), idle)
    )
    return tuple(total // weight % SPAN for weight in weights)


def cheapest_seats(aim: Aim, harder: Sequence[Aim], sit_outs: SitOuts) -> int:
    """Everybody's cheapest partner and two cheapest opponents, counted for both of every two."""
    costs = _cheapest(aim.partners, [each.partners for each in harder if not each.reached], 1)
    costs += _cheapest(aim.opponents, [each.opponents for each in harder if not each.reached], 2)
    spared = np.sort(costs)[len(costs) - len(costs) % 4 :].sum() if sit_outs.may or sit_outs.gone else 0
    return int(-((spared - costs.sum()) // 2))


def _cheapest(twos: Twos, spent: Sequence[Twos], seats: int) -> Numbers:
    """Of each place the cost of so many others, where what a harder aim forbids is dearer than all."""
    costs = twos.copy()
    for forbidden in spent:
        costs[forbidden > 0] = SPAN
    np.fill_diagonal(costs, SPAN)
    cheapest: Numbers = np.sort(costs, axis=1)[:, :seats].sum(axis=1)
    return np.where(cheapest >= SPAN, 0, cheapest)  # nobody is left for this place: it sits out, or nothing is known
