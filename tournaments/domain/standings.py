"""The ranking of a championship: one code path for pages, files, the projector and draws.

Rows become `scoring.Facts`, `scoring.rank` orders them. Only results that count are read. What the public sees is
the same ranking made from the rounds that are public.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from engine.seats import Side
from scoring.facts import AbsenceFact, ByeFact, Facts, PenaltyFact, TableFacts
from scoring.standings import RankingRules, Reason, StandingRow, Standings, rank
from scoring.table_points import ByeWorth, PointsPer, PointValues
from scoring.tiebreaks import Key
from tournaments.enums import (
    COUNTING_STATES,
    ByeReason,
    CarryOver,
    EntryState,
    Outcome,
    ResultState,
    RoundState,
    SideName,
    StageKind,
    TableState,
)
from tournaments.models import Bye, Championship, Entry, ResultVersion, Round, Seat, Stage, Table

from .deadlines import ends
from .official_lists import official_lists
from .penalty_lines import PenaltyLine, penalty_lines

#: The sums that a program gets of each entry (interfaces.md, `rank`).
JSON_SUMS = (
    "tournament_points",
    "net",
    "buns",
    "schliats",
    "card_points",
    "deals_won",
    "tables",
    "tables_won",
    "byes",
)


#: Events that change what counts otherwise than by a version of a result that counts now.
RETELLING = ("result_disputed", "result_withdrawn", "result_taken_back", "penalty_given", "penalty_lifted")

#: The side that wins a table without play.
AWARDED = {Outcome.WALKOVER_A: Side.A, Outcome.WALKOVER_B: Side.B}


@dataclass(frozen=True, slots=True)
class Counted:
    """What counts at a table: side A's card points of the finished deals, how it ended, and since when."""

    deals: tuple[int, ...]
    outcome: Outcome
    at: datetime


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """A row of the ranking. `movement`: places gained since the round before (None: there is none).

    `reason` says why the row above stands above this one (None: it is the first, or they share the rank).
    """

    number: int
    name: str
    place: str
    standing: StandingRow
    movement: int | None
    reason: Reason | None
    withdrawn: bool
    with_substitute: bool = False

    def as_json(self) -> dict[str, Any]:
        shown = {name: getattr(self.standing, name) for name in JSON_SUMS}
        place = {"rank": self.standing.rank, "shared": self.standing.shared}
        mark = {"with_substitute": True} if self.with_substitute else {}
        return {**place, "number": self.number, "name": self.name, "place": self.place, **shown, **mark}


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking after a round. `open_tables` are the numbers of that round's tables that do not count yet.

    `official_from` says when it becomes official; None while the round is played, where it is official already, or the
    time is not known. `claimed` is the number of tables that a provisional ranking counts although they are not
    confirmed. `penalties`: those that this ranking counts, by entry.
    """

    championship: str
    after_round: int
    rounds_planned: int
    as_of: datetime
    open_tables: tuple[int, ...]
    official: bool
    official_from: datetime | None
    rules: RankingRules
    cut: int | None
    rows: tuple[RankedEntry, ...]
    claimed: int = 0
    penalties: tuple[PenaltyLine, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The ranking as every program reads it (interfaces.md, `standings`); `penalties` where there are any."""
        mark = {"penalties": [each.as_json() for each in self.penalties]} if self.penalties else {}
        return {
            "championship": self.championship,
            "after_round": self.after_round,
            "as_of": timezone.localtime(self.as_of).isoformat(timespec="seconds"),
            "open_tables": len(self.open_tables),
            "entries": [row.as_json() for row in self.rows],
            **mark,
        }

    def row(self, number: int) -> RankedEntry | None:
        return next((row for row in self.rows if row.number == number), None)


