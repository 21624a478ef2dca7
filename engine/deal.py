"""Preparing the pack, the packets, and when a deal may be given in fewer packets (rules, paragraph 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import PACK, Card
from engine.cardset import CardSet
from engine.errors import Code, EngineError
from engine.rulesets import DeckPrep, DeficitMeasure, DeficitScope, ExposeLast, RuleSet
from engine.seats import Seat

PACKETS: dict[int, dict[int, tuple[int, ...]]] = {
    3: {3: (8, 8, 9)},
    4: {3: (6, 6, 7), 2: (9, 10), 1: (19,)},
    5: {3: (5, 5, 5)},
    6: {3: (4, 4, 5)},
}
FULL_MODE = 3


def shuffled_pack(rng: Random) -> tuple[Card, ...]:
    """Return the pack in random order; the first card is dealt first."""
    return tuple(rng.sample(PACK, len(PACK)))


def cut_pack(rng: Random, pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pack cut once: its lower part on top. At least one card changes place."""
    at = rng.randrange(1, len(pack))
    return (*pack[at:], *pack[:at])


def prepared_pack(rng: Random, rules: RuleSet, gathered: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Return the pack ready to deal: shuffled, or only cut where that is the custom and cards were played before."""
    if rules.deck_prep is DeckPrep.CUT and gathered:
        return cut_pack(rng, gathered)
    return shuffled_pack(rng)


def packet_sizes(rules: RuleSet, mode: int = FULL_MODE) -> tuple[int, ...]:
    """Return how many cards a player gets in each packet; the dealer's last packet has the scart on top.

    Raises EngineError (DEAL_MODE) for a mode that so many players do not know.
    """
    sizes = PACKETS[rules.players].get(mode)
    if sizes is None:
        raise EngineError(Code.DEAL_MODE, mode=mode, rule="4", legal=sorted(PACKETS[rules.players]))
    return sizes


def allowed_modes(rules: RuleSet, round_total: int, session_total: int = 0) -> tuple[int, ...]:
    """Return the deal modes a side may ask for, by its running total before the deal (buns minus schliats).

    The other side's total is the same with the other sign, so the gap between them is twice as large.
    """
    total = round_total if rules.deficit_scope is DeficitScope.ROUND else session_total
    behind = -total if rules.deficit_measure is DeficitMeasure.OWN_TOTAL else -2 * total
    spare = 0 if rules.deficit_inclusive else 1
    modes = [FULL_MODE]
    if rules.players == 4 and behind >= rules.two_packets_from + spare:
        modes.append(2)
    if rules.players == 4 and behind >= rules.one_packet_from + spare:
        modes.append(1)
    return tuple(modes)


def check_mode(rules: RuleSet, mode: int, round_total: int, session_total: int = 0) -> None:
    """Refuse a deal mode to which the asking side is not entitled. Raises EngineError (DEAL_MODE)."""
    legal = allowed_modes(rules, round_total, session_total)
    if mode not in legal:
        raise EngineError(Code.DEAL_MODE, mode=mode, rule="4", legal=sorted(legal))


@dataclass(frozen=True, slots=True)
class Deal:
    """A prepared pack and who gives it in how many packets. The first card goes to the dealer's right."""

    rules: RuleSet
    dealer: Seat
    pack: tuple[Card, ...]
    mode: int = FULL_MODE

    @property
    def packets(self) -> int:
        """Number of packets."""
        return len(packet_sizes(self.rules, self.mode))

    @property
    def giving_order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they get cards, the dealer last."""
        players = self.rules.players
        return tuple(self.dealer.after(steps, players) for steps in range(1, players + 1))

    def packets_of(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """Return the cards of a seat, packet by packet, as they were given."""
        sizes = packet_sizes(self.rules, self.mode)
        place = self.giving_order.index(seat)
        packets, start = [], 0
        for number, size in enumerate(sizes, start=1):
            first = start + place * size
            scart = self.rules.scart_size if number == len(sizes) and seat is self.dealer else 0
            packets.append(self.pack[first : first + size + scart])
            start += size * self.rules.players
        return tuple(packets)

    def hands(self, packets: int) -> tuple[CardSet, ...]:
        """Return every seat's cards after so many packets."""
        return tuple(
            CardSet.of(card for packet in self.packets_of(seat)[:packets] for card in packet)
            for seat in self.rules.seats
        )

    @property
    def exposed(self) -> dict[Seat, Card]:
        """The last card of the last packet of those who lay it open (4)."""
        shown = {
            ExposeLast.NONE: (),
            ExposeLast.NON_DEALERS: self.giving_order[:-1],
            ExposeLast.ALL: self.giving_order,
        }[self.rules.expose_last]
        return {seat: self.packets_of(seat)[-1][-1] for seat in shown}


def pack_of_packets(dealer: Seat, hands: Sequence[Sequence[Sequence[Card]]]) -> tuple[Card, ...]:
    """Return the pack from which these packets were given: `hands[seat][packet]`, the inverse of `packets_of`."""
    players = len(hands)
    order = [dealer.after(steps, players).number for steps in range(1, players + 1)]
    return tuple(card for packet in range(len(hands[0])) for seat in order for card in hands[seat][packet])
