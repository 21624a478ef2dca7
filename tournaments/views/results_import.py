"""Results of a round from a file: read, looked at, then stored. Nothing is stored before the second step."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.balance import DEALS_PER_TABLE
from scoring.validation import ProblemCode
from tournaments.domain.file_results import FileImpact, FileResults, impact_of_file, store_file_results
from tournaments.domain.refusal import Problem
from tournaments.domain.sheets import Sheet
from tournaments.enums import Outcome, RoundState
from tournaments.forms.results import ResultsConfirmForm, ResultsFileForm
from tournaments.imports import FileCode, Fix, ImportProblem, ResultRow, ResultsPreview, read_results
from tournaments.imports.limits import UPLOAD_BYTES
from tournaments.models import Championship, Round
from tournaments.permissions import ENTER_RESULTS, ORGANISE

from .access import office
from .corrections import ALL
from .first_look import impact_lines
from .grid import sheet_or_404
from .messages import fix, sentence
from .result_words import MISSING, ended_words, replaced_words
from .sent_once import sent_once


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row of the file: what is wrong with it, what is rare in it, and what its table has already."""

    row: ResultRow
    problems: tuple[ImportProblem, ...]
    stored: tuple[int, ...] | None
    stored_outcome: Outcome = Outcome.PLAYED

    @property
    def state(self) -> str:
        """`wrong`, `same` (stored already), `replaces`, `ended` (not by play), `asks` (rare numbers) or `new`."""
        if self.problems:
            return "wrong"
        if self.stored is not None:
            same = (self.stored, self.stored_outcome) == (self.row.deals, self.row.outcome)
            return "same" if same else "replaces"
        if self.row.outcome != Outcome.PLAYED:
            return "ended"
        return "asks" if self.row.questions else "new"

    @property
    def cells(self) -> list[int | None]:
        """The four deals; None where there is no number."""
        return [*self.row.deals, *[None] * (DEALS_PER_TABLE - len(self.row.deals))]

    @property
    def ending(self) -> str:
        """How the table ended, where it was not played to the end."""
        return "" if self.row.outcome == Outcome.PLAYED else str(Outcome(self.row.outcome).label)

    @property
    def stored_words(self) -> str:
        return ended_words(self.stored or (), self.stored_outcome)

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """Each problem and what can be done about it."""
        return [said(problem) for problem in self.problems]


def said(problem: ImportProblem) -> tuple[str, str]:
    """What is wrong, in the game's own words where it knows them, and what can be done about it."""
    payload = problem.to_json()
    proposal = (
        _("Correct it in the file, or type this table by hand.") if problem.fix == Fix.CORRECT_CELL else fix(payload)
    )
    if problem.cause == ProblemCode.RANGE and not problem.data.get("value"):
        return str(MISSING) % problem.data, proposal
    if problem.cause and problem.data.get("deal"):
        return sentence(Problem(problem.cause, {"given": problem.data.get("value"), **problem.data})), proposal
    return sentence(payload), proposal


