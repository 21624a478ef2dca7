"""Checking a recorded deal, without the code that played it (rules, end of paragraph 11).

Most records are right, and `at_once` sees that quickly. All others are walked card by card, in a fixed order, and the
first offence is reported with trick (from 1) and seat (from 0): the 78 cards, the hands, the talk, the scart, then
trick by trick who leads, whether the card was held, the duty to follow, who takes, the king's jack; at the end the
Fool, the piles, the points.
"""

from engine.at_once import is_right
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
    return None if is_right(record) else offence_by_walk(record)


def offence_by_walk(record: Record) -> Problem | None:
    """Return the same, always card by card; this is the oracle of `is_right`."""
    try:
        _check_dealt(record)
        _check_talk(record)
        _check_phrases(record)
        _check_scart(record)
        PlayCheck(record).check()
    except EngineError as refusal:
        return refusal.problem
    return None


def _check_dealt(record: Record) -> None:
    """The 78 cards, once each, and everybody's number of them in every packet."""
    cards = [card for packets in record.hands for packet in packets for card in packet]
    if len(cards) != len(PACK) or len(set(cards)) != len(PACK):
        twice = sorted({card.index for card in cards if cards.count(card) > 1})
        raise EngineError(Code.PARTITION, cards=len(cards), twice=cards_text(PACK[index] for index in twice))
    sizes = packet_sizes(record.rules, record.mode)
    for seat, packets in zip(record.rules.seats, record.hands, strict=True):
        scart = record.rules.scart_size if seat is record.dealer else 0
        expected = [*sizes[:-1], sizes[-1] + scart]
        if [len(packet) for packet in packets] != expected:
            raise EngineError(Code.HAND_SIZE, seat=seat.number, expected=expected)


def _check_talk(record: Record) -> None:
    """The order of speaking (5): each packet's talk ends with an order, or with the dealer who goes on."""
    rules, dealer, packets = record.rules, record.dealer, len(record.hands[0])
    order = [dealer.after(steps, rules.players) for steps in range(1, rules.players + 1)]
    decided = iter([speech for speech in record.talk if isinstance(speech.said, Decision)])
    for packet in range(1, packets + 1) if rules.consultation else ():
        for place, seat in enumerate(order):
            refrain = (Decision.PASS, Decision.DEFER, Decision.CONTINUE)[max(0, place - rules.players + 3)]
            spoken = next(decided, None)
            if spoken is None or (spoken.packet, spoken.seat) != (packet, seat):
                raise EngineError(Code.SPEECH, packet=packet, seat=seat.number)
            if spoken.said is Decision.ORDER and seat is not dealer:
                break
            if spoken.said is not refrain:
                raise EngineError(Code.SPEECH, packet=packet, seat=seat.number, expected=refrain.value)
    hand = [card for packet in record.hands[dealer.number] for card in packet]
    no_trump = not any(card.is_trump for card in hand)
    forced = no_trump and rules.consultation and dealer_may_force(CardSet.of(hand), rules)
    if list(decided) != ([Speech(packets, dealer, Decision.CONTINUE)] if forced else []):
        raise EngineError(Code.SPEECH, packet=packets, seat=dealer.number)


def _check_phrases(record: Record) -> None:
    """A phrase must be in the vocabulary and be said by the one whose turn it is to decide next (5)."""
    turn: tuple[int, object] | None = None
    for speech in reversed(record.talk):
        if isinstance(speech.said, Decision):
            turn = speech.packet, speech.seat
        elif turn != (speech.packet, speech.seat) or speech.said >= len(VOCABULARY):
            raise EngineError(Code.SPEECH, packet=speech.packet, seat=speech.seat.number)


def _check_scart(record: Record) -> None:
    """The right number of the dealer's cards, no honours (6)."""
    hand = {card for packet in record.hands[record.dealer.number] for card in packet}
    scart = record.scart
    wrong = len(scart) != record.rules.scart_size or len(set(scart)) != len(scart)
    if wrong or not hand.issuperset(scart) or any(card.is_honour for card in scart):
        raise EngineError(Code.SCART, seat=record.dealer.number, cards=cards_text(scart))
