"""The settings of a championship, and what of it is public."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.championships import change_settings, refuse_settings
from tournaments.domain.plan_doubts import doubts_of
from tournaments.domain.plausibility import LIMITS
from tournaments.domain.publishing import hide_results_after, publish_ranking, set_public
from tournaments.domain.refusal import Problem, Refused
from tournaments.enums import COUNTING_STATES
from tournaments.forms.publishing import HideForm
from tournaments.forms.settings import SettingsForm
from tournaments.models import Championship, Round, Table
from tournaments.permissions import ORGANISE, SEE_OFFICE
from tournaments.tasks import queue_publication

from .access import office, require
from .messages import sentences
from .sent_once import sent_once

#: Settings that only say when and where; they change no ranking.
HARMLESS = {"name", "edition", "place", "starts_on", "starts_at", "hall_until", "final_on"} | {
    "expected_entries",
    "minutes_per_round",
    "break_minutes",
    "final_starts_at",
    "correction_minutes",
}

#: Settings that the next draws look at.
OF_DRAWS = frozenset({"keep_clubs_apart", "mind_other_role"})


@office(SEE_OFFICE)
@require_http_methods(["GET", "POST"])
@sent_once
def office_settings(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Look at the settings and change them; once rounds are drawn the reader is told what a change touches."""
    options: dict[str, Any] = {"championship": championship, "stages": list(championship.stages.all())}
    if request.method == "GET":
        return settings_page(request, championship, SettingsForm(**options))
    require(request, championship, ORGANISE)
    form = SettingsForm(request.POST, **options)
    if not form.is_valid():
        return settings_page(request, championship, form, status=422)
    wanted = form.settings()
    try:
        refuse_settings(championship, **{name: value for name, value in wanted.items() if name != "confirming"})
        affected = effects(championship, form)
        if affected and not form.cleaned_data["confirmed"]:
            return settings_page(request, championship, form, affected=affected, status=409)
        change_settings(championship.pk, actor=request.user, **wanted)
    except Refused as refusal:
        form.add_error(None, sentences(with_labels(problem, form) for problem in refusal.problems))
        return settings_page(request, championship, form, status=422)
    messages.success(request, _("The settings are saved."))
    return redirect("office_settings", championship.slug)


def settings_page(
    request: HttpRequest,
    championship: Championship,
    form: SettingsForm,
    *,
    affected: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "championship": championship,
        "section": "settings",
        "form": form,
        "affected": affected,
        "doubts": [] if form.is_bound else sentences(doubts_of(championship)),
        "may_change": request.user.has_perm(ORGANISE, championship),
    }
    return render(request, "tournaments/office_settings.html", context, status=status)


def effects(championship: Championship, form: SettingsForm) -> list[str]:
    """What a change touches, in sentences; empty before the first round and for a change of time and place."""
    changed = {name for name, value in form.stored().items() if (form.cleaned_data.get(name) or "") != (value or "")}
    drawn = Round.objects.filter(championship=championship).count()
    if not drawn or not changed:
        return []
    found = []
    draws = {name for name in changed if name in OF_DRAWS or name.startswith("pairing_")}
    claims = {name for name in changed if name == "takes_claims" or name.startswith("confirming_")}
    changed = {name for name in changed if not name.startswith("ask_")} - LIMITS.keys()
    if changed - HARMLESS - draws - claims - {"notation"} - {name for name in changed if name.startswith("rounds_")}:
        results = Table.objects.filter(round__championship=championship, state__in=COUNTING_STATES).count()
        found.append(_("The ranking is computed anew from %(number)s results; ranks may change.") % {"number": results})
    if {name for name in changed if name.startswith("rounds_")}:
        found.append(_("The number of rounds that are still drawn changes."))
    if draws:
        found.append(_("The next rounds are drawn in the new way. Rounds that are drawn stay as they are."))
    if claims:
        found.append(_("Players report results from their phones in the new way, or no longer, from now on."))
    if "notation" in changed:
        found.append(_("Numbers are typed in the other way from now on. Results that are stored stay."))
    if changed & HARMLESS:
        found.append(_("The public pages show the new name, place or time at once."))
    return found


def with_labels(problem: Problem, form: SettingsForm) -> Problem:
    """Settings by the names that the page gives them."""
    names = problem.data.get("settings")
    if not names:
        return problem
    labels = [str(form.fields[name].label) if name in form.fields else name for name in names]
    return Problem(problem.code, {**problem.data, "settings": labels})


# Public ------------------------------------------------------------------------------------------------------------


@office(SEE_OFFICE)
@require_http_methods(["GET", "POST"])
@sent_once
def office_publish(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What the public sees: the championship as a whole, results up to a round, and the rankings handed out."""
    form = HideForm(request.POST or None, championship=championship)
    if request.method == "GET":
        return publish_page(request, championship, HideForm(championship=championship))
    require(request, championship, ORGANISE)
    try:
        done = published(request, championship, form)
    except Refused as refusal:
        return publish_page(request, championship, form, problems=sentences(refusal), status=409)
    if not done:
        return publish_page(request, championship, form, status=422)
    messages.success(request, done)
    return redirect("office_publish", championship.slug)


def published(request: HttpRequest, championship: Championship, form: HideForm) -> str:
    """Do what the button says; the sentence for it, or an empty one when the form is not right."""
    match request.POST.get("do"):
        case "show" | "withdraw" as wanted:
            set_public(championship.pk, public=wanted == "show", actor=request.user)
            return _("The championship is public.") if wanted == "show" else _("The championship is not public.")
        case "hide" if "after_round" in request.POST and form.is_valid():  # a damaged form must not show everything
            after = form.cleaned_data["after_round"]
            hide_results_after(championship.pk, after_round=after, actor=request.user)
            return _("All results are shown.") if after is None else _("Later results stay in the office.")
        case "publish":
            publication = publish_ranking(championship.pk, actor=request.user)
            queue_publication(publication.pk)
            done = _("The ranking after round %(round)s is published.") % {"round": publication.after_round}
            return f"{done} {_('All results are shown.')}"  # also those that were kept for the prizes
    return ""


def publish_page(
    request: HttpRequest, championship: Championship, form: HideForm, *, problems: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "championship": championship,
        "section": "publish",
        "form": form,
        "problems": problems,
        "publications": championship.publications.select_related("published_by").order_by("-number"),
        "may_change": request.user.has_perm(ORGANISE, championship),
        "formats": ("pdf", "xlsx", "csv", "json"),
    }
    return render(request, "tournaments/office_publish.html", context, status=status)
