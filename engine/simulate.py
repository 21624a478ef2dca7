"""Simulated deals and tables for demos, rehearsals and load tests: legal play, chance from the caller's generator."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.cards import Card
from engine.deal import FULL_MODE, Deal, allowed_modes, prepared_pack
from engine.hand_state import HandState, Phase, apply, redeal, start
from engine.players import Player, random_player, view_of
from engine.playout import play_out
from engine.rulesets import SURSELVA, RuleSet
from engine.seats import Seat, Side

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


def play_deal(rng: Random, deal: Deal, players: tuple[Player, ...] = ()) -> HandState:
    """Play a deal to its end, through all new deals after cancelled ones.

    `players` are by seat number; without them everybody plays at random.
    """
    at_seat = players or (random_player,) * deal.rules.players
    state = start(deal)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.CANCELLED:
            state = redeal(state, prepared_pack(rng, deal.rules, state.deal.pack))
        else:
            state = apply(state, at_seat[state.turn.number](view_of(state), rng))
    return state


def gathered_pack(state: HandState) -> tuple[Card, ...]:
    """Return the pack as it is gathered after a deal: the tricks of each party on a pile, then the scart."""
    rules = state.deal.rules
    piles = sorted(state.tricks, key=lambda trick: rules.party_of(trick.winner))
    return (*(card for trick in piles for card in trick.in_order), *state.scart)


def play_deals(
    rng: Random, count: int, rules: RuleSet = SURSELVA, players: tuple[Player, ...] = ()
) -> Iterator[HandState]:
    """Play so many deals, in rounds of one deal for each dealer; where packs are only cut, tricks stay together.

    The side that is behind asks for fewer packets as soon as it may, as few as chance says (4).
    """
    gathered: tuple[Card, ...] = ()
    totals = [0, 0]
    for number in range(count):
        dealer = rules.seats[number % rules.players]
        if dealer is Seat.S0:
            totals = [0, 0]
        mode = rng.choice(allowed_modes(rules, min(totals))) if rules.players == 4 else FULL_MODE
        pack = prepared_pack(rng, rules, gathered)
        state = play_deal(rng, Deal(rules, dealer, pack, mode), players)
        gathered = gathered_pack(state)
        if rules.parties == 2:
            points = state.settlement.points
            totals = [total + own - sum(points) // 2 for total, own in zip(totals, points, strict=True)]
        yield state
