"""Setting up a championship, and its settings."""

from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify

from tournaments.enums import Confirming, Pairing, Preset, RoundState, StageKind
from tournaments.models import Association, Championship, Round, Stage
from tournaments.models.names import folded
from tournaments.pairing.formats import FOR_INDIVIDUALS, FOR_PAIRS

from .change import Actor, changing
from .event_subjects import OF_RANKINGS
from .log_told import rules_of
from .plausibility import LIMITS
from .presets import PresetValues, preset_values
from .refusal import refused
from .sent_forms import made_before

#: First parts of addresses that belong to the site itself.
RESERVED_SLUGS = frozenset({
    *("office", "accounts", "admin", "api", "static", "design", "recount", "new", "i18n", "t"),
    *("imprint", "privacy", "accessibility"),
})  # fmt: skip

#: Settings that decide about results already played.
FIXED_BY_RESULTS = frozenset({"kind", "ruleset", "ruleset_version"})


def create_championship(
    *,
    association: Association,
    name: str,
    starts_on: date,
    preset: Preset = Preset.CANTONAL,
    original: Championship | None = None,
    slug: str = "",
    rounds: int | None = None,
    final_rounds: int | None = None,
    pairing: Pairing | None = None,
    actor: Actor = None,
    **fields: Any,
) -> Championship:
    """Make a championship from a preset; `fields` are settings that differ from it.

    A form that was sent twice, as by a double click, raises `Repeated` the second time.

    `rounds` and `final_rounds` are the rounds planned for the two stages (0 final rounds: no final); `pairing` is how
    the first one is drawn. Raises `Refused`: `slug_taken`, `copy_of_nothing`, `format_unfit`.
    """
    values = preset_values(preset, original)
    settings = {
        **values.fields,
        "starts_at": values.starts_at,
        "hall_until": values.hall_until,
        "final_on": starts_on + timedelta(days=1) if values.days == 2 else None,
        **{key: value for key, value in fields.items() if value is not None},
    }
    stages = planned_stages(values, rounds, final_rounds)
    if not any(kind == StageKind.FINAL for kind, _ in stages):
        settings |= {"final_on": None, "finalists": None}
    with transaction.atomic():
        Association.objects.select_for_update().get(pk=association.pk)  # two forms at once wait for each other here
        made_before()
        championship = Championship.objects.create(
            association=association,
            name=name,
            slug=free_slug(slug or name, wanted=bool(slug)),
            starts_on=starts_on,
            copied_from=original if preset == Preset.COPY else None,
            **settings,
        )
        copied = original if preset == Preset.COPY else None
        ways, confirmings = planned_ways(copied), planned_confirmings(copied)
        Stage.objects.bulk_create(
            Stage(
                championship=championship,
                position=position,
                kind=kind,
                rounds_planned=planned,
                pairing=fitting(championship, (pairing if position == 1 else None) or ways.get(kind, Pairing.STANDING)),
                confirming=confirmings[kind],
            )
            for position, (kind, planned) in enumerate(stages, 1)
        )
        with changing(championship.pk, actor) as change:
            change.record("championship_created", preset=str(preset))
        return change.championship


def planned_ways(original: Championship | None) -> dict[StageKind, Pairing]:
    """How the stages of a championship are drawn; its file of tables is not copied, so neither is that way."""
    stages = original.stages.exclude(pairing=Pairing.PRESCRIBED) if original else ()
    return {StageKind(stage.kind): Pairing(stage.pairing) for stage in stages}


def planned_confirmings(original: Championship | None) -> dict[StageKind, Confirming]:
    """How results are confirmed in each kind of stage: as in the original, else strictly in a final (product.md G4)."""
    values = {StageKind.PRELIMINARY: Confirming.HAND_OVER, StageKind.FINAL: Confirming.SECOND_DEVICE}
    stages = original.stages.all() if original else ()
    return values | {StageKind(stage.kind): Confirming(stage.confirming) for stage in stages}


def fitting(championship: Championship, pairing: str) -> Pairing:
    """The way to draw, if it is for pairs or for individuals as the championship is. Raises `Refused`."""
    fit = {str(each) for each in (FOR_PAIRS if championship.is_pairs else FOR_INDIVIDUALS)}
    if pairing not in fit:
        raise refused("format_unfit", given=str(pairing))
    return Pairing(pairing)


def planned_stages(values: PresetValues, rounds: int | None, final_rounds: int | None) -> list[tuple[StageKind, int]]:
    """The stages of a preset with the numbers of rounds asked for; a stage of no rounds falls away."""
    asked = {StageKind.PRELIMINARY: rounds, StageKind.FINAL: final_rounds}
    stages = [(kind, planned if asked[kind] is None else asked[kind]) for kind, planned in values.stages]
    if final_rounds and all(kind != StageKind.FINAL for kind, _ in stages):
        stages.append((StageKind.FINAL, final_rounds))
    return [(kind, planned) for kind, planned in stages if planned]


def free_slug(text: str, *, wanted: bool) -> str:
    """An address part that nobody uses. One that was asked for is refused when taken; one from a name is counted up."""
    base = slugify(folded(text))[:50].strip("-") or "turnier"
    if wanted and (base in RESERVED_SLUGS or Championship.objects.filter(slug=base).exists()):
        raise refused("slug_taken", slug=base)
    slug, count = base, 1
    while slug in RESERVED_SLUGS or Championship.objects.filter(slug=slug).exists():
        count += 1
        slug = f"{base}-{count}"
    return slug


