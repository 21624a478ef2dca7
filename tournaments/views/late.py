"""A late result when the next round is drawn already: what it would change, and what the organiser makes of it."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.domain.late import Choice, LateOptions, change_late, keep_late, late_options
from tournaments.domain.refusal import Refused
from tournaments.domain.sheets import Sheet, round_sheet
from tournaments.enums import RoundState
from tournaments.forms.draws import LateForm
from tournaments.models import Championship, Round
from tournaments.pairing.swap_late import LateChange
from tournaments.permissions import ORGANISE
from tournaments.tasks import queue_round_prints

from .access import office
from .answers import status_of
from .hall_address import table_base
from .messages import sentences
from .sent_once import sent_once
from .swap_panel import called

#: Ways to draw that look at no ranking.
WITHOUT_RANKING = frozenset({"lot", "schedule"})


@dataclass(frozen=True, slots=True)
class TouchedTable:
    """A table that would change: who sits there now, and who would."""

    number: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A choice as the page shows it; `afresh`: its reason stays in the office. `proved`: no smaller change would do."""

    change: LateChange
    mark: str
    tables: list[TouchedTable]
    afresh: bool
    proved: bool


@require_http_methods(["GET", "HEAD", "POST"])
@office(ORGANISE)
@sent_once
def office_late(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The three choices, each with its tables; POST does one of them."""
    form = LateForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return late_page(request, championship, form)
    if not form.is_valid():
        return late_page(request, championship, form, status=422)
    try:
        done = decided(request, championship, form)
    except Refused as refusal:
        return late_page(request, championship, form, sentences(refusal), status_of(refusal))
    messages.success(request, done)
    return redirect("office_rounds", championship.slug)


def decided(request: HttpRequest, championship: Championship, form: LateForm) -> str:
    """Do what the button says; the sentence for it."""
    chosen = form.cleaned_data
    seen = {"expected_version": chosen["version"], "actor": request.user}
    if chosen["do"] == "keep":
        round_ = keep_late(championship.pk, **seen)
        return _("Round %(round)s stays as it is.") % {"round": round_.number}
    change = LateChange(chosen["do"])
    round_ = change_late(championship.pk, change, reason=chosen["reason"], mark=chosen["mark"], **seen)
    if round_.state == RoundState.DRAFT:
        return _("Round %(round)s is a new proposal. Look at it.") % {"round": round_.number}
    queue_round_prints(round_.pk, base=table_base(request))
    return _(
        "Round %(round)s is changed. Print new slips for the changed tables: the old ones do not count any more."
    ) % {"round": round_.number}


def late_page(
    request: HttpRequest,
    championship: Championship,
    form: LateForm,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    championship.refresh_from_db()
    options = late_options(championship)
    sheet = round_sheet(championship, options.round) if options else None
    context = {
        "championship": championship,
        "section": "rounds",
        "options": options,
        "sheet": sheet,
        "choices": [row(sheet, each) for each in (options.minimal, options.redraw)] if options and sheet else [],
        "moved": moved_words(championship, options) if options else "",
        "form": form,
        "untouched": None if options else rests_on_no_ranking(championship),
        "problems": problems or [],
    }
    return render(request, "tournaments/office_late.html", context, status=status)


def rests_on_no_ranking(championship: Championship) -> Round | None:
    """The last round, when it was drawn by lot or by a plan: a result that comes late would change nothing of it."""
    last = championship.rounds.order_by("-number").first()
    return last if last is not None and last.draw.get("method") in WITHOUT_RANKING else None


def row(sheet: Sheet, choice: Choice) -> ChoiceRow:
    """A choice with names: who sits at its tables now, and who would."""
    families = {line.number: called(line) for table in sheet.tables for line in (*table.a, *table.b)}
    families |= {line.number: called(line) for line in sheet.sits_out}
    now = {table.number: [[line.number for line in side] for side in (table.a, table.b)] for table in sheet.tables}
    touched = [
        TouchedTable(
            number=table.number,
            before=against(families, *now[table.number]) if table.number in now else "–",
            after=against(families, table.side_a, table.side_b),
        )
        for table in choice.tables
    ]
    return ChoiceRow(choice.change, choice.mark, touched, choice.afresh, choice.proved)


def against(families: Mapping[int, str], a: Iterable[Hashable], b: Iterable[Hashable]) -> str:
    """`Caduff–Tuor against Alig–Beer`."""
    one, other = (" / ".join(families[int(str(each))] for each in side) for side in (a, b))
    return _("%(a)s against %(b)s") % {"a": one, "b": other}


def moved_words(championship: Championship, options: LateOptions) -> str:
    """How many stand elsewhere now."""
    count = len(options.moved)
    if championship.is_pairs:
        words = ngettext("%(count)s pair stands elsewhere now.", "%(count)s pairs stand elsewhere now.", count)
    else:
        words = ngettext("%(count)s player stands elsewhere now.", "%(count)s players stand elsewhere now.", count)
    return words % {"count": count}
