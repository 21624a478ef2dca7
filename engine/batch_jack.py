"""Kings that demand jacks, in thousands of deals at once (7.8).

Where a call is open, deals take turns to make it (every second, every third one), beginning at a random place.
"""

from random import Random

from engine.batch_cards import RANK, RANK_PLANES, Hand
from engine.batch_trick import SEATS, Led, Played
from engine.cards import Figure
from engine.planes import Number, Plane, chosen, is_value, joined, kept, nought, turns
from engine.rulesets import JackFigure, JackSameHand, JackTrigger, RuleSet

_KING = Figure.RETG.rank + 1  # ranks are counted from 1


class JackDemands:
    """The demands of a batch; it remembers which suits have been led."""

    def __init__(self, rng: Random, rules: RuleSet, deals: int) -> None:
        self.rng, self.rules, self.deals = rng, rules, deals
        self.all = (1 << deals) - 1
        self.led_before = [0] * 4

    def settle(self, led: Led, played: Played, excess: list[Number], hands: list[Hand]) -> Plane:
        """Put jacks into the trick, and what comes back for them into the hands; return where there is one.

        `excess` of the cards of the trick, by seat, is changed where a queen or knight is taken back.
        """
        asked = self._first_time(led)
        by = led.by if self.rules.jack_trigger is JackTrigger.KING_LED else played.follows
        ranks = [card[RANK] for card in played.cards]
        king_of = [is_value(ranks[seat][:4], _KING, self.all) & by[seat] & asked for seat in SEATS]
        kings = king_of[0] | king_of[1] | king_of[2] | king_of[3]
        of_suit = [plane & asked for plane in played.follows]
        empty = [
            plane & (self.all ^ (one | two | four)) for plane, (one, two, four) in zip(of_suit, excess, strict=True)
        ]
        for_empty, for_figure, for_own = self._calls()
        given = 0
        for seat in SEATS:
            slots, has = self._jacks(hands[seat], kings, led)
            others = has & (self.all ^ king_of[seat])
            figure = others & of_suit[seat] & (self.all ^ empty[seat]) & for_figure
            back = (others & empty[seat] & for_empty) | figure
            taken, rank = self._empty_of_others(seat, has & king_of[seat] & for_own, empty, ranks)
            rank = joined(rank, kept(ranks[seat], back))
            _take_back(hands[seat], slots, back | taken, rank)
            excess[seat] = kept(excess[seat], self.all ^ figure)
            given |= back | taken
        return given

    def _calls(self) -> tuple[Plane, Plane, Plane]:
        """Return where there is a call that counts: for an empty, for a figure, and for one's own jack."""
        silent, buob, _ = self.rng.sample(turns(self.deals, 3), 3)
        half = self.rng.choice(turns(self.deals, 2))
        if self.rules.jack_figure is JackFigure.TWO_CALLS:
            return self.all ^ silent, buob, half
        return half, 0, half

    def _first_time(self, led: Led) -> Plane:
        """Return where the trick is of a plain suit that may demand a jack, and note the suit as led."""
        asked = 0
        for suit in range(4):
            of_suit = is_value(led.suit, suit, self.all)
            if self.rules.jack_first_time_only:
                asked |= of_suit & (self.all ^ self.led_before[suit])
                self.led_before[suit] |= of_suit
            else:
                asked |= of_suit
        return asked

    def _jacks(self, hand: Hand, where: Plane, led: Led) -> tuple[list[Plane], Plane]:
        """Return in which slots a seat holds the jack of the suit led, and where it does, in these deals only."""
        s4, s5, _ = led.suit
        slots, has = [], 0
        for c0, c1, c2, c3, c4, c5, c6 in hand:
            jack = where & c3 & c1 & c0  # of the ranks up to 14, the jack's is 11
            jack &= self.all ^ (c2 | c6 | (c4 ^ s4) | (c5 ^ s5))
            slots.append(jack)
            has |= jack
        return slots, has

    def _empty_of_others(
        self, seat: int, where: Plane, empty: list[Plane], ranks: list[Number]
    ) -> tuple[Plane, Number]:
        """King and jack in one hand: take an empty of another player. Return where there is one, and its rank."""
        rank = nought(RANK_PLANES)
        if self.rules.jack_same_hand is JackSameHand.OFF:
            return 0, rank
        left = where
        for other in self.rng.sample([other for other in SEATS if other != seat], 3):
            gives = left & empty[other]
            left ^= gives
            rank = joined(rank, kept(ranks[other], gives))
        return where ^ left, rank


def _take_back(hand: Hand, slots: list[Plane], where: Plane, rank: Number) -> None:
    """Put a card of this rank in the jack's place; the suit is the same."""
    for card, jack in zip(hand, slots, strict=True):
        changed = jack & where
        if changed:
            card[RANK] = chosen(card[RANK], rank, changed)
