"""The plan of a day: does it fit into the hall?"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from tournaments.enums import Kind


@dataclass(frozen=True, slots=True)
class PlannedRound:
    number: int
    starts: time
    ends: time


@dataclass(frozen=True, slots=True)
class Plan:
    """What the numbers of a championship come to. `spare_minutes` is negative when the hall closes too early."""

    tables: int
    sitting_out: int
    sit_outs: int
    entries: int
    slips: int
    rounds: tuple[PlannedRound, ...]
    ends: time
    spare_minutes: int
    next_even: tuple[int, int] | None

    @property
    def fits(self) -> bool:
        return self.spare_minutes >= 0


def plan(
    *,
    kind: Kind,
    entries: int,
    rounds: int,
    minutes_per_round: int,
    break_minutes: int,
    starts_at: time,
    hall_until: time,
) -> Plan:
    """The plan of the preliminary day. `next_even` holds the numbers of entries around with which nobody sits out."""
    per_table = 2 if kind == Kind.PAIRS else 4
    tables, sitting_out = divmod(entries, per_table)
    day = datetime(2000, 1, 1, tzinfo=UTC)
    start = datetime.combine(day, starts_at, UTC)
    length, pause = timedelta(minutes=minutes_per_round), timedelta(minutes=break_minutes)
    begins = [start + number * (length + pause) for number in range(rounds)]
    end = begins[-1] + length if begins else start
    closes = datetime.combine(day, hall_until, UTC)
    if closes <= start:  # a hall that closes after midnight
        closes += timedelta(days=1)
    lower = entries - sitting_out
    return Plan(
        tables=tables,
        sitting_out=sitting_out,
        sit_outs=min(entries, sitting_out * rounds),
        entries=entries,
        slips=tables * rounds,
        rounds=tuple(PlannedRound(n, b.time(), (b + length).time()) for n, b in enumerate(begins, 1)),
        ends=end.time(),
        spare_minutes=int((closes - end).total_seconds() // 60),
        next_even=(lower, lower + per_table) if sitting_out else None,
    )
