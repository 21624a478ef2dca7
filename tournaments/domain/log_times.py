"""When rounds and rankings were published, and rounds ended: as the log tells it, and as it is stored."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tournaments.enums import RoundState
from tournaments.models import Championship, Round

from .log_told import Told, ToldPublication, ToldTimes
from .refusal import Problem

Payload = dict[str, Any]


def official_at(said: Payload) -> datetime | None:
    """Until when results could be corrected; earlier releases did not say it where the clock had ended that."""
    if "until" in said:
        return datetime.fromisoformat(said["until"])
    return None if said.get("by_time") else said["at"]


def ranking_handed_out(told: Told, said: Payload) -> None:
    after, number = said["after_round"], said["publication"]
    told.publications[number] = ToldPublication(after, said["sequence"], said["by"], said["at"])


def time_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """The times of rounds, and the rankings that were handed out: number, round, revision, by whom and when."""
    for row in championship.rounds.order_by("number"):
        logged = told.rounds.get(row.number)
        if logged is not None and logged.state == row.state and (wrong := wrong_times(row, logged.times)):
            yield Problem("log_times", {"round": row.number, "fields": wrong})
    stored = {
        row.number: ToldPublication(row.after_round, row.revision, row.published_by_id, row.published_at)
        for row in championship.publications.defer("standings")
    }
    numbers = sorted(stored.keys() | told.publications.keys())
    if different := [each for each in numbers if stored.get(each) != told.publications.get(each)]:
        yield Problem("log_publications", {"publications": different})


def wrong_times(row: Round, told: ToldTimes) -> list[str]:
    """Names of the times that are not those of the log. Only an official round has an end of its corrections."""
    wanted = [told.published_at, told.closed_at, told.official_at, told.official_at]
    names = ("published_at", "closed_at", "official_at", "correct_until")
    unknown = names[2:] if row.state == RoundState.OFFICIAL and told.official_at is None else ()
    stored = zip(names, [getattr(row, name) for name in names], wanted, strict=True)
    return [name for name, there, logged in stored if there != logged and name not in unknown]
