"""Known answers: how many sequences of legal actions there are to a depth (as chess programs count moves).

The numbers were counted once and are kept; a change in any rule of talk, scart, play or the jack changes them. Phrases
are not counted.
"""

from random import Random

import pytest

from engine.hand_state import HandState, Phase, apply, legal_actions, start
from engine.players import random_player, view_of
from engine.rulesets import CLASSIC_EN, FIVE, LITERAL_DE, SIX, SURSELVA, THREE, RuleSet
from engine.tschintschar import Decision
from tests.engine.table import deal_of

# (rule set, tricks played or "talk", depth): sequences
KNOWN: dict[tuple[str, int | str, int], int] = {}

# (rule set, tricks played or "talk", depth): sequences
KNOWN: dict[tuple[str, int | str, int], int] = {
    ("surselva", "talk", 1): 2,
    ("surselva", "talk", 4): 185,
    ("surselva", "talk", 6): 24652,
    ("six", "talk", 6): 309,
    ("surselva", 0, 1): 190,
    ("surselva", 1, 5): 13604,
    ("surselva", 10, 6): 2168,
    ("surselva", 16, 16): 72,
    ("classic_en", 1, 4): 1088,
    ("classic_en", 16, 14): 1728,
    ("literal_de", 12, 6): 2762,
    ("three", 0, 1): 2600,
    ("three", 1, 4): 12971,
    ("three", 22, 12): 216,
    ("five", 1, 4): 376,
    ("five", 12, 16): 912,
    ("six", 0, 3): 115,
    ("six", 10, 8): 756,
}


def sequences(state: HandState, depth: int) -> int:
    """The number of sequences of so many legal actions, or of fewer that end the deal."""
    if depth == 0 or state.is_over:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(sequences(apply(state, action), depth - 1) for action in actions)


def at(rules: RuleSet, seed: int, tricks: int) -> HandState:
    """A random deal of this seed before its first play (0 tricks) or after so many tricks."""
    rng, state = Random(seed), start(deal_of(rules, seed=seed))
    while state.phase is Phase.TALK:
        state = apply(
            state, Decision.CONTINUE if Decision.CONTINUE in legal_actions(state) else legal_actions(state)[0]
        )
    while len(state.tricks) < tricks:
        state = apply(state, random_player(view_of(state), rng))
    return state


TALK = [
    pytest.param(SURSELVA, 1, id="first"),
    pytest.param(SURSELVA, 4, id="first packet"),
    pytest.param(SURSELVA, 6, id="two packets"),
    pytest.param(SIX, 6, id="six players"),
]


@pytest.mark.parametrize(("rules", "depth"), TALK)
def test_sequences_of_talk(rules: RuleSet, depth: int) -> None:
    assert sequences(start(deal_of(rules)), depth) == KNOWN[rules.name, "talk", depth]


PLAY = [
    pytest.param(rules, tricks, depth, id=f"{rules.name}-{tricks}-{depth}")
    for rules, tricks, depth in (
        (SURSELVA, 0, 1),
        (SURSELVA, 1, 5),
        (SURSELVA, 10, 6),
        (SURSELVA, 16, 16),
        (CLASSIC_EN, 1, 4),
        (CLASSIC_EN, 16, 14),
        (LITERAL_DE, 12, 6),
        (THREE, 0, 1),
        (THREE, 1, 4),
        (THREE, 22, 12),
        (FIVE, 1, 4),
        (FIVE, 12, 16),
        (SIX, 0, 3),
        (SIX, 10, 8),
    )
]


@pytest.mark.parametrize(("rules", "tricks", "depth"), PLAY)
def test_sequences_of_scart_and_play(rules: RuleSet, tricks: int, depth: int) -> None:
    assert sequences(at(rules, 3, tricks), depth) == KNOWN[rules.name, tricks, depth]
