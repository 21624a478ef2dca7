"""What a new championship begins with: a preset, or the rules of an earlier one."""

from dataclasses import dataclass
from datetime import time
from typing import Any

from tournaments.enums import Kind, Preset, StageKind
from tournaments.models import Championship

from .refusal import refused

#: What a copy takes over, and what a preset may set.
RULE_FIELDS = (
    "kind",
    "expected_entries",
    "minutes_per_round",
    "break_minutes",
    "points_per",
    "points_win",
    "points_level",
    "points_loss",
    "bye_score",
    "keys",
    "ruleset",
    "ruleset_version",
    "notation",
    "finalists",
    "carry_over",
    "keep_clubs_apart",
    "mind_other_role",
    "takes_claims",
    "correction_minutes",
    "unasked",
    "odd_points",
    "odd_minutes",
    "odd_tables",
)


@dataclass(frozen=True, slots=True)
class PresetValues:
    """What a preset fills in: settings of the championship and the rounds of its stages."""

    fields: dict[str, Any]
    stages: tuple[tuple[StageKind, int], ...]
    starts_at: time
    hall_until: time
    days: int


PRESETS = {
    Preset.CANTONAL: PresetValues(
        fields={
            "kind": Kind.PAIRS,
            "expected_entries": 51,
            "minutes_per_round": 60,
            "break_minutes": 10,
            "finalists": 16,
        },
        stages=((StageKind.PRELIMINARY, 7), (StageKind.FINAL, 4)),
        starts_at=time(13),
        hall_until=time(22),
        days=2,
    ),
    Preset.VILLAGE: PresetValues(
        fields={"kind": Kind.INDIVIDUALS, "expected_entries": 48, "minutes_per_round": 30, "break_minutes": 5},
        stages=((StageKind.PRELIMINARY, 5),),
        starts_at=time(19),
        hall_until=time(23),
        days=1,
    ),
}


def preset_values(preset: Preset, original: Championship | None = None) -> PresetValues:
    """The values of a preset; `Preset.COPY` takes those of `original`."""
    if preset != Preset.COPY:
        return PRESETS[preset]
    if original is None:
        raise refused("copy_of_nothing")
    return PresetValues(
        fields={name: getattr(original, name) for name in RULE_FIELDS},
        stages=tuple((StageKind(stage.kind), stage.rounds_planned) for stage in original.stages.all()),
        starts_at=original.starts_at,
        hall_until=original.hall_until,
        days=2 if original.final_on else 1,
    )
