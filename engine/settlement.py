"""The end of a deal: the Fool's owner, the piles, the points (rules, 7.5 to 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.cards import NARR, Card
from engine.cardset import EMPTY, CardSet
from engine.counting import pile_points
from engine.rulesets import FoolNoEmpty, RuleSet, ScartOnMatch
from engine.seats import Seat
from engine.trick import Trick


class FoolEnd(Enum):
    """What became of the Fool."""

    KEPT = "kept"  # his party won the trick he was played to
    GIVES = "gives"  # he came back for an empty
    WAIVED = "waived"  # he came back for nothing, as there was no empty
    LOST = "lost"  # he stays with the winner of his trick


@dataclass(frozen=True, slots=True)
class FoolFate:
    """What became of the Fool, who had played him, and the empty given for him."""

    end: FoolEnd
    owner: Seat
    empty: Card | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """What a party has at the end: tricks, cards (with the scart, after the Fool's exchange), points in units."""

    tricks: int
    cards: CardSet
    points: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The piles by party number, the Fool's fate, and which party made a match, if any."""

    piles: tuple[Pile, ...]
    fool: FoolFate
    match: int | None

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each party, in units of the rule set."""
        return tuple(pile.points for pile in self.piles)


def settle(
    rules: RuleSet, dealer: Seat, tricks: Sequence[Trick], scart: CardSet, empty: Card | None = None
) -> Settlement:
    """Settle a deal whose tricks are all played.

    `empty` is the card given for the Fool; without it the one with the lowest index is taken. Which one it is does not
    change the points (7.5).
    """
    won = [0] * rules.parties
    cards = [EMPTY] * rules.parties
    for trick in tricks:
        party = rules.party_of(trick.winner)
        won[party] += 1
        cards[party] |= trick.cards
    match = won.index(rules.cards_each) if rules.cards_each in won else None
    scart_party = rules.party_of(dealer)
    if match is not None and rules.scart_on_match is ScartOnMatch.TO_WINNER:
        scart_party = match
    cards[scart_party] |= scart
    fate = _fool_fate(rules, tricks, won, cards, empty)
    if fate.end in {FoolEnd.GIVES, FoolEnd.WAIVED}:
        _bring_fool_home(rules, fate, cards)
    piles = tuple(
        Pile(won[party], cards[party], _points(rules, won[party], cards[party], with_scart=party == scart_party))
        for party in range(rules.parties)
    )
    return Settlement(piles, fate, match)


def _points(rules: RuleSet, tricks: int, cards: CardSet, *, with_scart: bool) -> int:
    bonus = rules.match_bonus if tricks == rules.cards_each else 0
    return pile_points(cards, tricks, rules, with_scart=with_scart) + bonus


def _fool_fate(
    rules: RuleSet, tricks: Sequence[Trick], won: Sequence[int], cards: Sequence[CardSet], empty: Card | None
) -> FoolFate:
    trick = next(trick for trick in tricks if NARR in trick.plays)
    owner = trick.player_of(NARR)
    party = rules.party_of(owner)
    if rules.party_of(trick.winner) == party:
        return FoolFate(FoolEnd.KEPT, owner)
    empties = cards[party].empties
    if not won[party] or (not empties and rules.fool_no_empty is FoolNoEmpty.LOSE):
        return FoolFate(FoolEnd.LOST, owner)
    if not empties:
        return FoolFate(FoolEnd.WAIVED, owner)
    return FoolFate(FoolEnd.GIVES, owner, empty if empty is not None and empty in empties else empties.lowest)


def _bring_fool_home(rules: RuleSet, fate: FoolFate, cards: list[CardSet]) -> None:
    """Move the Fool to his owner's pile, and the empty given for him to the pile the Fool comes from."""
    home = rules.party_of(fate.owner)
    away = next(party for party, pile in enumerate(cards) if NARR in pile)
    cards[away] = cards[away].without(NARR)
    cards[home] = cards[home].with_card(NARR)
    if fate.empty is not None:
        cards[home] = cards[home].without(fate.empty)
        cards[away] = cards[away].with_card(fate.empty)
