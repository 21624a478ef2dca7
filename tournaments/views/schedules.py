"""The tables of a stage from a file."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.refusal import Refused
from tournaments.domain.schedules import store_schedule
from tournaments.forms.draws import ScheduleFileForm
from tournaments.imports.limits import UPLOAD_BYTES
from tournaments.imports.schedule import read_schedule
from tournaments.models import Championship, Stage
from tournaments.permissions import ORGANISE

from .access import office
from .messages import sentence
from .sent_once import sent_once

#: So many problems are listed; a file with more is the wrong file.
LISTED = 20


@require_http_methods(["GET", "HEAD", "POST"])
@office(ORGANISE)
@sent_once
def office_schedule(request: HttpRequest, championship: Championship, position: int) -> HttpResponse:
    """Choose a file; it is stored when every row of it can be used."""
    stage = get_object_or_404(championship.stages, position=position)
    if request.method != "POST":
        return schedule_page(request, championship, stage, ScheduleFileForm())
    form = ScheduleFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return schedule_page(request, championship, stage, form, status=422)
    upload = form.cleaned_data["file"]
    found = read_schedule(upload.read(UPLOAD_BYTES + 1), upload.name, side=championship.seats_per_side)
    if found.problems:
        problems = [in_row(each.row, sentence(each.to_json())) for each in found.problems]
        return schedule_page(request, championship, stage, form, problems, 422)
    try:
        store_schedule(championship.pk, position, found.rows, actor=request.user)
    except Refused as refusal:
        problems = [in_row(each.data.get("row"), sentence(each)) for each in refusal.problems]
        return schedule_page(request, championship, stage, form, problems, 422)
    messages.success(request, _("The tables are stored. The rounds are drawn by them."))
    return redirect("office_settings", championship.slug)


def in_row(row: int | None, text: str) -> str:
    return _("Row %(row)s: %(text)s") % {"row": row, "text": text} if row else text


def schedule_page(
    request: HttpRequest,
    championship: Championship,
    stage: Stage,
    form: ScheduleFileForm,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "championship": championship,
        "section": "settings",
        "stage": stage,
        "form": form,
        "problems": (problems or [])[:LISTED],
        "tables": len(stage.schedule or ()),
    }
    return render(request, "tournaments/office_schedule.html", context, status=status)
