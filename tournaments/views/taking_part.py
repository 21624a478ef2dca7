"""Coming late and leaving early: each a small dialog that says the rule beforehand (product.md B9, B10)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.late_entries import has_seat, open_seat, seat_late_entry
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.enums import PENDING_STATES, ByeReason, EntryState, RoundState
from tournaments.models import Championship, Entry, Round, Table
from tournaments.permissions import ORGANISE
from tournaments.tasks import queue_round_prints

from .access import office
from .hall_address import table_base
from .messages import sentences
from .sent_once import sent_once


@require_http_methods(["GET", "HEAD", "POST"])
@office(ORGANISE)
@sent_once
def office_entry_withdraw(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """What a withdrawal means just now, then the withdrawal."""
    entry = get_object_or_404(championship.entries.with_people(), number=number)
    if request.method == "POST":
        withdraw_entry(entry.pk, actor=request.user)
        messages.success(request, _("%(name)s is withdrawn. Results stay.") % {"name": entry.name})
        return redirect("office_entries", championship.slug)
    last = championship.rounds.order_by("-number").first()
    table = None if last is None else Table.objects.filter(round=last, seats__entry=entry).first()
    context = {
        "championship": championship,
        "section": "entries",
        "entry": entry,
        "last": last,
        "table": table if table and table.state in PENDING_STATES and last_runs(last) else None,
        "next_round": championship.rounds.count() + 1,
    }
    return render(request, "tournaments/office_entry_withdraw.html", context)


def last_runs(last: Round | None) -> bool:
    return last is not None and last.state in {RoundState.DRAFT, RoundState.PUBLISHED}


@require_POST
@office(ORGANISE)
@sent_once
def office_entry_seat(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Seat somebody who came late against those who would sit out."""
    entry = get_object_or_404(championship.entries.with_people(), number=number)
    seat_now(request, entry)
    return redirect("office_entry", championship.slug, number)


def seat_now(request: HttpRequest, entry: Entry) -> None:
    """Seat an entry now, and say where; what is refused is said too, and nothing has changed then."""
    words = _("No. %(number)s came late and plays against who would have sat out") % {"number": entry.number}
    round_number = request.POST.get("round", "")
    expected = (
        int(round_number) if round_number.isascii() and round_number.isdigit() and len(round_number) < 6 else None
    )
    try:
        round_ = seat_late_entry(entry.pk, reason=words, expected_round=expected, actor=request.user)
    except Refused as refusal:
        messages.error(request, " ".join(sentences(refusal)))
        return
    table = entry.seats.get(round=round_).table.number
    data = {"name": entry.name, "round": round_.number, "table": table}
    if round_.state == RoundState.PUBLISHED:
        queue_round_prints(round_.pk, base=table_base(request))
        messages.success(request, _("%(name)s plays in round %(round)s, at table %(table)s. Print its slip.") % data)
    else:
        messages.success(request, _("%(name)s plays in round %(round)s, at table %(table)s.") % data)


def seat_offer(championship: Championship, entry: Entry | None = None) -> dict[str, object] | None:
    """The round in which somebody who comes late could still play, and against whom; None where there is no seat."""
    round_ = open_seat(championship)
    if round_ is None or (entry and (entry.state == EntryState.WITHDRAWN or has_seat(entry, round_))):
        return None
    out = round_.byes.filter(reason=ByeReason.SITS_OUT).select_related("entry")
    others = out.prefetch_related("entry__members__person").order_by("entry__number")
    return {"round": round_.number, "against": ", ".join(bye.entry.name for bye in others)}
