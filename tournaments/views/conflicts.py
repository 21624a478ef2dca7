"""Conflicts: what each side and the office say side by side, and the organiser's ruling."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure as plain_csrf_failure
from django.views.decorators.http import require_http_methods, require_safe

from scoring.balance import net
from scoring.slip import Notation
from tournaments.domain.claimed import StandingClaim, claims_of_round
from tournaments.domain.refusal import Problem, Refused, refused
from tournaments.domain.results import Keyed, rule
from tournaments.enums import ResultState, RoundState, Source, TableState
from tournaments.forms.results import DEAL_FIELDS, LONGEST, asked_about
from tournaments.forms.rulings import RulingForm, fresh_ruling
from tournaments.listings.grid import GridRow
from tournaments.models import Championship, Table
from tournaments.permissions import ORGANISE, SEE_OFFICE

from .access import office, require
from .answers import status_of
from .grid import QUESTIONS, rows_of, sheet_or_404
from .messages import sentence
from .result_words import result_sentence

#: Whose claims a ruling can choose: all but rulings themselves.
CLAIMING = tuple(source for source in Source if source != Source.RULING)


@dataclass(frozen=True, slots=True)
class Column:
    """A claim beside the others: whose it is, and whether it came from the device of another claim."""

    claim: StandingClaim
    same_device: bool

    @property
    def mark(self) -> str:
        """The device in short; it only has to tell two devices apart."""
        return self.claim.device[:4]

    @property
    def net(self) -> int:
        return sum(map(net, self.claim.deals))


@dataclass(frozen=True, slots=True)
class Line:
    """A deal: the numbers of both sides as each claim has them, and whether the claims differ."""

    deal: int
    numbers: tuple[tuple[int, int], ...]
    differs: bool


@require_safe
@office(SEE_OFFICE)
def office_conflicts(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """All conflicts of a round."""
    sheet = sheet_or_404(championship, number)
    if sheet.state == RoundState.DRAFT:
        return redirect("office_draw", championship.slug, number)
    rows = [row for row in rows_of(championship, sheet, Notation.POINTS) if row.table.state == TableState.CONFLICT]
    context = {
        "championship": championship,
        "section": "results",
        "sheet": sheet,
        "conflicts": [(row, columns(row), lines(row)) for row in rows],
        "may_rule": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_conflicts.html", context)


def keeping_numbers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Around the ruling: who was logged out meanwhile finds the other numbers in the form after the login."""

    @wraps(view)
    def kept(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        typed = [request.POST.get(name, "").strip()[:LONGEST] for name in DEAL_FIELDS]
        if request.method == "POST" and not request.user.is_authenticated and all(typed):
            return redirect_to_login(f"{request.path}?{urlencode({'deals': ' '.join(typed)})}")
        return view(request, **kwargs)

    return kept


@require_http_methods(["GET", "HEAD", "POST"])
@keeping_numbers
@office(SEE_OFFICE)
def office_conflict(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """One table whose sides disagree; `?deals=` are numbers that were typed into the grid."""
    found = conflict_table(championship, number, table)
    if request.method != "POST":
        if found.state != TableState.CONFLICT:
            return redirect("office_table", championship.slug, number, table)
        typed = request.GET.get("deals", "")[: 4 * (LONGEST + 1)]
        return conflict_page(request, championship, number, table, fresh_ruling(found.version, typed))
    require(request, championship, ORGANISE)
    form = RulingForm(request.POST)
    if not form.is_valid():
        return conflict_page(request, championship, number, table, form, status=422)
    try:
        keyed = ruled(request, found, form)
    except Refused as refusal:
        return refused_ruling(request, championship, number, table, form, refusal)
    words = _("Table %(table)s is decided: %(deals)s count. Both sides see it.") % {
        "table": table,
        "deals": ", ".join(map(str, keyed.result.deals)),
    }
    messages.success(request, words)
    more = claims_of_round(championship, number)
    again = any(len(claims) > 1 for claims in more.values())
    return redirect("office_conflicts" if again else "office_round", championship.slug, number)


def conflict_table(championship: Championship, number: int, table: int) -> Table:
    return get_object_or_404(Table, round__championship=championship, round__number=number, number=table)


@keeping_numbers
@office(SEE_OFFICE)
def unsafe_ruling(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """A ruling whose form had no good token: nothing is decided, and all that was chosen comes back in a fresh form.

    Where nothing waits for a ruling any more, there is no form to bring it back in.
    """
    found = conflict_table(championship, number, table)
    if found.state != TableState.CONFLICT:
        return plain_csrf_failure(request)
    require(request, championship, ORGANISE)
    data = request.POST.copy()
    data["key"], data["yes"] = uuid.uuid4().hex, ""
    problems = [sentence(Problem("csrf"))]
    return conflict_page(request, championship, number, table, RulingForm(data), problems=problems, status=403)


def ruled(request: HttpRequest, table: Table, form: RulingForm) -> Keyed:
    """Let the chosen numbers count. Those of a claim were asked about when they were claimed.

    The claim stands no more when this ruling has arrived before: then the answer is that of the first time.
    """
    key = form.cleaned_data["key"] or None
    claims = table.results.filter(source__in=CLAIMING)
    if key is None or not table.results.filter(idempotency_key=key).exists():
        claims = claims.filter(state=ResultState.CLAIMED)
    claim = None if form.claim is None else claims.filter(version=form.claim).first()
    if form.claim is not None and claim is None:
        raise refused("stale", version=table.version)
    return rule(
        table.pk,
        form.deals if claim is None else claim.deals,
        expected_version=form.cleaned_data["version"],
        reason=form.cleaned_data["reason"],
        reason_code=form.code,
        answered_yes=claim is not None or form.answered_yes,
        idempotency_key=key,
        actor=request.user,
    )


def refused_ruling(
    request: HttpRequest, championship: Championship, number: int, table: int, form: RulingForm, refusal: Refused
) -> HttpResponse:
    """The page again with everything that was chosen, and why nothing was decided."""
    found = Table.objects.get(round__championship=championship, round__number=number, number=table)
    if found.state != TableState.CONFLICT:
        messages.warning(request, _("Table %(table)s is not in conflict any more.") % {"table": table})
        return redirect("office_table", championship.slug, number, table)
    said = [(problem, result_sentence(problem, form.deals, Notation.POINTS)) for problem in refusal.problems]
    questions = [words for problem, words in said if problem.code in QUESTIONS]
    problems = [words for problem, words in said if problem.code not in QUESTIONS]
    data = request.POST.copy()
    data["version"], data["key"] = str(found.version), uuid.uuid4().hex
    data["yes"] = asked_about(form.deals) if questions else ""
    return conflict_page(
        request,
        championship,
        number,
        table,
        RulingForm(data),
        problems=problems,
        questions=questions,
        status=status_of(refusal),
    )


def conflict_page(
    request: HttpRequest,
    championship: Championship,
    number: int,
    table: int,
    form: RulingForm,
    *,
    problems: list[str] | None = None,
    questions: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    sheet = sheet_or_404(championship, number)
    row = next(row for row in rows_of(championship, sheet, Notation.POINTS) if row.number == table)
    context = {
        "championship": championship,
        "section": "results",
        "sheet": sheet,
        "row": row,
        "columns": columns(row),
        "lines": lines(row),
        "form": form,
        "cells": [(deal, form[name]) for deal, name in enumerate(DEAL_FIELDS, 1)],
        "problems": problems or [],
        "questions": questions or [],
        "may_rule": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_conflict.html", context, status=status)


def columns(row: GridRow) -> list[Column]:
    devices = [claim.device for claim in row.claims if claim.device]
    return [Column(claim, devices.count(claim.device) > 1) for claim in row.claims]


def lines(row: GridRow) -> list[Line]:
    wrong = {each.deal for each in row.differences}
    numbers = zip(*(zip(claim.deals, claim.deals_b, strict=True) for claim in row.claims), strict=False)
    return [Line(deal, tuple(said), deal in wrong) for deal, said in enumerate(numbers, 1)]
