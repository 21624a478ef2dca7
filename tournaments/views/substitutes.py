"""Somebody else plays for a person of a pair."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.directory import DirectoryPerson, directory
from tournaments.domain.refusal import Refused
from tournaments.domain.substitutes import substitute
from tournaments.enums import RoundState
from tournaments.forms.penalties import SubstituteForm
from tournaments.imports import name_key
from tournaments.models import Championship
from tournaments.permissions import ORGANISE

from .access import office
from .answers import status_of
from .messages import sentences
from .sent_once import sent_once


def namesakes(championship: Championship, form: SubstituteForm) -> list[DirectoryPerson]:
    """Those of the directory with the name that was typed: nobody is merged, and nobody doubled, without a choice."""
    key = name_key(form.cleaned_data["name"])
    return [each for each in directory(championship) if key and name_key(each.name) == key]


@require_http_methods(["GET", "HEAD", "POST"])
@office(ORGANISE)
@sent_once
def office_substitute(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Who plays for whom, from which round on; what was so far."""
    entry = get_object_or_404(championship.entries.with_people(), number=number)
    if not championship.is_pairs:
        raise Http404
    closed = championship.rounds.filter(state__in=(RoundState.CLOSED, RoundState.OFFICIAL)).count()
    form = SubstituteForm(request.POST or None, entry=entry, initial={"from_round": closed + 1})
    context = {
        "championship": championship,
        "section": "entries",
        "entry": entry,
        "form": form,
        "substitutions": [(each, entry.persons[each.position - 1]) for each in entry.substitutions.all()],
    }
    status = 200
    if request.method == "POST":
        status = 422
        known = namesakes(championship, form) if form.is_valid() else []
        if known and "person" not in request.POST:
            context["known"], status = known, 409
        elif form.is_valid():
            values = form.cleaned_data
            chosen = next((each.id for each in known if str(each.id) == request.POST.get("person")), None)
            try:
                substitute(
                    championship.pk,
                    number,
                    values["position"],
                    form.person(chosen),
                    from_round=values["from_round"],
                    reason=values["reason"],
                    actor=request.user,
                )
            except Refused as refusal:
                form.add_error(None, sentences(refusal))
                status = status_of(refusal)
            else:
                done = _("From round %(round)s on the pair plays in the new line-up.")
                messages.success(request, done % {"round": values["from_round"]})
                return redirect("office_entry", championship.slug, number)
    return render(request, "tournaments/office_substitute.html", context, status=status)
