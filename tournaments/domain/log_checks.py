"""Is what is stored what the log tells? The chain, then tables, rounds, entries and rankings told anew from it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection

from tournaments.enums import COUNTING_STATES, EntryState, Outcome, ResultState, SideName, TableState
from tournaments.models import Championship, Penalty, ResultVersion, Table, append_only

from .change import broken_links
from .log_replay import Told, ToldTable, replay
from .refusal import Problem
from .seated import seated
from .standings import Counted, Reader


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
    problems += [
        *round_problems(championship, told),
        *table_problems(championship, told),
        *entry_problems(championship, told),
        *penalty_problems(championship, told),
    ]
    problems += ranking_problems(championship, told)
    counting = sum(table.counts for round_ in told.rounds.values() for table in round_.tables.values())
    return LogCheck(championship.revision, championship.last_event_hash, counting, tuple(problems))


def round_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """Rounds and their states, and who sits where."""
    stored = {round_.number: round_ for round_ in championship.rounds.order_by("number")}
    states: dict[int, Any] = {number: round_.state for number, round_ in stored.items()}
    for number in sorted(stored.keys() | told.rounds.keys()):
        logged = told.rounds[number].state if number in told.rounds else None
        if logged != states.get(number):
            yield Problem("log_round", {"round": number, "logged": logged, "stored": states.get(number)})
        elif logged is not None and told.rounds[number].seats is not None:
            there, round_ = seated(stored[number]), told.rounds[number]
            if there != {"seats": round_.seats, "sits_out": round_.sits_out, "absent": round_.absent}:
                yield Problem("log_seats", {"round": number})


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


def stored_tables(championship: Championship) -> dict[tuple[int, int], ToldTable]:
    rows = Table.objects.filter(round__championship=championship).values_list("pk", "round__number", "number", "state")
    confirmed = {
        version.table_id: version
        for version in ResultVersion.objects.filter(
            table__round__championship=championship, state=ResultState.CONFIRMED
        )
    }
    return {
        (round_, number): ToldTable(
            TableState(state), *((list(confirmed[pk].deals), Outcome(confirmed[pk].outcome)) if pk in confirmed else ())
        )
        for pk, round_, number, state in rows
    }


def described(table: ToldTable) -> list[Any]:
    return [str(table.state), table.deals, str(table.outcome)]


def entry_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    if told.entries is None:
        return
    stored: dict[int, str] = dict(championship.entries.values_list("number", "state"))
    wrong = sorted(n for n in stored.keys() | told.entries.keys() if stored.get(n) != told.entries.get(n))
    if wrong:
        yield Problem("log_entries", {"entries": wrong})


def penalty_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    rows = Penalty.objects.counting().filter(entry__championship=championship)
    stored = sorted(rows.values_list("entry__number", "points", "after_round"))
    logged = sorted(told.penalties)
    if stored != logged:
        yield Problem("log_penalties", {"entries": sorted({entry for entry, *_ in {*stored} ^ {*logged}})})


# Rankings ---------------------------------------------------------------------------------------------------------


class LogReader(Reader):
    """Reads what a ranking is made of from the log instead of from rows: results, seats, who takes part.

    Names, rules and penalties are those of the rows.
    """

    def __init__(self, championship: Championship, told: Told) -> None:
        self.told = told
        super().__init__(championship, public=False)
        if told.entries is not None:
            for entry in self.entries:
                entry.state = told.entries.get(entry.number, EntryState.WITHDRAWN)

    def results(self) -> dict[int, Counted]:
        found = {}
        for pk, number, place in self.places():
            table = self.told.rounds[number].tables.get(place) if number in self.told.rounds else None
            if table is not None and table.deals is not None and table.state in COUNTING_STATES:
                found[pk] = Counted(tuple(table.deals), table.outcome, self.championship.created_at)
        return found

    def places(self) -> list[tuple[int, int, int]]:
        """Key, round and number of the tables."""
        return list(Table.objects.filter(round__in=self.rounds).values_list("pk", "round__number", "number"))

    def sides(self) -> dict[int, dict[SideName, tuple[int, ...]]]:
        sides = super().sides()
        keys = {(number, place): pk for pk, number, place in self.places()}
        for number, round_ in self.told.rounds.items():
            for place, side_a, side_b in round_.seats or ():
                if (number, place) in keys:
                    sides[keys[number, place]] = {SideName.A: tuple(side_a), SideName.B: tuple(side_b)}
        return sides

    def without_table(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        out, absent = super().without_table()
        told = {number: round_ for number, round_ in self.told.rounds.items() if round_.seats is not None}
        public = {round_.number for round_ in self.rounds}
        out = [pair for pair in out if pair[0] not in told]
        absent = [pair for pair in absent if pair[0] not in told]
        out += [(number, entry) for number in sorted(told.keys() & public) for entry in told[number].sits_out]
        absent += [(number, entry) for number in sorted(told.keys() & public) for entry in told[number].absent]
        return out, absent


def ranking_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """The ranking after each round, as rows say it and as the log says it."""
    rows, log = Reader(championship, public=False), LogReader(championship, told)
    for number in sorted(round_.number for round_ in rows.rounds):
        stored = {row.number: replace(row, movement=None) for row in rows.ranking(number).rows}
        logged = {row.number: replace(row, movement=None) for row in log.ranking(number).rows}
        wrong = sorted(n for n in stored.keys() | logged.keys() if stored.get(n) != logged.get(n))
        if wrong:
            yield Problem("log_ranking", {"round": number, "entries": wrong})
