"""The keyboard grid of a round: one page, one form, and everything that is typed comes back when it is refused."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.balance import ONE_PACKET_BEHIND, TWO_PACKETS_BEHIND
from scoring.slip import Notation
from scoring.validation import PLAUSIBLE
from tournaments.domain.refusal import Problem, Refused
from tournaments.domain.results import Keyed, key_result
from tournaments.domain.sheets import Sheet, round_sheet
from tournaments.enums import RoundState, TableState
from tournaments.forms.results import DEAL_FIELDS, ResultForm, asked_about, shown, typed_values
from tournaments.listings.grid import GridRow, found_row, grid_rows, minutes_since, next_pending
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS, ORGANISE, SEE_OFFICE

from .access import office
from .answers import refusal_json, status_of, wants_json
from .kept import forget_kept, keeping_numbers, kept_values
from .messages import sentence
from .result_words import result_sentence

#: States in the order in which a round counts them.
COUNTED = (
    TableState.CONFIRMED,
    TableState.CORRECTED,
    TableState.OFFICIAL,
    TableState.CLAIMED,
    TableState.CONFLICT,
    TableState.OPEN,
)
QUESTIONS = frozenset({"CONFIRM_EXTREME", "DEALER_UNKNOWN"})


def notation_of(request: HttpRequest, championship: Championship) -> Notation:
    """How this reader types the results of this championship; as its settings say until he changes it."""
    return Notation(request.session.get(f"notation:{championship.pk}", championship.notation))


@dataclass(frozen=True, slots=True)
class Typed:
    """The open row: what its fields hold, and what is to be said about it.

    `values` are the fields of `ResultForm`. `problems` and `questions` pair a problem with its sentence. `stored` are
    the numbers that somebody else has stored meanwhile. `note` is a sentence on top (not saved yet, and why).
    """

    values: dict[str, str]
    problems: list[tuple[Problem, str]] = field(default_factory=list)
    questions: list[tuple[Problem, str]] = field(default_factory=list)
    yes: str = ""
    stored: str = ""
    note: str = ""

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The four fields: number, value, what is wrong with it, what is asked about it."""
        return [
            {
                "deal": deal,
                "name": name,
                "value": self.values.get(name, ""),
                "wrong": any(problem.data.get("deal") == deal for problem, _ in self.problems),
                "asked": any(problem.data.get("deal") == deal for problem, _ in self.questions),
            }
            for deal, name in enumerate(DEAL_FIELDS, 1)
        ]

    @property
    def codes(self) -> set[str]:
        return {problem.code for problem, _ in self.problems}

    @property
    def wants_reason(self) -> bool:
        return "reason_missing" in self.codes or bool(self.stored) or bool(self.values.get("reason"))


def fresh_values(row: GridRow) -> dict[str, str]:
    """The fields of a table before anybody types: empty, or its result to be corrected."""
    deals = row.table.deals or ()
    values = {name: shown(points, row.notation) for name, points in zip(DEAL_FIELDS, deals, strict=False)}
    return {**values, "notation": row.notation, "version": str(row.table.version), "key": uuid.uuid4().hex}


# The page --------------------------------------------------------------------------------------------------------


