"""Exchanging two entries of a proposal, and taking the exchange back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.refusal import Refused
from tournaments.domain.swaps import swap_entries, undo_swap
from tournaments.models import Championship
from tournaments.permissions import ORGANISE

from .access import office
from .answers import status_of
from .grid import sheet_or_404
from .messages import sentences
from .rounds import draw_page, refused_round
from .sent_once import sent_once
from .swap_panel import swap_form


@require_POST
@office(ORGANISE)
@sent_once
def office_round_swap(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Exchange two entries. What was refused comes back with what was typed."""
    round_ = get_object_or_404(championship.rounds, number=number)
    sheet = sheet_or_404(championship, number)
    form = swap_form(sheet, request.POST)
    if not form.is_valid():
        return draw_page(request, championship, sheet, status=422, form=form)
    chosen = form.cleaned_data
    try:
        swap_entries(
            round_.pk,
            chosen["one"],
            chosen["other"],
            reason=chosen["reason"],
            expected_version=chosen["version"],
            actor=request.user,
        )
    except Refused as refusal:
        if refusal.code == "round_published":
            return refused_round(request, championship, number, refusal)
        return draw_page(request, championship, sheet, sentences(refusal), status_of(refusal), form)
    messages.success(request, _("The two are exchanged. The reason is shown publicly with the round."))
    return redirect("office_draw", championship.slug, number)


@require_POST
@office(ORGANISE)
@sent_once
def office_round_swap_undo(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Take the last exchange back."""
    round_ = get_object_or_404(championship.rounds, number=number)
    version = request.POST.get("version", "")
    seen = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else None
    try:
        undo_swap(round_.pk, expected_version=seen, actor=request.user)
    except Refused as refusal:
        return refused_round(request, championship, number, refusal)
    messages.success(request, _("The exchange is taken back."))
    return redirect("office_draw", championship.slug, number)
