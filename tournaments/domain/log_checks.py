"""Is what is stored what the log tells? The chain, then tables, rounds, entries and rankings told anew from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Max

from tournaments.enums import Outcome, ResultState, SideName, TableState
from tournaments.models import (
    Championship,
    EventReason,
    Penalty,
    ResultVersion,
    Round,
    Substitution,
    Table,
    append_only,
)

from .change import broken_links
from .log_rankings import ranking_problems
from .log_replay import replay
from .log_requests import request_problems
from .log_serials import serial_problems
from .log_times import time_problems
from .log_told import Told, ToldRound, ToldTable
from .refusal import Problem
from .seated import seated


@dataclass(frozen=True, slots=True)
class LogCheck:
    """What was found: how many events there are, the head of the chain, and every problem."""

    events: int
    head: str
    results: int
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        return not self.problems

    def as_json(self) -> dict[str, Any]:
        return {
            "events": self.events,
            "ok": self.ok,
            "head": self.head,
            "results": self.results,
            "problems": [problem.as_json() for problem in self.problems],
        }


def check_log(championship: Championship) -> LogCheck:
    """Check a championship. Reads only."""
    told = replay(championship.events.order_by("sequence"))
    problems = [Problem("log_unguarded", {"triggers": names})] if (names := append_only.missing(connection)) else []
    problems += [Problem("log_broken", {"event": number}) for number in broken_links(championship)[:1]]
    problems += revision_problems(championship)
    for part, found in CHECKS.items():
        problems += readable(part, found(championship, told))
    counting = sum(table.counts for round_ in told.rounds.values() for table in round_.tables.values())
    return LogCheck(championship.revision, championship.last_event_hash, counting, tuple(problems))


def readable(part: str, problems: Iterator[Problem]) -> Iterator[Problem]:
    """The problems; a value that cannot be, as only somebody behind the program can write it, is one more."""
    try:
        yield from problems
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError):
        yield Problem("log_unreadable", {"part": part})


def revision_problems(championship: Championship) -> Iterator[Problem]:
    """The revision is the number of the last event."""
    last = championship.events.aggregate(last=Max("sequence"))["last"] or 0
    if last != championship.revision:
        yield Problem("log_revision", {"logged": last, "stored": championship.revision})


def round_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """Rounds and their states, and who sits where."""
    stored = {round_.number: round_ for round_ in championship.rounds.select_related("stage").order_by("number")}
    states: dict[int, Any] = {number: round_.state for number, round_ in stored.items()}
    for number in sorted(stored.keys() | told.rounds.keys()):
        logged = told.rounds[number].state if number in told.rounds else None
        if logged != states.get(number):
            yield Problem("log_round", {"round": number, "logged": logged, "stored": states.get(number)})
        elif logged is not None:
            yield from drawn_problems(stored[number], told.rounds[number])


def drawn_problems(stored: Round, told: ToldRound) -> Iterator[Problem]:
    """How a round was drawn, and who sits where."""
    there = seated(stored)
    dealers, _serials = there.pop("dealers"), there.pop("serials")
    seats = {"seats": told.seats, "sits_out": told.sits_out, "absent": told.absent}
    unknown = stored.seats.exclude(side__in=SideName).exists()
    if told.seats is not None and (there != seats or unknown):
        yield Problem("log_seats", {"round": stored.number})
    values = (
        ("seed", stored.seed, told.seed),
        ("qualified", stored.stage.qualified, told.qualified),
        ("first_dealer", dealers, told.dealers),
    )
    wrong = [name for name, row, log in values if log is not None and row != log]
    if wrong:
        yield Problem("log_draw", {"round": stored.number, "fields": wrong})


def table_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """The state of each table and what counts there."""
    stored = stored_tables(championship)
    logged = {
        (number, place): table for number, round_ in told.rounds.items() for place, table in round_.tables.items()
    }
    for place in sorted(stored.keys() | logged.keys()):
        # a table that no event speaks of is one of an earlier release, and open
        one, other = logged.get(place, ToldTable()), stored.get(place)
        if other is None or one != other:
            said = {"logged": described(one), "stored": None if other is None else described(other)}
            yield Problem("log_table", {"round": place[0], "table": place[1], **said})
        elif one.claims is not None and one.claims != other.claims:
            yield Problem("log_claims", {"round": place[0], "table": place[1]})


def stored_tables(championship: Championship) -> dict[tuple[int, int], ToldTable]:
    rows = Table.objects.filter(round__championship=championship).values_list("pk", "round__number", "number", "state")
    results = ResultVersion.objects.filter(table__round__championship=championship)
    confirmed = {version.table_id: version for version in results.filter(state=ResultState.CONFIRMED)}
    claims: dict[int, dict[str, list[int]]] = {}
    for claim in results.filter(state=ResultState.CLAIMED):
        claims.setdefault(claim.table_id, {})[claim.source] = list(claim.deals)
    tables = {}
    for pk, round_, number, state in rows:
        table = tables[round_, number] = ToldTable(TableState(state), claims=claims.get(pk, {}))
        if (version := confirmed.get(pk)) is not None:
            table.deals, table.outcome = list(version.deals), Outcome(version.outcome)
    return tables


def described(table: ToldTable) -> list[Any]:
    return [str(table.state), table.deals, str(table.outcome)]


def entry_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    if told.entries is None:
        return
    stored: dict[int, str] = dict(championship.entries.values_list("number", "state"))
    wrong = {n for n in stored.keys() | told.entries.keys() if stored.get(n) != told.entries.get(n)}
    for number, *place in championship.entries.values_list("number", "fixed_table", "stand_in"):
        if tuple(place) != told.places.get(number, tuple(place)):
            wrong.add(number)
    if wrong:
        yield Problem("log_entries", {"entries": sorted(wrong)})


def penalty_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    rows = Penalty.objects.counting().filter(entry__championship=championship)
    stored = sorted(rows.values_list("entry__number", "points", "after_round"))
    logged = sorted(told.penalties)
    if stored != logged:
        yield Problem("log_penalties", {"entries": sorted({entry for entry, *_ in {*stored} ^ {*logged}})})


def substitute_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """Where and from when somebody else plays; who that is, is a name, and no event says it."""
    rows = Substitution.objects.filter(entry__championship=championship)
    wrong = {*rows.values_list("entry__number", "position", "from_round")} ^ told.substitutes
    if wrong:
        yield Problem("log_substitutes", {"entries": sorted({entry for entry, *_ in wrong})})


def setting_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """Settings whose value an event says."""
    wrong = [name for name, value in told.settings.items() if getattr(championship, name) != value]
    planned = dict(championship.stages.values_list("position", "rounds_planned"))
    wrong += [f"rounds_{position}" for position, rounds in told.planned.items() if planned.get(position) != rounds]
    if wrong:
        yield Problem("log_settings", {"settings": sorted(wrong)})


def reason_problems(championship: Championship, _told: Told) -> Iterator[Problem]:
    """Each reason that an event speaks of is there, be it cleared; and no event has one that it does not speak of."""
    rows = EventReason.objects.filter(event__championship=championship)
    told = championship.events.filter(payload__reason_kept=True)
    wrong = {*told.values_list("sequence", flat=True)} ^ {*rows.values_list("event__sequence", flat=True)}
    if wrong:
        yield Problem("log_reasons", {"events": sorted(wrong)})


CHECKS: dict[str, Callable[[Championship, Told], Iterator[Problem]]] = {
    "rounds": round_problems,
    "times": time_problems,
    "tables": table_problems,
    "slips": serial_problems,
    "entries": entry_problems,
    "penalties": penalty_problems,
    "requests": request_problems,
    "substitutes": substitute_problems,
    "settings": setting_problems,
    "reasons": reason_problems,
    "rankings": ranking_problems,
}
