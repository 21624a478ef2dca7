"""One table of a round: its result in full, every version there was, and taking a result back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.slip import Notation
from tournaments.domain.decided import standing
from tournaments.domain.refusal import Refused
from tournaments.domain.results import withdraw_result
from tournaments.enums import RoundState
from tournaments.forms.results import WithdrawForm
from tournaments.listings.grid import deal_lines, grid_rows
from tournaments.listings.table_steps import table_steps
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS, ORGANISE, SEE_OFFICE

from .access import office
from .answers import refusal_json, status_of, wants_json
from .event_words import event_words
from .grid import sheet_or_404
from .messages import sentences
from .sent_once import sent_once


@require_safe
@office(SEE_OFFICE)
def office_table(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """The history of a table."""
    return table_page(request, championship, number, table)


def table_page(
    request: HttpRequest,
    championship: Championship,
    number: int,
    table: int,
    form: WithdrawForm | None = None,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    sheet = sheet_or_404(championship, number)
    row = next((row for row in grid_rows(sheet, Notation.POINTS) if row.number == table), None)
    if row is None or sheet.state == RoundState.DRAFT:
        raise Http404
    found = Table.objects.select_related("round").get(pk=row.table.pk)
    steps = [
        (step, event_words(step.event.type, step.event.payload) if step.event else "")
        for step in table_steps(championship, found)
    ]
    may_type = request.user.has_perm(ENTER_RESULTS, championship)
    may_withdraw = request.user.has_perm(ORGANISE, championship) or (
        may_type and not standing(championship, number, table).is_for_organisers
    )
    context = {
        "championship": championship,
        "section": "results",
        "sheet": sheet,
        "row": row,
        "lines": deal_lines(row.table.deals or ()),
        "steps": steps,
        "may_type": may_type,
        "form": form or WithdrawForm(initial={"version": row.table.version}),
        "problems": problems or [],
        "can_withdraw": may_withdraw and row.table.deals is not None and sheet.state == RoundState.PUBLISHED,
    }
    return render(request, "tournaments/office_table.html", context, status=status)


@require_POST
@office(ENTER_RESULTS)
@sent_once
def office_result_withdraw(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """Open a table again: its result was another's."""
    found = get_object_or_404(Table, round__championship=championship, round__number=number, number=table)
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        return table_page(request, championship, number, table, form, status=422)
    version, reason = form.cleaned_data["version"], form.cleaned_data["reason"]
    may_decide = request.user.has_perm(ORGANISE, championship)
    try:
        withdraw_result(found.pk, expected_version=version, reason=reason, may_decide=may_decide, actor=request.user)
    except Refused as refusal:
        words, status = sentences(refusal), status_of(refusal)
        if wants_json(request):
            return refusal_json(refusal.problems, words, status)
        fresh = WithdrawForm(initial={"version": found.version, "reason": reason})
        return table_page(request, championship, number, table, fresh, words, status)
    words_done = _("Table %(table)s is open again.") % {"table": table}
    if wants_json(request):
        return JsonResponse({"saved": True, "table": table, "version": version + 1, "sentence": words_done})
    messages.success(request, words_done)
    return redirect("office_round", championship.slug, number)
