"""What the page of a table calls a result that counts, and how a table ended without four deals."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.claims import SideView
from tournaments.domain.plausibility import OPTIONAL_QUESTIONS
from tournaments.enums import Outcome, Source, TableState

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
        return Settled("state-confirmed", "green", _("The organiser has decided"), _("This counts now."), counting.at)
    if counting.source in {Source.OFFICE, Source.FILE}:
        return Settled("state-confirmed", "green", _("Confirmed"), _("by the office, from the slip"), counting.at)
    return Settled("state-confirmed", "green", _("Confirmed"), _("by both sides"), counting.at)
