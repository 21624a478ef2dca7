"""Cards as text: the codes of records and commands, and the names players use.

Codes: `c r b s` (cuppas, rosas, bastuns, spadas) with `1` to `10`, `J N Q K`; trumps `t1` to `t21`; the Fool `n`.
"""

from collections.abc import Iterable

from engine.cards import PACK, PLAIN_SUITS, Card, Figure, Suit
from engine.cardset import CardSet
from engine.errors import Code, EngineError
from engine.vocabulary import TRUMP_NAMES

_SUIT_LETTERS = dict(zip(PLAIN_SUITS, "crbs", strict=True))
_FIGURE_LETTERS = {Figure.BUOB: "J", Figure.CAVAGL: "N", Figure.REGINA: "Q", Figure.RETG: "K"}

SUIT_NAMES = {
    Suit.CUPPAS: {"rm": "cuppas", "de": "Kelche", "en": "cups"},
    Suit.ROSAS: {"rm": "rosas", "de": "Münzen", "en": "coins"},
    Suit.BASTUNS: {"rm": "bastuns", "de": "Stäbe", "en": "staves"},
    Suit.SPADAS: {"rm": "spadas", "de": "Schwerter", "en": "swords"},
    Suit.TROCCAS: {"rm": "troccas", "de": "Trümpfe", "en": "trumps"},
}
FIGURE_NAMES = {
    Figure.BUOB: {"rm": "buob", "de": "Bube", "en": "jack"},
    Figure.CAVAGL: {"rm": "cavagl", "de": "Reiter", "en": "knight"},
    Figure.REGINA: {"rm": "regina", "de": "Königin", "en": "queen"},
    Figure.RETG: {"rm": "retg", "de": "König", "en": "king"},
}
_JOINED = {"rm": "{} da {}", "de": "{} der {}", "en": "{} of {}"}
_FOOL = {"rm": "il narr", "de": "der Narr", "en": "the Fool"}


def _code(card: Card) -> str:
    if card.is_fool:
        return "n"
    if card.suit is None or card.is_trump:
        return f"t{card.rank}"
    return _SUIT_LETTERS[card.suit] + (_FIGURE_LETTERS[card.figure] if card.figure else str(card.pip))


CODES = tuple(_code(card) for card in PACK)
_CARDS = dict(zip(CODES, PACK, strict=True))
_BITS = {card: 1 << card.index for card in PACK}


def card_code(card: Card) -> str:
    """Return the code of a card, such as `cK`, `r10`, `t21`, `n`."""
    return CODES[card.index]


def card_name(card: Card, language: str) -> str:
    """Return what a card is called in `rm`, `de` or `en`: "retg da cuppas", "VIIII, il pader", "il narr".

    Trumps have no English names here, only their numerals.
    """
    if card.suit is None:
        return _FOOL[language]
    if card.is_trump:
        trump = TRUMP_NAMES[card.rank - 1]
        name = {"rm": trump.rm[0], "de": trump.de}.get(language)
        return trump.numeral if name is None else f"{trump.numeral}, {name}"
    rank = str(card.pip) if card.figure is None else FIGURE_NAMES[card.figure][language]
    return _JOINED[language].format(rank, SUIT_NAMES[card.suit][language])


def parse_card(code: str) -> Card:
    """Return the card with this code. Raises EngineError (UNKNOWN_CARD)."""
    card = _CARDS.get(code)
    if card is None:
        raise EngineError(Code.UNKNOWN_CARD, card=code)
    return card


def cards_text(cards: Iterable[Card]) -> str:
    """Return the codes of cards with blanks between, in the order given."""
    return " ".join(CODES[card.index] for card in cards)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of codes with blanks or commas between, in their order. Raises EngineError (UNKNOWN_CARD)."""
    codes = text.replace(",", " ").split()
    try:
        return tuple([_CARDS[code] for code in codes])
    except KeyError as unknown:
        raise EngineError(Code.UNKNOWN_CARD, card=unknown.args[0]) from None


def parse_set(text: str) -> CardSet:
    """Return the set of cards in a text. Raises EngineError (UNKNOWN_CARD; CARD_TWICE)."""
    cards = parse_cards(text)
    bits = sum([_BITS[card] for card in cards])
    if bits.bit_count() != len(cards):  # a sum of powers of two has as many digits 1 as these only if none is twice
        twice = next(card for place, card in enumerate(cards) if card in cards[:place])
        raise EngineError(Code.CARD_TWICE, card=card_code(twice))
    return CardSet(bits)
