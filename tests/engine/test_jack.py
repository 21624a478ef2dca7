"""The king demands the jack (rules, 7.8)."""

import pytest

from engine.actions import TakeBack
from engine.cards import Suit
from engine.hand_state import HandState, Phase, legal_actions
from engine.notation import cards_text, parse_card, parse_cards
from engine.rulesets import (
    SURSELVA,
    JackCaller,
    JackFigure,
    JackSameHand,
    JackTakeback,
    JackTrigger,
    RuleSet,
)
from engine.seats import Seat
from engine.trick import Call, JackSwap, Trick
from tests.engine.table import after, in_play, with_rules

SILENT, BUOB, SCHE = Call
IN_TRICK = with_rules(SURSELVA, jack_trigger=JackTrigger.KING_IN_TRICK)
WINNER_ASKS = with_rules(SURSELVA, jack_caller=JackCaller.TRICK_WINNER)
EXEMPT = with_rules(SURSELVA, jack_figure=JackFigure.EXEMPT)
ANY_EMPTY = with_rules(SURSELVA, jack_takeback=JackTakeback.ANY_EMPTY)
SAME_HAND_OFF = with_rules(SURSELVA, jack_same_hand=JackSameHand.OFF)
EVERY_TIME = with_rules(SURSELVA, jack_first_time_only=False)
CUPS_LED = (Trick(Seat.S0, parse_cards("c2 c3 c4 c5"), Seat.S0),)


def after_trick(*hands: str, plays: str, rules: RuleSet = SURSELVA, tricks: tuple[Trick, ...] = ()) -> HandState:
    """The table after the first cards of these hands' trick; seat 0 leads."""
    return after(in_play(*hands, rules=rules, tricks=tricks), *plays.split())


def test_7_8_the_holder_swaps_his_empty_for_the_jack() -> None:
    asked = after_trick("cK r1", "c9 r2", "cJ c8", "c7 r3", plays="cK c9 c8 c7")

    swapped = after(asked, BUOB)

    assert (asked.phase, asked.turn, legal_actions(asked)) == (Phase.CALL, Seat.S0, (SILENT, BUOB, SCHE))
    assert swapped.tricks[0].swap == JackSwap(BUOB, Seat.S2, parse_card("cJ"), parse_card("c8"))
    assert cards_text(swapped.tricks[0].cards) == "c9 c7 cJ cK"
    assert cards_text(swapped.hands[2]) == "c8"
    assert (swapped.turn, [len(hand) for hand in swapped.hands]) == (Seat.S0, [1, 1, 1, 1])


def test_7_8_asking_is_optional() -> None:
    asked = after_trick("cK r1", "c9 r2", "cJ c8", "c7 r3", plays="cK c9 c8 c7")

    kept = after(asked, SILENT)

    assert (kept.tricks[0].swap, cards_text(kept.hands[2]), kept.phase) == (None, "cJ", Phase.PLAY)


def test_7_8_both_calls_reach_an_empty() -> None:
    asked = after_trick("cK r1", "c9 r2", "cJ c8", "c7 r3", plays="cK c9 c8 c7")

    assert after(asked, SCHE).tricks[0].swap == JackSwap(SCHE, Seat.S2, parse_card("cJ"), parse_card("c8"))


def test_7_8_a_trump_that_won_keeps_the_trick() -> None:
    asked = after_trick("cK r1", "t9 r2", "cJ c8", "c7 r3", plays="cK t9 c8 c7")

    swapped = after(asked, BUOB)

    assert (asked.turn, swapped.turn, swapped.tricks[0].winner) == (Seat.S0, Seat.S1, Seat.S1)


@pytest.mark.parametrize("figure", ["cQ", "cN"])
@pytest.mark.parametrize(
    ("rules", "call", "back"),
    [
        pytest.param(SURSELVA, BUOB, True, id="buob brings the figure back"),
        pytest.param(SURSELVA, SCHE, False, id="buob sche leaves it"),
    ],
)
def test_7_8_holder_played_queen_or_knight(rules: RuleSet, call: Call, figure: str, back: bool) -> None:
    asked = after_trick("cK r1", "c9 r2", f"cJ {figure}", "c7 r3", plays=f"cK c9 {figure} c7", rules=rules)

    called = after(asked, call)

    assert cards_text(called.hands[2]) == (figure if back else "cJ")


def test_7_8_exempt_figures_cannot_be_called() -> None:
    state = after_trick("cK r1", "c9 r2", "cJ cQ", "c7 r3", plays="cK c9 cQ c7", rules=EXEMPT)
    empty = after_trick("cK r1", "c9 r2", "cJ c8", "c7 r3", plays="cK c9 c8 c7", rules=EXEMPT)

    assert state.phase is Phase.PLAY
    assert legal_actions(empty) == (SILENT, BUOB)


def test_7_8_the_fool_of_the_holder_is_exempt() -> None:
    assert after_trick("cK r1", "c9 r2", "cJ n", "c7 r3", plays="cK c9 n c7").phase is Phase.PLAY


@pytest.mark.parametrize(
    ("rules", "phase"),
    [pytest.param(SURSELVA, Phase.PLAY, id="king_led"), pytest.param(IN_TRICK, Phase.CALL, id="king_in_trick")],
)
def test_7_8_a_king_that_was_not_led(rules: RuleSet, phase: Phase) -> None:
    state = after_trick("c9 r1", "cK r2", "cJ c8", "c7 r3", plays="c9 cK c8 c7", rules=rules)

    assert state.phase is phase
    assert state.turn is Seat.S1


