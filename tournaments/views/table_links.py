"""Codes of the tables in the office: where they lead, what can be printed, and how they are made invalid."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.links import invalidate_slip, revoke_links, stand_count
from tournaments.domain.refusal import Refused
from tournaments.exports.addresses import typed_address
from tournaments.exports.slips import SLIPS_ON_A_PAGE
from tournaments.forms.links import RevokeForm
from tournaments.models import Championship, Table
from tournaments.permissions import ENTER_RESULTS, ORGANISE

from .access import office, require
from .hall_address import phones_cannot_reach, table_base
from .messages import sentences
from .sent_once import sent_once


@office(ENTER_RESULTS)
@require_http_methods(["GET", "POST"])
@sent_once
def office_links(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The codes of a championship; the form revokes all of them, after a tick that says so."""
    if request.method == "GET":
        return links_page(request, championship, RevokeForm())
    require(request, championship, ORGANISE)
    form = RevokeForm(request.POST)
    if not form.is_valid():
        return links_page(request, championship, form, status=422)
    revoke_links(championship.pk, actor=request.user)
    messages.success(request, _("All codes are revoked. Print the slips and table stands again."))
    return redirect("office_links", championship.slug)


def links_page(
    request: HttpRequest, championship: Championship, form: RevokeForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "championship": championship,
        "section": "overview",
        "form": form,
        "address": typed_address(table_base(request)),
        "phones_cannot_reach": phones_cannot_reach(request),
        "last": championship.rounds.published().order_by("number").last(),
        "sizes": list(SLIPS_ON_A_PAGE),
        "stands": stand_count(championship),
        "may_revoke": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_links.html", context, status=status)


@require_POST
@office(ENTER_RESULTS)
@sent_once
def office_slip_invalidate(request: HttpRequest, championship: Championship, number: int, table: int) -> HttpResponse:
    """Make the codes of one slip invalid: it was lost, or photographed."""
    found = get_object_or_404(Table, round__championship=championship, round__number=number, number=table)
    try:
        invalidate_slip(found.pk, actor=request.user)
    except Refused as refusal:
        for sentence in sentences(refusal):
            messages.error(request, sentence)
        return redirect("office_rounds", championship.slug)
    messages.success(request, _("The slip of table %(table)s no longer holds. Print it again.") % {"table": table})
    return redirect("office_table", championship.slug, number, table)
