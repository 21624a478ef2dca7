"""Taking the results of tables: stored, or sent back with everything that was typed and the reason why not."""

import uuid
from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.balance import points_from_net
from scoring.slip import Notation
from tournaments.domain.claimed import claims_of_round, differences
from tournaments.domain.impact import Impact
from tournaments.domain.refusal import Problem, Refused, refused
from tournaments.domain.results import Keyed
from tournaments.domain.take_back import take_back
from tournaments.enums import RoundState, TableState
from tournaments.forms.results import ResultForm, asked_about, shown, typed_values
from tournaments.listings.grid import GridRow, grid_rows, next_pending
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS

from .access import office
from .answers import refusal_json, status_of, wants_json
from .correction_words import proposed_result
from .first_look import impact_lines, look_first, what_now
from .grid import QUESTIONS, Typed, fresh_values, grid_page, notation_of, rows_of, sheet_or_404
from .kept import forget_kept, keeping_numbers
from .messages import sentence, sentences
from .result_words import result_sentence
from .ruling_words import differing_words
from .storing import store_or_propose


@require_http_methods(["GET", "HEAD", "POST"])
@keeping_numbers
@office(ENTER_RESULTS)
def office_result(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """Take the four numbers of a table. GET leads to the grid: the page of a refused form can be loaded again."""
    if request.method != "POST":
        return redirect(row_address(championship, number, table))
    found = get_object_or_404(Table, round__championship=championship, round__number=number, number=table)
    form = ResultForm(request.POST)
    if problem := Problem("damaged_form") if not form.is_valid() else form.control_problem():
        return refused_result(request, championship, number, table, form, [problem])
    try:
        if (impact := look_first(found, form)) is not None:
            return refused_result(request, championship, number, table, form, [Problem("look_first")], impact)
        answer = store_typed(request, championship, found, form)
    except Refused as refusal:
        return refused_result(request, championship, number, table, form, list(refusal.problems))
    forget_kept(request, request.path)
    return answer


def store_typed(request: HttpRequest, championship: Championship, table: Table, form: ResultForm) -> HttpResponse:
    """Store it; a correction of an official result is proposed to another organiser instead. Raises `Refused`."""
    keyed = store_or_propose(request, championship, table, form)
    if keyed is None:
        return proposed_result(request, championship, table)
    return saved_result(request, championship, table.round.number, keyed)


def row_address(championship: Championship, number: int, table: int) -> str:
    return f"{reverse('office_round', args=[championship.slug, number])}?table={table}"


def saved_result(request: HttpRequest, championship: Championship, number: int, keyed: Keyed) -> HttpResponse:
    table, result = keyed.table, keyed.result
    if table.state == TableState.CONFLICT:
        return disputed_result(request, championship, number, keyed)
    at = date_format(localtime(result.created_at), "H:i:s")
    words = _("Table %(table)s is saved (%(deals)s), %(time)s.") % {
        "table": table.number,
        "deals": ", ".join(map(str, result.deals)),
        "time": at,
    }
    if wants_json(request):
        return JsonResponse({"saved": True, "table": table.number, "version": table.version, "sentence": words})
    messages.success(request, words)
    return to_next_table(championship, number, table.number)


def to_next_table(championship: Championship, number: int, table: int) -> HttpResponse:
    row = next_pending(grid_rows(sheet_or_404(championship, number), Notation.POINTS), table)
    address = reverse("office_round", args=[championship.slug, number])
    return HttpResponseRedirect(f"{address}?table={row.number}" if row else address)


def disputed_result(request: HttpRequest, championship: Championship, number: int, keyed: Keyed) -> HttpResponse:
    """What was typed is stored beside a claim that differs: nothing counts, and the answer must not look like it."""
    table = keyed.table
    claims = claims_of_round(championship, number).get(table.number, ())
    words = _("Table %(table)s: nothing counts yet. %(differing)s The organiser decides.") % {
        "table": table.number,
        "differing": differing_words(differences(claims)),
    }
    if wants_json(request):
        decide = reverse("office_conflict", args=[championship.slug, number, table.number])
        answer = {"saved": True, "disputed": True, "decide": decide}
        return JsonResponse({**answer, "table": table.number, "version": table.version, "sentence": words})
    messages.error(request, words)
    return to_next_table(championship, number, table.number)


def to_ruling(
    request: HttpRequest, championship: Championship, number: int, table: int, form: ResultForm
) -> HttpResponse:
    """The table is in conflict: what was typed goes along to the page that decides."""
    address = reverse("office_conflict", args=[championship.slug, number, table])
    is_net = form.notation_typed is Notation.NET
    points = [points_from_net(each) if is_net and isinstance(each, int) else each for each in form.deals]
    decide = f"{address}?{urlencode({'deals': ' '.join(map(str, points))})}"
    forget_kept(request, request.path)
    words = _("Table %(table)s is in conflict. What you typed is not stored: decide which numbers count.") % {
        "table": table
    }
    if wants_json(request):
        return refusal_json([Problem("needs_ruling")], [words], 409, decide=decide)
    messages.warning(request, words)
    return HttpResponseRedirect(decide)


def refused_result(
    request: HttpRequest,
    championship: Championship,
    number: int,
    table: int,
    form: ResultForm,
    problems: list[Problem],
    impact: Impact | None = None,
) -> HttpResponse:
    """The grid again with what was typed, or the problems as JSON; nothing was stored.

    `impact` is what a correction would change: it is said instead of a problem.
    """
    if problems[0].code == "needs_ruling":
        return to_ruling(request, championship, number, table, form)
    championship.refresh_from_db(fields=["revision"])
    sheet = sheet_or_404(championship, number)
    valid = form.is_valid()
    notation = form.notation_typed if valid else notation_of(request, championship)
    rows = rows_of(championship, sheet, notation)
    row = next(row for row in rows if row.number == table)
    deals = form.deals if valid else ()
    if problems[0].code == "stale" and row.table.deals is not None and same_result(form, row):
        return already_stored(request, championship, number, row)
    said = [(problem, result_sentence(problem, deals, notation)) for problem in problems if impact is None]
    if impact is not None:
        lines = [*impact_lines(championship, impact), what_now(form)]
        problems = problems * len(lines)
        said = list(zip(problems, lines, strict=True))
    stored = ", ".join(row.deals) if problems[0].code in {"stale", "reason_missing"} else ""
    status = status_of(problems)
    if wants_json(request):
        return refusal_json(
            problems,
            [words for _problem, words in said],
            status,
            version=row.table.version,
            stored=stored,
            **({"seen": impact.mark} if impact else {}),
        )
    questions = [each for each in said if each[0].code in QUESTIONS or impact is not None]
    typed = Typed(
        # the version seen now, and a key of its own: saving again is a new decision
        {
            **typed_values(request.POST),
            "version": str(row.table.version),
            "key": uuid.uuid4().hex,
            "yes": asked_about(deals) if valid and form.answered_yes else "",
        },
        problems=[each for each in said if each not in questions],
        questions=questions,
        yes=asked_about(deals) if questions and impact is None else "",
        stored=stored,
        seen=impact.mark if impact else "",
    )
    return grid_page(request, championship, sheet, rows, row, typed, status)


def same_result(form: ResultForm, row: GridRow) -> bool:
    """Somebody else typed just these numbers meanwhile."""
    return tuple(str(each) for each in form.deals) == tuple(
        shown(points, row.notation) for points in row.table.deals or ()
    )


def already_stored(request: HttpRequest, championship: Championship, number: int, row: GridRow) -> HttpResponse:
    words = _("Table %(table)s: somebody else has saved the same numbers.") % {"table": row.number}
    forget_kept(request, request.path)
    if wants_json(request):
        return JsonResponse({"saved": True, "table": row.number, "version": row.table.version, "sentence": words})
    messages.info(request, words)
    return redirect("office_round", championship.slug, number)


@require_POST
@office(ENTER_RESULTS)
def office_result_take_back(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """Undo: what this person has just typed for a table was a slip of the finger."""
    found = get_object_or_404(Table, round__championship=championship, round__number=number, number=table)
    version = request.POST.get("version", "")
    try:
        if not version.isdecimal():
            raise refused("nothing_to_take_back")
        taken = take_back(found.pk, version=int(version[:9]), actor=cast("User", request.user))
    except Refused as refusal:
        if wants_json(request):
            return refusal_json(refusal.problems, sentences(refusal), status_of(refusal))
        for words in sentences(refusal):
            messages.error(request, words)
    else:
        words = _("Taken back: table %(table)s is as it was before.") % {"table": table}
        if wants_json(request):
            return JsonResponse({"saved": True, "table": table, "version": taken.version, "sentence": words})
        messages.success(request, words)
    return redirect(row_address(championship, number, table))


@keeping_numbers
@office(ENTER_RESULTS)
def unsafe_result(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """A result whose form had no good token: nothing is stored, the numbers come back in a form with a new one."""
    problem = Problem("csrf")
    words = sentence(problem)
    if wants_json(request):
        return refusal_json([problem], [words], 403)
    sheet = sheet_or_404(championship, number)
    posted = request.POST.get("notation")
    notation = Notation(posted) if posted in set(Notation) else notation_of(request, championship)
    rows = rows_of(championship, sheet, notation)
    row = next((row for row in rows if row.number == table), None)
    if row is None or sheet.state == RoundState.DRAFT:
        raise Http404
    typed = Typed({**fresh_values(row), **typed_values(request.POST), "key": uuid.uuid4().hex}, note=words)
    return grid_page(request, championship, sheet, rows, row, typed, 403)
