"""The checker's bounds for individuals who meet again: every round tried, prices added up, or cheapest seats counted.

Aims by their names in the certificate, hardest first. A bound holds for every round no worse in the harder aims. Shares
no code with what makes the bounds: prices are only believed when every table of four has been held against them.
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations

from tournaments.pairing.checker_recount import Counts, History
from tournaments.pairing.field import EntryId, Field, Proof

NAMES = ("repeats", "opponents_third", "opponents_again", "other_role")
LARGEST_TRIED = 12
LARGEST_PRICED = 40
UNIT = 1_000_000

type Costs = tuple[int, ...]
type Two = tuple[int, int]


class Meetings:
    """A round of individuals, as places in the order of the field, with what it costs in each aim."""

    def __init__(self, field: Field, history: History, counted: Counts) -> None:
        self.ids: list[EntryId] = [entry.id for entry in field.entries]
        self.history = history
        self.byes = [history.byes.get(each, 0) for each in self.ids]
        self.idle = len(self.ids) % 4
        self.second_byes = counted.second_byes
        self.reached = tuple(getattr(counted, name) or 0 for name in NAMES)

    def proven(self, name: str, proofs: Sequence[Proof]) -> int:
        """The best bound for this aim that can be proved here."""
        at = NAMES.index(name)
        if not self.reached[at]:
            return 0
        size = len(self.ids)
        bounds = [self._by_prices(at, prices) for of, prices in proofs if of == name and size <= LARGEST_PRICED]
        if size <= LARGEST_TRIED:
            bounds.append(self._by_trying(at))
        elif size > LARGEST_PRICED:
            bounds.append(self._by_seats(at))
        return max(bounds, default=0)

    # What two people, and four, cost ------------------------------------------------------------------------------

    def _two(self, one: EntryId, other: EntryId) -> tuple[Costs, Costs]:
        """What two cost as partners, and as opponents."""
        two = frozenset((one, other))
        met, paired = len(self.history.opponents.get(two, ())), len(self.history.partners.get(two, ()))
        return (int(paired > 0), 0, 0, int(met > 0)), (0, int(met > 1), int(met > 0), int(paired > 0))

    @cached_property
    def _twos(self) -> dict[Two, tuple[Costs, Costs]]:
        return {(i, j): self._two(self.ids[i], self.ids[j]) for i, j in combinations(range(len(self.ids)), 2)}

    def _ways(self, four: Sequence[int]) -> Iterator[Costs]:
        """What four places (in order) cost for each of the three ways to make sides."""
        i, j, k, m = four
        twos = self._twos
        for one, other, rest in (
            ((i, j), (k, m), ((i, k), (i, m), (j, k), (j, m))),
            ((i, k), (j, m), ((i, j), (i, m), (j, k), (k, m))),
            ((i, m), (j, k), ((i, j), (i, k), (j, m), (k, m))),
        ):
            costs = (twos[one][0], twos[other][0], *(twos[two][1] for two in rest))
            yield tuple(map(sum, zip(*costs, strict=True)))

    # Every round --------------------------------------------------------------------------------------------------

    @cached_property
    def _best(self) -> Costs:
        """The best round there is: partners, sit-outs too early, then the other aims."""

        @cache
        def cheapest(people: tuple[int, ...]) -> Costs:
            if not people:
                return (0,) * len(NAMES)
            return min(
                added(min(self._ways((people[0], *mates))), cheapest(tuple(sorted({*people[1:]} - {*mates}))))
                for mates in combinations(people[1:], 3)
            )

        fair = sum(sorted(self.byes)[: self.idle])
        everybody = range(len(self.ids))
        found = []
        for out in combinations(everybody, self.idle):
            partners, *others = cheapest(tuple(place for place in everybody if place not in out))
            found.append((partners, sum(self.byes[place] for place in out) - fair, *others))
        return min(found)

    def _by_trying(self, at: int) -> int:
        """The fewest of the best round, where this round is as good as that in all harder aims."""
        here = (self.reached[0], self.second_byes, *self.reached[1:])
        return self._best[at + 1] if here[: at + 1] == self._best[: at + 1] else 0

    # Prices -------------------------------------------------------------------------------------------------------

    def _by_prices(self, at: int, prices: Sequence[int]) -> int:
        """What these prices prove; 0 where a table costs less than they say."""
        size = len(self.ids)
        people, limits = prices[:size], prices[size:]
        if len(prices) != size + at or min(limits, default=0) < 0:
            return 0
        gone, may = self._sit_outs()
        for four in combinations([place for place in range(size) if place not in gone], 4):
            worth = people[four[0]] + people[four[1]] + people[four[2]] + people[four[3]]
            if worth > 0 and not all(self._covers(way, at, limits, worth) for way in self._ways(four)):
                return 0
        dearest = sorted((people[place] for place in may), reverse=True)[: self.idle - len(gone)]
        given = sum(price * most for price, most in zip(limits, self.reached, strict=False))
        playing = sum(price for place, price in enumerate(people) if place not in gone)
        return max(0, -((sum(dearest) + given - playing) // UNIT))

    def _covers(self, way: Costs, at: int, limits: Sequence[int], worth: int) -> bool:
        """Whether a table costs as much as its people are worth, or cannot stand in a round as good as this one."""
        if any(way[harder] > self.reached[harder] for harder in range(at)):
            return True
        spent = sum(price * way[harder] for harder, price in enumerate(limits))
        return UNIT * way[at] + spent >= worth

    def _sit_outs(self) -> tuple[set[int], set[int]]:
        """Who sits out in every round as fair as this one, and who may."""
        if self.second_byes or not self.idle:
            return set(), set(range(len(self.ids))) if self.idle else set()
        last = sorted(self.byes)[self.idle - 1]
        return (
            {place for place, times in enumerate(self.byes) if times < last},
            {place for place, times in enumerate(self.byes) if times == last},
        )

    # Cheapest seats -----------------------------------------------------------------------------------------------

    def _by_seats(self, at: int) -> int:
        """Everybody's cheapest partner and two cheapest opponents, counted for both of every two."""
        mates: dict[EntryId, set[EntryId]] = {each: set() for each in self.ids}
        for two in (*self.history.partners, *self.history.opponents):
            one, other = two
            if one in mates and other in mates:
                mates[one].add(other)
                mates[other].add(one)
        costs = sorted(self._cheapest(at, each, mates[each]) for each in self.ids)
        return -(-sum(costs[: len(costs) - self.idle]) // 2)

    def _cheapest(self, at: int, one: EntryId, met: set[EntryId]) -> int:
        strangers = len(self.ids) - 1 - len(met)
        free, total = range(at), 0
        for role, seats in ((0, 1), (1, 2)):
            costs = [self._two(one, other)[role] for other in met]
            open_ = [cost[at] for cost in costs if not any(cost[h] and not self.reached[h] for h in free)]
            cheapest = sorted([*([0] * min(strangers, seats)), *open_])[:seats]
            total += sum(cheapest) if len(cheapest) == seats else 0
        return total


def added(one: Costs, other: Costs) -> Costs:
    return tuple(map(sum, zip(one, other, strict=True)))