def ranking(
    championship: Championship, *, after: int | None = None, public: bool = False, provisional: bool = False
) -> Ranking:
    """The ranking after round `after` (None: the last round with a result that counts).

    With `public` only published rounds up to `hidden_after` are read and people carry their public names. With
    `provisional` what one side claims and nobody denies is counted, too: for the office's eyes, never for a draw.
    """
    key = f"ranking-2:{championship.head}:{after}:{public}:{provisional}"
    found: Ranking | None = cache.get(key)
    if found is None:
        found = Reader(championship, public=public, provisional=provisional).ranking(after)
        cache.set(key, found, 24 * 3600)
    return found


def ranking_rules(championship: Championship) -> RankingRules:
    """The rules of a championship as `scoring` knows them."""
    return RankingRules(
        keys=tuple(Key(key) for key in championship.keys),
        values=PointValues(
            win=championship.points_win,
            level=championship.points_level,
            loss=championship.points_loss,
            per=PointsPer(championship.points_per),
            bye=ByeWorth(championship.bye_score),
        ),
        lot_seed=championship.lot_seed,
    )


def last_visible_round(championship: Championship, *, public: bool) -> int:
    """The last round whose results may be seen; a large number when nothing is hidden."""
    if public and championship.hidden_after is not None:
        return championship.hidden_after
    return 32767


