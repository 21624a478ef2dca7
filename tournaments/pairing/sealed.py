"""A draw that nobody can steer: sealed before, mixed with cards drawn in the hall, verified by anybody after.

Before the draw the office shows the seal, a SHA-256 over the list of entries and a secret. Then cards are
drawn in front of everybody. Secret and cards together make the seed. The office, bound by the seal, cannot
choose the secret to fit the cards; the hall, not knowing the secret, cannot choose the cards to fit a draw.
Afterwards the secret is shown, and three lines of any programming language compute seal and seed again:

    seal = SHA-256 of "troccas sealed draw", round number, secret, then one entry a line, joined by line feeds
    seed = first 13 hexadecimal digits of SHA-256 of "troccas seed", seal, secret, card codes, likewise

Text is UTF-8 in Unicode normal form C; in a line, words (and codes of cards) with one blank between.
"""

import hashlib
import re
from collections.abc import Iterable
from enum import StrEnum
from unicodedata import normalize

from engine.errors import EngineError
from engine.notation import cards_text, parse_cards
from tournaments.pairing.field import PairingRefusedError, RefusalCode

FEWEST_CARDS = 6
"""78 · 77 · 76 · 75 · 74 · 73 orders: nobody guesses them beforehand."""
SECRET = re.compile(r"[0-9a-f]{32,64}")
"""128 bits or more, so that the seal does not give the secret away."""
SEED_DIGITS = 13
"""52 bits, more than six cards bring in; every program that reads JSON reads such a seed exactly."""


class SealProblem(StrEnum):
    SEAL_DIFFERS = "SEAL_DIFFERS"
    """List, round or secret are not those that were sealed."""
    SEED_DIFFERS = "SEED_DIFFERS"
    """The seed of the draw does not follow from secret and cards."""


def seal(entries: Iterable[str], number: int, secret: str) -> str:
    """The seal of round `number` as 64 hexadecimal digits. `entries`: one public line each, in the order shown.

    `secret`: 32 to 64 hexadecimal digits by chance. Raises PairingRefusedError (SEAL_GUESSABLE).
    """
    if not SECRET.fullmatch(secret):
        raise PairingRefusedError(RefusalCode.SEAL_GUESSABLE)
    return _sha256(["troccas sealed draw", str(number), secret, *entries])


def seed_of(sealed: str, secret: str, cards: str) -> int:
    """The seed of the draw, below 2^52. `cards`: codes of the cards in the order drawn (`cK t21 n r3 …`).

    Raises PairingRefusedError: CARDS_UNREADABLE (`given`: an unknown card or one
    that was drawn already), TOO_FEW_CARDS.
    """
    digest = _sha256(["troccas seed", sealed, secret, _card_line(cards)])
    return int(digest[:SEED_DIGITS], 16)


def verify(
    entries: Iterable[str], number: int, *, sealed: str, secret: str, cards: str, seed: int
) -> tuple[SealProblem, ...]:
    """What does not fit; nothing when the draw is the one that was sealed. Raises as `seal` and `seed_of` do."""
    problems = []
    if seal(entries, number, secret) != sealed:
        problems.append(SealProblem.SEAL_DIFFERS)
    if seed_of(sealed, secret, cards) != seed:
        problems.append(SealProblem.SEED_DIFFERS)
    return tuple(problems)


def _card_line(cards: str) -> str:
    try:
        drawn = parse_cards(cards)
    except EngineError as error:
        raise PairingRefusedError(RefusalCode.CARDS_UNREADABLE, given=error.problem.data["card"]) from error
    twice = [card for at, card in enumerate(drawn) if card in drawn[:at]]
    if twice:
        raise PairingRefusedError(RefusalCode.CARDS_UNREADABLE, given=cards_text(twice[:1]))
    if len(drawn) < FEWEST_CARDS:
        raise PairingRefusedError(RefusalCode.TOO_FEW_CARDS, given=len(drawn), needed=FEWEST_CARDS)
    return cards_text(drawn)


def _sha256(lines: Iterable[str]) -> str:
    text = "\n".join(" ".join(normalize("NFC", line).split()) for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()
