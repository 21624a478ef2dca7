"""The rounds of a championship in the office: drawing, looking at a proposal, publishing, closing, taking back."""

from dataclasses import dataclass

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.domain.late import late_round, winners_changed
from tournaments.domain.numbers import numbers_of
from tournaments.domain.plan_doubts import doubts_of
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.seals import sealed_next
from tournaments.domain.sheets import EntryLine, Sheet, round_sheet
from tournaments.domain.standings import RankedEntry, ranking
from tournaments.enums import PENDING_STATES, EntryState, RoundState
from tournaments.forms.draws import DrawForm, SwapForm
from tournaments.listings.grid import family_names, side_name
from tournaments.listings.rounds import RoundsListing
from tournaments.models import Championship
from tournaments.permissions import ORGANISE, SEE_OFFICE
from tournaments.tasks import queue_round_prints

from .access import office, require
from .answers import status_of
from .draw_counts import FIXED, numbers, summary
from .draw_words import Why, bye_words, why
from .grid import sheet_or_404
from .hall_address import table_base
from .messages import sentences
from .next_step import standing_of
from .plan_notes import plan_notes
from .sent_once import sent_once
from .swap_panel import swap_panel


@require_http_methods(["GET", "HEAD", "POST"])
@office(SEE_OFFICE)
@sent_once
def office_rounds(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The list of rounds; POST draws the next one. `?absent=missing` marks who is not ticked off at the door."""
    if request.method != "POST":
        missing = request.GET.get("absent") == "missing"
        return rounds_page(request, championship, draw_form(championship, missing=missing))
    require(request, championship, ORGANISE)
    form = draw_form(championship, request.POST)
    if not form.is_valid():
        return rounds_page(request, championship, form, status=422)
    try:
        round_ = draw_round(championship.pk, **form.cleaned_data, actor=request.user)
    except Refused as refusal:
        return rounds_page(request, championship, form, sentences(refusal), status_of(refusal))
    return redirect("office_draw", championship.slug, round_.number)


def draw_form(championship: Championship, data: QueryDict | None = None, *, missing: bool = False) -> DrawForm:
    """The form of the next draw; who plays can be marked as absent. `missing` marks who is not ticked off."""
    playing = championship.entries.playing().with_people().order_by("number")
    marked = [entry.number for entry in playing if missing and entry.state != EntryState.PRESENT]
    return DrawForm(
        data,
        initial={"absent": marked},
        choices=[(entry.number, f"{entry.number} · {entry.name}") for entry in playing],
    )


def rounds_page(
    request: HttpRequest,
    championship: Championship,
    form: DrawForm,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    pending = Count("tables", filter=Q(tables__state__in=PENDING_STATES))
    rounds = (
        championship.rounds.select_related("stage", "championship")
        .annotate(table_count=Count("tables"), open_count=pending)
        .order_by("number")
    )
    standing = standing_of(championship)
    if not standing.open_tables and not problems:
        del form.fields["accept_open"]
    context = {
        "championship": championship,
        "section": "rounds",
        "listing": RoundsListing(rounds),
        "standing": standing,
        "form": form,
        "problems": problems or [],
        "seal": sealed_next(championship),
        "late": late_round(championship),
        "overtaken": winners_changed(championship),
        "numbers": numbers_of(championship),
        "doubts": sentences(doubts_of(championship)) if standing.last is None else [],
        "may_organise": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_rounds.html", context, status=status)


# A proposal ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A side of a drawn table, and where each of its entries stood before the round (None: nowhere yet)."""

    name: str
    families: str
    ranked: tuple[RankedEntry | None, ...]
    stand_in: bool = False

    @property
    def points(self) -> int | None:
        known = [row.standing.tournament_points for row in self.ranked if row]
        return sum(known) if known else None

    @property
    def net(self) -> int | None:
        known = [row.standing.net for row in self.ranked if row]
        return sum(known) if known else None


@dataclass(frozen=True, slots=True)
class DrawnRow:
    number: int
    a: DrawnSide
    b: DrawnSide
    why: Why | None


@dataclass(frozen=True, slots=True)
class SatOut:
    name: str
    why: str


@require_safe
@office(SEE_OFFICE)
def office_draw(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """A drawn round before anybody else sees it; a published one is in the grid."""
    sheet = sheet_or_404(championship, number)
    if sheet.state != RoundState.DRAFT:
        return redirect("office_round", championship.slug, number)
    return draw_page(request, championship, sheet)


def draw_page(
    request: HttpRequest,
    championship: Championship,
    sheet: Sheet,
    problems: list[str] | None = None,
    status: int = 200,
    form: SwapForm | None = None,
) -> HttpResponse:
    """The proposal. `form`: an exchange that was refused."""
    board = ranking(championship, after=sheet.number - 1) if sheet.number > 1 else None
    before = {row.number: row for row in board.rows} if board else {}
    names = {line.number: family_names((line,)) for table in sheet.tables for line in (*table.a, *table.b)}
    pairs = championship.is_pairs
    rows = [
        DrawnRow(
            number=table.number,
            a=drawn_side(table.a, before),
            b=drawn_side(table.b, before),
            why=why(table.reasons, names, pairs=pairs),
        )
        for table in sheet.tables
    ]
    byes = bye_words(sheet.draw)
    gaps = sum(1 for table in sheet.tables if any(reason["code"] == "NEAREST_POINTS" for reason in table.reasons))
    context = {
        "championship": championship,
        "section": "rounds",
        "sheet": sheet,
        "rows": rows,
        "summary": summary(sheet.draw, gaps, pairs=pairs),
        "numbers": numbers(sheet.draw, pairs=pairs),
        "fixed": sheet.draw.get("method") in FIXED,
        "swap": swap_panel(request, championship, sheet, form),
        "late": late_round(championship),
        "overtaken": winners_changed(championship),
        "plan": plan_notes(championship, sheet.number, sheet.draw),
        "sits_out": [SatOut(line.name, byes.get(line.number, "")) for line in sheet.sits_out],
        "problems": problems or [],
        "may_organise": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_draw.html", context, status=status)


def drawn_side(side: tuple[EntryLine, ...], before: dict[int, RankedEntry]) -> DrawnSide:
    return DrawnSide(
        side_name(side),
        family_names(side),
        tuple(before.get(line.number) for line in side),
        any(line.stand_in for line in side),
    )


# What an organiser does with a round -----------------------------------------------------------------------------


@require_POST
@office(ORGANISE)
@sent_once
def office_round_publish(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Show the round to everybody."""
    round_ = get_object_or_404(championship.rounds, number=number)
    version = request.POST.get("version", "")
    try:
        seen = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else None
        publish_round(round_.pk, expected_version=seen, actor=request.user)
    except Refused as refusal:
        return refused_round(request, championship, number, refusal)
    queue_round_prints(round_.pk, base=table_base(request))
    done = _("Round %(round)s is published.") % {"round": number}
    if not championship.is_public:
        done = f"{done} {_('Only the office sees it, because the championship is not public yet.')}"
    messages.success(request, done)
    return redirect("office", championship.slug)


@require_POST
@office(ORGANISE)
@sent_once
def office_round_undo(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Discard a proposal, or take back a published round that nobody has played."""
    round_ = get_object_or_404(championship.rounds, number=number)
    try:
        undo_draw(round_.pk, actor=request.user)
    except Refused as refusal:
        return refused_round(request, championship, number, refusal)
    messages.success(request, _("The draw of round %(round)s is discarded.") % {"round": number})
    return redirect("office_rounds", championship.slug)


@require_POST
@office(ORGANISE)
@sent_once
def office_round_close(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """End a round."""
    round_ = get_object_or_404(championship.rounds, number=number)
    try:
        close_round(round_.pk, actor=request.user)
    except Refused as refusal:
        return refused_round(request, championship, number, refusal)
    messages.success(request, _("Round %(round)s is closed.") % {"round": number})
    return redirect("office", championship.slug)


def refused_round(request: HttpRequest, championship: Championship, number: int, refusal: Refused) -> HttpResponse:
    """What was refused, on the page of the round as it is now (its list when the round is gone)."""
    problems, status = sentences(refusal), status_of(refusal)
    sheet = round_sheet(championship, number)
    if sheet is not None and sheet.state == RoundState.DRAFT:
        return draw_page(request, championship, sheet, problems, status)
    return rounds_page(request, championship, draw_form(championship), problems, status)
