"""What is said when a correction of an official result is proposed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.models import Championship, Table

from .answers import wants_json


def proposed_result(request: HttpRequest, championship: Championship, table: Table) -> HttpResponse:
    """An official result stays until another organiser agrees."""
    words = _("Table %(table)s: the correction is proposed. Another organiser has to accept it.") % {
        "table": table.number
    }
    if wants_json(request):
        return JsonResponse({"saved": True, "table": table.number, "version": table.version, "sentence": words})
    messages.success(request, words)
    return redirect("office_corrections", championship.slug)
