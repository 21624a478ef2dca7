"""Until when results may be corrected.

Source: product.md D12. Results of a session may be corrected until the next session begins, those of the last one until
some minutes after the final list was posted.
"""

from datetime import datetime, time, timedelta

from django.utils import timezone

from tournaments.enums import StageKind
from tournaments.models import Championship, Round, Stage


def ends(championship: Championship, rounds: list[Round] | None = None) -> dict[int, datetime | None]:
    """Until when results of each published round may be corrected, by its number; None: that is not known yet.

    Official rounds say when it was. Three queries, two where the `rounds` were read before.
    """
    rounds = published_rounds(championship) if rounds is None else rounds
    stages = list(championship.stages.order_by("position"))
    posted = final_list_posted(championship, stages)
    return {
        round_.number: round_.correct_until or session_end(championship, round_.stage, stages, rounds, posted)
        for round_ in rounds
    }


def published_rounds(championship: Championship) -> list[Round]:
    """The published rounds with their stages, in order; the draw of a round is read when it is asked for."""
    return list(championship.rounds.published().select_related("stage").defer("draw").order_by("number"))


def final_list_posted(championship: Championship, stages: list[Stage]) -> datetime | None:
    """When the ranking after the last planned round was published for the first time."""
    planned = sum(stage.rounds_planned for stage in stages)
    lists = championship.publications.filter(after_round__gte=planned).order_by("number")
    return lists.values_list("published_at", flat=True).first()


def session_end(
    championship: Championship, stage: Stage, stages: list[Stage], rounds: list[Round], posted: datetime | None
) -> datetime | None:
    """When corrections of a stage's results end: at the start of the next one, or some time after the final list."""
    following = next((each for each in stages if each.position > stage.position), None)
    if following is None:
        return None if posted is None else posted + timedelta(minutes=championship.correction_minutes)
    if following.kind == StageKind.FINAL and (start := final_start(championship)) is not None:
        return start
    begun = (each.published_at for each in rounds if each.stage_id == following.pk)
    return next(begun, None)


def final_start(championship: Championship) -> datetime | None:
    """When the final begins on a day of its own; None when it follows on the same day."""
    if championship.final_on is None or championship.final_on <= championship.starts_on:
        return None
    at: time = championship.final_starts_at or championship.starts_at
    return timezone.make_aware(datetime.combine(championship.final_on, at))
