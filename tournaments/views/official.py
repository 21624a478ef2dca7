"""Ending the corrections of a round by hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.official import make_official
from tournaments.domain.refusal import Refused
from tournaments.models import Championship
from tournaments.permissions import ORGANISE

from .access import office
from .messages import sentences
from .sent_once import sent_once


@require_POST
@office(ORGANISE)
@sent_once
def office_round_official(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """From now on two organisers must agree on a correction of this round and those before it."""
    round_ = get_object_or_404(championship.rounds, number=number)
    try:
        make_official(round_.pk, actor=request.user)
    except Refused as refusal:
        for words in sentences(refusal):
            messages.error(request, words)
    else:
        messages.success(request, _("Round %(round)s is official.") % {"round": number})
    return redirect("office_round", championship.slug, number)
