"""What the page of a table says: why something was not saved, who says that a result counts, how a table ended."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.claims import SideView
from tournaments.domain.plausibility import OPTIONAL_QUESTIONS
from tournaments.domain.refusal import Problem
from tournaments.enums import Outcome, Source, TableState

from .messages import sentence

#: What the office reads in other words, because it can do something else about it.
REFUSALS: dict[str, Promise] = {
    "stale": _("The other side has changed its numbers meanwhile. Look at them again."),
    "round_closed": _("The round is closed. Go to the organiser if the result is wrong."),
    "round_not_published": _("The round is not published yet."),
    "other_request": _("These numbers differ from those sent before. Look at them, then send again."),
}


def phone_sentence(problem: Problem) -> str:
    """The sentence for a refusal, for players."""
    return str(REFUSALS[problem.code]) if problem.code in REFUSALS else sentence(problem)


#: What is asked and answered with one more tap.
QUESTIONS = frozenset({*OPTIONAL_QUESTIONS, "DEALER_UNKNOWN"})

#: From a side's own point of view: `walkover_a` is its own win.
OUTCOMES: dict[Outcome, Promise] = {
    Outcome.WALKOVER_A: _("You win without play: the other side did not come."),
    Outcome.WALKOVER_B: _("The other side wins without play."),
    Outcome.ABANDONED: _("The table was broken off. The deals that were finished count."),
    Outcome.NEITHER: _("Neither side came to this table."),
}


@dataclass(frozen=True, slots=True)
class Settled:
    """Heading of a result that counts: icon, word, who said so, when."""

    icon: str
    kind: str
    title: Promise
    by: Promise
    at: datetime


def settled_words(view: SideView) -> Settled | None:
    """How a result came to count; None without one."""
    counting = view.counting
    if counting is None:
        return None
    if view.state == TableState.CORRECTED:
        return Settled("state-corrected", "violet", _("Corrected"), _("by the organiser"), counting.at)
    if counting.source == Source.RULING:
        return Settled("state-confirmed", "green", _("The organiser has decided"), _("this counts now"), counting.at)
    if counting.outcome != Outcome.PLAYED:
        # No slip says how a table ended that was not played to the end: the office alone marks it.
        return Settled("state-confirmed", "green", _("Confirmed"), _("by the organiser"), counting.at)
    if counting.source in {Source.OFFICE, Source.FILE}:
        return Settled("state-confirmed", "green", _("Confirmed"), _("by the office, from the slip"), counting.at)
    return Settled("state-confirmed", "green", _("Confirmed"), _("by both sides"), counting.at)
