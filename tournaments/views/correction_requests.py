"""Corrections of official results, and points off in official rankings, that wait for another organiser."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.corrections import (
    accept_correction,
    decided_requests,
    has_second_organiser,
    open_requests,
    reject_correction,
    why_decided,
)
from tournaments.domain.impact import impact_of
from tournaments.domain.penalty_requests import (
    accept_penalty,
    decided_penalty_requests,
    impact_of_request,
    open_penalty_requests,
    reject_penalty,
)
from tournaments.domain.refusal import Problem, Refused
from tournaments.enums import Outcome, RequestState, ResultState
from tournaments.forms.corrections import DecisionForm
from tournaments.models import Championship, CorrectionRequest, PenaltyRequest
from tournaments.models.correction import ProposedChange
from tournaments.permissions import ORGANISE, SEE_OFFICE

from .access import office
from .answers import status_of
from .corrections import ALL
from .first_look import impact_lines
from .messages import sentences
from .sent_once import sent_once


@require_safe
@office(SEE_OFFICE)
def office_corrections(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What waits, with what it would change, and what was decided."""
    return requests_page(request, championship)


def requests_page(
    request: HttpRequest,
    championship: Championship,
    problems: list[str] | None = None,
    status: int = 200,
    *,
    refused_form: DecisionForm | None = None,
) -> HttpResponse:
    """`refused_form` is one that was sent and not taken: what was typed there is shown again."""
    waiting = []
    for each in open_requests(championship):
        impact = impact_of(each.table_id, each.deals, outcome=Outcome(each.outcome))
        now = each.table.results.filter(state=ResultState.CONFIRMED).first()
        lines = impact_lines(championship, impact, most=ALL)
        waiting.append((each, now, impact, lines, rejecting(each, refused_form)))
    penalties = []
    for asked in open_penalty_requests(championship):
        impact = impact_of_request(championship, asked)
        lines = impact_lines(championship, impact, most=ALL)
        penalties.append((asked, impact, lines, rejecting(asked, refused_form)))
    why = why_decided(championship)
    context = {
        "championship": championship,
        "section": "results",
        "waiting": waiting,
        "decided": [(each, why.get(each.decided_at, "")) for each in decided_requests(championship)],
        "penalties": penalties,
        "decided_penalties": [(each, why_rejected(each, why)) for each in decided_penalty_requests(championship)],
        "may_decide": request.user.has_perm(ORGANISE, championship),
        "alone": not has_second_organiser(championship, request.user),
        "problems": problems or [],
    }
    return render(request, "tournaments/office_corrections.html", context, status=status)


def rejecting(proposal: ProposedChange, sent: DecisionForm | None) -> DecisionForm:
    """The form by which a proposal is rejected; each has ids of its own."""
    form = form_of(proposal)
    return sent if sent is not None and sent.auto_id == form.auto_id else form


def form_of(proposal: ProposedChange, data: QueryDict | None = None) -> DecisionForm:
    return DecisionForm(data, auto_id=f"{proposal._meta.model_name}_{proposal.pk}_%s")


def why_rejected(asked: PenaltyRequest, why: dict[datetime | None, str]) -> str:
    """Points that were given back have their reason in the proposal itself."""
    return why.get(asked.decided_at, "") if asked.state == RequestState.REJECTED else ""


@require_POST
@office(ORGANISE)
@sent_once
def office_correction_decide(request: HttpRequest, championship: Championship, proposal: int) -> HttpResponse:
    """Accept or reject. Nobody accepts what would change something else than they have seen."""
    requests = CorrectionRequest.objects.filter(table__round__championship=championship)
    found = get_object_or_404(requests.select_related("table__round"), pk=proposal)
    form = form_of(found, request.POST)
    if not form.is_valid():
        return damaged(request, championship, form)
    try:
        if form.cleaned_data["do"] == "reject":
            reject_correction(found.pk, reason=form.cleaned_data["reason"], actor=request.user)
            messages.success(request, _("The result stays as it is."))
        else:
            accept(request, found, form.cleaned_data["seen"])
    except Refused as refusal:
        return requests_page(request, championship, sentences(refusal), status_of(refusal), refused_form=form)
    return redirect("office_corrections", championship.slug)


def damaged(request: HttpRequest, championship: Championship, form: DecisionForm) -> HttpResponse:
    """A form that says neither yes nor no, or a reason that is too long."""
    problems = [str(error) for error in form.errors.get("reason", ())] or sentences([Problem("damaged_form")])
    return requests_page(request, championship, problems, 422, refused_form=form)


def accept(request: HttpRequest, found: CorrectionRequest, seen: str) -> None:
    """Raises `Refused`."""
    impact = impact_of(found.table_id, found.deals, outcome=Outcome(found.outcome))
    if found.state == RequestState.PROPOSED and impact.version == found.expected_version and impact.mark != seen:
        raise Refused(Problem("impact_changed"))
    if accept_correction(found.pk, actor=request.user).state == RequestState.STALE:
        messages.warning(request, _("The table has changed since. The correction is overtaken; nothing was stored."))
    else:
        messages.success(request, _("Table %(table)s is corrected.") % {"table": found.table.number})


@require_POST
@office(ORGANISE)
@sent_once
def office_penalty_decide(request: HttpRequest, championship: Championship, asked: int) -> HttpResponse:
    """Accept or reject points off in an official ranking; nobody accepts what would change something else."""
    requests = PenaltyRequest.objects.filter(entry__championship=championship)
    found = get_object_or_404(requests.select_related("entry", "lifts"), pk=asked)
    form = form_of(found, request.POST)
    if not form.is_valid():
        return damaged(request, championship, form)
    try:
        if form.cleaned_data["do"] == "reject":
            reject_penalty(found.pk, reason=form.cleaned_data["reason"], actor=request.user)
            messages.success(request, _("The ranking stays as it is."))
        else:
            accept_points(request, championship, found, form.cleaned_data["seen"])
    except Refused as refusal:
        return requests_page(request, championship, sentences(refusal), status_of(refusal), refused_form=form)
    return redirect("office_corrections", championship.slug)


def accept_points(request: HttpRequest, championship: Championship, found: PenaltyRequest, seen: str) -> None:
    """Raises `Refused`."""
    waits = found.state == RequestState.PROPOSED and not (found.lifts and found.lifts.lifted_at)
    if waits and impact_of_request(championship, found).mark != seen:
        raise Refused(Problem("impact_changed"))
    if accept_penalty(found.pk, actor=request.user).state == RequestState.STALE:
        messages.warning(request, _("The points were given back meanwhile. The proposal is overtaken."))
    elif found.lifts is None:
        messages.success(request, _("The penalty counts. It stands under the ranking with its reason."))
    else:
        messages.success(request, _("The penalty is lifted."))
