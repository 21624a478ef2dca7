"""A list of entries from a file: read, shown, decided row by row, imported, and taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.directory import directory
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import apply_import, store_preview, undo_import
from tournaments.enums import ImportState
from tournaments.forms.registration import ImportForm
from tournaments.imports import EntriesPreview, FileCode, KnownPerson, read_entries
from tournaments.imports.limits import UPLOAD_BYTES
from tournaments.models import Championship, ImportBatch
from tournaments.permissions import ORGANISE

from .access import office
from .import_rows import RowView, decided, mistakes, rows_of, with_exact_matches, with_refusals
from .messages import sentence, sentences
from .sent_once import sent_once

#: What a delimiter is called.
DELIMITERS = {
    ";": gettext_lazy("semicolon"),
    ",": gettext_lazy("comma"),
    "\t": gettext_lazy("tab"),
    "|": gettext_lazy("vertical bar"),
}


@office(ORGANISE)
@require_http_methods(["GET", "POST"])
@sent_once
def office_import(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Choose a file. One that holds no list is refused with a sentence, and nothing is stored."""
    if request.method == "GET":
        return upload_page(request, championship, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return upload_page(request, championship, form, status=422)
    file = form.cleaned_data["file"]
    preview = read(championship, file.read(UPLOAD_BYTES + 1), file.name)
    if not preview.rows:
        form.add_error("file", sentences_of(preview.to_json()["problems"]))
        large = any(problem.code == FileCode.TOO_LARGE for problem in preview.problems)
        return upload_page(request, championship, form, status=413 if large else 422)
    batch = store_preview(championship.pk, filename=file.name, preview=preview.to_json(), actor=request.user)
    return redirect("office_import_preview", championship.slug, batch.pk)


def read(championship: Championship, data: bytes, filename: str) -> EntriesPreview:
    return read_entries(
        data,
        filename,
        "pairs" if championship.is_pairs else "individuals",
        known_people=[KnownPerson(**asdict(person)) for person in directory(championship)],
        taken_numbers=set(championship.entries.values_list("number", flat=True)),
    )


def sentences_of(problems: Sequence[Mapping[str, Any]]) -> list[str]:
    return [sentence(problem) for problem in problems]


def upload_page(
    request: HttpRequest, championship: Championship, form: ImportForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "championship": championship,
        "section": "entries",
        "form": form,
        "batches": championship.imports.order_by("-pk")[:5],
    }
    return render(request, "tournaments/office_import.html", context, status=status)


@office(ORGANISE)
@require_http_methods(["GET", "POST"])
@sent_once
def office_import_preview(request: HttpRequest, championship: Championship, batch: int) -> HttpResponse:
    """What was read, row by row. A POST imports it, or fills in the exact matches of the directory."""
    stored = get_object_or_404(championship.imports, pk=batch)
    rows = rows_of(stored.preview, 2 if championship.is_pairs else 1)
    if request.method == "GET":
        return preview_page(request, championship, stored, rows)
    if stored.state != ImportState.PREVIEW:
        messages.error(request, _("This file has been imported or taken back already."))
        return preview_page(request, championship, stored, rows, status=409)
    rows = [decided(row, request.POST) for row in rows]
    if "exact" in request.POST:
        return preview_page(request, championship, stored, with_exact_matches(rows))
    if wrong := mistakes(rows):
        return preview_page(request, championship, stored, with_refusals(rows, wrong), status=422)
    return imported(request, championship, stored, rows)


def imported(
    request: HttpRequest, championship: Championship, batch: ImportBatch, rows: Sequence[RowView]
) -> HttpResponse:
    """Everything that the reader takes, or nothing with the reasons beside the rows."""
    decisions = {str(row.row): row.decision() for row in rows}
    try:
        applied = apply_import(batch.pk, decisions=decisions, complete=True, actor=request.user)
    except Refused as refusal:
        if refusal.code == "import_done":
            messages.error(request, " ".join(sentences(refusal)))
            return preview_page(request, championship, batch, rows, status=409)
        return preview_page(request, championship, batch, with_refusals(rows, refusal.problems), status=422)
    number = len(applied.entries)
    done = ngettext("%(number)s entry is imported.", "%(number)s entries are imported.", number) % {"number": number}
    messages.success(request, done)
    return redirect("office_import_preview", championship.slug, batch.pk)


def preview_page(
    request: HttpRequest, championship: Championship, batch: ImportBatch, rows: Sequence[RowView], *, status: int = 200
) -> HttpResponse:
    shown = {row.row for row in rows}
    problems = batch.preview["problems"]
    done = batch.state != ImportState.PREVIEW
    context: dict[str, Any] = {
        "championship": championship,
        "section": "entries",
        "batch": batch,
        "preview": batch.preview,
        "undecided": [row for row in rows if row.open_fields],
        "namesakes": [row for row in rows if row.asks and not row.open_fields],
        "ready": [row for row in rows if not row.asks and not row.open_fields],
        "loose": [(problem["row"], sentence(problem)) for problem in problems if problem["row"] not in shown],
        "notes": [(note["row"], sentence(note)) for note in batch.preview["notes"]],
        "delimiter": DELIMITERS.get(batch.preview["delimiter"], batch.preview["delimiter"]),
        "has_exact": any(person.exact for row in rows for person in row.people),
        "takeable": sum(row.take for row in rows),
        "refused": any(row.refusals for row in rows),
        "entries": batch.entries.with_people() if done else (),
        "left_out": [row for row in rows if not batch.decisions.get(str(row.row), {}).get("take", True)]
        if done
        else (),
    }
    return render(request, "tournaments/office_import_preview.html", context, status=status)


@office(ORGANISE)
@require_POST
@sent_once
def office_import_undo(request: HttpRequest, championship: Championship, batch: int) -> HttpResponse:
    """Take an import back; a preview that was never imported is taken off the list the same way."""
    stored = get_object_or_404(championship.imports, pk=batch)
    try:
        undo_import(stored.pk, actor=request.user)
    except Refused as refusal:
        messages.error(request, " ".join(sentences(refusal)))
        rows = rows_of(stored.preview, 2 if championship.is_pairs else 1)
        return preview_page(request, championship, stored, rows, status=409)
    messages.success(request, _("The import is taken back, as if it had never been."))
    return redirect("office_import", championship.slug)
