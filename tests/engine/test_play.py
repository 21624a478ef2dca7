"""Scart, following, winning, the Fool, the match, knocking (rules, paragraphs 6 to 8)."""

from random import Random

import pytest

from engine.actions import Knock, LayAway, Play
from engine.cards import PACK
from engine.cardset import EMPTY, CardSet
from engine.errors import Code, EngineError
from engine.hand_state import Phase, apply, legal_actions, start
from engine.notation import card_code, cards_text, parse_card, parse_cards, parse_set
from engine.play import legal_cards
from engine.rulesets import (
    CLASSIC_EN,
    FIVE,
    SIX,
    SURSELVA,
    THREE,
    FoolNoEmpty,
    RuleSet,
    ScartOnMatch,
)
from engine.scart import possible_scarts
from engine.seats import Seat
from engine.settlement import FoolEnd, FoolFate, settle
from engine.simulate import play_deal
from engine.trick import Trick, fixing_card, suit_led, taker
from engine.tschintschar import Decision
from tests.engine.table import after, deal_of, deal_with, in_play, with_rules


def test_6_the_dealer_lays_two_cards_away_and_play_begins() -> None:
    state = after(start(deal_with({0: "c1 t5 cK"})), Decision.ORDER, Decision.ORDER, Decision.ORDER)

    laid = apply(state, LayAway(parse_set("c1 t5")))

    assert (laid.phase, laid.turn, laid.scart) == (Phase.PLAY, Seat.S1, parse_set("c1 t5"))
    assert [len(hand) for hand in laid.hands] == [19, 19, 19, 19]


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("c1", id="one card"),
        pytest.param("c1 c2 c3", id="three cards"),
        pytest.param("c1 cK", id="a king"),
        pytest.param("c1 t1", id="bagat"),
        pytest.param("c1 t21", id="mund"),
        pytest.param("c1 n", id="the Fool"),
        pytest.param("c1 s10", id="a card of another hand"),
    ],
)
def test_6_scarts_that_are_refused(cards: str) -> None:
    deal = deal_with({0: "c1 c2 c3 cK t1 t21 n", 1: "s10"})
    state = after(start(deal), Decision.ORDER, Decision.ORDER, Decision.ORDER)

    with pytest.raises(EngineError) as refused:
        apply(state, LayAway(parse_set(cards)))

    assert (refused.value.code, refused.value.problem.data["rule"]) == (Code.SCART, "6")


def test_6_every_scart_without_honours_is_possible() -> None:
    hand = parse_set("c1 t5 cQ cK n")

    assert [cards_text(scart) for scart in possible_scarts(hand, SURSELVA)] == ["c1 cQ", "c1 t5", "cQ t5"]


def test_6_laying_away_has_its_time() -> None:
    with pytest.raises(EngineError) as refused:
        apply(start(deal_of()), LayAway(EMPTY))

    assert refused.value.code is Code.PHASE


