"""The keyboard grid of a round: the page, its refreshing part, and how its numbers are written."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.balance import DEAL_POINTS, ONE_PACKET_BEHIND, TWO_PACKETS_BEHIND
from scoring.shown_result import ShownResult, read_shown
from scoring.slip import Notation
from scoring.validation import QuestionCode, plausible
from tournaments.domain.calls import calls_of_round
from tournaments.domain.claimed import claims_of_round
from tournaments.domain.decided import decided_tables
from tournaments.domain.late import late_round
from tournaments.domain.plausibility import Doubt
from tournaments.domain.refusal import Problem
from tournaments.domain.sheets import Sheet, round_sheet
from tournaments.domain.table_calls import called_tables
from tournaments.enums import RoundState, TableState
from tournaments.forms.results import DEAL_FIELDS, shown
from tournaments.listings.grid import GridRow, found_row, grid_rows, minutes_since, next_pending
from tournaments.models import Championship
from tournaments.permissions import ENTER_RESULTS, ORGANISE, SEE_OFFICE

from .access import office
from .kept import kept_values

#: What is asked and may be answered with yes; everything else is wrong.
QUESTIONS = frozenset({*map(str, QuestionCode), *map(str, Doubt)})

#: States in the order in which a round counts them.
COUNTED = (
    TableState.CONFIRMED,
    TableState.CORRECTED,
    TableState.OFFICIAL,
    TableState.CLAIMED,
    TableState.CONFLICT,
    TableState.OPEN,
)


def notation_of(request: HttpRequest, championship: Championship) -> Notation:
    """How this reader types the results of this championship; as its settings say until he changes it."""
    return Notation(request.session.get(f"notation:{championship.pk}", championship.notation))


@dataclass(frozen=True, slots=True)
class Typed:
    """The open row: what its fields hold, and what is to be said about it.

    `values` are the fields of `ResultForm`. `problems` and `questions` pair a problem with its sentence. `stored` are
    the numbers that somebody else has stored meanwhile. `note` is a sentence on top (not saved yet, and why). `seen` is
    the mark of what a correction would change, when that is said here.
    """

    values: dict[str, str]
    problems: list[tuple[Problem, str]] = field(default_factory=list)
    questions: list[tuple[Problem, str]] = field(default_factory=list)
    yes: str = ""
    stored: str = ""
    note: str = ""
    seen: str = ""

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
        return "reason_missing" in self.codes or bool(self.stored or self.seen or self.values.get("reason"))


def fresh_values(row: GridRow) -> dict[str, str]:
    """The fields of a table before anybody types: empty, its result to be corrected, or the claim to be confirmed."""
    deals = row.offered.deals if row.offered else row.table.deals or ()
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
    rows = rows_of(championship, sheet, notation_of(request, championship))
    query, wanted = request.GET.get("q", ""), request.GET.get("table", "")
    row = found_row(rows, query) or next((row for row in rows if str(row.number) == wanted), None)
    if query and row is None:
        messages.warning(request, _("No table has this number or name."))
    phone = read_shown(request.GET.get("line", ""))
    if row is not None and row.table.state == TableState.CONFLICT:
        return to_conflict(championship, number, row, phone)
    row = row or next_pending(rows)
    if row is not None and phone is not None and (phone.round, phone.table) == (number, row.number):
        typed: Typed | None = typed_by_phone(row, phone)
    else:
        typed = None if row is None else typed_before(request, championship, number, row)
    return grid_page(request, championship, sheet, rows, row, typed)


def to_conflict(championship: Championship, number: int, row: GridRow, shown: ShownResult | None) -> HttpResponse:
    """A conflict is decided, not typed; what a phone shows goes along."""
    address = reverse("office_conflict", args=[championship.slug, number, row.number])
    return redirect(f"{address}?{urlencode({'deals': ' '.join(map(str, shown.deals_a))})}" if shown else address)


def typed_by_phone(row: GridRow, result: ShownResult) -> Typed:
    """The open row with the numbers that a phone shows; nothing is stored yet."""
    values = {name: shown(points, row.notation) for name, points in zip(DEAL_FIELDS, result.deals_a, strict=True)}
    words = _("Shown by the phone of side %(side)s, and not saved yet. Look at the numbers, then save.")
    return Typed({**fresh_values(row), **values}, note=words % {"side": result.side.value.upper()})


def typed_before(request: HttpRequest, championship: Championship, number: int, row: GridRow) -> Typed:
    """The open row as it was left when the reader was logged out, or fresh."""
    address = reverse("office_result", args=[championship.slug, number, row.number])
    kept = kept_values(request, address)
    if kept is None or kept.get("notation") != row.notation:
        return Typed(fresh_values(row))
    return Typed({**fresh_values(row), **kept}, note=_("These numbers are not saved yet. Look at them, then save."))


def rows_of(championship: Championship, sheet: Sheet, notation: Notation) -> list[GridRow]:
    """The rows of a round with what the sides claim."""
    return grid_rows(sheet, notation, claims_of_round(championship, sheet.number))


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
    live = live_context(request, championship, sheet, rows)
    context = {
        **live,
        "open": row if live["may_type"] else None,
        "typed": typed,
        "blank": Typed({}),
        "blank_row": {"number": "{table}"},  # the script puts the number of the table it opens
        "query": request.GET.get("q", ""),
        "section": "results",
        "late": late_round(championship),
        **limits(championship),
        "two_packets": TWO_PACKETS_BEHIND,
        "one_packet": ONE_PACKET_BEHIND,
    }
    response = render(request, "tournaments/office_round.html", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def limits(championship: Championship) -> dict[str, int]:
    """The numbers between which a deal is not asked about while it is typed."""
    if QuestionCode.CONFIRM_EXTREME in championship.unasked:
        return {"low": 0, "high": DEAL_POINTS}
    unasked = plausible(championship.odd_points)
    return {"low": unasked[0], "high": unasked[-1]}


def live_context(request: HttpRequest, championship: Championship, sheet: Sheet, rows: list[GridRow]) -> dict[str, Any]:
    """What both the page and its refreshing part show."""
    found = sheet.counts()
    counts = [(state, found[state]) for state in COUNTED if found[state]]
    pending = [row for row in rows if row.pending]
    organises = request.user.has_perm(ORGANISE, championship)
    return {
        "championship": championship,
        "sheet": sheet,
        "rows": rows,
        "counts": counts,
        "pending": pending,
        "typable": [row for row in rows if row.typable],
        "conflicts": [row for row in rows if row.differences],
        "called": called_tables(championship.rounds.get(number=sheet.number)),
        "waiting": calls_of_round(championship, sheet.number) if sheet.state == RoundState.PUBLISHED else [],
        "minutes": minutes_since(sheet.published_at, now()),
        "is_net": (rows[0].notation if rows else notation_of(request, championship)) is Notation.NET,
        "may_type": request.user.has_perm(ENTER_RESULTS, championship),
        "may_organise": organises,
        "locked": frozenset() if organises else decided_tables(championship, sheet.number),
        "playing": sheet.state == RoundState.PUBLISHED,
        "minutes_left": minutes_since(now(), sheet.official_from) if sheet.official_from else None,
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
        context = live_context(request, championship, sheet, rows_of(championship, sheet, notation))
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
