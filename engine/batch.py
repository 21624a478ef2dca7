"""Thousands of random deals at once: one bit of a big integer for each deal.

This is the fast and ugly way to do what `playout` does clearly: `engine.planes` explains how, `engine.batch_cards` how
chance comes in, `engine.batch_trick` and `engine.batch_jack` play. `playout` and `hand_state` are the oracles: a test
replays single deals card by card and compares the statistics. Only four players, and the options that the named rule
sets have.
"""

from random import Random

from engine.batch_cards import RANK, Slot, dealt_hands, excess_of, is_fool, is_trump, take_out
from engine.batch_jack import JackDemands
from engine.batch_trick import SEATS, played_trick, winners
from engine.errors import Code, EngineError
from engine.planes import Plane, added, as_bytes, constant, joined, kept
from engine.rulesets import SURSELVA, FirstLead, FoolNoEmpty, JackTakeback, RuleSet, ScartOnMatch

DEALS = 1 << 14
_POINT_PLANES = 7


class Batch:
    """Random deals by seat 0, all played out. `points` are those of the dealer's side, a byte for each deal."""

    def __init__(self, rng: Random, rules: RuleSet = SURSELVA, deals: int = DEALS) -> None:
        """Deal and play.

        Raises EngineError (UNKNOWN_RULESET) for rules that this module does not know.
        """
        _check_rules(rules)
        self.rng, self.rules, self.deals = rng, rules, deals
        self.all = (1 << deals) - 1
        self.hands = dealt_hands(rng, self.all)
        self.dealt = [[list(slot) for slot in hand] for hand in self.hands]
        self.played: list[list[Slot]] = []  # by trick and seat, before jacks were demanded
        self.score = [self.all]  # the scart is a group
        self.fool_ours = 0
        self.demands = JackDemands(rng, rules, deals)
        self.scart = [self._lay_away() for _ in range(rules.scart_size)]
        self.points = self._played_out()

    def _lay_away(self) -> Slot:
        """Take a card that is no honour from the dealer (6), and count it."""
        hand = self.hands[0]
        allowed = [self.all ^ (excess_of(card[RANK], is_trump(card), self.all)[2] | is_fool(card)) for card in hand]
        card = take_out(self.rng, hand, allowed, self.all)
        self.score = added(self.score, excess_of(card[RANK], is_trump(card), self.all), _POINT_PLANES)
        return card

    def _played_out(self) -> bytes:
        """Play all tricks; return the points."""
        leader = 1 if self.rules.first_lead is FirstLead.RIGHT_OF_DEALER else 0
        leads = [self.all if seat == leader else 0 for seat in SEATS]
        ours = theirs = 0
        for _ in range(self.rules.cards_each):
            leads = self._play_trick(leads)
            ours |= leads[0] | leads[2]
            theirs |= leads[1] | leads[3]
        return self._settled(ours, theirs)

    def _play_trick(self, leads: list[Plane]) -> list[Plane]:
        """Play one trick; `leads[seat]` tells where a seat leads. Return where each seat takes it."""
        led, trick = played_trick(self.rng, self.hands, leads, self.all)
        self.played.append(trick.cards)
        self.fool_ours |= is_fool(trick.cards[0]) | is_fool(trick.cards[2])
        wins = winners(led, trick, self.all)
        excess = [excess_of(trick.cards[seat][RANK], trick.trumps[seat], self.all) for seat in SEATS]
        jacks = self.demands.settle(led, trick, excess, self.hands)
        total = added(added(excess[0], excess[1], 4), added(excess[2], excess[3], 4), 5)
        total = added(added(total, [jacks], 5), [self.all], 5)  # a jack's excess is 1, and so is a group
        self.score = added(self.score, kept(total, wins[0] | wins[2]), _POINT_PLANES)
        return wins

    def _settled(self, ours: Plane, theirs: Plane) -> bytes:
        """Add the Fool (7.5), and give everything to the winner of a match (8)."""
        score = added(self.score, [0, 0, self.fool_ours], _POINT_PLANES)
        match = constant(self.rules.total, _POINT_PLANES, self.all ^ theirs)
        return as_bytes(joined(kept(score, ours & theirs), match), self.deals)


def _check_rules(rules: RuleSet) -> None:
    known = (4, FoolNoEmpty.WAIVE, JackTakeback.OWN_CARD, ScartOnMatch.TO_WINNER, 0)
    options = rules.players, rules.fool_no_empty, rules.jack_takeback, rules.scart_on_match, rules.match_bonus
    if options != known:
        raise EngineError(Code.UNKNOWN_RULESET, ruleset=rules.name)