@pytest.mark.parametrize(
    ("hand", "plays", "legal"),
    [
        pytest.param("c1 r1 t5 n", "", "c1 r1 t5 n", id="a leader is free"),
        pytest.param("c1 c5 r1 t5", "c9", "c5 c1", id="follow the suit"),
        pytest.param("r1 t5 t9", "c9", "t5 t9", id="else trump"),
        pytest.param("r1 s1", "c9", "r1 s1", id="else any card"),
        pytest.param("c1 t5", "c9 t20", "c1", id="follow although a trump lies there"),
        pytest.param("t5 t20 r1", "c9 t9", "t5 t20", id="no duty to overtrump"),
        pytest.param("c10 cK", "cQ", "c10 cK", id="no duty to beat"),
        pytest.param("t5 r1", "t9", "t5", id="trump led: follow with trump"),
        pytest.param("r1 s1", "t9", "r1 s1", id="trump led: else free"),
        pytest.param("c1 n", "c9", "c1 n", id="the Fool beside the led suit"),
        pytest.param("t5 n", "c9", "t5 n", id="the Fool beside a trump"),
        pytest.param("r1 n", "c9", "r1 n", id="the Fool among any cards"),
        pytest.param("n r1", "t9", "r1 n", id="the Fool does not follow a trump"),
        pytest.param("c1 r1 t5", "n", "c1 r1 t5", id="after a led Fool the next is free"),
        pytest.param("c1 r1 t5", "n c9", "c1", id="and fixes the suit"),
    ],
)
def test_7_2_and_7_4_legal_cards(hand: str, plays: str, legal: str) -> None:
    assert legal_cards(parse_set(hand), parse_cards(plays)) == parse_set(legal)


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        pytest.param("c5 cK c1 c2", "cK", id="highest of the suit"),
        pytest.param("c10 c9 c1 c2", "c1", id="the ace of a round suit"),
        pytest.param("b10 b9 b1 b2", "b10", id="the ten of a long suit"),
        pytest.param("cK t2 t1 c1", "t2", id="highest trump"),
        pytest.param("c10 rK sK bK", "c10", id="other suits cannot win"),
        pytest.param("t5 cK t21 t3", "t21", id="trump led"),
        pytest.param("n c10 rK sK", "c10", id="Fool led, the next fixes the suit"),
        pytest.param("c10 n c9 c8", "c8", id="Fool second"),
        pytest.param("c8 c9 c10 n", "c8", id="Fool last never wins"),
        pytest.param("n", "n", id="Fool alone"),
    ],
)
def test_7_3_and_7_4_winner(plays: str, winner: str) -> None:
    cards = parse_cards(plays)

    assert card_code(cards[taker(cards)]) == winner


def test_7_4_the_fool_fixes_no_suit() -> None:
    assert (suit_led(parse_cards("n")), fixing_card(())) == (None, None)
    assert fixing_card(parse_cards("n c1 r1")) == parse_card("c1")


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        pytest.param("r1", {"code": "FOLLOW", "card": "r1", "rule": "7.2", "legal": "c1 n"}, id="does not follow"),
        pytest.param("s1", {"code": "NOT_HELD", "card": "s1", "rule": "7", "legal": "c1 n"}, id="not held"),
    ],
)
def test_7_2_a_refused_card_names_the_rule_and_what_is_legal(card: str, problem: dict[str, str]) -> None:
    state = after(in_play("c9", "c1 r1 n", "s1", "s2"), "c9")

    with pytest.raises(EngineError) as refused:
        apply(state, Play(parse_card(card)))

    assert refused.value.problem.as_json() == problem


def test_7_3_the_winner_leads_the_next_trick() -> None:
    state = after(in_play("c9 c10", "c8 c7", "cQ r1", "c2 c3"), "c9", "c8", "cQ", "c2")

    assert (state.turn, state.leader, state.plays) == (Seat.S2, Seat.S2, ())
    assert state.tricks == (Trick(Seat.S0, parse_cards("c9 c8 cQ c2"), Seat.S2),)


def test_playing_has_its_time() -> None:
    with pytest.raises(EngineError) as refused:
        apply(start(deal_of()), Play(parse_card("c1")))

    assert refused.value.problem.data["action"] == "Play"


def test_settlement_has_its_time() -> None:
    with pytest.raises(EngineError) as refused:
        start(deal_of()).settlement  # noqa: B018

    assert refused.value.code is Code.PHASE


# The Fool and the match: deals told as tricks of whole piles of cards, so that each party's cards are as wanted.


