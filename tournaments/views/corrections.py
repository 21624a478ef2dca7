"""One table set right by the office: corrected, not played to the end, or with a replayed deal."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.slip import Notation
from tournaments.domain.corrections import has_second_organiser
from tournaments.domain.decided import standing_of
from tournaments.domain.endings import checked_ending
from tournaments.domain.impact import Impact
from tournaments.domain.refusal import Refused
from tournaments.enums import ResultState, RoundState
from tournaments.forms.corrections import CorrectionForm, fresh_correction
from tournaments.forms.results import DEAL_FIELDS, asked_about
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS, ORGANISE

from .access import office
from .answers import status_of
from .correction_words import proposed_result
from .first_look import impact_lines, to_be_seen
from .grid import QUESTIONS, rows_of, sheet_or_404
from .result_words import result_sentence
from .sent_once import sent_once
from .storing import store_or_propose

#: So many moved ranks are named on a page of its own.
ALL = 400


@require_http_methods(["GET", "HEAD", "POST"])
@office(ENTER_RESULTS)
@sent_once
def office_correction(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """Say what the table shall say instead; what that changes is shown before it is stored."""
    tables = Table.objects.select_related("round__championship")
    found = get_object_or_404(tables, round__championship=championship, round__number=number, number=table)
    if found.round.state == RoundState.DRAFT:
        raise Http404
    if request.method != "POST":
        counted = found.results.filter(state=ResultState.CONFIRMED).first()
        return correction_page(request, championship, found, fresh_correction(found, counted))
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        return correction_page(request, championship, found, form, status=422)
    try:
        impact = look_first(found, form)
        if impact is not None:
            return correction_page(request, championship, found, form, impact=impact, status=409)
        return store_correction(request, championship, found, form)
    except Refused as refusal:
        return correction_page(request, championship, found, form, refusal=refusal, status=status_of(refusal))


def look_first(table: Table, form: CorrectionForm) -> Impact | None:
    """What has to be seen before. Raises `Refused` for numbers that cannot be."""
    if form.cleaned_data["version"] != table.version:
        return None
    ending = checked_ending(
        table,
        form.deals,
        form.notation_typed,
        outcome=form.outcome_typed,
        replayed=form.cleaned_data["replayed"],
        answered_yes=form.answered_yes,
    )
    return to_be_seen(table, ending, form.cleaned_data["seen"])


def store_correction(
    request: HttpRequest, championship: Championship, table: Table, form: CorrectionForm
) -> HttpResponse:
    """Store it; of an official result it is proposed to another organiser. Raises `Refused`."""
    replayed = form.cleaned_data["replayed"]
    if store_or_propose(request, championship, table, form, outcome=form.outcome_typed, replayed=replayed) is None:
        return proposed_result(request, championship, table)
    messages.success(request, _("Table %(table)s is set right.") % {"table": table.number})
    return redirect("office_table", championship.slug, table.round.number, table.number)


def correction_page(
    request: HttpRequest,
    championship: Championship,
    table: Table,
    form: CorrectionForm,
    *,
    impact: Impact | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    sheet = sheet_or_404(championship, table.round.number)
    row = next(row for row in rows_of(championship, sheet, Notation.POINTS) if row.number == table.number)
    deals = form.deals if form.is_bound and form.is_valid() else ()
    said = [(each, result_sentence(each, deals, Notation.POINTS)) for each in (refusal.problems if refusal else ())]
    questions = [words for problem, words in said if problem.code in QUESTIONS]
    organises = request.user.has_perm(ORGANISE, championship)
    context = {
        "championship": championship,
        "section": "results",
        "locked": not organises and standing_of(table).is_for_organisers,
        "sheet": sheet,
        "row": row,
        "form": form,
        "cells": [(deal, form[name]) for deal, name in enumerate(DEAL_FIELDS, 1)],
        "problems": [words for problem, words in said if problem.code not in QUESTIONS],
        "questions": questions,
        "yes": asked_about(deals) if questions or (deals and form.answered_yes) else "",
        "lines": impact_lines(championship, impact, most=ALL) if impact else [],
        "impact": impact,
        "version": table.version,
        "official": sheet.state == RoundState.OFFICIAL,
        "may_propose": organises,
        "alone": sheet.state == RoundState.OFFICIAL and not has_second_organiser(championship, request.user),
    }
    return render(request, "tournaments/office_correction.html", context, status=status)
