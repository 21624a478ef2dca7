"""Taking back what the office did last: one button, on whichever device."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.refusal import Refused
from tournaments.domain.undo import Undoable, undo_last, undoable
from tournaments.models import Championship
from tournaments.permissions import ENTER_RESULTS, ORGANISE

from .access import office, require
from .answers import status_of
from .event_words import event_words
from .messages import sentence, sentences
from .sent_once import sent_once


@dataclass(frozen=True, slots=True)
class UndoPanel:
    """What the part `_undo.html` shows: what would be taken back, who did it and when, or why it cannot be."""

    event: int
    words: str
    who: str
    time: datetime
    why_not: str


def undo_panel(request: HttpRequest, championship: Championship) -> UndoPanel | None:
    """The panel for this reader; None where there is nothing to take back, or the reader may not."""
    found = undoable(championship)
    if found is None or not request.user.has_perm(right_for(found), championship):
        return None
    why_not = ""
    if found.why_not is not None:
        words = event_words(found.why_not.data.get("type", ""), found.why_not.data)
        why_not = f"{sentence(found.why_not)} ({words})" if words else sentence(found.why_not)
    return UndoPanel(found.event, event_words(found.type, found.payload), found.who, found.time, why_not)


def right_for(found: Undoable) -> str:
    """Whoever may do it may take it back; what an organiser has decided, or had to, only an organiser."""
    return ENTER_RESULTS if found.is_result and not found.decides else ORGANISE


@require_POST
@office(ENTER_RESULTS)
@sent_once
def office_undo(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Take back the change that the reader saw; `event` is its number in the log."""
    event = request.POST.get("event", "")
    seen = int(event) if event.isascii() and event.isdigit() and len(event) < 10 else 0

    def permit(found: Undoable) -> None:
        require(request, championship, right_for(found))

    try:
        done = undo_last(championship.pk, seen, permit=permit, actor=request.user)
    except Refused as refusal:
        back = reverse("office", args=[championship.slug])
        context = {"championship": championship, "problems": sentences(refusal), "back": back}
        return render(request, "tournaments/refused_form.html", context, status=status_of(refusal))
    messages.success(request, _("Taken back: %(what)s") % {"what": event_words(done.type, done.payload)})
    return redirect("office", championship.slug)