def finished(
    fool_trick: str, winner: int, *, own_empties: bool = True, own_tricks: int = 1, rules: RuleSet = SURSELVA
) -> tuple[tuple[Trick, ...], CardSet]:
    """Nineteen tricks of four players: seat 0 plays the Fool to the given trick, and its side wins so many others.

    The cards of the other tricks are as wanted, not as they would be played: only the settlement is asked.
    """
    first = parse_cards(fool_trick)
    rest = [card for card in PACK if card not in first]
    counting = [card for card in rest if not card.is_empty]
    empties = [card for card in rest if card.is_empty]
    scart, empties = empties[:2], empties[2:]
    own = empties[: 4 * own_tricks] if own_empties else counting[: 4 * own_tricks]
    others = [card for card in (*counting, *empties) if card not in own]
    tricks = [Trick(Seat.S0, first, Seat(winner))]
    tricks += [Trick(Seat.S0, tuple(own[4 * k : 4 * k + 4]), Seat.S2) for k in range(own_tricks)]
    tricks += [Trick(Seat.S1, tuple(others[4 * k : 4 * k + 4]), Seat.S1) for k in range(18 - own_tricks)]
    return tuple(tricks), CardSet.of(scart)


def test_7_5_the_fool_stays_if_his_side_wins_the_trick() -> None:
    tricks, scart = finished("n c9 cK c8", winner=2)

    settled = settle(SURSELVA, Seat.S1, tricks, scart)

    assert settled.fool == FoolFate(FoolEnd.KEPT, Seat.S0)
    assert parse_card("n") in settled.piles[0].cards


def test_7_5_an_empty_goes_over_for_the_fool() -> None:
    tricks, scart = finished("n c9 c8 c7", winner=3)

    settled = settle(SURSELVA, Seat.S1, tricks, scart)

    assert settled.fool == FoolFate(FoolEnd.GIVES, Seat.S0, parse_card("c5"))
    assert [len(pile.cards) for pile in settled.piles] == [4, 74]
    assert parse_card("n") in settled.piles[0].cards
    assert parse_card("c5") in settled.piles[1].cards
    assert settled.points == (1 + 4, 71 - 4)


def test_7_5_it_does_not_matter_which_empty_goes_over() -> None:
    tricks, scart = finished("n c9 c8 c7", winner=3, own_tricks=3)
    usual = settle(SURSELVA, Seat.S1, tricks, scart)

    for empty in settle(SURSELVA, Seat.S1, tricks, scart).piles[0].cards.empties:
        other = settle(SURSELVA, Seat.S1, tricks, scart, empty)

        assert (other.points, other.fool.empty) == (usual.points, empty)
    assert settle(SURSELVA, Seat.S1, tricks, scart, parse_card("sK")) == usual


def test_7_5_the_scart_may_give_the_empty() -> None:
    tricks, scart = finished("n c9 c8 c7", winner=3, own_empties=False)

    settled = settle(SURSELVA, Seat.S0, tricks, scart)

    assert settled.fool.empty in scart


def test_7_6_the_fool_is_lost_without_a_trick() -> None:
    tricks, scart = finished("n c9 c8 c7", winner=3, own_tricks=0)

    settled = settle(SURSELVA, Seat.S1, tricks, scart)

    assert settled.fool == FoolFate(FoolEnd.LOST, Seat.S0)
    assert (settled.points, settled.match) == ((0, 72), 1)


@pytest.mark.parametrize(
    ("option", "fate", "points"),
    [
        pytest.param(FoolNoEmpty.WAIVE, FoolEnd.WAIVED, (4 * 4 + 4 + 1, 72 - 21), id="waive"),
        pytest.param(FoolNoEmpty.LOSE, FoolEnd.LOST, (4 * 4 + 1, 72 - 17), id="lose"),
    ],
)
def test_7_7_no_empty_to_give(option: FoolNoEmpty, fate: FoolEnd, points: tuple[int, int]) -> None:
    first = parse_cards("n c9 c8 c7")
    own = parse_cards("cK rK bK sK")
    scart = parse_cards("c1 c2")
    rest = [card for card in PACK if card not in (*first, *own, *scart)]
    tricks = [Trick(Seat.S0, first, Seat.S3), Trick(Seat.S0, own, Seat.S2)]
    tricks += [Trick(Seat.S1, tuple(rest[4 * k : 4 * k + 4]), Seat.S1) for k in range(17)]

    settled = settle(with_rules(SURSELVA, fool_no_empty=option), Seat.S1, tricks, CardSet.of(scart))

    assert (settled.fool, settled.points) == (FoolFate(fate, Seat.S0), points)
    assert [pile.tricks for pile in settled.piles] == [1, 18]


