"""The consultation (rules, paragraph 5)."""

import pytest

from engine.actions import Say
from engine.errors import Code, EngineError
from engine.hand_state import HandState, Phase, apply, legal_actions, redeal, start
from engine.notation import parse_set
from engine.rulesets import FIVE, SIX, SURSELVA, THREE, DealerForce, RuleSet
from engine.seats import Seat
from engine.tschintschar import Decision, Speech, dealer_may_force, holds
from engine.vocabulary import VOCABULARY
from tests.engine.table import after, deal_of, deal_with, with_rules

ORDER, PASS, DEFER, CONTINUE, CANCEL = Decision
NO_TRUMP = "c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 cJ r1 r2 r3 r4 r5 r6 r7 r8 r9 r10"


def phrase(text: str) -> int:
    return next(number for number, entry in enumerate(VOCABULARY) if entry.rm == text)


def talking() -> HandState:
    return start(deal_of())


def test_5_order_of_speaking_and_what_each_may_decide() -> None:
    state = talking()
    heard = []

    for decision in (PASS, PASS, DEFER):
        heard.append((state.turn, legal_actions(state)))
        state = apply(state, decision)

    assert [*heard, (state.turn, legal_actions(state))] == [
        (Seat.S1, (ORDER, PASS)),
        (Seat.S2, (ORDER, PASS)),
        (Seat.S3, (ORDER, DEFER)),
        (Seat.S0, (CONTINUE, CANCEL)),
    ]


def test_5_four_the_first_order_ends_the_talk_of_a_packet() -> None:
    state = after(talking(), PASS, ORDER)

    assert (state.phase, state.packet, state.turn) == (Phase.TALK, 2, Seat.S1)
    assert [len(hand) for hand in state.hands] == [12, 12, 12, 12]


def test_5_talk_follows_every_packet_and_then_the_scart() -> None:
    state = after(talking(), ORDER, ORDER, ORDER)

    assert (state.phase, state.turn, state.packet) == (Phase.SCART, Seat.S0, 3)
    assert [len(hand) for hand in state.hands] == [21, 19, 19, 19]
    assert state.talk == tuple(Speech(packet, Seat.S1, ORDER) for packet in (1, 2, 3))


def test_5_the_dealer_alone_decides_if_nobody_orders() -> None:
    asked = after(talking(), PASS, PASS, DEFER)

    assert after(asked, CONTINUE).packet == 2
    assert after(asked, CANCEL).phase is Phase.CANCELLED


@pytest.mark.parametrize("seat", range(3))
def test_5_nobody_but_the_dealer_cancels(seat: int) -> None:
    state = after(talking(), *(PASS, PASS)[:seat])

    with pytest.raises(EngineError) as refused:
        apply(state, CANCEL)

    assert refused.value.problem.as_json() == {
        "code": "PHASE",
        "phase": "talk",
        "seat": seat + 1,
        "action": "cancel",
        "legal": ["order", "defer" if seat == 2 else "pass"],
    }


def test_5_after_a_cancelled_deal_the_same_dealer_deals_in_the_same_mode() -> None:
    state = after(start(deal_of(dealer=Seat.S2, mode=2)), PASS, PASS, DEFER, CANCEL)
    pack = deal_of(seed=9).pack

    again = redeal(state, pack)

    assert (again.deal.dealer, again.deal.mode, again.deal.pack, again.redeals) == (Seat.S2, 2, pack, 1)
    assert (again.phase, again.packet, again.talk, legal_actions(state)) == (Phase.TALK, 1, (), ())


def test_5_only_a_cancelled_deal_is_dealt_again() -> None:
    with pytest.raises(EngineError) as refused:
        redeal(talking(), deal_of().pack)

    assert refused.value.code is Code.PHASE


def test_5_after_the_last_allowed_redeal_the_dealer_must_go_on() -> None:
    state = after(start(deal_of(), redeals=SURSELVA.max_redeals), PASS, PASS, DEFER)

    assert legal_actions(state) == (CONTINUE,)


def test_5_phrases_are_kept_and_change_nothing() -> None:
    state = talking()

    said = after(state, Say(phrase("ina trocca")), Say(phrase("nuot")))

    assert (said.turn, said.phase, legal_actions(said)) == (state.turn, state.phase, legal_actions(state))
    assert [VOCABULARY[int(speech.said)].rm for speech in said.talk if isinstance(speech.said, int)] == [
        "ina trocca",
        "nuot",
    ]


@pytest.mark.parametrize("number", [-1, len(VOCABULARY)])
def test_5_a_phrase_that_is_not_in_the_vocabulary_is_refused(number: int) -> None:
    with pytest.raises(EngineError) as refused:
        apply(talking(), Say(number))

    assert refused.value.problem.as_json() == {"code": "SPEECH", "seat": 1, "phrase": number, "rule": "5"}


def test_5_phrases_belong_to_the_talk() -> None:
    state = after(talking(), ORDER, ORDER, ORDER)

    with pytest.raises(EngineError) as refused:
        apply(state, Say(0))

    assert (refused.value.code, refused.value.problem.data["action"]) == (Code.PHASE, "Say")


