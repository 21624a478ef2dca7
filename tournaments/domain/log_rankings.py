"""The ranking after each round, made once from rows and once from what the log tells."""

from collections.abc import Iterator
from dataclasses import replace

from tournaments.enums import COUNTING_STATES, EntryState, SideName
from tournaments.models import Championship, Table

from .log_told import Told
from .refusal import Problem
from .standings import Counted, Reader


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