@pytest.mark.parametrize(
    ("option", "dealer", "points"),
    [
        pytest.param(ScartOnMatch.TO_WINNER, 0, (0, 72), id="the dealer's scart goes to the winner"),
        pytest.param(ScartOnMatch.STAYS, 0, (1, 71), id="the dealer's scart stays"),
        pytest.param(ScartOnMatch.STAYS, 1, (0, 72), id="the winner dealt"),
    ],
)
def test_8_match(option: ScartOnMatch, dealer: int, points: tuple[int, int]) -> None:
    tricks, scart = finished("n c9 c8 c7", winner=3, own_tricks=0)

    settled = settle(with_rules(SURSELVA, scart_on_match=option), Seat(dealer), tricks, scart)

    assert (settled.points, settled.match) == (points, 1)


def test_8_match_bonus() -> None:
    tricks, scart = finished("n c9 c8 c7", winner=3, own_tricks=0)

    settled = settle(with_rules(SURSELVA, match_bonus=10), Seat.S0, tricks, scart)

    assert settled.points == (0, 82)


def test_9_a_single_player_without_a_trick_loses_the_fool_but_keeps_the_scart() -> None:
    first, scart = parse_cards("n c9 c8"), parse_cards("c1 c2 c3")
    rest = [card for card in PACK if card not in (*first, *scart)]
    tricks = [Trick(Seat.S0, first, Seat.S1)]
    tricks += [Trick(Seat.S1, tuple(rest[3 * k : 3 * k + 3]), Seat(1 + k % 2)) for k in range(24)]

    settled = settle(THREE, Seat.S0, tricks, CardSet.of(scart))

    assert (settled.fool.end, settled.points[0], settled.match) == (FoolEnd.LOST, 1, None)
    assert sum(settled.points) == 78


def test_7_9_knocking_is_forbidden_by_default() -> None:
    state = in_play("t21 c1", "t5 c2", "c3 c4", "c5 c6")

    assert Knock.KNOCK not in legal_actions(state)
    with pytest.raises(EngineError) as refused:
        apply(state, Knock.KNOCK)
    assert refused.value.problem.data["legal"] == ["Play", "Play"]


def test_7_9_the_holder_of_the_highest_trump_still_out_may_knock_once() -> None:
    state = in_play("t20 c1", "t5 c2", "c3 c4", "c5 c6", rules=CLASSIC_EN)

    knocked = apply(state, Knock.KNOCK)

    assert Knock.KNOCK in legal_actions(state)
    assert (knocked.knocks, knocked.turn, knocked.phase) == (((0, Seat.S0),), Seat.S0, Phase.PLAY)
    assert Knock.KNOCK not in legal_actions(knocked)
    assert Knock.KNOCK not in legal_actions(after(state, "c1"))
    assert Knock.KNOCK in legal_actions(after(state, "t20"))


def test_7_9_without_trumps_nobody_knocks() -> None:
    assert Knock.KNOCK not in legal_actions(in_play("c1", "c2", "c3", "c5", rules=CLASSIC_EN))


@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, id=rules.name) for rules in (SURSELVA, CLASSIC_EN, THREE, FIVE, SIX)],
)
def test_any_random_deal_keeps_its_78_cards(rules: RuleSet) -> None:
    for seed in range(12):
        state = play_deal(Random(seed), deal_of(rules, rules.seats[seed % rules.players], seed))

        piles = state.settlement.piles

        assert CardSet.of(card for pile in piles for card in pile.cards) == CardSet.of(PACK)
        assert sum(len(pile.cards) for pile in piles) == 78
        assert sum(state.settlement.points) == rules.total
        assert [trick.leader for trick in state.tricks[1:]] == [trick.winner for trick in state.tricks[:-1]]
        assert (state.is_over, legal_actions(state), state.leader) == (True, (), state.tricks[-1].winner)
