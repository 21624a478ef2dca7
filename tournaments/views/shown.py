"""A phone that cannot reach the server shows its result: the office scans or types the line, and the row is filled."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.shown_result import LONGEST, ShownResult, read_shown
from tournaments.enums import RoundState
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS

from .access import office


@require_safe
@office(ENTER_RESULTS)
def office_shown(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Take a line like `TROCCAS 4 12 A 40 30 36 50 9`, and lead to the row of its table; nothing is stored here."""
    line = request.GET.get("line", "")[:LONGEST]
    shown = read_shown(line)
    problem = "" if not line or shown else _("This cannot be read. Compare every symbol; the last one checks the rest.")
    if shown is not None:
        if is_playable(championship, shown):
            address = reverse("office_round", args=[championship.slug, shown.round])
            return redirect(f"{address}?{urlencode([('table', str(shown.table)), ('line', shown.line)])}")
        problem = _("There is no table %(table)s in round %(round)s.") % {"table": shown.table, "round": shown.round}
    context = {
        "championship": championship,
        "section": "results",
        "line": line,
        "problem": problem,
        "longest": LONGEST,
    }
    return render(request, "tournaments/office_shown.html", context, status=422 if problem else 200)


def is_playable(championship: Championship, shown: ShownResult) -> bool:
    rounds = championship.rounds.exclude(state=RoundState.DRAFT).filter(number=shown.round)
    return Table.objects.filter(round__in=rounds, number=shown.table).exists()
