"""The exchange of two entries of a proposal in words: what to think about, and what it costs against the best draw."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.pairing.swap import Price
from tournaments.pairing.swap_warnings import SwapWarning

#: One sentence a code; its data fills the placeholders.
WARNINGS: dict[str, Promise] = {
    "REPEAT": gettext_lazy("%(people)s have met already, in round %(rounds)s."),
    "PARTNERS_AGAIN": gettext_lazy("%(people)s were partners already, in round %(rounds)s."),
    "OPPONENTS_AGAIN": gettext_lazy("%(people)s were opponents already, in round %(rounds)s."),
    "OTHER_ROLE": gettext_lazy("%(people)s sat at one table already, in round %(rounds)s."),
    "SAME_GROUP": gettext_lazy("%(people)s are of the same club: %(groups)s."),
    "SCORE_GAP": gettext_lazy("Table %(table)s: the gap in points grows from %(before)s to %(after)s."),
    "SECOND_BYE": gettext_lazy("%(people)s sits out again, although others have not yet."),
}


def warning_words(warning: SwapWarning, names: Mapping[int, str]) -> str:
    """A warning as a sentence; `names` are those of the entry numbers."""
    return str(WARNINGS[warning.code]) % {
        "people": _(" and ").join(names.get(int(str(each)), str(each)) for each in warning.entries),
        "rounds": ", ".join(map(str, warning.rounds)),
        "groups": ", ".join(warning.groups),
        "table": warning.table,
        "before": warning.before,
        "after": warning.after,
    }


def price_words(price: Price, *, pairs: bool) -> list[str]:
    """What there is more of than in the best draw, in the order of aims; empty when nothing gets worse."""
    counted = (
        (price.repeats, meetings_more(price.repeats) if pairs else partners_more(price.repeats)),
        (
            price.second_byes,
            ngettext("%(count)s unfair sit-out more", "%(count)s unfair sit-outs more", price.second_byes),
        ),
        (
            price.opponents_third,
            ngettext(
                "%(count)s third meeting as opponents more",
                "%(count)s third meetings as opponents more",
                price.opponents_third,
            ),
        ),
        (
            price.opponents_again,
            ngettext(
                "%(count)s repeated meeting as opponents more",
                "%(count)s repeated meetings as opponents more",
                price.opponents_again,
            ),
        ),
        (
            price.other_role,
            ngettext(
                "%(count)s meeting more of earlier partners as opponents, or the other way round",
                "%(count)s meetings more of earlier partners as opponents, or the other way round",
                price.other_role,
            ),
        ),
        (price.gap_squares, _("unequal points at tables: %(count)s more")),
        (
            price.groups_together,
            ngettext(
                "%(count)s meeting within a club more", "%(count)s meetings within a club more", price.groups_together
            ),
        ),
    )
    return [words % {"count": count} for count, words in counted if count > 0]


def meetings_more(count: int) -> str:
    return ngettext("%(count)s repeated meeting more", "%(count)s repeated meetings more", count)


def partners_more(count: int) -> str:
    return ngettext("%(count)s repeated pair of partners more", "%(count)s repeated pairs of partners more", count)
