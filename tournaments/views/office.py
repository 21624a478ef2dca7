"""The front page of a championship's office, and its ranking with every column."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from tournaments.domain.calls import open_calls
from tournaments.domain.corrections import open_requests
from tournaments.domain.late import late_round, winners_changed
from tournaments.domain.penalty_requests import open_penalty_requests
from tournaments.domain.seals import sealed_next
from tournaments.domain.standings import ranking
from tournaments.enums import TableState
from tournaments.exports.words import order_words
from tournaments.listings.standings import OfficeStandingsListing
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS, ORGANISE, SEE_OFFICE

from .access import office
from .hall_address import phones_cannot_reach
from .next_step import standing_of
from .undo import undo_panel

FORMATS: Final = ("csv", "xlsx", "json", "pdf")


@require_safe
@office(SEE_OFFICE)
def office_overview(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Where the championship stands, what comes next, and the ways to prints and files."""
    context = {
        "championship": championship,
        "section": "overview",
        "standing": standing_of(championship),
        "rounds": list(championship.rounds.order_by("number")),
        "seal": sealed_next(championship),
        "late": late_round(championship),
        "overtaken": winners_changed(championship),
        "calls": open_calls(championship),
        "proposals": [*open_requests(championship), *open_penalty_requests(championship)],
        "undo": undo_panel(request, championship),
        "formats": FORMATS,
        "may_organise": request.user.has_perm(ORGANISE, championship),
        "may_type": request.user.has_perm(ENTER_RESULTS, championship),
        "phones_cannot_reach": championship.takes_claims and phones_cannot_reach(request),
    }
    return render(request, "tournaments/office.html", context)


@require_safe
@office(SEE_OFFICE)
def office_standings(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The ranking, now or after an earlier round, to sort by every column; `?provisional=` counts claims, too."""
    provisional = "provisional" in request.GET
    now = ranking(championship, provisional=provisional)
    wanted = request.GET.get("after", "")
    if wanted and not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:6]) <= now.after_round):
        raise Http404
    board = ranking(championship, after=int(wanted), provisional=provisional) if wanted else now
    listing = OfficeStandingsListing(board)
    RequestConfig(request, paginate=False).configure(listing)
    context = {
        "championship": championship,
        "section": "standings",
        "board": board,
        "listing": listing,
        "order": order_words(board.rules.keys),
        "rounds": range(1, now.after_round + 1),
        "formats": FORMATS,
        "provisional": provisional,
        "claims": Table.objects.filter(round__championship=championship, state=TableState.CLAIMED).count(),
    }
    return render(request, "tournaments/office_standings.html", context)
