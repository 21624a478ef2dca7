"""A played deal as text, and back (docs/record-format.md has the grammar).

A record keeps what was seen at the table: the packets, the talk, the scart, the tricks with who took them, and the
count. It says nothing about whether all this was allowed: that is asked in `verify`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import Card
from engine.deal import Deal, pack_of_packets
from engine.hand_state import HandState
from engine.notation import card_code, cards_text
from engine.rulesets import RuleSet
from engine.seats import Seat
from engine.settlement import FoolFate, Pile
from engine.trick import Trick
from engine.tschintschar import Decision, Speech

Packets = tuple[tuple[Card, ...], ...]
FORMAT = "troccas-record 1"


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as written down. `hands[seat][packet]` are cards in the order dealt; `piles` are by party number."""

    rules: RuleSet
    dealer: Seat
    mode: int
    redeals: int
    hands: tuple[Packets, ...]
    talk: tuple[Speech, ...]
    scart: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    knocks: tuple[tuple[int, Seat], ...]
    fool: FoolFate
    piles: tuple[Pile, ...]

    @property
    def deal(self) -> Deal:
        """The deal as it was given. The packets must be complete."""
        return Deal(self.rules, self.dealer, pack_of_packets(self.dealer, self.hands), self.mode)


def record_of(state: HandState) -> Record:
    """Return the record of a deal that is played out. Raises EngineError (PHASE) otherwise."""
    deal, settlement = state.deal, state.settlement
    return Record(
        deal.rules,
        deal.dealer,
        deal.mode,
        state.redeals,
        tuple(deal.packets_of(seat) for seat in deal.rules.seats),
        state.talk,
        tuple(state.scart),
        state.tricks,
        state.knocks,
        settlement.fool,
        settlement.piles,
    )


def written(record: Record) -> str:
    """Return the record as text, ending in a line break. `record_reader.records` reads it back identically."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield FORMAT
    yield f"rules {record.rules.label}"
    yield f"dealer {record.dealer.number}"
    yield f"mode {record.mode}"
    yield f"redeals {record.redeals}"
    for number, packets in enumerate(record.hands):
        yield f"hand {number}: " + " | ".join(map(cards_text, packets))
    for packet in sorted({speech.packet for speech in record.talk}):
        yield f"talk {packet}: " + " ".join(_said(speech) for speech in record.talk if speech.packet == packet)
    if record.scart:
        yield f"scart: {cards_text(record.scart)}"
    for number, trick in enumerate(record.tricks, start=1):
        knocked = [seat for at, seat in record.knocks if at == number - 1]
        yield f"trick {number}: {_trick(trick, knocked)}"
    yield f"fool: {_fool(record.fool)}"
    for number, pile in enumerate(record.piles):
        yield f"pile {number}: {pile.points} points, {pile.tricks} tricks: {cards_text(pile.cards)}".rstrip()
    yield "end"


def _said(speech: Speech) -> str:
    said = speech.said.value if isinstance(speech.said, Decision) else f"say-{speech.said}"
    return f"{speech.seat.number}:{said}"


def _trick(trick: Trick, knocked: list[Seat]) -> str:
    players = len(trick.plays)
    cards = [
        ("!" if trick.leader.after(place, players) in knocked else "") + card_code(card)
        for place, card in enumerate(trick.plays)
    ]
    text = f"{trick.leader.number} leads {' '.join(cards)}, {trick.winner.number} takes"
    swap = trick.swap
    if swap is None:
        return text
    return f"{text}, {swap.call.value}: {swap.holder.number} gives {card_code(swap.jack)} for {card_code(swap.back)}"


def _fool(fool: FoolFate) -> str:
    text = f"{fool.owner.number} {fool.end.value}"
    return text if fool.empty is None else f"{text} {card_code(fool.empty)}"