def test_7_8_a_king_after_a_led_fool_counts_as_led() -> None:
    state = after_trick("n r1", "cK r2", "cJ c8", "c7 r3", plays="n cK c8 c7")

    assert (state.phase, state.turn) == (Phase.CALL, Seat.S1)


def test_7_8_a_king_of_another_suit_demands_nothing() -> None:
    state = after_trick("c9 r1", "rK r2", "cJ c8", "c7 r3", plays="c9 rK c8 c7", rules=IN_TRICK)

    assert state.phase is Phase.PLAY


@pytest.mark.parametrize(
    ("rules", "caller"),
    [pytest.param(SURSELVA, Seat.S0, id="king_player"), pytest.param(WINNER_ASKS, Seat.S3, id="trick_winner")],
)
def test_7_8_who_may_ask(rules: RuleSet, caller: Seat) -> None:
    state = after_trick("cK r1", "c9 r2", "cJ c8", "t7 r3", plays="cK c9 c8 t7", rules=rules)

    assert state.turn is caller


@pytest.mark.parametrize(
    ("rules", "phase"),
    [pytest.param(SURSELVA, Phase.PLAY, id="first time only"), pytest.param(EVERY_TIME, Phase.CALL, id="every time")],
)
def test_7_8_when_the_suit_was_led_before(rules: RuleSet, phase: Phase) -> None:
    state = after_trick("cK r1", "c9 r2", "cJ c8", "c7 r3", plays="cK c9 c8 c7", rules=rules, tricks=CUPS_LED)

    assert state.phase is phase


def test_7_8_a_fool_lead_counts_with_the_suit_it_resolves_to() -> None:
    fool_led = (Trick(Seat.S0, parse_cards("n c3 c4 c5"), Seat.S0),)

    state = after_trick("cK r1", "c9 r2", "cJ c8", "c7 r3", plays="cK c9 c8 c7", tricks=fool_led)

    assert state.phase is Phase.PLAY


@pytest.mark.parametrize(
    ("rules", "choices"),
    [pytest.param(SURSELVA, None, id="own_card"), pytest.param(ANY_EMPTY, ["c9", "c8", "c7"], id="any_empty")],
)
def test_7_8_which_card_the_holder_takes_back(rules: RuleSet, choices: list[str] | None) -> None:
    asked = after_trick("cK r1", "c9 r2", "cJ c8", "c7 r3", plays="cK c9 c8 c7", rules=rules)

    called = after(asked, BUOB)

    if choices is None:
        assert cards_text(called.hands[2]) == "c8"
    else:
        assert (called.phase, called.turn) == (Phase.TAKE_BACK, Seat.S2)
        assert legal_actions(called) == tuple(TakeBack(parse_card(code)) for code in choices)
        taken = after(called, TakeBack(parse_card("c7")))
        assert (cards_text(taken.hands[2]), taken.phase) == ("c7", Phase.PLAY)
        assert taken.tricks[0].swap == JackSwap(BUOB, Seat.S2, parse_card("cJ"), parse_card("c7"))


def test_7_8_king_and_jack_in_one_hand_take_an_empty_of_another() -> None:
    asked = after_trick("cK cJ", "c9 r2", "cQ r4", "c7 r3", plays="cK c9 cQ c7")

    called = after(asked, BUOB)

    assert legal_actions(asked) == (SILENT, BUOB)
    assert legal_actions(called) == (TakeBack(parse_card("c9")), TakeBack(parse_card("c7")))
    taken = after(called, TakeBack(parse_card("c9")))
    assert (cards_text(taken.hands[0]), cards_text(taken.tricks[0].cards)) == ("c9", "c7 cJ cQ cK")


def test_7_8_king_and_jack_in_one_hand_without_an_empty_on_the_table() -> None:
    assert after_trick("cK cJ", "cN r2", "cQ r4", "r5 r3", plays="cK cN cQ r5").phase is Phase.PLAY


def test_7_8_king_and_jack_in_one_hand_switched_off() -> None:
    state = after_trick("cK cJ", "c9 r2", "cQ r4", "c7 r3", plays="cK c9 cQ c7", rules=SAME_HAND_OFF)

    assert state.phase is Phase.PLAY


def test_7_8_king_and_jack_in_one_hand_are_his_own_matter_whoever_wins() -> None:
    state = after_trick("cK cJ", "t9 r2", "cQ r4", "c7 r3", plays="cK t9 cQ c7", rules=WINNER_ASKS)

    assert (state.phase, state.turn) == (Phase.CALL, Seat.S0)


def test_7_8_a_jack_already_out_has_no_effect() -> None:
    state = after_trick("cK r1", "c9 r2", "c8 r4", "cJ r3", plays="cK c9 c8 cJ")

    assert (state.phase, state.tricks[0].swap) == (Phase.PLAY, None)


def test_7_8_trumps_have_no_jack() -> None:
    assert after_trick("t9 r1", "t8 r2", "t7 cJ", "cK r3", plays="t9 t8 t7 cK").tricks[0].winner is Seat.S0


def test_7_8_exchange_in_every_suit() -> None:
    for suit in "crbs":
        asked = after_trick(
            f"{suit}K t1", f"{suit}9 t2", f"{suit}J {suit}8", f"{suit}7 t3", plays=f"{suit}K {suit}9 {suit}8 {suit}7"
        )

        assert after(asked, BUOB).hands[2].of_suit(Suit.TROCCAS) == after(asked, SILENT).hands[2].trumps
        assert cards_text(after(asked, BUOB).hands[2]) == f"{suit}8"
