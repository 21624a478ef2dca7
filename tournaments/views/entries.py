"""One entry: entered by hand, corrected, withdrawn, removed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.directory import DirectoryPerson, directory
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import (
    edit_entry,
    register_entry,
    remove_entry,
    return_entry,
    withdraw_entry,
)
from tournaments.forms.registration import EntryForm
from tournaments.imports import name_key
from tournaments.models import Championship, Entry
from tournaments.permissions import ORGANISE, SEE_OFFICE

from .access import office, require
from .messages import sentences
from .sent_once import sent_once
from .taking_part import seat_now, seat_offer


@office(ORGANISE)
@require_http_methods(["GET", "POST"])
@sent_once
def office_entry_new(request: HttpRequest, championship: Championship) -> HttpResponse:
    """A new entry. Where a name is known the reader says whether it is the same person."""
    if request.method == "GET":
        given = {"stand_in": "stand_in" in request.GET}
        return new_entry_page(request, championship, EntryForm(championship=championship, initial=given))
    form = EntryForm(request.POST, championship=championship)
    if not form.is_valid():
        return new_entry_page(request, championship, form, status=422)
    questions = namesakes(championship, form)
    if any(f"person_{question.position}" not in request.POST for question in questions):
        return new_entry_page(request, championship, form, questions=questions, status=409)
    chosen = [picked(request, question) for question in by_position(form, questions)]
    values = form.cleaned_data
    try:
        entry = register_entry(
            championship.pk,
            form.people(chosen),
            number=values["number"],
            club=values["club"],
            fixed_table=values["fixed_table"],
            stand_in=values["stand_in"],
            actor=request.user,
        )
    except Refused as refusal:
        form.add_error(None, sentences(refusal))
        return new_entry_page(request, championship, form, questions=questions, status=409)
    messages.success(
        request, _("%(name)s is entered with number %(number)s.") % {"name": entry.name, "number": entry.number}
    )
    if request.POST.get("begins") == "now":
        seat_now(request, entry)
    return redirect("office_entries", championship.slug)


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Those of the directory who have the name that was typed for the person at `position`."""

    position: int
    name: str
    place: str
    candidates: tuple[DirectoryPerson, ...]


def namesakes(championship: Championship, form: EntryForm) -> list[Namesakes]:
    known: dict[str, list[DirectoryPerson]] = {}
    for person in directory(championship):
        known.setdefault(name_key(person.name), []).append(person)
    typed = [(position, form.cleaned_data[f"name_{position}"]) for position in form.positions]
    return [
        Namesakes(position, name, form.cleaned_data[f"place_{position}"], tuple(known[name_key(name)]))
        for position, name in typed
        if name_key(name) in known
    ]


def by_position(form: EntryForm, questions: Sequence[Namesakes]) -> list[Namesakes | None]:
    return [next((each for each in questions if each.position == position), None) for position in form.positions]


def picked(request: HttpRequest, question: Namesakes | None) -> int | None:
    """The person chosen; None for somebody new, also when the choice is none of the candidates."""
    if question is None:
        return None
    choice = request.POST.get(f"person_{question.position}", "")
    return next((each.id for each in question.candidates if str(each.id) == choice), None)


def new_entry_page(
    request: HttpRequest,
    championship: Championship,
    form: EntryForm,
    *,
    questions: Sequence[Namesakes] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "championship": championship,
        "section": "entries",
        "form": form,
        "questions": questions,
        "seat": seat_offer(championship),
        "begins": request.POST.get("begins", ""),
        "next_round": championship.rounds.count() + 1,
    }
    return render(request, "tournaments/office_entry_new.html", context, status=status)


@office(SEE_OFFICE)
@require_http_methods(["GET", "POST"])
@sent_once
def office_entry(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Correct an entry; the people stay the same people."""
    entry = get_object_or_404(championship.entries.with_people().select_related("club"), number=number)
    if request.method == "GET":
        return entry_page(request, championship, entry, EntryForm(championship=championship, entry=entry))
    require(request, championship, ORGANISE)
    form = EntryForm(request.POST, championship=championship, entry=entry)
    if not form.is_valid():
        return entry_page(request, championship, entry, form, status=422)
    values = form.cleaned_data
    try:
        edit_entry(
            entry.pk,
            people=form.people(),
            number=values["number"],
            club=values["club"],
            fixed_table=values["fixed_table"],
            stand_in=values["stand_in"],
            actor=request.user,
        )
    except Refused as refusal:
        form.add_error(None, sentences(refusal))
        return entry_page(request, championship, entry, form, status=409)
    messages.success(request, _("The entry is saved."))
    return redirect("office_entries", championship.slug)


def entry_page(
    request: HttpRequest, championship: Championship, entry: Entry, form: EntryForm, *, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "championship": championship,
        "section": "entries",
        "entry": entry,
        "form": form,
        "seat": seat_offer(championship, entry),
        "is_used": entry.seats.exists() or entry.byes.exists(),
        "may_organise": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_entry.html", context, status=status)


@office(ORGANISE)
@require_POST
@sent_once
def office_entry_state(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Withdraw an entry from the next draws, or let it take part again."""
    entry = get_object_or_404(championship.entries, number=number)
    if request.POST.get("do") == "withdraw":
        withdraw_entry(entry.pk, actor=request.user)
        messages.success(request, _("%(name)s is withdrawn. Results stay.") % {"name": entry.name})
    elif request.POST.get("do") == "return":
        return_entry(entry.pk, actor=request.user)
        messages.success(request, _("%(name)s takes part again, from the next draw on.") % {"name": entry.name})
    return redirect("office_entries", championship.slug)


@office(ORGANISE)
@require_POST
@sent_once
def office_entry_remove(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Delete an entry that has not played."""
    entry = get_object_or_404(championship.entries.with_people(), number=number)
    name = entry.name
    try:
        remove_entry(entry.pk, actor=request.user)
    except Refused as refusal:
        form = EntryForm(championship=championship, entry=entry)
        messages.error(request, " ".join(sentences(refusal)))
        return entry_page(request, championship, entry, form, status=409)
    messages.success(request, _("%(name)s is removed.") % {"name": name})
    return redirect("office_entries", championship.slug)
