"""What is wrong with four numbers, in words: the number that was typed stands in the sentence."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.slip import Notation, Written
from tournaments.domain.file_results import Replaced
from tournaments.domain.refusal import Problem
from tournaments.enums import Outcome

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


def ended_words(deals: Sequence[int | None], outcome: Outcome) -> str:
    """`40, 30, 36, 50`, `40, 30 (broken off)`, `neither side came`."""
    numbers = ", ".join("–" if each is None else str(each) for each in deals)
    if outcome == Outcome.PLAYED:
        return numbers
    return f"{numbers} ({outcome.label})" if numbers else str(outcome.label)


def replaced_words(replaced: Replaced) -> str:
    """`Table 1: 40, 30, 36, 50 becomes 44, 30, 36, 50.`"""
    before, after = (ended_words(*each) for each in (replaced.before, replaced.after))
    return str(_("Table %(table)s: %(before)s becomes %(after)s.")) % {
        "table": replaced.table,
        "before": before,
        "after": after,
    }
