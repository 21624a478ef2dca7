"""Points off: given and lifted by an organiser, read by everybody in the office.

In an official ranking both are proposed to another organiser (`correction_requests`).
"""

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.corrections import has_second_organiser, why_decided
from tournaments.domain.impact import impact_of_penalty
from tournaments.domain.penalties import give_penalty, lift_penalty, penalties_given, touches_official
from tournaments.domain.penalty_lines import PenaltyLine
from tournaments.domain.penalty_requests import propose_lift, propose_penalty
from tournaments.domain.refusal import Refused
from tournaments.enums import RoundState
from tournaments.forms.penalties import LiftForm, PenaltyForm
from tournaments.models import Championship, Penalty
from tournaments.permissions import ORGANISE, SEE_OFFICE

from .access import office, require
from .answers import status_of
from .corrections import ALL
from .first_look import impact_lines
from .messages import sentences
from .sent_once import sent_once


@require_http_methods(["GET", "HEAD", "POST"])
@office(SEE_OFFICE)
@sent_once
def office_penalties(request: HttpRequest, championship: Championship) -> HttpResponse:
    """All penalties, and a form for the next one."""
    if request.method != "POST":
        last = championship.rounds.published().order_by("-number").values_list("number", flat=True).first() or 0
        form = PenaltyForm(championship=championship, initial={"after_round": last})
        return penalties_page(request, championship, form)
    require(request, championship, ORGANISE)
    form = PenaltyForm(request.POST, championship=championship)
    if not form.is_valid():
        return penalties_page(request, championship, form, status=422)
    values = dict(form.cleaned_data)
    number, official = values.pop("entry"), touches_official(championship, form.cleaned_data["after_round"])
    try:
        (propose_penalty if official else give_penalty)(championship.pk, number, **values, actor=request.user)
    except Refused as refusal:
        form.add_error(None, sentences(refusal))
        return penalties_page(request, championship, form, status=status_of(refusal))
    if official:
        return proposed(request, championship)
    messages.success(request, _("The penalty counts. It stands under the ranking with its reason."))
    return redirect("office_penalties", championship.slug)


def proposed(request: HttpRequest, championship: Championship) -> HttpResponse:
    """To where it waits, with what it would change."""
    messages.success(request, _("Proposed. It counts when another organiser has accepted it."))
    return redirect("office_corrections", championship.slug)


def penalties_page(
    request: HttpRequest, championship: Championship, form: PenaltyForm, status: int = 200
) -> HttpResponse:
    why = why_decided(championship)
    context = {
        "championship": championship,
        "section": "standings",
        "form": form,
        "penalties": [(each, why.get(each.lifted_at, "")) for each in penalties_given(championship)],
        "may_organise": request.user.has_perm(ORGANISE, championship),
        "official_until": championship.rounds.filter(state=RoundState.OFFICIAL).aggregate(last=Max("number"))["last"],
        "alone": not has_second_organiser(championship, request.user),
    }
    return render(request, "tournaments/office_penalties.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@office(ORGANISE)
@sent_once
def office_penalty_lift(request: HttpRequest, championship: Championship, penalty: int) -> HttpResponse:
    """Give the points back, with a reason; in an official ranking another organiser has to agree."""
    found = get_object_or_404(Penalty, entry__championship=championship, pk=penalty)
    if request.method != "POST":
        return lift_page(request, championship, found, LiftForm())
    form = LiftForm(request.POST)
    if not form.is_valid():
        return lift_page(request, championship, found, form, status=422)
    official = touches_official(championship, found.after_round)
    try:
        (propose_lift if official else lift_penalty)(found.pk, **form.cleaned_data, actor=request.user)
    except Refused as refusal:
        form.add_error(None, sentences(refusal))
        return lift_page(request, championship, found, form, status=status_of(refusal))
    if official:
        return proposed(request, championship)
    messages.success(request, _("The penalty is lifted."))
    return redirect("office_penalties", championship.slug)


def lift_page(
    request: HttpRequest, championship: Championship, penalty: Penalty, form: LiftForm, status: int = 200
) -> HttpResponse:
    """What giving the points back would change, and the form for it; of a lifted penalty there is nothing to do."""
    waits = penalty.lifted_at is None
    line = PenaltyLine(penalty.entry.number, penalty.points, penalty.reason, penalty.after_round)
    impact = impact_of_penalty(championship, line, lifts=True) if waits else None
    context = {
        "championship": championship,
        "section": "standings",
        "penalty": penalty,
        "form": form,
        "impact": impact,
        "lines": impact_lines(championship, impact, most=ALL) if impact else [],
        "official": touches_official(championship, penalty.after_round),
        "alone": not has_second_organiser(championship, request.user),
    }
    return render(request, "tournaments/office_penalty_lift.html", context, status=status)
