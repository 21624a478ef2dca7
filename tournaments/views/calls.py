"""Tables that have not reported: how long they play already, calling them, and who calls the organiser."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.calls import answer_call, calls_of_round
from tournaments.domain.refusal import Refused, refused
from tournaments.domain.table_calls import call_table, called_tables, end_call
from tournaments.enums import RoundState
from tournaments.listings.grid import minutes_since
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS, SEE_OFFICE

from .access import office
from .answers import refusal_json, status_of, wants_json
from .grid import notation_of, rows_of, sheet_or_404
from .messages import sentences


@require_safe
@office(SEE_OFFICE)
def office_unreported(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """The tables without a result that counts, with the minutes since their round was published."""
    sheet = sheet_or_404(championship, number)
    if sheet.state == RoundState.DRAFT:
        return redirect("office_draw", championship.slug, number)
    moment = now()
    playing = sheet.state == RoundState.PUBLISHED
    waiting = calls_of_round(championship, number) if playing else []
    rows = rows_of(championship, sheet, notation_of(request, championship))
    context = {
        "championship": championship,
        "section": "results",
        "sheet": sheet,
        "rows": [(row, minutes_since(row.at or sheet.published_at, moment)) for row in rows if row.pending],
        "minutes": minutes_since(sheet.published_at, moment),
        "called": called_tables(championship.rounds.get(number=number)),
        "waiting": [(call, minutes_since(call.since, moment)) for call in waiting],
        "playing": playing,
        "may_type": request.user.has_perm(ENTER_RESULTS, championship),
        "back": "unreported",
    }
    return render(request, "tournaments/office_unreported.html", context)


@require_POST
@office(ENTER_RESULTS)
def office_call(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """Call a table, stop calling it, or say that its wish is answered."""
    found = get_object_or_404(Table, round__championship=championship, round__number=number, number=table)
    try:
        words = done(request, championship, found)
    except Refused as refusal:
        if wants_json(request):
            return refusal_json(refusal.problems, sentences(refusal), status_of(refusal))
        for words in sentences(refusal):
            messages.error(request, words)
        return back(request, championship, number)
    if wants_json(request):
        return JsonResponse({"saved": True, "table": table, "sentence": words})
    messages.success(request, words)
    return back(request, championship, number)


def done(request: HttpRequest, championship: Championship, table: Table) -> str:
    """Do what the button says; the sentence for it."""
    named = {"table": table.number}
    match request.POST.get("do"):
        case "call":
            call_table(table.pk, actor=request.user)
            return _("Table %(table)s is called: the public page asks it to report.") % named
        case "end":
            end_call(table.pk, actor=request.user)
            return _("Table %(table)s is not called any more.") % named
        case "answer":
            answer_call(championship.pk, table.round.number, table.number, actor=request.user)
            return _("Table %(table)s does not wait any more.") % named
    raise refused("damaged_form")


def back(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """To the page that the button stood on."""
    if request.POST.get("back") == "overview":
        return redirect("office", championship.slug)
    name = "office_unreported" if request.POST.get("back") == "unreported" else "office_round"
    return redirect(name, championship.slug, number)
