"""The sealed draw: shown before, mixed with cards of the hall, verified after."""

import hashlib

import pytest

from tournaments.pairing.field import PairingRefusedError, RefusalCode
from tournaments.pairing.sealed import SealProblem, seal, seed_of, verify

ENTRIES = ("1 Gion Caduff – Lina Tuor", "2 Ursin Maissen – Flurina Cadruvi")
SECRET = "00112233445566778899aabbccddeeff"
CARDS = "cK t21 n r3 b10 sJ"
SEALED = seal(ENTRIES, 1, SECRET)
SEED = seed_of(SEALED, SECRET, CARDS)


def test_anybody_computes_the_seal_with_one_line():
    text = "\n".join(["troccas sealed draw", "1", SECRET, *ENTRIES])

    assert hashlib.sha256(text.encode()).hexdigest() == SEALED


def test_anybody_computes_the_seed_with_one_line():
    text = f"troccas seed\n{SEALED}\n{SECRET}\n{CARDS}"

    assert int(hashlib.sha256(text.encode()).hexdigest()[:13], 16) == SEED < 2**53


def test_an_honest_draw_verifies():
    problems = verify(ENTRIES, 1, sealed=SEALED, secret=SECRET, cards=CARDS, seed=SEED)

    assert problems == ()


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        pytest.param({"entries": ENTRIES[::-1]}, (SealProblem.SEAL_DIFFERS,), id="list in another order"),
        pytest.param({"entries": ENTRIES[:1]}, (SealProblem.SEAL_DIFFERS,), id="an entry left out"),
        pytest.param({"number": 2}, (SealProblem.SEAL_DIFFERS,), id="another round"),
        pytest.param(
            {"secret": SECRET[::-1]}, (SealProblem.SEAL_DIFFERS, SealProblem.SEED_DIFFERS), id="another secret"
        ),
        pytest.param({"cards": "t21 cK n r3 b10 sJ"}, (SealProblem.SEED_DIFFERS,), id="cards in another order"),
        pytest.param({"seed": SEED + 1}, (SealProblem.SEED_DIFFERS,), id="another seed"),
    ],
)
def test_what_was_changed_is_found(change, problems):
    honest = {"entries": ENTRIES, "number": 1, "sealed": SEALED, "secret": SECRET, "cards": CARDS, "seed": SEED}
    given = {**honest, **change}

    assert verify(given.pop("entries"), given.pop("number"), **given) == problems


def test_blanks_and_ways_to_write_an_accent_do_not_matter():
    plain = seal(["1 Plasch Solèr"], 1, SECRET)

    assert seal([" 1  Plasch Sole\u0300r "], 1, SECRET) == plain


def test_a_name_cannot_pretend_to_be_two_entries():
    assert seal(["1 Tuor\n2 Maissen"], 1, SECRET) != seal(["1 Tuor", "2 Maissen"], 1, SECRET)


@pytest.mark.parametrize("secret", ["", "abc", "g" * 32, "AB" * 16, "0" * 65])
def test_a_secret_that_can_be_guessed_is_refused(secret):
    with pytest.raises(PairingRefusedError) as refused:
        seal(ENTRIES, 1, secret)

    assert refused.value.code is RefusalCode.SEAL_GUESSABLE


@pytest.mark.parametrize(
    ("cards", "code", "data"),
    [
        pytest.param("cK t21 x9", RefusalCode.CARDS_UNREADABLE, {"given": "x9"}, id="no such card"),
        pytest.param("cK t21 cK n r3 b10", RefusalCode.CARDS_UNREADABLE, {"given": "cK"}, id="drawn twice"),
        pytest.param("cK, t21, n", RefusalCode.TOO_FEW_CARDS, {"given": 3, "needed": 6}, id="three cards"),
    ],
)
def test_cards_that_cannot_be(cards, code, data):
    with pytest.raises(PairingRefusedError) as refused:
        seed_of(SEALED, SECRET, cards)

    assert (refused.value.code, refused.value.data) == (code, data)