@pytest.mark.parametrize(
    ("option", "hand", "may"),
    [
        pytest.param(DealerForce.NO_TRUMP, "cK n", True, id="no trump, with king and Fool"),
        pytest.param(DealerForce.NO_TRUMP, "c1 t2", False, id="a trump"),
        pytest.param(DealerForce.NO_TRUMP_NO_COURT, "cJ c1", False, id="no trump but a court card"),
        pytest.param(DealerForce.NO_TRUMP_NO_COURT, "c1 n", True, id="neither"),
        pytest.param(DealerForce.OFF, "c1", False, id="off"),
    ],
)
def test_5_4_dealer_force(option: DealerForce, hand: str, may: bool) -> None:
    assert dealer_may_force(parse_set(hand), with_rules(SURSELVA, dealer_force=option)) is may


def test_5_4_a_dealer_without_a_trump_may_force_a_new_deal_even_after_an_order() -> None:
    state = after(start(deal_with({0: NO_TRUMP})), ORDER, ORDER, ORDER)

    assert (state.phase, state.turn, legal_actions(state)) == (Phase.FORCE, Seat.S0, (CONTINUE, CANCEL))
    assert after(state, CANCEL).phase is Phase.CANCELLED
    assert after(state, CONTINUE).phase is Phase.SCART


@pytest.mark.parametrize(
    ("rules", "phase"),
    [
        pytest.param(THREE, Phase.SCART, id="three"),
        pytest.param(FIVE, Phase.SCART, id="five"),
        pytest.param(SIX, Phase.TALK, id="six"),
    ],
)
def test_9_consultation_is_off_for_three_and_five(rules: RuleSet, phase: Phase) -> None:
    assert start(deal_of(rules)).phase is phase


def test_9_six_players_talk_with_the_dealer_last_and_lay_nothing_away() -> None:
    state = start(deal_of(SIX))
    order = []

    for decision in (PASS, PASS, PASS, PASS, DEFER, CONTINUE):
        order.append(state.turn.number)
        state = apply(state, decision)

    assert order == [1, 2, 3, 4, 5, 0]
    assert after(state, ORDER, ORDER).phase is Phase.PLAY


@pytest.mark.parametrize(
    ("text", "true_of", "false_of"),
    [
        pytest.param("jeu sun da Medel", "t4 c1", "t4 t5", id="one trump"),
        pytest.param("duas da Medel", "t4 t5", "t4", id="two trumps"),
        pytest.param("dar da freid", "c1 n", "t4", id="no trumps"),
        pytest.param("ina cuort", "cK cQ cN cJ t1", "cK cQ cN rJ", id="a whole court"),
        pytest.param("ina famiglia", "sK sQ sN sJ", "c1 t1 n", id="a family"),
        pytest.param("ina napla", "cK cQ", "cK rQ", id="king and queen"),
        pytest.param("ina flur", "cK rK", "cK", id="two kings"),
        pytest.param("in flur", "cK n", "cK rK", id="a king"),
        pytest.param("in flur nausch", "cK c1 rK rQ", "cK cJ", id="a bare king"),
        pytest.param("in tschec flurs", "cK cJ rK rQ", "cK c1 rK rQ", id="two covered kings"),
        pytest.param("in bun", "cK cJ", "cK c1", id="a covered king"),
        pytest.param("ina femna", "cQ rQ", "cQ", id="queens"),
        pytest.param("strusch in", "n c1", "n t1", id="one honour"),
        pytest.param("in", "n t21", "n", id="two honours"),
        pytest.param("il narr", "n t5", "n c1", id="the Fool with trumps"),
        pytest.param("il narr blut", "n c1", "n t5", id="the Fool without trumps"),
        pytest.param("tric e trac", "t2 t3 t4 c1 c2 c3", "t2 c1 c2 c3 c4 c5", id="half trumps"),
        pytest.param("ina trocca", "t1 t2 t3 t4 t5 t6 t7", "t1 t2 t3 t4 t5 t6", id="seven or eight trumps"),
        pytest.param("da Medel", "t11 t12 t13 t14 t15 t16 t17 t18", "t1 t2 t3 t4 t5 t6 t7 t8", id="high trumps"),
        pytest.param("nuot", "c1 c2 r3", "c1 cJ", id="worthless"),
    ],
)
def test_5_predicates(text: str, true_of: str, false_of: str) -> None:
    number = phrase(text)

    assert (holds(number, parse_set(true_of)), holds(number, parse_set(false_of))) == (True, False)


@pytest.mark.parametrize(
    ("predicate", "true_of", "false_of"),
    [
        ("5 <= trumps <= 6", "t1 t2 t3 t4 t5", "t1"),
        ("4 <= small trumps <= 5", "t1 t2 t3 t10", "t1 t2 t3 t11"),
        ("honours == 2 and 6 <= trumps <= 7", "t1 t2 t3 t4 t5 t21", "t1 t21"),
    ],
)
def test_5_predicates_of_phrases_whose_words_are_lost(predicate: str, true_of: str, false_of: str) -> None:
    number = next(number for number, entry in enumerate(VOCABULARY) if entry.predicate == predicate)

    assert VOCABULARY[number].unsure
    assert (holds(number, parse_set(true_of)), holds(number, parse_set(false_of))) == (True, False)


def test_5_moods_and_wishes_state_nothing_about_the_hand() -> None:
    assert holds(phrase("jeu gidel"), parse_set("t1")) is None
    assert holds(phrase("autras"), parse_set("t1")) is None
