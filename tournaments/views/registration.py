"""Who takes part: the list, and the tick at the door."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.numbers import numbers_of
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import check_in
from tournaments.domain.sent_forms import Repeated, acting_form
from tournaments.enums import EntryState
from tournaments.listings.entries import EntryListing, words
from tournaments.models import Championship, Entry
from tournaments.models.names import folded, sort_key
from tournaments.permissions import ENTER_RESULTS, ORGANISE, SEE_OFFICE

from .access import office
from .sent_once import refused_form, sending_of

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
    return list(championship.entries.with_people().select_related("club"))


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
        "numbers": numbers_of(championship),
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
def office_check_in(request: HttpRequest, championship: Championship, number: int) -> HttpResponseBase:
    """Tick an entry off, or take the tick back: `present` says which, so two devices never undo each other."""
    entry = get_object_or_404(championship.entries, number=number)
    before = acting_form.set(sending_of(request))
    try:
        if entry.state != EntryState.WITHDRAWN:
            check_in(entry.pk, present=request.POST.get("present") == "1", actor=request.user)
    except Repeated:
        pass  # the second click of a double one: the answer shows what stands, as the first one did
    except Refused as refusal:
        return refused_form(request, championship, refusal)
    finally:
        acting_form.reset(before)
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
