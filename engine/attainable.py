"""Which results a deal can end with (rules, paragraph 10), found by construction.

A pile is described by how many honours, queens, knights, jacks and empties it holds. For every number of tricks the
module goes through all piles of the right size, keeps those that the scart rule and the Fool's exchange allow, and
collects their points. That every value also occurs in legal play is proved by the witness deals of the tests.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from engine.cards import COUNTING_CARDS, HONOURS, PACK_SIZE
from engine.errors import Code, EngineError
from engine.rulesets import SURSELVA, FoolNoEmpty, RuleSet, ScartOnMatch
from engine.seats import Side

_COUNTING = len(COUNTING_CARDS)
_EMPTIES = PACK_SIZE - _COUNTING


@dataclass(frozen=True, slots=True)
class Attainable:
    """The points one party can have after a deal, in units of the rule set (`unit` units are one card point)."""

    dealer: frozenset[int]
    other: frozenset[int]
    unit: int = 1


@dataclass(frozen=True, slots=True)
class _Kind:
    """A pile by its number of honours and counting cards; `excess` in card points."""

    honours: int
    counting: int
    excess: int


def _kinds() -> Iterator[_Kind]:
    for honours, queens, knights, jacks in product(range(len(HONOURS) + 1), range(5), range(5), range(5)):
        yield _Kind(honours, honours + queens + knights + jacks, 4 * honours + 3 * queens + 2 * knights + jacks)


@cache
def _all_kinds() -> frozenset[_Kind]:
    return frozenset(_kinds())


def _fits(kind: _Kind, size: int) -> bool:
    """Whether a pile of this many cards can hold exactly these counting cards."""
    return kind.counting <= size and size - kind.counting <= _EMPTIES


def _scart_fits(honours: int, size: int, scart: int, *, exchanged: bool) -> bool:
    """Whether a pile can contain a legal scart: no honours in it.

    If the Fool was exchanged and the pile has it, one of the scart's empties may have gone over for it (7.5).
    """
    return size - honours >= scart - (1 if exchanged and scart and honours else 0)


def _excesses(rules: RuleSet, tricks: int, *, dealer: bool) -> frozenset[int]:
    """Excess sums, in card points, of all piles with 1 to all-but-one tricks."""
    scart = rules.scart_size if dealer else 0
    other_scart = rules.scart_size - scart
    size = rules.players * tricks + scart

    def possible(kind: _Kind, size: int, *, exchanged: bool) -> bool:
        rest = PACK_SIZE - size
        return (
            _fits(kind, size)
            and _scart_fits(kind.honours, size, scart, exchanged=exchanged)
            and _scart_fits(len(HONOURS) - kind.honours, rest, other_scart, exchanged=exchanged)
        )

    found = {kind.excess for kind in _all_kinds() if possible(kind, size, exchanged=True)}
    if rules.fool_no_empty is FoolNoEmpty.WAIVE:
        # our Fool stays although we have no empty: one card more, and every card counts
        ours = (kind for kind in _all_kinds() if kind.honours and kind.counting == size + 1)
        found |= {kind.excess for kind in ours if possible(kind, size + 1, exchanged=False)}
        # their Fool stays although they have no empty: one card less, and every card of the others counts
        theirs = (kind for kind in _all_kinds() if kind.honours < len(HONOURS) and kind.counting == size - 1 - _EMPTIES)
        found |= {kind.excess for kind in theirs if possible(kind, size - 1, exchanged=False)}
    return frozenset(found)


@cache
def points_by_tricks(rules: RuleSet = SURSELVA, *, dealer: bool) -> dict[int, frozenset[int]]:
    """Return, for each number of tricks, the points a party can have, in units. Includes the matches."""
    scart = rules.scart_units if dealer else 0
    found = {
        tricks: frozenset(
            rules.unit * excess + rules.trick_units(tricks) + scart
            for excess in _excesses(rules, tricks, dealer=dealer)
        )
        for tricks in range(1, rules.cards_each)
    }
    found[0] = _without_tricks(rules, dealer=dealer)
    found[rules.cards_each] = _with_all_tricks(rules, dealer=dealer)
    return found


def _scart_points(rules: RuleSet) -> frozenset[int]:
    """Points of the scart alone, in units: no honours in it."""
    kinds = (kind for kind in _all_kinds() if not kind.honours and _fits(kind, rules.scart_size))
    return frozenset(rules.unit * kind.excess + rules.scart_units for kind in kinds)


def _without_tricks(rules: RuleSet, *, dealer: bool) -> frozenset[int]:
    """A party without a trick has lost its Fool (7.6) and has nothing, but a dealer's scart.

    The scart goes to the winner of a match (8); with more than two parties a trickless dealer need not have met one.
    """
    if not dealer or not rules.scart_size:
        return frozenset({0})
    if rules.parties == 2:
        return _scart_points(rules) if rules.scart_on_match is ScartOnMatch.STAYS else frozenset({0})
    match = frozenset() if rules.scart_on_match is ScartOnMatch.STAYS else frozenset({0})
    return _scart_points(rules) | match


def _with_all_tricks(rules: RuleSet, *, dealer: bool) -> frozenset[int]:
    """A match: everything, unless the dealer's scart stays with a losing dealer."""
    if dealer or rules.scart_on_match is ScartOnMatch.TO_WINNER or not rules.scart_size:
        return frozenset({rules.total})
    return frozenset(rules.total - points for points in _scart_points(rules))


@cache
def attainable(rules: RuleSet = SURSELVA) -> Attainable:
    """Return all points the dealer's party and any other party can have after one deal, in units.

    With six players there is no scart, so both sets are equal.
    """
    return Attainable(
        dealer=frozenset().union(*points_by_tricks(rules, dealer=True).values()),
        other=frozenset().union(*points_by_tricks(rules, dealer=False).values()),
        unit=rules.unit,
    )


def impossible_deals(points_a: Sequence[int], first_dealer: Side) -> list[int]:
    """Return the numbers (from 1) of the deals of a table that cannot have ended so; the sides deal in turn (3.4).

    `points_a` are side A's card points by the default rules with four players.
    """
    sets = attainable()
    own, other = (sets.dealer, sets.other) if first_dealer is Side.A else (sets.other, sets.dealer)
    return [number for number, points in enumerate(points_a, start=1) if points not in (own if number % 2 else other)]


def is_attainable_triple(dealer: int, second: int, third: int, rules: RuleSet) -> bool:
    """Whether a three-player deal can end with these points (10): the three matches, or none of them.

    Without a match the dealer has at least the scart's point, nobody else more than 76, and not both others nothing.
    """
    if min(dealer, second, third) < 0 or dealer + second + third != rules.total:
        return False
    if rules.total in {dealer, second, third}:
        return True
    return dealer >= 1 and rules.total - 1 not in {second, third} and (second, third) != (0, 0)


def attainable_triples(rules: RuleSet) -> frozenset[tuple[int, int, int]]:
    """Return all results (dealer, next, last) of a three-player deal. Raises EngineError for other player counts."""
    if rules.players != 3:
        raise EngineError(Code.UNKNOWN_RULESET, ruleset=rules.name, players=rules.players)
    numbers = range(rules.total + 1)
    return frozenset(
        (dealer, second, rules.total - dealer - second)
        for dealer in numbers
        for second in numbers
        if is_attainable_triple(dealer, second, rules.total - dealer - second, rules)
    )
