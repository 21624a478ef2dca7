"""What the engine answers when something is against the rules: a stable code and data, never a sentence for players.

The words of a refusal are chosen where a person reads it; here every refusal names what is wrong, where, and (for an
action that is not legal) which rule forbids it and what would be legal instead.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """Stable codes of all refusals. Their names are part of the public surface and never change."""

    # words, piles and numbers
    UNKNOWN_CARD = "UNKNOWN_CARD"
    CARD_TWICE = "CARD_TWICE"
    PILE = "PILE"
    TRICKS = "TRICKS"
    COUNTS = "COUNTS"
    UNKNOWN_RULESET = "UNKNOWN_RULESET"
    # a deal that is being played
    PHASE = "PHASE"
    DEAL_MODE = "DEAL_MODE"
    SPEECH = "SPEECH"
    # a deal that is being checked, in the order in which a checker looks (rules, end of paragraph 11)
    FORMAT = "FORMAT"
    PARTITION = "PARTITION"
    HAND_SIZE = "HAND_SIZE"
    SCART = "SCART"
    KNOCK = "KNOCK"
    LEADER = "LEADER"
    NOT_HELD = "NOT_HELD"
    FOLLOW = "FOLLOW"
    WINNER = "WINNER"
    JACK = "JACK"
    FOOL = "FOOL"
    POINTS = "POINTS"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: its code, and the facts a reader needs to find it (`trick`, `seat`, `card` …)."""

    code: Code
    data: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the flat form that commands print: `{"code": …, "trick": 7, "seat": 3}`."""
        return {"code": self.code.value, **self.data}


class EngineError(ValueError):
    """A refusal. `problem` says what was wrong; the text is for programmers only."""

    def __init__(self, code: Code, **data: Any) -> None:
        self.problem = Problem(code, data)
        facts = ", ".join(f"{name}={value}" for name, value in data.items())
        super().__init__(f"{code.value}: {facts}" if facts else code.value)

    @property
    def code(self) -> Code:
        """The stable code of this refusal."""
        return self.problem.code
