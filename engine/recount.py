"""Counting two piles at the table by numbers alone: `points = 4 H + 3 Q + 2 N + J + groups` (rules, paragraph 2).

For the players of a table who count twice and come to different sums: how many honours, queens, knights, jacks and
tricks lie in each pile. Four players; points are card points.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.counting import TRICKS
from engine.errors import Code, EngineError, Problem
from engine.rulesets import SURSELVA

HONOURS = 7
FIGURES_OF_A_KIND = 4
_KINDS = {"honours": HONOURS, "queens": FIGURES_OF_A_KIND, "knights": FIGURES_OF_A_KIND, "jacks": FIGURES_OF_A_KIND}


@dataclass(frozen=True, slots=True)
class PileNumbers:
    """What one side counted in its pile."""

    honours: int
    queens: int
    knights: int
    jacks: int
    tricks: int

    @property
    def counting(self) -> int:
        """How many cards of the pile have points."""
        return self.honours + self.queens + self.knights + self.jacks

    @property
    def excess(self) -> int:
        """What the counting cards add beside the groups, in card points."""
        return 4 * self.honours + 3 * self.queens + 2 * self.knights + self.jacks


@dataclass(frozen=True, slots=True)
class Recount:
    """Card points of the dealer's side and of the other side."""

    dealer: int
    other: int


def recount(dealer: PileNumbers, other: PileNumbers) -> Recount:
    """Return the points of both sides; they add up to 72.

    After a match the winner has everything: his own groups, and the scart (8).
    Raises EngineError with the first of `recount_problems` if the numbers cannot be right.
    """
    for problem in recount_problems(dealer, other):
        raise EngineError(problem.code, **problem.data)
    scart = SURSELVA.scart_units
    if other.tricks == TRICKS:
        return Recount(0, other.excess + other.tricks + scart)
    return Recount(dealer.excess + dealer.tricks + (scart if dealer.tricks else 0), other.excess + other.tricks)


def recount_problems(dealer: PileNumbers, other: PileNumbers) -> Iterator[Problem]:
    """Yield every number that cannot be right: in one pile, then over both (7, 4, 4, 4 cards and 19 tricks).

    COUNTS carries `what` (`honours` …), `found` and `expected`, and `side` (`dealer` or `other`) when one pile alone is
    wrong; TRICKS the same without `what`; PILE says that a pile of so many tricks cannot hold so many counting cards
    (`found`, at most `expected`), or that it must hold at least `expected`.
    """
    for side, pile in (("dealer", dealer), ("other", other)):
        yield from pile_problems(pile, side)
    for what, expected in _KINDS.items():
        found = getattr(dealer, what) + getattr(other, what)
        if found != expected:
            yield Problem(Code.COUNTS, {"what": what, "found": found, "expected": expected})
    tricks = dealer.tricks + other.tricks
    if tricks != TRICKS:
        yield Problem(Code.TRICKS, {"found": tricks, "expected": TRICKS})


def pile_problems(pile: PileNumbers, side: str) -> Iterator[Problem]:
    """Yield what cannot be right in one pile (`side` is `dealer` or `other`)."""
    for what, expected in _KINDS.items():
        found = getattr(pile, what)
        if not 0 <= found <= expected:
            yield Problem(Code.COUNTS, {"side": side, "what": what, "found": found, "expected": expected})
    if not 0 <= pile.tricks <= TRICKS:
        yield Problem(Code.TRICKS, {"side": side, "found": pile.tricks, "expected": TRICKS})
        return
    most = _most_counting(pile.tricks, dealer=side == "dealer")
    least = sum(_KINDS.values()) - _most_counting(TRICKS - pile.tricks, dealer=side != "dealer")
    if not least <= pile.counting <= most:
        expected = most if pile.counting > most else least
        yield Problem(Code.PILE, {"side": side, "found": pile.counting, "expected": expected})


def _most_counting(tricks: int, *, dealer: bool) -> int:
    """Counting cards that so many tricks can hold: all cards, and one more if the Fool stays without an empty (7.7)."""
    if tricks == 0:
        return 0  # a match: the winner has all
    if tricks == TRICKS:
        return sum(_KINDS.values())
    return min(sum(_KINDS.values()), SURSELVA.players * tricks + (SURSELVA.scart_size if dealer else 0) + 1)