@require_safe
@office(SEE_OFFICE)
def office_round(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """The grid of a round; `?table=` or `?q=` open a row, else the first table without a result is open."""
    sheet = sheet_or_404(championship, number)
    if sheet.state == RoundState.DRAFT:
        return redirect("office_draw", championship.slug, number)
    rows = grid_rows(sheet, notation_of(request, championship))
    query, wanted = request.GET.get("q", ""), request.GET.get("table", "")
    row = found_row(rows, query) or next((row for row in rows if str(row.number) == wanted), None)
    if query and row is None:
        messages.warning(request, _("No table has this number or name."))
    row = row or next_pending(rows)
    typed = None if row is None else typed_before(request, championship, number, row)
    return grid_page(request, championship, sheet, rows, row, typed)


def typed_before(request: HttpRequest, championship: Championship, number: int, row: GridRow) -> Typed:
    """The open row as it was left when the reader was logged out, or fresh."""
    address = reverse("office_result", args=[championship.slug, number, row.number])
    kept = kept_values(request, address)
    if kept is None or kept.get("notation") != row.notation:
        return Typed(fresh_values(row))
    return Typed({**fresh_values(row), **kept}, note=_("These numbers are not saved yet. Look at them, then save."))


def sheet_or_404(championship: Championship, number: int) -> Sheet:
    sheet = round_sheet(championship, number)
    if sheet is None:
        raise Http404
    return sheet


def grid_page(
    request: HttpRequest,
    championship: Championship,
    sheet: Sheet,
    rows: list[GridRow],
    row: GridRow | None,
    typed: Typed | None,
    status: int = 200,
) -> HttpResponse:
    may_type = request.user.has_perm(ENTER_RESULTS, championship)
    context = {
        **live_context(request, championship, sheet, rows),
        "open": row if may_type else None,
        "typed": typed,
        "blank": Typed({}),
        "blank_row": {"number": "{table}"},  # the script puts the number of the table it opens
        "may_type": may_type,
        "query": request.GET.get("q", ""),
        "section": "results",
        "low": PLAUSIBLE.start,
        "high": PLAUSIBLE.stop - 1,
        "two_packets": TWO_PACKETS_BEHIND,
        "one_packet": ONE_PACKET_BEHIND,
    }
    response = render(request, "tournaments/office_round.html", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def live_context(request: HttpRequest, championship: Championship, sheet: Sheet, rows: list[GridRow]) -> dict[str, Any]:
    """What both the page and its refreshing part show."""
    found = sheet.counts()
    counts = [(state, found[state]) for state in COUNTED if found[state]]
    pending = [row for row in rows if row.pending]
    return {
        "championship": championship,
        "sheet": sheet,
        "rows": rows,
        "counts": counts,
        "pending": pending,
        "minutes": minutes_since(sheet.published_at, now()),
        "is_net": (rows[0].notation if rows else notation_of(request, championship)) is Notation.NET,
        "may_organise": request.user.has_perm(ORGANISE, championship),
        "playing": sheet.state == RoundState.PUBLISHED,
    }


@require_safe
@office(SEE_OFFICE)
def office_round_live(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """The part of the grid that others change: counts, map, rows, what is open. 304 while nothing has changed."""
    notation = notation_of(request, championship)
    etag = f'"{championship.pk}.{championship.revision}.{get_language()}.{notation}.{request.user.pk}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        sheet = sheet_or_404(championship, number)
        context = live_context(request, championship, sheet, grid_rows(sheet, notation))
        response = render(request, "tournaments/office_round_live.html", context)
    response.headers["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@office(SEE_OFFICE)
def office_results(_request: HttpRequest, championship: Championship) -> HttpResponse:
    """To the grid of the round that is played; to the list of rounds while there is none."""
    last = championship.rounds.published().order_by("number").last()
    if last is None:
        return redirect("office_rounds", championship.slug)
    return redirect("office_round", championship.slug, last.number)


@require_POST
@office(ENTER_RESULTS)
def office_notation(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Remember how this reader types the results of this championship."""
    if request.POST.get("notation") not in set(Notation):
        return HttpResponse(_("There is no such notation."), status=422, content_type="text/plain; charset=utf-8")
    request.session[f"notation:{championship.pk}"] = request.POST["notation"]
    return redirect("office_round", championship.slug, number)


# Saving ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@keeping_numbers
@office(ENTER_RESULTS)
def office_result(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """Take the four numbers of a table. GET leads to the grid: the page of a refused form can be loaded again."""
    if request.method != "POST":
        return redirect(row_address(championship, number, table))
    found = get_object_or_404(Table, round__championship=championship, round__number=number, number=table)
    form = ResultForm(request.POST)
    if not form.is_valid():
        return refused_result(request, championship, number, table, form, [Problem("damaged_form")])
    if (problem := form.control_problem()) is not None:
        return refused_result(request, championship, number, table, form, [problem])
    try:
        keyed = key_result(
            found.pk,
            form.deals,
            expected_version=form.cleaned_data["version"],
            notation=form.notation_typed,
            answered_yes=form.answered_yes,
            reason=form.reason_typed,
            idempotency_key=form.cleaned_data["key"] or None,
            actor=request.user,
        )
    except Refused as refusal:
        return refused_result(request, championship, number, table, form, list(refusal.problems))
    forget_kept(request, request.path)
    return saved_result(request, championship, number, keyed)


def row_address(championship: Championship, number: int, table: int) -> str:
    return f"{reverse('office_round', args=[championship.slug, number])}?table={table}"


def saved_result(request: HttpRequest, championship: Championship, number: int, keyed: Keyed) -> HttpResponse:
    table, result = keyed.table, keyed.result
    at = date_format(localtime(result.created_at), "H:i:s")
    words = _("Table %(table)s is saved (%(deals)s), %(time)s.") % {
        "table": table.number,
        "deals": ", ".join(map(str, result.deals)),
        "time": at,
    }
    if wants_json(request):
        return JsonResponse({"saved": True, "table": table.number, "version": table.version, "sentence": words})
    messages.success(request, words)
    row = next_pending(grid_rows(sheet_or_404(championship, number), Notation.POINTS), table.number)
    address = reverse("office_round", args=[championship.slug, number])
    return HttpResponseRedirect(f"{address}?table={row.number}" if row else address)


def refused_result(
    request: HttpRequest,
    championship: Championship,
    number: int,
    table: int,
    form: ResultForm,
    problems: list[Problem],
) -> HttpResponse:
    """The grid again with what was typed, or the problems as JSON; nothing was stored."""
    championship.refresh_from_db(fields=["revision"])
    sheet = sheet_or_404(championship, number)
    valid = form.is_valid()
    notation = form.notation_typed if valid else notation_of(request, championship)
    rows = grid_rows(sheet, notation)
    row = next(row for row in rows if row.number == table)
    deals = form.deals if valid else ()
    if problems[0].code == "stale" and row.table.deals is not None and same_result(form, row):
        return already_stored(request, championship, number, row)
    said = [(problem, result_sentence(problem, deals, notation)) for problem in problems]
    stored = ", ".join(row.deals) if problems[0].code in {"stale", "reason_missing"} else ""
    status = status_of(problems)
    if wants_json(request):
        return refusal_json(
            problems, [words for _problem, words in said], status, version=row.table.version, stored=stored
        )
    questions = [each for each in said if each[0].code in QUESTIONS]
    typed = Typed(
        # the version seen now, and a key of its own: saving again is a new decision
        {**typed_values(request.POST), "version": str(row.table.version), "key": uuid.uuid4().hex},
        problems=[each for each in said if each[0].code not in QUESTIONS],
        questions=questions,
        yes=asked_about(deals) if questions else "",
        stored=stored,
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
    rows = grid_rows(sheet, notation)
    row = next((row for row in rows if row.number == table), None)
    if row is None or sheet.state == RoundState.DRAFT:
        raise Http404
    typed = Typed({**fresh_values(row), **typed_values(request.POST), "key": uuid.uuid4().hex}, note=words)
    return grid_page(request, championship, sheet, rows, row, typed, 403)
