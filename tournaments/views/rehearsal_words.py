"""What a rehearsal found, in sentences."""

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.rehearsal import Rehearsal


def rehearsal_words(found: Rehearsal, *, pairs: bool) -> list[str]:
    """One sentence each: how much was played, repeats, sit-outs, the end of the day."""
    played = ngettext(
        "%(count)s round of %(planned)s planned was played with random results.",
        "%(count)s rounds of %(planned)s planned were played with random results.",
        len(found.rounds),
    )
    return [
        played % {"count": len(found.rounds), "planned": found.planned},
        repeats_sentence(found.repeats, pairs=pairs),
        *([] if pairs else [opponents_sentence(found.opponents_again)]),
        *([other_role_sentence(found.other_role)] if found.other_role else []),
        sit_out_sentence(found),
        end_sentence(found),
    ]


def repeats_sentence(repeats: int, *, pairs: bool) -> str:
    if not repeats:
        return _("No two pairs met twice.") if pairs else _("Nobody had the same partner twice.")
    if pairs:
        words = ngettext("%(count)s meeting was a repeat.", "%(count)s meetings were repeats.", repeats)
    else:
        words = ngettext(
            "%(count)s pair of partners was a repeat.", "%(count)s pairs of partners were repeats.", repeats
        )
    return words % {"count": repeats}


def opponents_sentence(again: int) -> str:
    if not again:
        return _("Nobody had the same opponent twice.")
    words = ngettext("%(count)s pair of opponents was a repeat.", "%(count)s pairs of opponents were repeats.", again)
    return words % {"count": again}


def other_role_sentence(count: int) -> str:
    words = ngettext(
        "%(count)s time earlier partners met as opponents, or the other way round.",
        "%(count)s times earlier partners met as opponents, or the other way round.",
        count,
    )
    return words % {"count": count}


def sit_out_sentence(found: Rehearsal) -> str:
    if not found.sat_out:
        return _("Nobody sits out.")
    words = ngettext(
        "%(count)s entry sits out; the most for one entry: %(most)s.",
        "%(count)s entries sit out; the most for one entry: %(most)s.",
        len(found.sat_out),
    )
    return words % {"count": len(found.sat_out), "most": found.most_sit_outs}


def end_sentence(found: Rehearsal) -> str:
    ends = time_format(found.ends, "H:i")
    if found.spare_minutes < 0:
        return _("The first day ends at %(time)s: %(minutes)s minutes too late for the hall.") % {
            "time": ends,
            "minutes": -found.spare_minutes,
        }
    return _("The first day ends at %(time)s, %(minutes)s minutes before the hall closes.") % {
        "time": ends,
        "minutes": found.spare_minutes,
    }
