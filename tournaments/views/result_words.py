"""What is wrong with four numbers, in words: the number that was typed stands in the sentence."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.slip import Notation, Written
from tournaments.domain.refusal import Problem

from .messages import sentence

MISSING = _("Deal %(deal)s: the number is missing.")
#: Sentences that depend on the notation of the page.
BY_NOTATION: dict[Notation, dict[str, Any]] = {
    Notation.POINTS: {
        "RANGE": _("Deal %(deal)s: %(given)s cannot be. A deal has 0 to 72 card points."),
    },
    Notation.NET: {
        "RANGE": _("Deal %(deal)s: %(given)s cannot be. Write + or − and a number up to 36."),
    },
}


def result_sentence(problem: Problem, deals: Sequence[Written], notation: Notation) -> str:
    """The sentence for a problem or a question of a result that was typed in this notation."""
    data = dict(problem.data)
    deal = data.get("deal")
    if isinstance(deal, int) and 1 <= deal <= len(deals) and deals[deal - 1] is not None:
        data.setdefault("given", deals[deal - 1])
    if problem.code == "RANGE" and "given" not in data:
        return str(MISSING) % data
    if (words := BY_NOTATION[notation].get(problem.code)) is not None:
        return str(words) % data
    return sentence(Problem(problem.code, data))