@require_http_methods(["GET", "HEAD", "POST"])
@office(ENTER_RESULTS)
@sent_once
def office_results_import(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """Choose a file, look at its preview, store what the preview showed."""
    sheet = sheet_or_404(championship, number)
    if sheet.state == RoundState.DRAFT:
        return redirect("office_draw", championship.slug, number)
    key = f"results:{championship.pk}:{number}:{sheet.seed}"  # drawn again, a round has other tables
    if request.method != "POST":
        return import_page(request, championship, sheet, stored_preview(request, key))
    if "store" in request.POST or "skip_replaced" in request.POST:
        return store_preview(request, championship, sheet, key)
    if "forget" in request.POST:
        request.session.pop(key, None)
        return redirect("office_results_import", championship.slug, number)
    return read_file(request, championship, sheet, key)


def stored_preview(request: HttpRequest, key: str) -> ResultsPreview | None:
    kept = request.session.get(key)
    return None if kept is None else ResultsPreview.from_json(kept)


def read_file(request: HttpRequest, championship: Championship, sheet: Sheet, key: str) -> HttpResponse:
    form = ResultsFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return import_page(request, championship, sheet, None, form=form, status=422)
    upload = form.cleaned_data["file"]
    # one byte more than allowed is enough for the reader to refuse the file; the rest is never taken into memory
    data = upload.read(UPLOAD_BYTES + 1)
    dealers = {table.number: str(table.first_dealer) for table in sheet.tables}
    preview = read_results(data, upload.name, dealers, fewest=championship.odd_points)
    if preview.refused:
        status = 413 if any(problem.code == FileCode.TOO_LARGE for problem in preview.problems) else 422
        return import_page(request, championship, sheet, preview, form=form, status=status)
    request.session[key] = preview.to_json()
    return redirect("office_results_import", championship.slug, sheet.number)


def store_preview(request: HttpRequest, championship: Championship, sheet: Sheet, key: str) -> HttpResponse:
    preview = stored_preview(request, key)
    if preview is None:
        messages.warning(request, _("There is no file to store. Choose it again."))
        return redirect("office_results_import", championship.slug, sheet.number)
    confirm = ResultsConfirmForm(request.POST)
    reason = confirm.cleaned_data["reason"].strip() if confirm.is_valid() else ""
    rows, skip = file_rows(preview, sheet), "skip_replaced" in request.POST
    if missing := reason_missing({row.state for row in rows} - ({"replaces"} if skip else set()), reason):
        return import_page(request, championship, sheet, preview, missing=missing, status=422)
    take = {"new", "asks", "same", "ended"} | (set() if skip else {"replaces"})
    round_ = get_object_or_404(championship.rounds, number=sheet.number)
    chosen = {row.row.table for row in rows if row.state in take and row.row.table is not None}
    may_decide = request.user.has_perm(ORGANISE, championship)
    impact = None if skip else file_impact(round_, preview, rows, may_decide=may_decide)
    if impact is not None and impact.mark != request.POST.get("seen", ""):
        words = sentence(Problem("impact_changed"))
        return import_page(request, championship, sheet, preview, missing=words, status=409)
    results = store_file_results(
        round_.pk,
        {table: deals for table, deals in preview.deals.items() if table in chosen},
        outcomes=preview.outcomes,
        reason=reason,
        replace_reason=reason,
        may_decide=may_decide,
        actor=request.user,
    )
    del request.session[key]
    report(request, results)
    return redirect("office_round", championship.slug, sheet.number)


def reason_missing(states: set[str], reason: str) -> str:
    """What to say where a reason is needed and none is given; empty: all is well."""
    if reason or not states & {"replaces", "ended"}:
        return ""
    if "replaces" in states:
        return _("Give a reason for replacing results, or store only the new ones.")
    return _("Give a reason: both sides can read why the table was not played to the end.")


def file_impact(
    round_: Round, preview: ResultsPreview, rows: Sequence[FileRow], *, may_decide: bool
) -> FileImpact | None:
    """What storing the file would change, where it replaces a result."""
    if all(row.state != "replaces" for row in rows):
        return None
    return impact_of_file(round_, preview.deals, outcomes=preview.outcomes, may_decide=may_decide)


def report(request: HttpRequest, results: FileResults) -> None:
    """Say what became of the file."""
    stored = len(results.stored) - len(results.disputed)
    words = ngettext("%(count)s result is stored.", "%(count)s results are stored.", stored) % {"count": stored}
    (messages.success if stored else messages.info)(request, words)
    if results.disputed:
        tables = ", ".join(map(str, results.disputed))
        messages.error(
            request,
            ngettext(
                "Of table %(tables)s a side says something else: nothing counts there until the organiser decides.",
                "Of tables %(tables)s a side says something else: nothing counts there until the organiser decides.",
                len(results.disputed),
            )
            % {"tables": tables},
        )
    if results.unchanged:
        tables = ", ".join(map(str, results.unchanged))
        messages.info(request, _("These tables had just this result already: %(tables)s.") % {"tables": tables})
    for problem in results.problems:
        table = problem.data.get("table")
        messages.error(request, _("Table %(table)s: %(words)s") % {"table": table, "words": sentence(problem)})


def file_rows(preview: ResultsPreview, sheet: Sheet) -> list[FileRow]:
    tables = {table.number: table for table in sheet.tables}
    return [
        FileRow(
            row=row,
            problems=tuple(problem for problem in preview.problems if problem.row == row.row),
            stored=tables[row.table].deals if row.table in tables else None,
            stored_outcome=tables[row.table].outcome if row.table in tables else Outcome.PLAYED,
        )
        for row in preview.rows
    ]


def import_page(
    request: HttpRequest,
    championship: Championship,
    sheet: Sheet,
    preview: ResultsPreview | None,
    *,
    form: ResultsFileForm | None = None,
    missing: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = file_rows(preview, sheet) if preview else []
    shown = {row.row.row for row in rows}
    others = [problem for problem in preview.problems if problem.row not in shown] if preview else []
    states = [row.state for row in rows]
    round_ = get_object_or_404(championship.rounds, number=sheet.number)
    may_decide = request.user.has_perm(ORGANISE, championship)
    impact = file_impact(round_, preview, rows, may_decide=may_decide) if preview else None
    context = {
        "championship": championship,
        "section": "results",
        "sheet": sheet,
        "form": form or ResultsFileForm(),
        "confirm": ResultsConfirmForm(request.POST if missing else None),
        "missing": missing,
        "preview": preview,
        "rows": rows,
        "others": [(problem.row, *said(problem)) for problem in others],
        "notes": [(note.row, *said(note)) for note in preview.notes] if preview else [],
        "usable": sum(state != "wrong" for state in states),
        "wrong": states.count("wrong") + len(others),
        "replaces": states.count("replaces"),
        "fresh": sum(states.count(state) for state in ("new", "asks", "ended")),
        "needs_reason": "replaces" in states or "ended" in states,
        "seen": impact.mark if impact else "",
        "impact": impact.impact if impact else None,
        "lines": (
            [*map(replaced_words, impact.replaced), *impact_lines(championship, impact.impact, most=ALL)]
            if impact
            else []
        ),
    }
    return render(request, "tournaments/office_results_import.html", context, status=status)
