"""The living style page: every part of the design on one page, for those who build and check pages."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.forms.design import SampleForm
from tournaments.listings.design import SAMPLE_ROWS, SampleListing


@require_safe
@login_required
def design(request: HttpRequest) -> HttpResponse:
    """The style page; for everybody but staff there is nothing here."""
    if not request.user.is_staff:
        raise Http404
    form = SampleForm(
        {"name": "Campiunadi grischun da troccas", "rounds": "70", "carry": "none", "report": "phone", "slips": "on"}
    )
    return render(
        request,
        "tournaments/design.html",
        {
            "form": form,
            "listing": SampleListing(SAMPLE_ROWS),
            "now": timezone.now(),
            "states": ("open", "claimed", "confirmed", "conflict", "official", "corrected"),
            "outlook": ("safe", "needs", "out"),
            "numbers": ((12, 12, 0), (0, 0, 0), (-8, 0, 8), (36, 36, 0), (-27, 0, 27)),
            "suits": ("cuppas", "rosas", "bastuns", "spadas"),
            "swatches": ("ink", "ink-2", "edge", "blue", "green", "ochre-fill", "red", "violet"),
        },
    )
