"""When results become official: after that two organisers must agree on a correction.

Source: product.md D12; `deadlines` says when. Nobody has to be there when the time comes: whoever looks at the
championship or changes it afterwards, or the clock of the task worker, settles what is due.
"""

from collections.abc import Iterator
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

from tournaments.enums import COUNTING_STATES, PENDING_STATES, RoundState, TableState
from tournaments.models import Championship, Round

from .change import Actor, Change, changing
from .deadlines import ends, published_rounds
from .refusal import refused
from .rounds import championship_of, move_on
from .standings import Reader


def settle_if_due(championship: Championship) -> None:
    """Make official what is due, for somebody who looks; the championship knows its new revision afterwards."""
    key = f"official:{championship.head}"
    looked: tuple[datetime | None] | None = cache.get(key)
    if looked is None:
        looked = (next_due(championship),)
        cache.set(key, looked, 24 * 3600)
    due = looked[0]
    if due is not None and due <= timezone.now() and settle(championship.pk):
        championship.refresh_from_db(fields=["revision", "last_event_hash"])


def next_due(championship: Championship) -> datetime | None:
    """When the next round becomes official, as far as that is known."""
    return min((end for _, end in waiting(championship)), default=None)


def waiting(championship: Championship) -> Iterator[tuple[Round, datetime]]:
    """Closed rounds whose end is known, in order; one with tables that do not count waits, and so do those after it."""
    rounds = published_rounds(championship)
    if all(round_.state != RoundState.CLOSED for round_ in rounds):
        return
    until = ends(championship, rounds)
    for round_ in rounds:
        end = until[round_.number]
        if round_.state == RoundState.OFFICIAL:
            continue
        if round_.state != RoundState.CLOSED or end is None or is_pending(round_):
            return
        yield round_, end


def is_pending(round_: Round) -> bool:
    return round_.tables.filter(state__in=PENDING_STATES).exists()


def settle(championship_id: int) -> list[int]:
    """Make official all rounds whose time for corrections has ended; their numbers."""
    with changing(championship_id, None) as change:
        due = [(round_, end) for round_, end in waiting(change.championship) if end <= change.time]
        for round_, end in due:
            store(change, round_, end, by_time=True)
        return [round_.number for round_, _ in due]


def settle_before_correcting(round_: Round) -> None:
    """Results of a closed round are about to be changed: is there still time for it?"""
    if round_.state == RoundState.CLOSED:
        settle(round_.championship_id)


def settle_due() -> list[int]:
    """Settle all championships; the ids of those where a round became official."""
    closed = Championship.objects.filter(rounds__state=RoundState.CLOSED).order_by("pk").distinct()
    now = timezone.now()
    due = [each.pk for each in closed if (end := next_due(each)) is not None and end <= now]
    return [pk for pk in due if settle(pk)]


def make_official(round_id: int, *, actor: Actor = None) -> Round:
    """End the corrections of a closed round now, and of those before it.

    Raises `Refused`: `round_official`, `round_not_closed`, `open_tables`, `no_round`.
    """
    with changing(championship_of(round_id), actor) as change:
        rounds = change.championship.rounds
        last = rounds.get(pk=round_id)
        if last.state == RoundState.OFFICIAL:
            raise refused("round_official", round=last.number)
        for round_ in rounds.filter(number__lte=last.number).exclude(state=RoundState.OFFICIAL).order_by("number"):
            if round_.state != RoundState.CLOSED:
                raise refused("round_not_closed", round=round_.number)
            pending = round_.tables.filter(state__in=PENDING_STATES).order_by("number")
            if pending:
                raise refused("open_tables", tables=list(pending.values_list("number", flat=True)))
            store(change, round_, change.time, by_time=False)
        return rounds.get(pk=round_id)


def store(change: Change, round_: Round, at: datetime, *, by_time: bool) -> None:
    round_.state, round_.correct_until, round_.official_at = RoundState.OFFICIAL, at, at
    move_on(round_, "state", "correct_until", "official_at")
    round_.tables.filter(state__in=COUNTING_STATES).update(state=TableState.OFFICIAL)
    ranked = Reader(change.championship, public=False).ranking(round_.number).rows
    numbers = sorted(row.number for row in ranked)
    change.record("round_official", round=round_.number, by_time=by_time, until=at.isoformat(), ranked=numbers)
