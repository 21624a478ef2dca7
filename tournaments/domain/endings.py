"""How a table ends otherwise than by four deals, and what of it fits what counts there now.

A walk-over, a table that was broken off and one where neither side came are marked by the office alone (formats.md §4,
product.md D15). The finished deals count; points and checks use them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.balance import DEALS_PER_TABLE
from scoring.slip import Notation, Written
from tournaments.enums import Outcome, RoundState, TableState
from tournaments.models import ResultVersion, Table

from .refusal import Problem, refused
from .versions import checked

#: Fewest and most deals that can be finished at a table that ended so.
FINISHED = {
    Outcome.PLAYED: (DEALS_PER_TABLE, DEALS_PER_TABLE),
    Outcome.WALKOVER_A: (0, DEALS_PER_TABLE - 1),
    Outcome.WALKOVER_B: (0, DEALS_PER_TABLE - 1),
    Outcome.ABANDONED: (1, DEALS_PER_TABLE - 1),
    Outcome.NEITHER: (0, 0),
}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a table ended: side A's card points of the finished deals, and how it came to that.

    `replayed` is the number of the deal that was void and played again. `questions` were answered with yes.
    """

    deals: tuple[int, ...]
    outcome: Outcome = Outcome.PLAYED
    replayed: int | None = None
    questions: tuple[dict[str, object], ...] = ()

    def is_that_of(self, result: ResultVersion) -> bool:
        """Whether this version says the same."""
        return result.deals == list(self.deals) and result.outcome == self.outcome


def checked_ending(
    table: Table,
    deals: Sequence[Written],
    notation: Notation = Notation.POINTS,
    *,
    outcome: Outcome = Outcome.PLAYED,
    replayed: int | None = None,
    answered_yes: bool,
    doubted: Callable[[list[int]], Sequence[Problem]] = lambda _points: (),
) -> Ending:
    """What the office says of a table, checked by the rules; empty fields at the end are deals that were not finished.

    Raises `Refused` as `versions.checked` does, and `deals_unfit` when so many deals do not go with the outcome.
    """
    written = list(deals)
    finished = DEALS_PER_TABLE
    if outcome != Outcome.PLAYED:
        while written and written[-1] is None:
            written.pop()
        least, most = FINISHED[outcome]
        finished = len(written)
        if not least <= finished <= most:
            raise refused("deals_unfit", least=least, most=most)
    points, questions = checked(table, written, notation, finished=finished, answered_yes=answered_yes, doubted=doubted)
    return Ending(tuple(points), outcome, replayed, tuple(questions))


def refuse_unfit(table: Table, before: ResultVersion | None, ending: Ending, reason: str, *, agreed: bool) -> None:
    """Raises `Refused` when this cannot follow `before`, which counts at the table now (None: nothing does)."""
    if table.round.state == RoundState.OFFICIAL and not agreed:
        raise refused("result_official", round=table.round.number)
    if ending.replayed is not None:
        refuse_unfit_replay(before, ending)
    if before is None:
        if ending.outcome == Outcome.PLAYED and table.state == TableState.CONFLICT:
            raise refused("needs_ruling")
        if ending.outcome != Outcome.PLAYED and not reason.strip():
            raise refused("outcome_reason_missing")
        return
    if ending.replayed is None and ending.is_that_of(before):
        raise refused("nothing_changed")
    if not reason.strip():
        raise refused("reason_missing", deals=before.deals)


def refuse_unfit_replay(before: ResultVersion | None, ending: Ending) -> None:
    """A replayed deal stands in the place of one that counted; the others stay as they were."""
    if before is None:
        raise refused("no_result")
    others = [deal for deal in range(len(ending.deals)) if deal + 1 != ending.replayed]
    same_others = len(before.deals) == len(ending.deals) and all(before.deals[n] == ending.deals[n] for n in others)
    if before.outcome != ending.outcome or not same_others or len(others) == len(ending.deals):
        raise refused("replay_unfit", replayed=ending.replayed)