class Reader:
    """Reads what a ranking is made of, in a constant number of queries."""

    def __init__(self, championship: Championship, *, public: bool, provisional: bool = False) -> None:
        self.championship = championship
        self.public = public
        self.provisional = provisional
        self.rules = ranking_rules(championship)
        self.stages: list[Stage] = list(championship.stages.order_by("position"))
        limit = last_visible_round(championship, public=public)
        self.rounds: list[Round] = [
            round_ for round_ in championship.rounds.published().select_related("stage") if round_.number <= limit
        ]
        self.entries: list[Entry] = list(championship.entries.with_people().order_by("number"))
        self.lists = official_lists(championship, self.rounds)
        self.counted = self.results()
        self.penalties = penalty_lines(championship)
        self.tables = list(
            Table.objects.filter(round__in=self.rounds).values_list("pk", "round__number", "number", "state")
        )

    def results(self) -> dict[int, Counted]:
        """What counts, by table; in a provisional ranking also what is claimed and not denied."""
        counts = Q(table__state__in=COUNTING_STATES, state=ResultState.CONFIRMED)
        if self.provisional:
            counts |= Q(table__state=TableState.CLAIMED, state=ResultState.CLAIMED)
        rows = ResultVersion.objects.filter(counts, table__round__in=self.rounds).values_list(
            "table", "deals", "outcome", "created_at"
        )
        return {pk: Counted(tuple(deals), Outcome(outcome), at) for pk, deals, outcome, at in rows}

    def ranking(self, after: int | None) -> Ranking:
        after = self.last_played() if after is None else after
        facts = self.facts().until(after)
        rows = self.standing_rows(self.listed(facts, after), after)
        before = (
            {
                row.id: row.rank
                for row, _ in self.standing_rows(self.listed(facts.until(after - 1), after - 1), after - 1)
            }
            if after > 1
            else {}
        )
        entries = {entry.number: entry for entry in self.entries}
        ranked = [
            self.ranked(entries[row.id], row, before.get(row.id), reason) for row, reason in rows if row.id in entries
        ]
        last = next((round_ for round_ in self.rounds if round_.number == after), None)
        return Ranking(
            championship=self.championship.slug,
            after_round=after,
            rounds_planned=sum(stage.rounds_planned for stage in self.stages),
            as_of=self.as_of(after),
            open_tables=tuple(
                sorted(number for pk, round_, number, _ in self.tables if round_ == after and pk not in self.counted)
            ),
            official=last is not None and last.state == RoundState.OFFICIAL,
            official_from=self.official_from(last),
            rules=self.rules,
            cut=self.cut(after, ranked),
            rows=tuple(ranked),
            claimed=sum(
                round_ <= after and pk in self.counted and state == TableState.CLAIMED
                for pk, round_, _number, state in self.tables
            ),
            penalties=self.penalties_of(ranked, after),
        )

    def official_from(self, last: Round | None) -> datetime | None:
        if last is None or last.state != RoundState.CLOSED:
            return None
        return ends(self.championship).get(last.number)

    def last_played(self) -> int:
        """The last round with a result that counts, 0 before the first."""
        return max((number for pk, number, _, _ in self.tables if pk in self.counted), default=0)

    def ranked(self, entry: Entry, row: StandingRow, before: int | None, reason: Reason | None) -> RankedEntry:
        return RankedEntry(
            number=entry.number,
            name=entry.public_name if self.public else entry.name,
            place=entry.place,
            standing=row,
            movement=None if before is None else before - row.rank,
            reason=reason,
            withdrawn=entry.state == EntryState.WITHDRAWN,
            with_substitute=entry.has_substitute,
        )

    def penalties_of(self, ranked: list[RankedEntry], after: int) -> tuple[PenaltyLine, ...]:
        """Those that count here: a final that begins anew leaves the earlier ones of its entries behind."""
        counting = {row.number for row in ranked if row.standing.penalty}
        return tuple(each for each in self.penalties if each.after_round <= after and each.number in counting)

    def as_of(self, after: int) -> datetime:
        """When the latest of these facts became one, or the latest of those that were there ceased to be one."""
        numbers = {pk: number for pk, number, _, _ in self.tables}
        times = [counted.at for pk, counted in self.counted.items() if numbers[pk] <= after]
        times += [round_.published_at for round_ in self.rounds if round_.number <= after and round_.published_at]
        times += [time for round_, time in self.retold() if round_ <= after]
        return max(times, default=self.championship.created_at)

    def retold(self) -> list[tuple[int, datetime]]:
        """(round, time) of what changed a ranking without a new version; what was undone has never been."""
        told = list(
            self.championship.events.filter(type__in=(*RETELLING, "undone")).values_list(
                "sequence", "type", "time", "payload"
            )
        )
        gone = {sequence for _, type_, _, payload in told if type_ == "undone" for sequence in payload["events"]}
        return [
            (payload["round"], time)
            for sequence, type_, time, payload in told
            if type_ in RETELLING and sequence not in gone
        ]

    def facts(self) -> Facts:
        sides = self.sides()
        sits_out, absent = self.without_table()
        absent += [(number, entry) for pk, number in self.neither() for side in sides[pk].values() for entry in side]
        played = {number for pair in sides.values() for side in pair.values() for number in side}
        played |= {entry for _, entry in (*absent, *sits_out)}
        return Facts(
            entries=tuple(
                entry.number
                for entry in self.entries
                if not entry.stand_in and (entry.state != EntryState.WITHDRAWN or entry.number in played)
            ),
            tables=tuple(
                TableFacts(
                    number, sides[pk][SideName.A], sides[pk][SideName.B], found.deals, AWARDED.get(found.outcome)
                )
                for pk, number, _, _ in self.tables
                if (found := self.counted.get(pk)) and found.outcome != Outcome.NEITHER
            ),
            byes=tuple(ByeFact(*bye) for bye in sits_out),
            absences=tuple(AbsenceFact(*bye) for bye in absent),
            penalties=tuple(PenaltyFact(each.number, each.points, each.after_round) for each in self.penalties),
            unranked=tuple(entry.number for entry in self.entries if entry.stand_in),
        )

    def listed(self, facts: Facts, after: int) -> Facts:
        """The same facts for those whom the ranking after this round has: in an official one nobody comes or goes."""
        ranked = self.lists.get(after)
        if ranked is None:
            return facts
        entries = tuple(entry.number for entry in self.entries if entry.number in ranked)
        others = tuple(entry.number for entry in self.entries if entry.number not in ranked)
        return replace(facts, entries=entries, unranked=others)

    def neither(self) -> list[tuple[int, int]]:
        """Tables where neither side came, and their round: everybody there missed it (formats.md §4)."""
        return [
            (pk, number)
            for pk, number, _, _ in self.tables
            if pk in self.counted and self.counted[pk].outcome == Outcome.NEITHER
        ]

    def without_table(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Round and entry of those who sat out, and of those who were absent."""
        found: dict[str, list[tuple[int, int]]] = {ByeReason.SITS_OUT: [], ByeReason.ABSENT: []}
        byes = Bye.objects.filter(round__in=self.rounds)
        for number, entry, reason in byes.values_list("round__number", "entry__number", "reason"):
            found[reason].append((number, entry))
        return found[ByeReason.SITS_OUT], found[ByeReason.ABSENT]

    def sides(self) -> dict[int, dict[SideName, tuple[int, ...]]]:
        """Numbers of the entries on both sides, by table."""
        sides: dict[int, dict[SideName, tuple[int, ...]]] = {}
        seats = Seat.objects.filter(round__in=self.rounds).order_by("table", "side", "position")
        for table, side, number in seats.values_list("table", "side", "entry__number"):
            table_sides = sides.setdefault(table, {SideName.A: (), SideName.B: ()})
            table_sides[SideName(side)] += (number,)
        return sides

    def standing_rows(self, facts: Facts, after: int) -> list[tuple[StandingRow, Reason | None]]:
        """Rows with the reason towards the row above. In a final its entries come first, the others follow."""
        first, qualified = self.final(after)
        if qualified is None:
            return with_reasons(rank(facts, self.rules))
        preliminary = rank(facts.until(first - 1), self.rules)
        places = {row.id: place for place, row in enumerate(preliminary.rows)}
        inside = tuple(sorted((entry for entry in facts.entries if entry in qualified), key=lambda e: places[e]))
        final = rank(only(facts, inside, 0 if self.championship.carry_over == CarryOver.FULL else first), self.rules)
        outside = [(row, reason) for row, reason in with_reasons(preliminary) if row.id not in qualified]
        return with_reasons(final) + outside

    def final(self, after: int) -> tuple[int, set[int] | None]:
        """Number of the first round of the final that has begun by `after`, and who plays it (None: no final yet)."""
        rounds = [round_ for round_ in self.rounds if round_.stage.kind == StageKind.FINAL]
        if not rounds or rounds[0].number > after or rounds[0].stage.qualified is None:
            return 0, None
        return rounds[0].number, set(rounds[0].stage.qualified)

    def cut(self, after: int, rows: Sequence[RankedEntry]) -> int | None:
        """The place of the last who goes on to the final, while the preliminary part is played.

        Who withdrew takes no place in the final, so the line moves down to whoever moves up.
        """
        wanted = self.championship.finalists
        has_final = any(stage.kind == StageKind.FINAL for stage in self.stages)
        if not wanted or not has_final or self.final(after)[1] is not None:
            return None
        playing = [place for place, row in enumerate(rows, 1) if not row.withdrawn]
        return playing[wanted - 1] if len(playing) >= wanted else wanted


def with_reasons(standings: Standings) -> list[tuple[StandingRow, Reason | None]]:
    """Each row with the reason why the one above it stands there."""
    above = (None, *standings.reasons)
    return list(zip(standings.rows, above, strict=False))


def only(facts: Facts, entries: tuple[int, ...], first: int) -> Facts:
    """The ranking of these entries from round `first` on; whoever else sat at their tables is not ranked in it."""
    chosen = set(entries)
    return Facts(
        entries=entries,
        tables=tuple(table for table in facts.tables if table.round >= first),
        byes=tuple(bye for bye in facts.byes if bye.round >= first),
        absences=tuple(absence for absence in facts.absences if absence.round >= first),
        penalties=tuple(each for each in facts.penalties if not first or each.round >= first),
        unranked=tuple(entry for entry in (*facts.entries, *facts.unranked) if entry not in chosen),
    )
