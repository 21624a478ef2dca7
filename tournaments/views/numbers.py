"""When the numbers do not fit: who sits out, or who stands in; the consequences are said before anybody chooses."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.domain.numbers import numbers_of
from tournaments.models import Championship
from tournaments.permissions import ORGANISE

from .access import office


@require_safe
@office(ORGANISE)
def office_numbers(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Two ways to go on, each with what it comes to; the buttons lead to where it is done."""
    context = {
        "championship": championship,
        "section": "entries",
        "numbers": numbers_of(championship),
        "sitting_out": championship.get_bye_score_display(),
    }
    return render(request, "tournaments/office_numbers.html", context)
