"""The pack: ranks, values, codes, names (rules, paragraph 1)."""

import copy
import pickle

import pytest

from engine.cards import BAGAT, HONOURS, MUND, NARR, PACK, Figure, Suit, figure_of, pip_of, trump
from engine.cardset import EMPTY, WHOLE_PACK, CardSet
from engine.errors import Code, EngineError
from engine.notation import (
    CODES,
    FIGURE_NAMES,
    SUIT_NAMES,
    card_code,
    card_name,
    cards_text,
    parse_card,
    parse_cards,
    parse_set,
)
from engine.vocabulary import TRUMP_NAMES, VOCABULARY


@pytest.mark.parametrize(
    ("suit", "ranks"),
    [
        pytest.param("c", "K Q N J 1 2 3 4 5 6 7 8 9 10", id="cups are round"),
        pytest.param("r", "K Q N J 1 2 3 4 5 6 7 8 9 10", id="coins are round"),
        pytest.param("b", "K Q N J 10 9 8 7 6 5 4 3 2 1", id="staves are long"),
        pytest.param("s", "K Q N J 10 9 8 7 6 5 4 3 2 1", id="swords are long"),
    ],
)
def test_1_ranks_of_a_suit_from_the_strongest(suit: str, ranks: str) -> None:
    cards = [parse_card(suit + rank) for rank in ranks.split()]

    by_strength = sorted(cards, key=lambda card: card.index, reverse=True)

    assert by_strength == cards


def test_1_trumps_rank_by_number_and_beat_every_suit() -> None:
    trumps = [trump(number) for number in range(1, 22)]

    assert [card.rank for card in trumps] == list(range(1, 22))
    assert sorted(PACK, key=lambda card: card.index)[56:77] == trumps


def test_1_values_and_how_many_cards_have_them() -> None:
    values = {value: [card for card in PACK if card.value == value] for value in range(6)}

    assert {value: len(cards) for value, cards in values.items()} == {0: 59, 1: 0, 2: 4, 3: 4, 4: 4, 5: 7}
    assert cards_text(HONOURS) == "cK rK bK sK t1 t21 n"
    assert sum(card.value for card in PACK) == 71
    assert {card.figure for card in values[4]} == {Figure.REGINA}
    assert {card.figure for card in values[3]} == {Figure.CAVAGL}
    assert {card.figure for card in values[2]} == {Figure.BUOB}


def test_2_excess_of_the_whole_pack_is_52() -> None:
    assert WHOLE_PACK.excess == sum(card.excess for card in PACK) == 52


def test_1_the_fool_is_not_a_trump_and_has_no_suit() -> None:
    assert (NARR.is_trump, NARR.suit, NARR.rank, NARR.figure, NARR.pip) == (False, None, 0, None, None)
    assert NARR not in WHOLE_PACK.trumps
    assert (trump(1), trump(21)) == (BAGAT, MUND)


def test_cards_by_suit_and_number() -> None:
    found = [figure_of(Suit.ROSAS, Figure.RETG), pip_of(Suit.CUPPAS, 10), pip_of(Suit.SPADAS, 10), trump(7)]

    assert cards_text(found) == "rK c10 s10 t7"
    assert [card.pip for card in found] == [None, 10, 10, None]
    assert (found[1].rank, found[2].rank) == (0, 9)


def test_codes_are_read_back_and_are_all_different() -> None:
    assert tuple(parse_card(code) for code in CODES) == PACK
    assert len(set(CODES)) == 78
    assert card_code(NARR) == "n"
    assert parse_cards("cK, t21 n") == (parse_card("cK"), MUND, NARR)


@pytest.mark.parametrize("code", ["", "x1", "c0", "c11", "t0", "t22", "N", "ck", "c1 "])
def test_an_unknown_code_is_refused(code: str) -> None:
    with pytest.raises(EngineError) as refused:
        parse_card(code)

    assert (refused.value.code, refused.value.problem.data) == (Code.UNKNOWN_CARD, {"card": code})


def test_a_set_refuses_a_card_given_twice() -> None:
    with pytest.raises(EngineError) as refused:
        parse_set("cK t1 cK")

    assert refused.value.problem.as_json() == {"code": "CARD_TWICE", "card": "cK"}


def test_a_card_stays_the_same_object_when_copied_or_stored() -> None:
    assert copy.deepcopy(MUND) is MUND
    assert pickle.loads(pickle.dumps(MUND)) is MUND  # noqa: S301 - our own bytes


def test_card_sets_speak_of_cards() -> None:
    hand = parse_set("cK cJ b10 t1 t21 n")

    assert (len(hand), bool(hand), bool(EMPTY), MUND in hand, NARR in EMPTY) == (6, True, False, True, False)
    assert hand.of_suit(Suit.CUPPAS) == parse_set("cK cJ")
    assert hand.trumps == parse_set("t1 t21")
    assert hand.honours == parse_set("cK t1 t21 n")
    assert hand.empties == parse_set("b10")
    assert (hand.lowest, hand.highest) == (parse_card("cJ"), NARR)
    assert hand.court_of(Suit.CUPPAS) == {Figure.RETG, Figure.BUOB}
    assert hand.excess == 4 * 4 + 1
    assert hand.without(NARR).with_card(NARR) == hand
    assert hand - parse_set("n t1") == parse_set("cK cJ b10 t21")
    assert hand & parse_set("n c1") == parse_set("n")
    assert hand | parse_set("c1") == parse_set("cK cJ b10 t1 t21 n c1")
    assert hand.is_disjoint(parse_set("c1"))
    assert not hand.is_disjoint(parse_set("n"))
    assert CardSet.of(hand) == hand


def test_names_are_complete() -> None:
    assert set(SUIT_NAMES) == set(Suit)
    assert set(FIGURE_NAMES) == set(Figure)
    assert [len(TRUMP_NAMES), TRUMP_NAMES[20].rm[0], TRUMP_NAMES[8].numeral] == [21, "il mund", "VIIII"]
    assert len({phrase.meaning for phrase in VOCABULARY}) > 30
    assert all(set(name.unsure) <= set(name.rm) for name in TRUMP_NAMES)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        pytest.param("cK", ("retg da cuppas", "König der Kelche", "king of cups"), id="king"),
        pytest.param("s10", ("10 da spadas", "10 der Schwerter", "10 of swords"), id="ten"),
        pytest.param("t9", ("VIIII, il pader", "VIIII, Der Eremit", "VIIII"), id="trump"),
        pytest.param("n", ("il narr", "der Narr", "the Fool"), id="Fool"),
    ],
)
def test_names_of_cards(code: str, names: tuple[str, str, str]) -> None:
    assert tuple(card_name(parse_card(code), language) for language in ("rm", "de", "en")) == names
