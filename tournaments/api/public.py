"""What everybody may read. Only public championships exist here, and only what is public of them."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from django.db.models import Sum
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from ninja import Path, Query, Router, Schema
from pydantic import StringConstraints

from tournaments.domain import overview
from tournaments.domain.official import settle_if_due
from tournaments.domain.paths import entry_path
from tournaments.domain.seals import seals_of
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import last_visible_round, ranking
from tournaments.exports.json import entry_json, path_json, round_json, seal_json, standings_json
from tournaments.models import Championship

from .schemas import (
    ChampionshipOut,
    ChampionshipsOut,
    EntriesOut,
    IndexOut,
    PathOut,
    ProblemsOut,
    RoundOut,
    RoundsOut,
    SealsOut,
    StandingsOut,
)

router = Router(tags=["public"])
# The ETag is a hash of the answer, so it tells what the answer tells and no more.
router.add_decorator(conditional_page, mode="view")
router.add_decorator(cache_control(no_cache=True), mode="view")

type Slug = Annotated[str, StringConstraints(pattern=r"^[-a-zA-Z0-9_]+$", max_length=60)]
SlugPath = Annotated[Slug, Path(description="address part of the championship")]
Number = Annotated[int, Path(ge=1, le=32767)]
AfterRound = Annotated[int | None, Query(ge=1, le=32767, description="the ranking as it stood after this round")]

type Data = dict[str, Any]
type Operation = Callable[..., Data]
WRONG = {422: ProblemsOut}
MISSING = {404: ProblemsOut, **WRONG}


def reading(path: str, response: Mapping[int, type[Schema]], *, name: str) -> Callable[[Operation], Operation]:
    """Answer GET, described by the schema, and HEAD at this path. What an operation leaves out is not in the answer."""

    def register(operation: Operation) -> Operation:
        options: dict[str, Any] = {"response": response, "url_name": name, "exclude_unset": True}
        router.add_api_operation(path, ["HEAD"], operation, **options, include_in_schema=False)
        registered: Operation = router.get(path, **options)(operation)
        return registered

    return register


@reading("/", {200: IndexOut}, name="api-root")
def index(request: HttpRequest) -> Data:
    """Where to begin."""
    return {"openapi": reverse("api:openapi-json"), "championships": reverse("api:championships")}


@reading("/championships", {200: ChampionshipsOut}, name="championships")
def championships(request: HttpRequest) -> Data:
    """Every public championship, the latest first."""
    return {
        "championships": [
            {
                "slug": line.slug,
                "name": line.name,
                "edition": line.edition,
                "place": line.place,
                "starts_on": line.starts_on,
                "ends_on": line.ends_on,
                "rounds": line.round,
                "rounds_planned": line.rounds_planned,
            }
            for line in overview.public_championships()
        ]
    }


@reading("/championships/{slug}", {200: ChampionshipOut, **MISSING}, name="championship")
def championship(request: HttpRequest, slug: SlugPath) -> Data:
    """A championship: when, where, how it is ranked, how far it is."""
    found = public_championship(slug)
    return {
        **{
            name: getattr(found, name) for name in ("slug", "name", "edition", "place", "kind", "starts_on", "final_on")
        },
        "association": found.association.name,
        "entries": found.entries.playing().count(),
        "rounds": list(found.rounds.published().order_by("number").values_list("number", flat=True)),
        "rounds_planned": found.stages.aggregate(planned=Sum("rounds_planned"))["planned"] or 0,
        "points_per": found.points_per,
        "keys": found.keys,
    }


@reading("/championships/{slug}/standings", {200: StandingsOut, **MISSING}, name="standings")
def standings(request: HttpRequest, slug: SlugPath, after: AfterRound = None) -> Data:
    """The public ranking, of the last round with results or after an earlier one."""
    found = public_championship(slug)
    limit = last_visible_round(found, public=True)
    if after is not None and (after > limit or not found.rounds.published().filter(number=after).exists()):
        raise Http404
    return standings_json(ranking(found, after=after, public=True))


@reading("/championships/{slug}/rounds", {200: RoundsOut, **MISSING}, name="rounds")
def rounds(request: HttpRequest, slug: SlugPath) -> Data:
    """The published rounds, in order."""
    found = public_championship(slug)
    lines = [
        {"round": line.number, "state": line.state, "tables": line.tables, "open_tables": line.open_tables}
        for line in overview.round_lines(found, public=True)
    ]
    return {"championship": found.slug, "rounds": lines}


@reading("/championships/{slug}/rounds/{number}", {200: RoundOut, **MISSING}, name="round")
def round_(request: HttpRequest, slug: SlugPath, number: Number) -> Data:
    """A published round: who sits where, and the results that are public."""
    found = public_championship(slug)
    sheet = round_sheet(found, number, public=True)
    if sheet is None:
        raise Http404
    return round_json(sheet, seals_of(found, number, public=True))


@reading("/championships/{slug}/rounds/{number}/seals", {200: SealsOut, **MISSING}, name="round-seals")
def seals(request: HttpRequest, slug: SlugPath, number: Number) -> Data:
    """The seals of a round, also of one that is not drawn yet: what anybody needs to check a sealed draw."""
    found = public_championship(slug)
    lines = seals_of(found, number, public=True)
    if not lines:
        raise Http404
    return {"championship": found.slug, "round": number, "seals": [seal_json(line) for line in lines]}


@reading("/championships/{slug}/entries", {200: EntriesOut, **MISSING}, name="entries")
def entries(request: HttpRequest, slug: SlugPath) -> Data:
    """Everybody who is entered, by family name."""
    found = public_championship(slug)
    lines = [
        {
            **entry_json(line.entry),
            "club": line.club,
            "withdrawn": line.withdrawn,
            **({"stand_in": True} if line.entry.stand_in else {}),
        }
        for line in overview.entered(found, public=True)
    ]
    return {"championship": found.slug, "entries": lines}


@reading("/championships/{slug}/entries/{number}", {200: PathOut, **MISSING}, name="entry")
def entry(request: HttpRequest, slug: SlugPath, number: Number) -> Data:
    """An entry, its place in the ranking, and what it played."""
    path = entry_path(public_championship(slug), number, public=True)
    if path is None:
        raise Http404
    return path_json(path)


def public_championship(slug: str) -> Championship:
    found = get_object_or_404(Championship.objects.public().select_related("association"), slug=slug)
    settle_if_due(found)
    return found
