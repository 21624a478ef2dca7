"""One phone for both sides of a table: it is handed over, and the other side's own code authorises what it says."""

from collections.abc import Iterable
from dataclasses import replace

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring import balance
from tournaments.domain.claims import agree, side_view
from tournaments.domain.link_tries import wrong_try
from tournaments.domain.links import Resolved, Waiting, resolve
from tournaments.domain.refusal import Refused
from tournaments.enums import Confirming

from .answers import status_of
from .phone_lines import Total, lines_of
from .phone_pages import Note, Screen, Visit, entry_page, page, screen_of, shown_page, visit_of
from .sources import source_of

EMPTY = gettext_lazy("Type the code first. It stands on the other half of the slip, under the QR code.")
UNKNOWN = gettext_lazy("This code is not known. It stands on the other half of the slip, under the QR code.")
OWN = gettext_lazy("This is the code of the side that has reported. The other half of the slip has the right one.")
ELSEWHERE = gettext_lazy("This is the code of another table or another round.")


def handing(visit: Visit) -> HttpResponse:
    """The phone goes over to the other side: what is claimed fills the screen, and their code is asked for."""
    return hand_page(visit)


def hand_page(visit: Visit, *, notes: Iterable[Note] = (), status: int = 200) -> HttpResponse:
    """For the other side, on this phone: what is claimed, and the field for their code."""
    view = side_view(visit.table, visit.side)
    if screen_of(view) is not Screen.SAVED or view.mine is None or view.confirming == Confirming.SECOND_DEVICE:
        return page(visit, notes=notes, status=status)
    lines = lines_of([balance.DEAL_POINTS - each for each in view.mine.deals])
    return shown_page(visit, view, Screen.HAND, notes, status, lines=lines, total=Total.of(lines), said=view.mine)


def handed(visit: Visit) -> HttpResponse:
    """The other side has typed its code on this phone, and agrees or does not."""
    other = resolve(visit.values["other"])
    if other is None and visit.values["other"].strip():
        wrong_try(source_of(visit.request))
    problem = wrong_code(visit, other)
    if problem is not None or not isinstance(other, Resolved):
        return hand_page(visit, notes=[Note("red", "warn", str(problem))], status=422)
    theirs = visit_of(visit.request, {**visit.values, "other": "", "own": visit.token}, other)
    if visit.values["do"] == "differ_here" or theirs.table.round.stage.confirming == Confirming.BLIND:
        return entry_page(theirs)
    try:
        stored = agree(
            theirs.table.pk, theirs.side, version=visit.number("said"), idempotency_key=visit.values["key"] or None
        )
    except Refused as refusal:
        return page(visit.anew(), notes=[Note.of(refusal)], status=status_of(refusal))
    return page(replace(theirs, table=stored.table))


def wrong_code(visit: Visit, other: Resolved | Waiting | None) -> Promise | None:
    """What is wrong with the code of the other side; None when it is theirs."""
    if other is None:
        return UNKNOWN if visit.values["other"].strip() else EMPTY
    if isinstance(other, Waiting) or other.table.pk != visit.table.pk:
        return ELSEWHERE
    return OWN if other.side == visit.side else None
