"""Setting up championships: the office's front page, a new one, and its plan."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.domain.championships import create_championship
from tournaments.domain.memberships import create_association
from tournaments.domain.plan import plan
from tournaments.domain.plan_doubts import doubts
from tournaments.domain.presets import preset_values
from tournaments.domain.refusal import Problem, Refused
from tournaments.enums import Kind, Pairing, Preset, Role
from tournaments.forms.championships import NewChampionshipForm, ScheduleForm, initial_of
from tournaments.forms.members import AssociationForm
from tournaments.models import Association, Championship, Round
from tournaments.permissions import LADDER

from .day import day_of
from .messages import sentences
from .sent_once import sent_once

#: Why setting one up is refused to a member who may only look or key results.
ORGANISER_UP = LADDER[LADDER.index(Role.ORGANISER) :]


def associations_of(request: HttpRequest, *roles: Role) -> QuerySet[Association]:
    """The associations in which the user has one of these roles (all of them for who runs the site)."""
    if request.user.is_superuser:
        return Association.objects.all()
    memberships = request.user.memberships.filter(role__in=roles or LADDER)  # type: ignore[union-attr]
    return Association.objects.filter(memberships__in=memberships)


@login_required
@require_GET
def office_home(request: HttpRequest) -> HttpResponse:
    """The user's championships by association. Who runs the site can make an association here."""
    return render(request, "tournaments/office_home.html", home_context(request, AssociationForm()))


def home_context(request: HttpRequest, form: AssociationForm) -> dict[str, Any]:
    rounds = Prefetch("rounds", Round.objects.order_by("-number"))
    championships = Championship.objects.annotate(entered=Count("entries")).order_by("-starts_on", "-pk")
    associations = associations_of(request).prefetch_related(
        Prefetch("championships", championships.prefetch_related(rounds))
    )
    roles = dict(request.user.memberships.values_list("association", "role"))  # type: ignore[union-attr]
    groups = [
        {
            "association": association,
            "administers": request.user.is_superuser or roles.get(association.pk) == Role.ADMIN,
            "organises": request.user.is_superuser or roles.get(association.pk) in ORGANISER_UP,
        }
        for association in associations
    ]
    return {"groups": groups, "may_create": any(group["organises"] for group in groups), "form": form}


@login_required
@require_POST
def association_new(request: HttpRequest) -> HttpResponse:
    if not request.user.is_superuser:
        raise PermissionDenied
    form = AssociationForm(request.POST)
    if form.is_valid():
        try:
            association = create_association(form.cleaned_data["name"], actor=request.user)
        except Refused as refusal:
            form.add_error("name", sentences(refusal))
        else:
            messages.success(request, _("%(name)s is entered.") % {"name": association.name})
            return redirect("office_home")
    return render(request, "tournaments/office_home.html", home_context(request, form), status=422)


@login_required
@require_http_methods(["GET", "POST"])
@sent_once
def championship_new(request: HttpRequest) -> HttpResponse:
    """A new championship on one page. A POST that only recomputes or changes the preset stores nothing."""
    associations = list(associations_of(request, *ORGANISER_UP))
    if not associations:
        return no_association(request)
    originals = list(Championship.objects.filter(association__in=associations))
    options: dict[str, Any] = {"associations": associations, "originals": originals}
    if request.method == "GET" or "use_preset" in request.POST:
        form = NewChampionshipForm(initial=started(request.POST or request.GET, originals), **options)
        return new_page(request, form, originals)
    form = NewChampionshipForm(request.POST, **options)
    if "recompute" in request.POST:
        return new_page(request, form, originals)
    if form.is_valid() and (championship := created(request, form)):
        messages.success(request, _("Registration is open."))
        return redirect("office_entries", championship.slug)
    return new_page(request, form, originals, status=422)


def no_association(request: HttpRequest) -> HttpResponse:
    """Nobody can set up anything before there is an association, or without a role in it."""
    if request.user.is_superuser:
        return redirect("office_home")
    raise PermissionDenied


def created(request: HttpRequest, form: NewChampionshipForm) -> Championship | None:
    try:
        return create_championship(**form.settings(), actor=request.user)
    except Refused as refusal:
        form.add_error(None, sentences(refusal))
        return None


#: What a reader has typed and a preset does not change.
KEPT = ("association", "name", "place", "starts_on", "final_on")


def started(typed: QueryDict, originals: list[Championship]) -> dict[str, Any]:
    """The values of the preset that was chosen, and what was typed before it was chosen."""
    wished = str(typed.get("preset"))
    preset = Preset(wished) if wished in Preset.values else Preset.CANTONAL
    wanted = typed.get("original") or ""
    original = next((each for each in originals if str(each.pk) == wanted), originals[0] if originals else None)
    if preset == Preset.COPY and original is None:
        preset = Preset.CANTONAL
    values = initial_of(preset_values(preset, original))
    if preset == Preset.COPY and original is not None:
        values |= {"place": original.place, "original": original.pk}
    typed_already = {name: typed[name] for name in KEPT if typed.get(name)}
    return {"preset": preset, **values, **typed_already}


def new_page(
    request: HttpRequest, form: NewChampionshipForm, originals: Sequence[Championship], *, status: int = 200
) -> HttpResponse:
    values = form.data if form.is_bound else form.initial
    context = {
        "form": form,
        "presets": zip(form["preset"], ("spadas", "cuppas", "rosas"), strict=True),
        "originals": originals,
        **plan_context(ScheduleForm(values), values),
    }
    return render(request, "tournaments/championship_new.html", context, status=status)


@login_required
@require_GET
def plan_fragment(request: HttpRequest) -> HttpResponse:
    """The plan of the numbers in the address, as a piece of a page."""
    return render(request, "tournaments/_plan.html", plan_context(ScheduleForm(request.GET), request.GET))


def plan_context(form: ScheduleForm, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The plan and its picture; neither while a number is missing. `typed`: what else doubts depend on."""
    if not form.is_valid():
        return {"plan": None}
    values = form.cleaned_data
    computed = plan(
        kind=Kind(values["kind"]),
        entries=values["expected_entries"],
        **{name: values[name] for name in ("rounds", "minutes_per_round", "break_minutes", "starts_at", "hall_until")},
    )
    return {
        "plan": computed,
        "day": day_of(computed, values["starts_at"]),
        "is_pairs": values["kind"] == Kind.PAIRS,
        "starts_at": values["starts_at"],
        "hall_until": values["hall_until"],
        "late_minutes": -computed.spare_minutes,
        "doubts": sentences(doubts_about(form, typed)),
    }


def doubts_about(form: ScheduleForm, typed: Mapping[str, Any]) -> list[Problem]:
    """What of the numbers typed cannot come out; fields that are empty or not a number say nothing yet."""
    values = form.cleaned_data
    numbers = {name: whole_number(typed.get(name)) for name in ("finalists", "final_rounds")}
    pairing = str(typed.get("pairing") or Pairing.STANDING)
    if pairing not in Pairing.values:
        return []
    go_on = numbers["finalists"] if numbers["final_rounds"] else None
    return doubts(values["kind"], pairing, values["expected_entries"], values["rounds"], go_on)


def whole_number(text: object) -> int | None:
    written = str(text)
    return int(written) if written.isascii() and written.isdigit() and len(written) < 6 else None
