"""The ranking: a pure function of the facts and the rules, with the reason between two neighbours.

Equal on all keys share the rank and the next rank skips: 10, 8, 8, 7 gives 1, 2, 2, 4 (formats.md §4).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby, pairwise

from scoring.facts import Facts
from scoring.table_points import PointValues
from scoring.tiebreaks import DEFAULT_KEYS, RULES, Combine, Field, Key, KeyValue, meeting_points
from scoring.totals import Totals, add_up


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What a championship declares: the keys in order, points for winning, sum or mean, the lot's seed."""

    keys: tuple[Key, ...] = DEFAULT_KEYS
    values: PointValues = field(default_factory=PointValues)
    combine: Combine = Combine.SUM
    lot_seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow(Totals):
    """One ranked entry with its sums; `shared` when another entry has the same rank."""

    rank: int
    shared: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row stands above the next: the first key that differs, and the keys before it that do not.

    `above` and `below` are that key's values (for `direct`, the points from their own meetings; for
    `lot`, the numbers drawn). `equal` pairs each earlier key with the value both have, None for `direct`.
    """

    key: Key
    above: KeyValue
    below: KeyValue
    equal: tuple[tuple[Key, KeyValue | None], ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows in order of rank; inside a shared rank in the order of `Facts.entries`."""

    rows: tuple[StandingRow, ...]
    reasons: tuple[Reason | None, ...]
    """One for each row: why it stands above the next; None for the last and inside a shared rank."""

    def reason(self, index: int) -> Reason | None:
        """Why row `index` stands above row `index + 1`; None when they share the rank or none follows."""
        return self.reasons[index]

    @property
    def net(self) -> int:
        """Sum over the field: 0 as long as every table's two sides are ranked and no net was set by rule."""
        return sum(row.net for row in self.rows)

    @property
    def card_points(self) -> int:
        """Sum over the field: 288 a finished table, once for each ranked person or pair that sat there."""
        return sum(row.card_points for row in self.rows)


@dataclass(frozen=True, slots=True)
class _Cut:
    """The key that separates two neighbours, and its values on both sides."""

    key: Key
    above: KeyValue
    below: KeyValue


def rank(facts: Facts, rules: RankingRules | None = None) -> Standings:
    """Rank the entries of `facts`. Raises UnknownEntryError for a fact about somebody unknown."""
    rules = rules or RankingRules()
    totals = add_up(facts, rules.values)
    looked_at = Field(totals, rules.combine, rules.lot_seed)
    groups, cuts = _refine([totals.of[entry] for entry in facts.entries], rules.keys, looked_at)
    rows: list[StandingRow] = []
    reasons: list[Reason | None] = []
    for index, group in enumerate(groups):
        place, shared = len(rows) + 1, len(group) > 1
        rows.extend(_row(each, place, shared) for each in group)
        reasons.extend([None] * len(group))
        if index < len(cuts):
            reasons[-1] = _reason(cuts[index], group[-1], groups[index + 1][0], rules.keys, looked_at)
    return Standings(tuple(rows), tuple(reasons))


def _refine(entries: list[Totals], keys: Sequence[Key], looked_at: Field) -> tuple[list[list[Totals]], list[_Cut]]:
    """Split the field by one key after the other; `cuts[i]` lies between groups i and i + 1."""
    groups = [entries] if entries else []
    cuts: list[_Cut] = []
    for key in keys:
        refined: list[list[Totals]] = []
        refined_cuts: list[_Cut] = []
        for index, group in enumerate(groups):
            parts = _split(group, key, looked_at)
            refined.extend(part for _, part in parts)
            refined_cuts.extend(_Cut(key, above, below) for (above, _), (below, _) in pairwise(parts))
            refined_cuts.extend(cuts[index : index + 1])
        groups, cuts = refined, refined_cuts
    return groups, cuts


def _split(group: list[Totals], key: Key, looked_at: Field) -> list[tuple[KeyValue, list[Totals]]]:
    """The group in parts of equal value, highest value first; order inside a part is kept."""
    if len(group) == 1:
        return [(0, group)]
    values = RULES[key](group, looked_at)
    ordered = sorted(range(len(group)), key=lambda i: values[i], reverse=True)
    return [(value, [group[i] for i in indexes]) for value, indexes in groupby(ordered, key=lambda i: values[i])]


_FIELDS = tuple(each.name for each in fields(Totals))


def _row(totals: Totals, place: int, shared: bool) -> StandingRow:
    return StandingRow(rank=place, shared=shared, **{name: getattr(totals, name) for name in _FIELDS})


def _reason(cut: _Cut, above: Totals, below: Totals, keys: Sequence[Key], looked_at: Field) -> Reason:
    pair = (above, below)
    equal = tuple(
        (key, None if key is Key.DIRECT else RULES[key](pair, looked_at)[0]) for key in keys[: keys.index(cut.key)]
    )
    if cut.key is Key.DIRECT:
        points = meeting_points(pair, looked_at)
        return Reason(cut.key, points[0, 1], points[1, 0], equal)
    return Reason(cut.key, cut.above, cut.below, equal)
