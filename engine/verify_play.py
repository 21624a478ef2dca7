"""Following a recorded deal trick by trick: the second half of `verify`."""

from engine.cards import NARR, PACK, Card, Figure, Suit, figure_of
from engine.cardset import CardSet
from engine.counting import pile_points
from engine.errors import Code, EngineError
from engine.notation import card_code
from engine.record import Record
from engine.rulesets import (
    FoolNoEmpty,
    JackFigure,
    JackSameHand,
    JackTakeback,
    JackTrigger,
    Knock,
    ScartOnMatch,
)
from engine.seats import Seat
from engine.settlement import FoolEnd
from engine.trick import Call, JackSwap, Trick

_TROCCAS = 4
_NO_SUIT = 5
_SUIT = [_NO_SUIT if card.suit is None else card.suit.number for card in PACK]
_BIT = [1 << card.index for card in PACK]
_NARR = NARR.index
_GONE = -1


class PlayCheck:
    """The deal as the checker follows it: where each card is, how many of each suit everybody holds, who won what."""

    def __init__(self, record: Record) -> None:
        rules = record.rules
        self.record = record
        self.rules = rules
        self.owner = [_GONE] * len(PACK)
        self.counts = [[0] * (_NO_SUIT + 1) for _ in range(rules.players)]
        away = set(record.scart)
        for seat, packets in enumerate(record.hands):
            counts = self.counts[seat]
            for packet in packets:
                for card in packet:
                    if card not in away:
                        index = card.index
                        self.owner[index] = seat
                        counts[_SUIT[index]] += 1
        self.seats = rules.seats
        self.led: set[int] = set()
        self.tricks_won = [0] * rules.parties
        self.bits = [0] * rules.parties
        self.fool_from = self.fool_to = 0

    def check(self) -> None:
        """Check the tricks, then the count. Raises EngineError with the first offence."""
        record = self.record
        leader = self.rules.first_leader(record.dealer)
        knocks = {number for number, _ in record.knocks}
        for number, trick in enumerate(record.tricks):
            if trick.leader is not leader:
                raise _offence(Code.LEADER, number, trick.leader.number, expected=leader.number)
            if number in knocks:
                self.check_knocks(number, trick)
            suit, winner, bits = self.follow(number, trick)
            if trick.winner is not self.seats[winner]:
                raise _offence(Code.WINNER, number, trick.winner.number, expected=winner)
            if trick.swap is not None:
                late = suit in self.led and self.rules.jack_first_time_only
                self.check_jack(number, trick, trick.swap, _NO_SUIT if late else suit)
            self.led.add(suit)
            self.take(trick, winner, bits)
            leader = trick.winner
        self.check_count()

    def follow(self, number: int, trick: Trick) -> tuple[int, int, int]:
        """Play a trick's cards (7.2 to 7.4); return its suit, the winning seat, and the cards as bits of a set."""
        owner, counts, players = self.owner, self.counts, self.rules.players
        seat = winner = trick.leader.number
        led, best, bits = _NO_SUIT, -1, 0
        for card in trick.plays:
            index = card.index
            if owner[index] != seat:
                raise _offence(Code.NOT_HELD, number, seat, card=card_code(card))
            suit, mine = _SUIT[index], counts[seat]
            if suit == _NO_SUIT:  # the Fool goes with everything and never wins (7.4)
                self.fool_from = seat
            elif led == _NO_SUIT:
                led, best, winner = suit, index, seat
            else:
                if suit != led and (mine[led] or (suit != _TROCCAS and mine[_TROCCAS])):
                    raise _offence(Code.FOLLOW, number, seat, card=card_code(card))
                if index > best and (suit == led or suit == _TROCCAS):  # noqa: PLR1714, SIM109 - a set takes longer
                    best, winner = index, seat
            owner[index] = _GONE
            bits += _BIT[index]
            mine[suit] -= 1
            seat = seat + 1 if seat + 1 < players else 0
        return led, winner, bits

    def take(self, trick: Trick, winner: int, bits: int) -> None:
        """Give the trick to its winner's party, after the jack's exchange."""
        if trick.swap is not None:
            bits += _BIT[trick.swap.jack.index] - _BIT[trick.swap.back.index]
        party = winner % self.rules.parties
        self.tricks_won[party] += 1
        self.bits[party] += bits
        if bits >= _BIT[_NARR]:
            self.fool_to = party

    def check_knocks(self, number: int, trick: Trick) -> None:
        """Whether knocking is allowed, and who knocked holds the highest trump still out (7.9)."""
        knocked = [seat for _, seat in self.record.knocks]
        for seat in [seat for at, seat in self.record.knocks if at == number]:
            gone = trick.plays[: (seat.number - trick.leader.number) % self.rules.players]
            trumps = [card for card in PACK if card.is_trump and card not in gone and self.owner[card.index] != _GONE]
            highest = self.owner[trumps[-1].index] if trumps else _GONE
            if self.rules.knock is Knock.FORBIDDEN or knocked.count(seat) > 1 or highest != seat.number:
                raise _offence(Code.KNOCK, number, seat.number)

    def check_jack(self, number: int, trick: Trick, swap: JackSwap, suit: int) -> None:
        """Whether a jack that went into the trick was due, and its exchange right (7.8).

        `suit` is none where no king can demand a jack. Silence is always allowed.
        """
        backs = self.backs(trick, Suit(suit), swap.holder, swap.call) if suit < _TROCCAS else ()
        holder, jack = swap.holder.number, swap.jack.index
        is_jack = swap.jack.figure is Figure.BUOB and _SUIT[jack] == suit
        if not is_jack or self.owner[jack] != holder or swap.back not in backs:
            raise _offence(Code.JACK, number, holder, card=card_code(swap.jack))
        self.owner[jack], self.owner[swap.back.index] = _GONE, holder

    def backs(self, trick: Trick, suit: Suit, holder: Seat, call: Call) -> tuple[Card, ...]:
        """Return the cards the holder may take back after this call."""
        rules, plays = self.rules, trick.plays
        if call is Call.SILENT:
            return ()
        king = figure_of(suit, Figure.RETG)
        fixing = plays[1] if plays[0] is NARR else plays[0]
        if king not in plays or (rules.jack_trigger is JackTrigger.KING_LED and fixing is not king):
            return ()
        own = plays[(holder.number - trick.leader.number) % rules.players]
        empties = tuple(card for card in plays if card.suit is suit and card.is_empty)
        two_calls = rules.jack_figure is JackFigure.TWO_CALLS
        if own is king:
            known = rules.jack_same_hand is JackSameHand.SWAP and call is Call.BUOB
            return empties if known else ()
        if own in empties:
            known = two_calls or call is Call.BUOB
            backs = empties if rules.jack_takeback is JackTakeback.ANY_EMPTY else (own,)
            return backs if known else ()
        return (own,) if own.suit is suit and two_calls and call is Call.BUOB else ()

    def check_count(self) -> None:
        """The Fool's fate, the piles and the points (7.5 to 8)."""
        record, rules = self.record, self.rules
        scart_party = rules.party_of(record.dealer)
        if rules.cards_each in self.tricks_won and rules.scart_on_match is ScartOnMatch.TO_WINNER:
            scart_party = self.tricks_won.index(rules.cards_each)
        self.bits[scart_party] += sum([_BIT[card.index] for card in record.scart])
        self.check_fool()
        for party, pile in enumerate(record.piles):
            if pile.cards.bits != self.bits[party] or pile.tricks != self.tricks_won[party]:
                raise EngineError(Code.PILE, pile=party, tricks=self.tricks_won[party])
        for party, pile in enumerate(record.piles):
            points = pile_points(pile.cards, pile.tricks, rules, with_scart=party == scart_party)
            points += rules.match_bonus if pile.tricks == rules.cards_each else 0
            if pile.points != points:
                raise EngineError(Code.POINTS, pile=party, points=pile.points, expected=points)

    def check_fool(self) -> None:
        """The Fool's fate as stated is the right one; then it is carried out."""
        stated, home, away = self.record.fool, self.fool_from % self.rules.parties, self.fool_to
        empties = CardSet(self.bits[home]).empties
        if home == away:
            end = FoolEnd.KEPT
        elif not self.tricks_won[home] or (not empties and self.rules.fool_no_empty is FoolNoEmpty.LOSE):
            end = FoolEnd.LOST
        else:
            end = FoolEnd.GIVES if empties else FoolEnd.WAIVED
        given = (stated.empty is not None and stated.empty in empties) if end is FoolEnd.GIVES else stated.empty is None
        if stated.end is not end or stated.owner.number != self.fool_from or not given:
            raise EngineError(Code.FOOL, seat=self.fool_from, expected=end.value)
        if end in {FoolEnd.GIVES, FoolEnd.WAIVED}:
            moved = _BIT[_NARR] - (_BIT[stated.empty.index] if stated.empty is not None else 0)
            self.bits[home] += moved
            self.bits[away] -= moved


def _offence(code: Code, number: int, seat: int, **data: object) -> EngineError:
    """Return an offence in a trick (counted from 0 here, from 1 in reports) by a seat."""
    return EngineError(code, trick=number + 1, seat=seat, **data)
