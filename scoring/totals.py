"""Sums over tables and rounds for every entry; integers throughout."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.counting import MIDLINE
from engine.seats import Side
from scoring import balance
from scoring.facts import EntryId, Facts, TableFacts, UnknownEntryError
from scoring.table_points import ByeWorth, PointValues, whole_mean


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table seen from one entry that sat there."""

    opponents: tuple[EntryId, ...]
    points: int
    net: int
    alone: bool
    """True where both sides were one entry each: only these can be compared directly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums of one entry. `tournament_points` include byes and have penalties taken off."""

    id: EntryId
    tournament_points: int
    net: int
    buns: int
    schliats: int
    card_points: int
    deals: int
    deals_won: int
    tables: int
    tables_won: int
    byes: int
    absences: int
    penalty: int
    best_table: int | None
    """Net of the best single table; None without a table."""
    opponents_points: int
    opponents_net: int

    @property
    def rounds(self) -> int:
        """Tables, byes and absences: what a mean is taken over."""
        return self.tables + self.byes + self.absences


@dataclass(slots=True)
class _Tally:
    """Sums while they grow; never leaves this module."""

    points: int = 0
    net: int = 0
    buns: int = 0
    schliats: int = 0
    card_points: int = 0
    deals: int = 0
    deals_won: int = 0
    tables_won: int = 0
    byes: int = 0
    absences: int = 0
    penalty: int = 0
    best_table: int | None = None
    opponents_points: int = 0
    opponents_net: int = 0

    def add_deals(self, points: tuple[int, ...]) -> None:
        for each in points:
            above = each - MIDLINE
            if above > 0:
                self.buns += above
                self.deals_won += 1
            else:
                self.schliats -= above
        self.card_points += sum(points)
        self.deals += len(points)

    def add_table(self, points: int, net: int, won: bool) -> None:
        self.points += points
        self.net += net
        self.tables_won += won
        if self.best_table is None or net > self.best_table:
            self.best_table = net

    def freeze(self, entry: EntryId, tables: int) -> Totals:
        return Totals(
            id=entry,
            tournament_points=self.points,
            net=self.net,
            buns=self.buns,
            schliats=self.schliats,
            card_points=self.card_points,
            deals=self.deals,
            deals_won=self.deals_won,
            tables=tables,
            tables_won=self.tables_won,
            byes=self.byes,
            absences=self.absences,
            penalty=self.penalty,
            best_table=self.best_table,
            opponents_points=self.opponents_points,
            opponents_net=self.opponents_net,
        )


@dataclass(frozen=True, slots=True)
class FieldTotals:
    """Sums and meetings of everybody, ranked or not."""

    of: dict[EntryId, Totals]
    meetings: dict[EntryId, tuple[Meeting, ...]]


def add_up(facts: Facts, values: PointValues) -> FieldTotals:
    """Sums for every entry of the field. Raises UnknownEntryError."""
    everybody = (*facts.entries, *facts.unranked)
    tallies = {entry: _Tally() for entry in everybody}
    meetings: dict[EntryId, list[Meeting]] = {entry: [] for entry in everybody}
    try:
        for table in facts.tables:
            _add_table(table, values, tallies, meetings)
        _add_rounds_without_table(facts, values, tallies, meetings)
    except KeyError as missing:
        raise UnknownEntryError(missing.args[0]) from None
    for entry, tally in tallies.items():
        for opponent in _opponents(meetings[entry]):
            tally.opponents_points += tallies[opponent].points
            tally.opponents_net += tallies[opponent].net
    return FieldTotals(
        {entry: tally.freeze(entry, len(meetings[entry])) for entry, tally in tallies.items()},
        {entry: tuple(met) for entry, met in meetings.items()},
    )


def _opponents(meetings: Iterable[Meeting]) -> Iterable[EntryId]:
    return (opponent for meeting in meetings for opponent in meeting.opponents)


def _add_table(
    table: TableFacts, values: PointValues, tallies: dict[EntryId, _Tally], meetings: dict[EntryId, list[Meeting]]
) -> None:
    if not table.deals and table.awarded_to is None:
        return
    net = sum(table.deals) - MIDLINE * len(table.deals)
    mirrored = tuple(balance.DEAL_POINTS - each for each in table.deals)
    alone = len(table.side_a) == len(table.side_b) == 1
    for side, own, others, deals, own_net in (
        (Side.A, table.side_a, table.side_b, table.deals, net),
        (Side.B, table.side_b, table.side_a, mirrored, -net),
    ):
        award = None if table.awarded_to is None else table.awarded_to is side
        points = values.of_table(deals, own_net, award)
        won = own_net > 0 if award is None else award
        meeting = Meeting(others, points, own_net, alone)
        for entry in own:
            tallies[entry].add_deals(deals)
            tallies[entry].add_table(points, own_net, won)
            meetings[entry].append(meeting)


def _add_rounds_without_table(
    facts: Facts, values: PointValues, tallies: dict[EntryId, _Tally], meetings: dict[EntryId, list[Meeting]]
) -> None:
    played = {entry: (tally.points, tally.net) for entry, tally in tallies.items()}
    for bye in facts.byes:
        tally, tables = tallies[bye.entry], len(meetings[bye.entry])
        points, net = played[bye.entry]
        tally.byes += 1
        tally.points += values.of_bye(points, tables)
        tally.net += whole_mean(net, tables) if values.bye is ByeWorth.AVERAGE else 0
    for absence in facts.absences:
        tally = tallies[absence.entry]
        tally.absences += 1
        tally.net += values.absence_net
    for penalty in facts.penalties:
        tally = tallies[penalty.entry]
        tally.penalty += penalty.points
        tally.points -= penalty.points
