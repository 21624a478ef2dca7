"""What sides and office say against each other, in sentences."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.claimed import Difference
from tournaments.enums import Source

#: Sentences of refusals about claims, calls and taking back.
RULING_SENTENCES: dict[str, Any] = {
    "look_first": gettext_lazy("Look first at what this correction changes, then save it again."),
    "needs_ruling": gettext_lazy("The sides of this table disagree. The organiser decides which numbers count."),
    "no_conflict": gettext_lazy("This table is not in conflict any more. Look at its result."),
    "reported": gettext_lazy("Table %(table)s has a result already. Nobody needs to call it."),
    "nothing_to_take_back": gettext_lazy("There is nothing to take back. Open the history to correct an older result."),
}

#: Who says something, as the beginning of what they say.
SAY: dict[Source, Any] = {
    Source.SIDE_A: gettext_lazy("side A says %(points)s"),
    Source.SIDE_B: gettext_lazy("side B says %(points)s"),
    Source.OFFICE: gettext_lazy("the office has %(points)s"),
    Source.FILE: gettext_lazy("the file has %(points)s"),
}


def differing_words(found: Iterable[Difference]) -> str:
    """`Deal 1: side A says 40, side B says 41. Deal 3: …`; all numbers are side A's card points."""
    sentences = [
        _("Deal %(deal)s: %(said)s.")
        % {"deal": each.deal, "said": ", ".join(str(SAY[source]) % {"points": points} for source, points in each.said)}
        for each in found
    ]
    return " ".join(sentences)
