"""The field of the final and its reserves: a finalist withdraws, and the next reserve moves up."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.refusal import Refused
from tournaments.domain.reserves import final_list, move_up
from tournaments.models import Championship
from tournaments.permissions import ORGANISE, SEE_OFFICE

from .access import office, require
from .answers import status_of
from .messages import sentences
from .sent_once import sent_once


@require_http_methods(["GET", "HEAD", "POST"])
@office(SEE_OFFICE)
@sent_once
def office_final(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Who plays the final, who comes next; a POST names the finalist who withdraws."""
    if request.method != "POST":
        return final_page(request, championship)
    require(request, championship, ORGANISE)
    try:
        reserve = move_up(championship.pk, named(request), actor=request.user)
    except Refused as refusal:
        return final_page(request, championship, sentences(refusal), status=status_of(refusal))
    messages.success(request, _("%(name)s moves up into the final.") % {"name": reserve.name})
    return redirect("office_final", championship.slug)


def named(request: HttpRequest) -> int:
    """The number that the form names; 0, which no entry has, for anything else."""
    text = request.POST.get("entry", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def final_page(
    request: HttpRequest, championship: Championship, problems: list[str] | None = None, *, status: int = 200
) -> HttpResponse:
    context = {
        "championship": championship,
        "section": "rounds",
        "field": final_list(championship),
        "problems": problems or [],
        "may_organise": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_final.html", context, status=status)
