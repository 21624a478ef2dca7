"""The history of a championship in words: every event, who made it, from where, and whether the chain holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.log_checks import check_log
from tournaments.enums import ActorKind, Outcome, ReasonCode, Source
from tournaments.forms.history import HistoryForm
from tournaments.forms.settings import SettingsForm
from tournaments.listings.event_reasons import reasons_of
from tournaments.listings.history import Chosen, chosen_events, people_of
from tournaments.models import Championship, Event
from tournaments.permissions import SEE_OFFICE

from .access import office
from .event_words import event_words
from .messages import sentences
from .undo import undo_panel

A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Happened:
    """An event in words: what, more about it, who, from which device (its mark in short)."""

    number: int
    time: datetime
    words: str
    more: str
    who: str
    device: str


@require_safe
@office(SEE_OFFICE)
def office_history(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Everything that happened, newest first; `?check=1` computes the chain and what follows from it anew."""
    form = HistoryForm(request.GET, people=people_of(championship))
    wanted = form.cleaned_data if form.is_valid() else {}  # a field that is not right wants everything
    events = Paginator(chosen_events(championship, Chosen(**wanted)), A_PAGE).get_page(request.GET.get("page"))
    reasons = reasons_of(championship, list(events))
    query = request.GET.copy()
    for name in ("page", "check"):
        query.pop(name, None)
    checked = check_log(championship) if "check" in request.GET else None
    context = {
        "championship": championship,
        "section": "overview",
        "form": form,
        "page": events,
        "happened": [happened(event, reasons.get(event.sequence, "")) for event in events],
        "query": query.urlencode(),
        "count": championship.revision,
        "head": in_short(championship.last_event_hash),
        "undo": undo_panel(request, championship),
        "checked": checked,
        "problems": sentences(checked.problems) if checked else [],
    }
    return render(request, "tournaments/office_history.html", context)


def in_short(hash_: str) -> str:
    """The head of the chain as sheets print it: `7F3A-91C2`."""
    return f"{hash_[:4]}-{hash_[4:8]}".upper()


def happened(event: Event, reason: str = "") -> Happened:
    return Happened(
        number=event.sequence,
        time=event.time,
        words=event_words(event.type, event.payload),
        more="; ".join(
            [*more_about(event.payload), *([_("reason: %(reason)s") % {"reason": reason}] if reason else [])]
        ),
        who=who_made(event),
        device=event.device[:4],
    )


def who_made(event: Event) -> str:
    """The account; a side of a table; a program. Empty for an event of an earlier release that does not say it."""
    if event.actor is not None:
        return event.actor.email
    if event.actor_kind in {ActorKind.SIDE_A, ActorKind.SIDE_B} and "table" in event.payload:
        words = (
            _("side A of table %(table)s") if event.actor_kind == ActorKind.SIDE_A else _("side B of table %(table)s")
        )
        return words % {"table": event.payload["table"]}
    return str(ActorKind(event.actor_kind).label) if event.actor_kind in set(ActorKind) else ""


def more_about(payload: Mapping[str, Any]) -> list[str]:
    """What the payload tells beside its sentence. Never fails: the log may hold what this release does not know."""
    found = [*about_numbers(payload), *about_codes(payload)]
    if payload.get("handed_over") is True:
        found.append(_("phone handed over"))
    if isinstance(payload.get("settings"), list):
        found += [str(label) for name in payload["settings"] if (label := setting_label(name))]
    return found


def about_numbers(payload: Mapping[str, Any]) -> Iterator[str]:
    if deals := numbers(payload.get("deals")):
        yield _("side A: %(deals)s") % {"deals": deals}
    if tables := numbers(payload.get("disputed")):
        yield _("differing from what a side says: %(tables)s") % {"tables": tables}
    if isinstance(payload.get("results"), dict):
        yield _("tables %(tables)s") % {"tables": ", ".join(map(str, payload["results"]))}
    if isinstance(payload.get("replayed"), int):
        yield _("deal %(deal)s was played again") % {"deal": payload["replayed"]}
    if isinstance(payload.get("seed"), int):
        yield _("seed %(seed)s") % {"seed": payload["seed"]}
    if isinstance(payload.get("points"), int):
        yield _("points taken off: %(points)s") % {"points": payload["points"]}


def about_codes(payload: Mapping[str, Any]) -> Iterator[str]:
    outcome, reason, source = (str(payload.get(name, "")) for name in ("outcome", "reason_code", "source"))
    if outcome in set(Outcome) - {Outcome.PLAYED}:
        yield str(Outcome(outcome).label)
    if reason in set(ReasonCode):
        yield str(ReasonCode(reason).label)
    if source in {Source.OFFICE, Source.FILE}:
        yield str(Source(source).label)


def numbers(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else ""


def setting_label(name: object) -> Any:
    """How the settings page calls it; empty for what has no field of its own there."""
    field = SettingsForm.base_fields.get(str(name))
    return field.label if field else ""
