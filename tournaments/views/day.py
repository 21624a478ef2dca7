"""The day of a plan as a picture: when each round is played, and when the hall closes."""

from dataclasses import dataclass
from datetime import time

from tournaments.domain.plan import Plan

LEFT, WIDTH = 6.0, 360.0
DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Block:
    """A round: where it begins, how wide it is, where its number stands (empty when there is no room)."""

    number: str
    x: float
    width: float
    middle: float


@dataclass(frozen=True, slots=True)
class Day:
    """Coordinates of an SVG of 380 × 108. `ticks`: place and hour; `free`: the time to spare, place and width."""

    blocks: tuple[Block, ...]
    ticks: tuple[tuple[float, int], ...]
    free: tuple[float, float] | None
    closes: float


def minutes(moment: time) -> int:
    return moment.hour * 60 + moment.minute


def day_of(plan: Plan, starts_at: time) -> Day:
    """The picture of a plan that begins at `starts_at`."""
    start = minutes(starts_at)
    spans: list[tuple[int, int]] = []
    end = start
    for each in plan.rounds:
        begin = end + (minutes(each.starts) - end) % DAY
        end = begin + (minutes(each.ends) - begin) % DAY
        spans.append((begin, end))
    closes = end + plan.spare_minutes
    first, last = start // 60, -(-max(end, closes) // 60)
    scale = WIDTH / max(last - first, 1) / 60

    def place(minute: int) -> float:
        return round(LEFT + (minute - first * 60) * scale, 1)

    blocks = tuple(
        Block(
            str(each.number) if (e - b) * scale > 16 else "", place(b), round((e - b) * scale, 1), place((b + e) // 2)
        )
        for each, (b, e) in zip(plan.rounds, spans, strict=True)
    )
    step = max(1, (last - first) // 9)
    ticks = tuple((place(hour * 60), hour % 24) for hour in range(first, last + 1, step))
    spare = (closes - end) * scale - 5
    return Day(blocks, ticks, (place(end) + 3, round(spare, 1)) if spare > 4 else None, place(closes))
