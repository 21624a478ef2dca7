"""What a side sees of its result once it counts: who said so, what it is worth, and where it goes on."""

from datetime import datetime, timedelta

from django.utils import timezone

from scoring import balance
from tournaments.domain.claims import Said, SideView
from tournaments.domain.standings import ranking_rules
from tournaments.enums import COUNTING_STATES, Outcome, RoundState, SideName, Source, TableState
from tournaments.models import Round, Seat, Table

from .phone_words import OUTCOMES, settled_words

#: Who won without play, from a side's own point of view.
WON = {Outcome.WALKOVER_A: True, Outcome.WALKOVER_B: False}


def may_deny(view: SideView) -> bool:
    """The office typed it, and neither side has said anything: this side may say otherwise."""
    counting = view.counting
    return (
        view.takes_claims
        and view.state == TableState.CONFIRMED
        and counting is not None
        and counting.source in {Source.OFFICE, Source.FILE}
        and counting.outcome == Outcome.PLAYED
    )


def result_context(table: Table, view: SideView) -> dict[str, object]:
    """What counts, why, and how it goes on."""
    counting = view.counting if view.state in COUNTING_STATES else None
    return {
        "counting": counting,
        "words": settled_words(view) if counting else None,
        "outcome": OUTCOMES.get(counting.outcome, "") if counting else "",
        "points": points_of(table, counting) if counting else None,
        "may_deny": may_deny(view),
        **onward(table, view.side),
    }


def points_of(table: Table, counting: Said) -> int | None:
    """What the result is worth for this side; None where neither came: then both missed the round."""
    if counting.outcome == Outcome.NEITHER:
        return None
    values = ranking_rules(table.round.championship).values
    return values.of_table(counting.deals, sum(map(balance.net, counting.deals)), WON.get(counting.outcome))


def onward(table: Table, side: SideName) -> dict[str, object]:
    """Where it goes on for this side. `waits`: a round is planned and not published, so the page keeps looking."""
    championship = table.round.championship
    later = championship.rounds.published().filter(number__gt=table.round.number)
    last = later.defer("draw").order_by("number").last()
    planned = sum(championship.stages.order_by().values_list("rounds_planned", flat=True)) if last is None else 0
    waits = table.round.number < planned
    return {
        "waits": waits,
        "next_round": next_round_at(table.round) if waits else None,
        "next_seats": next_seats(last, table, side) if last else [],
    }


def next_round_at(round_: Round) -> datetime | None:
    """About when the next round begins, to five minutes; None when that time is over."""
    championship = round_.championship
    if round_.published_at is None or round_.state != RoundState.PUBLISHED:
        return None
    minutes = championship.minutes_per_round + championship.break_minutes
    time = timezone.localtime(round_.published_at) + timedelta(minutes=minutes)
    time += timedelta(minutes=-time.minute % 5, seconds=-time.second, microseconds=-time.microsecond)
    return time if time > timezone.now() else None


def next_seats(last: Round, table: Table, side: SideName) -> list[Seat]:
    """Where the people of this side sit in the last round that is published after this one."""
    entries = table.seats.filter(side=side).values("entry")
    seats = last.seats.filter(entry__in=entries).select_related("table__round").order_by("table__number")
    return list(seats.prefetch_related("entry__members__person"))
