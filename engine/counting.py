"""Counting a pile (rules, paragraph 2).

A group with n counting cards of values summing to s is worth s - n + 1 (1 for n = 0). Over a pile this is the sum of
the cards' excess plus the number of groups, however the pile is cut into groups. Points are card points; with five
players they are thirds of a card point (`RuleSet.unit`), so that they stay whole numbers.
"""

from dataclasses import dataclass

from engine.cardset import CardSet
from engine.errors import Code, EngineError
from engine.rulesets import SURSELVA, RuleSet

TOTAL_CARD_POINTS = SURSELVA.total
MIDLINE = TOTAL_CARD_POINTS // 2
TRICKS = SURSELVA.cards_each


@dataclass(frozen=True, slots=True)
class Count:
    """A counted pile: points (in units of the rule set), cards, groups."""

    points: int
    cards: int
    groups: int


def pile_points(pile: CardSet, tricks: int, rules: RuleSet = SURSELVA, *, with_scart: bool) -> int:
    """Return the worth of a pile of so many tricks, in units; groups are counted by tricks (7.7)."""
    groups = rules.trick_units(tricks) + (rules.scart_units if with_scart else 0)
    return rules.unit * pile.excess + groups


def group_size(rules: RuleSet) -> int:
    """Return how many cards make a group: 4, 3 with three and five players, 5 or as chosen by the options of 9."""
    if rules.players == 6:
        return rules.six_group
    return {3: 3, 4: 4, 5: 3 if rules.unit == 3 else 5}[rules.players]


def count_pile(pile: CardSet, rules: RuleSet = SURSELVA) -> Count:
    """Count a pile by its cards alone: as many groups as it has started, a last short one being the scart.

    With five players in exact thirds a group is three cards, and a remainder counts as thirds of a group.
    """
    groups = -(-len(pile) // group_size(rules))
    group_units = len(pile) if rules.unit == 3 else groups
    return Count(rules.unit * pile.excess + group_units, len(pile), groups)


def check_pile_size(pile: CardSet, rules: RuleSet = SURSELVA, *, tricks: int | None, dealer: bool | None) -> None:
    """Refuse a pile that cannot be one of so many tricks of that side (11.7).

    `None` means not known. The winner of a match also holds the other side's scart, so then the whole pack is right.
    Raises EngineError (TRICKS when the number cannot be, PILE with the sizes that would be right).
    """
    if tricks is not None and not 0 <= tricks <= rules.cards_each:
        raise EngineError(Code.TRICKS, tricks=tricks, most=rules.cards_each)
    possible = [tricks] if tricks is not None else range(rules.cards_each + 1)
    scarts = {True: [rules.scart_size], False: [0], None: sorted({0, rules.scart_size})}[dealer]
    sizes = {rules.players * number + scart for number in possible for scart in scarts}
    if rules.cards_each in possible:
        sizes.add(rules.players * rules.cards_each + rules.scart_size)
    if 0 in possible:
        sizes.add(0)
    if len(pile) not in sizes:
        nearest = sorted(sorted(sizes, key=lambda size: abs(size - len(pile)))[:2])
        raise EngineError(Code.PILE, cards=len(pile), possible=nearest)
