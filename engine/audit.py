"""Whether a fast playout was legal and rightly counted: yes or no, in some twenty microseconds.

Where `verify` goes through a record card by card and says what is wrong first, this looks at a whole deal at once, on
bytes of card indices. Every card was held if it was played by the one who got it. Suit was followed if nobody who
played another suit plays the one led later: then he had it.
"""

from collections.abc import Sequence

from engine.cards import PACK, SUIT_SIZE, Figure
from engine.playout import AN_EMPTY, Playout, Swap, backs_by_call, points_of
from engine.rulesets import RuleSet

_NARR = 77
_TROCCAS, _NO_SUIT = 4, 5
_SUITS = 6  # with the Fool's
_REST = bytes(256 - len(PACK))
_HONOURS = bytes(card.index for card in PACK if card.is_honour)
_COUNTING = bytes(card.index for card in PACK if not card.is_empty)
_EXCESS = bytes(0 if card.is_fool else card.excess for card in PACK) + _REST
_SUIT = bytes(_NO_SUIT if card.suit is None else card.suit.number for card in PACK) + _REST
# A card's code is six times the seat that holds it, plus its suit.
_CODES = [bytes(_SUITS * seat + _SUIT[index] for index in range(len(PACK))) + _REST for seat in range(6)]
_SEAT = bytes(code // _SUITS for code in range(256))
_ORDERS = {
    players: [bytes((leader + step) % players for step in range(players)) for leader in range(players)]
    for players in (3, 4, 5, 6)
}
# How strong a card is in a trick of a suit: 0 if it cannot win.
_STRENGTH = [
    bytes(index + 1 if _SUIT[index] in {suit, _TROCCAS} else 0 for index in range(len(PACK))) + _REST
    for suit in range(_TROCCAS + 1)
]


def is_sound(played: Playout, rules: RuleSet) -> bool:
    """Return whether a playout is legal by the rules, and its tricks and points are right."""
    if not _is_dealt(played, rules):
        return False
    in_tricks, as_dealt = _with_jacks(played, rules.players)
    if len(played.plays) + len(played.scart) != len(PACK) or len(set(as_dealt + played.scart)) != len(PACK):
        return False
    holders = [hand.translate(codes) for hand, codes in zip(played.hands, _CODES, strict=False)]
    codes = as_dealt.translate(bytes.maketrans(b"".join(played.hands), b"".join(holders)))
    piles: list[list[bytes]] = [[] for _ in range(rules.parties)]
    orders = _orders_of_play(played, rules, codes, in_tricks, piles)
    if orders is None or b"".join(orders[:-1]) != codes.translate(_SEAT):
        return False
    for swap in played.swaps:
        if not _is_due(swap, played.plays, orders, rules):
            return False
    return _is_counted(played, rules, orders, piles)


def _is_dealt(played: Playout, rules: RuleSet) -> bool:
    """Whether all cards are dealt, and a scart without honours is laid away from the dealer's hand."""
    sizes = [rules.cards_each] * rules.players
    sizes[played.dealer] += rules.scart_size
    scart = played.scart
    return (
        [len(hand) for hand in played.hands] == sizes
        and len(set(b"".join(played.hands))) == len(PACK)
        and len(scart) == rules.scart_size
        and not scart.translate(None, played.hands[played.dealer])
        and scart.translate(None, _HONOURS) == scart
    )


def _with_jacks(played: Playout, players: int) -> tuple[bytes, bytes]:
    """Return the cards that lay in the tricks at their end, and the cards by the hand they were dealt to.

    A card taken back is played twice. In the trick the jack takes its place the first time; as dealt, the jack stands
    for the second one, which the jack's holder plays.
    """
    if not played.swaps:
        return played.plays, played.plays
    in_tricks, as_dealt = bytearray(played.plays), bytearray(played.plays)
    for swap in played.swaps:
        first = played.plays.find(swap.back)
        in_tricks[first] = swap.jack
        as_dealt[played.plays.find(swap.back, swap.trick * players + players)] = swap.jack
    return bytes(in_tricks), bytes(as_dealt)


def _orders_of_play(
    played: Playout, rules: RuleSet, codes: bytes, in_tricks: bytes, piles: list[list[bytes]]
) -> list[bytes] | None:
    """Return who plays in each trick (7.1, 7.3), None if someone does not follow (7.2); put the tricks on the piles.

    The last entry begins with the seat that takes the last trick.
    """
    players, plays, orders, parties = rules.players, played.plays, _ORDERS[rules.players], rules.parties
    suits, later = plays.translate(_SUIT), codes.find
    seats = orders[rules.first_leader(rules.seats[played.dealer]).number]
    found = [seats]
    for start in range(0, len(plays), players):
        end, suit, place = start + players, suits[start], 0
        if suit == _NO_SUIT:
            suit = suits[start + 1]
        for other in suits[start:end]:
            if other != suit and other != _NO_SUIT:  # noqa: PLR1714 - a set would have to be built each time
                held = seats[place] * _SUITS
                if later(held + suit, end) >= 0 or (other != _TROCCAS and later(held + _TROCCAS, end) >= 0):
                    return None
            place += 1  # noqa: SIM113 - enumerate would be slower
        strength = plays[start:end].translate(_STRENGTH[suit])
        winner = seats[strength.index(max(strength))]
        piles[winner % parties].append(in_tricks[start:end])
        seats = orders[winner]
        found.append(seats)
    return found


def _is_due(swap: Swap, plays: bytes, orders: Sequence[bytes], rules: RuleSet) -> bool:
    """Whether a jack that went into a trick was demanded by its king, and the exchange is right (7.8).

    That the jack is never played, and that its holder plays the card he took back, is known by now.
    """
    players = rules.players
    start = swap.trick * players
    suits = plays[: start + players].translate(_SUIT)
    led = suits[::players]
    if _NO_SUIT in led:  # a led Fool counts with the suit it resolves to
        fool = led.index(_NO_SUIT)
        led = led[:fool] + suits[fool * players + 1 : fool * players + 2] + led[fool + 1 :]
    suit = led[-1]
    if suit == _TROCCAS or _SUIT[swap.jack] != suit or (rules.jack_first_time_only and suit in led[:-1]):
        return False
    holder = orders[swap.trick].index(swap.seat)
    calls = backs_by_call(rules, plays[start : start + players], holder, suit)
    return swap.jack % SUIT_SIZE == Figure.BUOB.rank and any(swap.back in backs for backs in calls)


def _is_counted(played: Playout, rules: RuleSet, orders: list[bytes], piles: list[list[bytes]]) -> bool:
    """Whether tricks and points are as they should be (7.5 to 8)."""
    parties = rules.parties
    won = [len(pile) for pile in piles]
    dealer = played.dealer % parties
    piles[dealer].append(played.scart)
    worth = []
    for pile in piles:
        cards = b"".join(pile)
        worth.append(sum(cards.translate(_EXCESS)) + AN_EMPTY * len(cards.translate(None, _COUNTING)))
    number, place = divmod(played.plays.index(_NARR), rules.players)
    owner, winner = orders[number][place] % parties, orders[number + 1][0] % parties
    return (played.tricks, played.points) == (tuple(won), points_of(rules, dealer, worth, won, owner, winner))
