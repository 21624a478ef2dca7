"""Who takes part: the list, entries by hand, the tick at the door."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.domain.directory import DirectoryPerson, directory
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import (
    check_in,
    edit_entry,
    register_entry,
    remove_entry,
    return_entry,
    withdraw_entry,
)
from tournaments.enums import EntryState
from tournaments.forms.registration import EntryForm
from tournaments.imports import name_key
from tournaments.listings.entries import EntryListing, words
from tournaments.models import Championship, Entry
from tournaments.models.names import folded, sort_key
from tournaments.permissions import ENTER_RESULTS, ORGANISE, SEE_OFFICE

from .access import office, require
from .messages import sentences

#: A search begins with this many letters.
LETTERS = 2
#: As many missing entries are named; more are only counted.
NAMED = 8


@dataclass(frozen=True, slots=True)
class Counter:
    """How many are here. `missing` names the first of those who are not."""

    present: int
    total: int
    missing: tuple[str, ...]
    more: int

    @property
    def absent(self) -> int:
        return self.total - self.present


def counter_of(entries: Sequence[Entry]) -> Counter:
    """Withdrawn entries are not waited for."""
    playing = [entry for entry in entries if entry.state != EntryState.WITHDRAWN]
    missing = [entry for entry in playing if entry.state != EntryState.PRESENT]
    names = tuple(f"{entry.number} {entry.name}" for entry in missing[:NAMED])
    return Counter(len(playing) - len(missing), len(playing), names, max(0, len(missing) - NAMED))


def entries_of(championship: Championship) -> list[Entry]:
    return list(championship.entries.with_people().select_related("club"))  # type: ignore[attr-defined]


@office(SEE_OFFICE)
@require_GET
def office_entries(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The list with the ticks; `q` looks for two letters or more in names, places and clubs."""
    entries = entries_of(championship)
    query = request.GET.get("q", "").strip()
    wanted = folded(query).split()
    shown = [entry for entry in entries if all(part in words(entry) for part in wanted)]
    too_short = bool(query) and len(query) < LETTERS and not query.isdigit()
    context = {
        "championship": championship,
        "section": "entries",
        "listing": EntryListing(entries if too_short else shown),
        "entries": entries,
        "shown": entries if too_short else shown,
        "counter": counter_of(entries),
        "query": query,
        "too_short": too_short,
        "batches": championship.imports.order_by("-pk")[:3],
        **rights(request, championship),
    }
    return render(request, "tournaments/office_entries.html", context)


def rights(request: HttpRequest, championship: Championship) -> dict[str, bool]:
    return {
        "may_organise": request.user.has_perm(ORGANISE, championship),
        "may_check_in": request.user.has_perm(ENTER_RESULTS, championship),
    }


@dataclass(frozen=True, slots=True)
class TickLine:
    """A person of the A–Z list for the door."""

    key: str
    name: str
    partner: str
    number: int
    place: str
    present: bool


@office(SEE_OFFICE)
@require_GET
def office_tick_list(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Everybody by family name, for paper and pencil at the door."""
    lines = sorted(
        (
            TickLine(
                key=sort_key(person.full_name),
                name=person.full_name,
                partner=", ".join(other.full_name for other in entry.persons if other != person),
                number=entry.number,
                place=person.place,
                present=entry.state == EntryState.PRESENT,
            )
            for entry in entries_of(championship)
            if entry.state != EntryState.WITHDRAWN
            for person in entry.persons
        ),
        key=lambda line: (line.key, line.number),
    )
    context = {"championship": championship, "section": "entries", "lines": lines}
    return render(request, "tournaments/office_tick_list.html", context)


@office(ENTER_RESULTS)
@require_POST
def office_check_in(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Tick an entry off, or take the tick back: `present` says which, so two devices never undo each other."""
    entry = get_object_or_404(championship.entries, number=number)
    if entry.state != EntryState.WITHDRAWN:
        check_in(entry.pk, present=request.POST.get("present") == "1", actor=request.user)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("office_entries", championship.slug)
    entries = entries_of(championship)
    context = {
        "championship": championship,
        "record": next(each for each in entries if each.pk == entry.pk),
        "counter": counter_of(entries),
        "may_check_in": True,
    }
    return render(request, "tournaments/_checked_in.html", context)


# One entry ---------------------------------------------------------------------------------------------------------


@office(ORGANISE)
@require_http_methods(["GET", "POST"])
def office_entry_new(request: HttpRequest, championship: Championship) -> HttpResponse:
    """A new entry. Where a name is known the reader says whether it is the same person."""
    if request.method == "GET":
        return new_entry_page(request, championship, EntryForm(championship=championship))
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
            championship.pk, form.people(chosen), number=values["number"], club=values["club"], actor=request.user
        )
    except Refused as refusal:
        form.add_error(None, sentences(refusal))
        return new_entry_page(request, championship, form, questions=questions, status=409)
    messages.success(
        request, _("%(name)s is entered with number %(number)s.") % {"name": entry.name, "number": entry.number}
    )
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
        "next_round": championship.rounds.count() + 1,
    }
    return render(request, "tournaments/office_entry_new.html", context, status=status)


@office(SEE_OFFICE)
@require_http_methods(["GET", "POST"])
def office_entry(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Correct an entry; the people stay the same people."""
    entry = get_object_or_404(championship.entries.with_people().select_related("club"), number=number)  # type: ignore[attr-defined]
    if request.method == "GET":
        return entry_page(request, championship, entry, EntryForm(championship=championship, entry=entry))
    require(request, championship, ORGANISE)
    form = EntryForm(request.POST, championship=championship, entry=entry)
    if not form.is_valid():
        return entry_page(request, championship, entry, form, status=422)
    values = form.cleaned_data
    try:
        edit_entry(entry.pk, people=form.people(), number=values["number"], club=values["club"], actor=request.user)
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
        "is_used": entry.seats.exists() or entry.byes.exists(),
        **rights(request, championship),
    }
    return render(request, "tournaments/office_entry.html", context, status=status)


@office(ORGANISE)
@require_POST
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
def office_entry_remove(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Delete an entry that has not played."""
    entry = get_object_or_404(championship.entries.with_people(), number=number)  # type: ignore[attr-defined]
    name = entry.name
    try:
        remove_entry(entry.pk, actor=request.user)
    except Refused as refusal:
        form = EntryForm(championship=championship, entry=entry)
        messages.error(request, " ".join(sentences(refusal)))
        return entry_page(request, championship, entry, form, status=409)
    messages.success(request, _("%(name)s is removed.") % {"name": name})
    return redirect("office_entries", championship.slug)