def change_settings(
    championship_id: int,
    *,
    actor: Actor = None,
    rounds: dict[int, int] | None = None,
    pairing: dict[int, str] | None = None,
    confirming: dict[int, str] | None = None,
    **fields: Any,
) -> Championship:
    """Change settings; `rounds` maps a stage's position to its planned rounds, `pairing` to how it is drawn.

    `confirming` maps it to how the other side confirms what one side reports.

    Raises `Refused`: `setting_fixed` for a setting that would change what finished results mean, `setting_official` for
    one that would change an official ranking, `entries_there` for another kind than that of the entries,
    `odd_limit` for a limit of the questions about odd results that cannot be, `rounds_played` for fewer rounds than
    there are, and `format_unfit`.
    """
    with changing(championship_id, actor) as change:
        championship = change.championship
        changed = changed_settings(championship, fields)
        refuse_rounds(championship, rounds or {})
        planned = set_planned_rounds(championship, rounds) if rounds else {}
        for name, value in changed.items():
            setattr(championship, name, value)
        if changed:
            championship.save()
        ways = set_pairing(championship, pairing or {})
        confirmed_by = set_confirming(championship, confirming or {})
        if changed or planned or ways or confirmed_by:
            change.record(
                "settings_changed",
                settings=sorted(changed),
                rules=rules_of(championship),
                limits={name: getattr(championship, name) for name in LIMITS},
                rounds=planned,
                pairing=ways,
                confirming=confirmed_by,
            )
        return championship


def fixed_by_official(championship: Championship) -> frozenset[str]:
    """Settings that rankings are made by, once one is official: it is not changed by one person alone.

    Whether points are carried over to a final changes no ranking before it.
    """
    official = championship.rounds.filter(state=RoundState.OFFICIAL)
    if not official.exists():
        return frozenset()
    of_final = {"carry_over"} if official.filter(stage__kind=StageKind.FINAL).exists() else set()
    return OF_RANKINGS | of_final


def refuse_settings(
    championship: Championship, *, rounds: dict[int, int], pairing: dict[int, str], **fields: Any
) -> None:
    """Raise what `change_settings` would refuse, before anybody is asked whether to change it anyway."""
    changed_settings(championship, fields)
    refuse_rounds(championship, rounds)
    for stage in championship.stages.all():
        fitting(championship, pairing.get(stage.position, stage.pairing))


def changed_settings(championship: Championship, fields: dict[str, Any]) -> dict[str, Any]:
    """The settings that are others now.

    Raises `Refused`: `setting_fixed`, `setting_official`, `entries_there`, `odd_limit`.
    """
    changed = {name: value for name, value in fields.items() if getattr(championship, name) != value}
    for name in LIMITS.keys() & changed.keys():
        if changed[name] not in LIMITS[name]:
            raise refused("odd_limit", given=changed[name], low=LIMITS[name][0], high=LIMITS[name][-1])
    drawn = Round.objects.filter(championship=championship).exists()
    if drawn and (fixed := FIXED_BY_RESULTS & changed.keys()):
        raise refused("setting_fixed", settings=sorted(fixed))
    if fixed := fixed_by_official(championship) & changed.keys():
        raise refused("setting_official", settings=sorted(fixed))
    if "kind" in changed and championship.entries.exists():
        raise refused("entries_there")
    return changed


def refuse_rounds(championship: Championship, rounds: dict[int, int]) -> None:
    """Raise `Refused`: `rounds_played`, `setting_fixed` for numbers of rounds that a stage cannot have any more."""
    begun = championship.rounds.aggregate(last=Max("stage__position"))["last"] or 0
    for stage in championship.stages.all():
        planned = rounds.get(stage.position, stage.rounds_planned)
        if planned < (drawn := stage.rounds.count()):
            raise refused("rounds_played", drawn=drawn)
        if stage.position < begun and planned != stage.rounds_planned:  # the next round would be of this stage again
            raise refused("setting_fixed", settings=[f"rounds_{stage.position}"])


def set_planned_rounds(championship: Championship, rounds: dict[int, int]) -> dict[int, int]:
    """Set how many rounds the stages have; what has changed, by the position of the stage."""
    changed: dict[int, int] = {}
    for stage in championship.stages.all():
        planned = rounds.get(stage.position, stage.rounds_planned)
        if planned != stage.rounds_planned:
            Stage.objects.filter(pk=stage.pk).update(rounds_planned=planned)
            changed[stage.position] = planned
    return changed


def set_pairing(championship: Championship, pairing: dict[int, str]) -> dict[int, str]:
    """Set how stages are drawn from now on; rounds that are drawn stay. Every stage has to fit afterwards.

    Returns what has changed, by the position of the stage.
    """
    changed: dict[int, str] = {}
    for stage in championship.stages.all():
        wanted = fitting(championship, pairing.get(stage.position, stage.pairing))
        if wanted != stage.pairing:
            Stage.objects.filter(pk=stage.pk).update(pairing=wanted)
            changed[stage.position] = wanted
    return changed


def set_confirming(championship: Championship, confirming: dict[int, str]) -> dict[int, str]:
    """Set how the other side confirms, by the position of the stage; returns what has changed."""
    changed: dict[int, str] = {}
    for stage in championship.stages.filter(position__in=confirming):
        if (wanted := Confirming(confirming[stage.position])) != stage.confirming:
            Stage.objects.filter(pk=stage.pk).update(confirming=wanted)
            changed[stage.position] = wanted
    return changed
