"""About the site itself: who answers for it, what it does with data, and how accessible it is."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.domain.memberships import answerable, set_imprint
from tournaments.forms.members import ImprintForm
from tournaments.models import Association

from .members import administered


def about(request: HttpRequest, name: str) -> HttpResponse:
    """One of the pages; all of them say whom to write to."""
    return render(request, f"tournaments/{name}.html", {"associations": answerable()})


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """The associations that publish here, with the addresses that they have given."""
    return about(request, "imprint")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored and published, for how long, and who sees it."""
    return about(request, "privacy")


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    """What was tested, what was not, and whom to write to."""
    return about(request, "accessibility")


@administered
@never_cache
@require_http_methods(["GET", "POST"])
def association_imprint(request: HttpRequest, association: Association) -> HttpResponse:
    """What an association says of itself in the imprint."""
    stored = {"address": association.address, "email": association.email}
    form = ImprintForm(request.POST or None, initial=stored)
    if request.method == "POST" and form.is_valid():
        set_imprint(association.pk, **form.cleaned_data)
        messages.success(request, _("The imprint is saved."))
        return redirect("office_home")
    context = {"association": association, "form": form}
    return render(request, "tournaments/association_imprint.html", context, status=422 if form.errors else 200)
