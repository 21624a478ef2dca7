"""Checking a recorded deal card by card (rules, end of paragraph 11), without the code that played it.

The checks run in a fixed order and the first offence is reported with trick (from 1) and seat (from 0): the 78 cards,
the hands, the talk, the scart, then trick by trick who leads, whether the card was held, the duty to follow, who takes,
the king's jack; at the end the Fool, the piles, the points.
"""

from collections.abc import Iterator
from itertools import chain

from engine.cards import PACK
from engine.cardset import CardSet
from engine.deal import packet_sizes
from engine.errors import Code, EngineError, Problem
from engine.notation import cards_text
from engine.record import Record
from engine.tschintschar import Decision, Speech, dealer_may_force
from engine.verify_play import PlayCheck
from engine.vocabulary import VOCABULARY


def first_offence(record: Record) -> Problem | None:
    """Return the first thing in a record that breaks the rules, None if there is nothing."""
    play = PlayCheck(record)
    checks = chain(_dealt(record), _talked(record), _laid_away(record), play.offences(), play.end())
    return next(checks, None)


def _dealt(record: Record) -> Iterator[Problem]:
    """The 78 cards, once each, and everybody's number of them in every packet."""
    cards = [card for packets in record.hands for packet in packets for card in packet]
    if len(cards) != len(PACK) or len(set(cards)) != len(PACK):
        twice = sorted({card.index for card in cards if cards.count(card) > 1})
        yield Problem(Code.PARTITION, {"cards": len(cards), "twice": cards_text(PACK[index] for index in twice)})
    try:
        sizes = packet_sizes(record.rules, record.mode)
    except EngineError as refusal:
        yield refusal.problem
        return
    for seat, packets in zip(record.rules.seats, record.hands, strict=True):
        scart = record.rules.scart_size if seat is record.dealer else 0
        expected = [*sizes[:-1], sizes[-1] + scart]
        if [len(packet) for packet in packets] != expected:
            yield Problem(Code.HAND_SIZE, {"seat": seat.number, "expected": expected})


def _talked(record: Record) -> Iterator[Problem]:
    """The order of speaking (5): each packet's talk ends with an order, or with the dealer who goes on."""
    rules, dealer = record.rules, record.dealer
    order = [dealer.after(steps, rules.players) for steps in range(1, rules.players + 1)]
    speeches = iter(record.talk)
    for packet in range(1, len(record.hands[0]) + 1) if rules.consultation else ():
        for place, seat in enumerate(order):
            refrain = (Decision.PASS, Decision.DEFER, Decision.CONTINUE)[max(0, place - rules.players + 3)]
            spoken = next((speech for speech in speeches if isinstance(speech.said, Decision)), None)
            if spoken is None or (spoken.packet, spoken.seat) != (packet, seat):
                yield Problem(Code.SPEECH, {"packet": packet, "seat": seat.number})
                return
            if spoken.said is Decision.ORDER and seat is not dealer:
                break
            if spoken.said is not refrain:
                yield Problem(Code.SPEECH, {"packet": packet, "seat": seat.number, "said": refrain.value})
    hand = CardSet.of(card for packet in record.hands[dealer.number] for card in packet)
    forced = rules.consultation and dealer_may_force(hand, rules)
    rest = [(speech.packet, speech.seat, speech.said) for speech in speeches]
    if rest != ([(len(record.hands[0]), dealer, Decision.CONTINUE)] if forced else []):
        yield Problem(Code.SPEECH, {"packet": len(record.hands[0]), "seat": dealer.number})
    yield from _phrases(record)


def _phrases(record: Record) -> Iterator[Problem]:
    """A phrase must be in the vocabulary and be said by the one whose turn it is to decide next."""
    waiting: list[Speech] = []
    for speech in record.talk:
        if isinstance(speech.said, int):
            waiting.append(speech)
            if speech.said < len(VOCABULARY):
                continue
        elif all((said.packet, said.seat) == (speech.packet, speech.seat) for said in waiting):
            waiting.clear()
            continue
        yield Problem(Code.SPEECH, {"packet": speech.packet, "seat": speech.seat.number})
    if waiting:
        yield Problem(Code.SPEECH, {"packet": waiting[0].packet, "seat": waiting[0].seat.number})


def _laid_away(record: Record) -> Iterator[Problem]:
    """The scart: the right number of the dealer's cards, no honours (6)."""
    hand = {card for packet in record.hands[record.dealer.number] for card in packet}
    scart = record.scart
    wrong = len(scart) != record.rules.scart_size or len(set(scart)) != len(scart)
    if wrong or not hand.issuperset(scart) or any(card.is_honour for card in scart):
        yield Problem(Code.SCART, {"seat": record.dealer.number, "cards": cards_text(scart)})
