"""What another result of a table would change, worked out from facts that are nowhere stored.

Product.md, decision 9 and D11: the organiser sees it before saving. A round that is published is never touched by a
correction; of a proposal it is said what its draw would be. Finalists that are fixed stay.
"""

import copy
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.enums import ByeReason, Outcome, RoundState, SideName, StageKind
from tournaments.models import Championship, Round, Seat, Table
from tournaments.pairing.formats import PairingFormat
from tournaments.pairing.knockout import place_of

from .brackets import winner
from .draws import Inputs, draw_of, inputs_of
from .penalty_lines import PenaltyLine
from .refusal import Problem, Refused
from .standings import Counted, Ranking, Reader
from .versions import fresh


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose rank changes."""

    number: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Sums:
    """Tournament points and net of an entry of the table, before and after."""

    number: int
    points: tuple[int, int]
    net: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CutLine:
    """Numbers of the entries that go on to the final, best first; with `fixed` those of `before` play it anyway."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    fixed: bool

    @property
    def comes_in(self) -> tuple[int, ...]:
        return tuple(entry for entry in self.after if entry not in self.before)

    @property
    def falls_out(self) -> tuple[int, ...]:
        return tuple(entry for entry in self.before if entry not in self.after)


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A table of a proposal whose draw would be another one: entry numbers of both sides, now and then."""

    number: int
    now: tuple[tuple[int, ...], tuple[int, ...]]
    then: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A later round that was drawn from the standings as they are now.

    `tables` are its tables with an entry that would have stood elsewhere. A proposal (`is_open`) can be drawn again:
    `redrawn` says what it would be, or `problem` why there would be no draw. Others stay as they are.
    """

    number: int
    is_open: bool
    tables: tuple[int, ...]
    redrawn: tuple[Redrawn, ...] = ()
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Impact:
    """What changes when a table of this version gets this result. Ranks are those after round `after_round`.

    `always_shown`: a later round is published, or this one is closed, so nobody stores it without having seen this.
    """

    table: int
    version: int
    deals: tuple[int, ...]
    outcome: Outcome
    after_round: int
    moved: tuple[Moved, ...]
    cut: CutLine | None
    rounds: tuple[LaterRound, ...]
    always_shown: bool
    sums: tuple[Sums, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether anything changes beside the numbers of the table itself."""
        return bool(self.moved or self.cut or self.rounds)

    @property
    def mark(self) -> str:
        """What somebody who has seen this sends along, 16 digits: it is stored only if it would still change just this.

        While the round is played, results come in all the time and move ranks; there it means the numbers alone.
        """
        seen: tuple[object, ...] = (self.table, self.version, self.deals, str(self.outcome))
        if self.always_shown:
            seen = (*seen, self.moved, self.cut, self.rounds)
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def impact_of(table_id: int, deals: Sequence[int], *, outcome: Outcome = Outcome.PLAYED) -> Impact:
    """What changes when this table gets these card points of side A. Reads only.

    A table without a result that counts can be asked about, too.
    """
    table = fresh(table_id)
    now = Reader(table.round.championship, public=False)
    then = with_result(now, table, deals, outcome)
    about = {"table": table.pk, "version": table.version, "deals": tuple(deals), "outcome": outcome}
    return difference(now, then, table.round.number, [table], seated_at(table), about, ended=has_ended(table.round))


def impact_of_tables(
    round_: Round, results: Mapping[int, tuple[Sequence[int], Outcome]], *, sums_of: Sequence[int] = ()
) -> Impact:
    """What changes when several tables of a round, by their keys, get these card points of side A. Reads only.

    `Impact.table` and `version` are 0, `deals` says which tables get what. Sums are those of the entries at the tables
    with these numbers.
    """
    tables = [fresh(pk) for pk in sorted(results)]
    now = Reader(round_.championship, public=False)
    then = now
    for table in tables:
        then = with_result(then, table, *results[table.pk])
    entries = [entry for table in tables if table.number in sums_of for entry in seated_at(table)]
    deals = tuple(each for table in tables for each in (table.number, table.version, *results[table.pk][0]))
    about = {**NO_TABLE, "deals": deals}
    return difference(now, then, round_.number, tables, entries, about, ended=has_ended(round_))


def impact_of_penalty(championship: Championship, line: PenaltyLine, *, lifts: bool) -> Impact:
    """What changes when these points are taken off, or given back with `lifts`. Reads only.

    `Impact.table` and `version` are 0, `deals` says which points.
    """
    now = Reader(championship, public=False)
    then = copy.copy(now)
    then.penalties = without(now.penalties, line) if lifts else (*now.penalties, line)
    deals = (line.number, line.points, line.after_round, int(lifts))
    return difference(now, then, line.after_round, [], [line.number], {**NO_TABLE, "deals": deals}, ended=True)


#: What an impact says of its table where it is not about one.
NO_TABLE = {"table": 0, "version": 0, "outcome": Outcome.PLAYED}


def has_ended(round_: Round) -> bool:
    return round_.state in {RoundState.CLOSED, RoundState.OFFICIAL}


def difference(
    now: Reader,
    then: Reader,
    round_number: int,
    tables: Sequence[Table],
    entries: Sequence[int],
    about: dict[str, Any],
    *,
    ended: bool,
) -> Impact:
    """What is different `then`: ranks, cut, sums of these entries, and the rounds after that of the `tables`.

    `about`: the first fields of the impact. It is always shown once that round has `ended` or the next is published.
    """
    after_round = then.last_played()
    later = list(now.championship.rounds.filter(number__gt=round_number).select_related("stage").order_by("number"))
    before, after = now.ranking(after_round), then.ranking(after_round)
    return Impact(
        **about,
        after_round=after_round,
        moved=tuple(moved(before, after)),
        cut=cut_line(now, then, after_round),
        rounds=tuple(found for each in later if (found := later_round(now, then, tables, each)) is not None),
        always_shown=ended or any(round_.is_published for round_ in later),
        sums=tuple(sums(entries, before, after)),
    )


def without(penalties: tuple[PenaltyLine, ...], line: PenaltyLine) -> tuple[PenaltyLine, ...]:
    """All of them but one that says just this."""
    left = list(penalties)
    if line in left:
        left.remove(line)
    return tuple(left)


def with_result(reader: Reader, table: Table, deals: Sequence[int], outcome: Outcome) -> Reader:
    """The same reading, with another result of this table."""
    at = reader.counted[table.pk].at if table.pk in reader.counted else reader.championship.created_at
    other = copy.copy(reader)
    other.counted = {**reader.counted, table.pk: Counted(tuple(deals), outcome, at)}
    return other


def moved(now: Ranking, then: Ranking) -> Iterator[Moved]:
    """Those whose rank changes, in the order of the ranking as it would be."""
    before = {row.number: row.standing.rank for row in now.rows}
    for row in then.rows:
        if before[row.number] != row.standing.rank:
            yield Moved(row.number, before[row.number], row.standing.rank)


def seated_at(table: Table) -> list[int]:
    """Numbers of its entries, side A first."""
    return list(table.seats.order_by("side", "entry__number").values_list("entry__number", flat=True))


def sums(entries: Iterable[int], now: Ranking, then: Ranking) -> Iterator[Sums]:
    """Those of these entries whose points or net change; who is not ranked has none."""
    before, after = ({row.number: row.standing for row in each.rows} for each in (now, then))
    for number in entries:
        if number not in before:
            continue
        one, other = before[number], after[number]
        if (one.tournament_points, one.net) != (other.tournament_points, other.net):
            yield Sums(number, (one.tournament_points, other.tournament_points), (one.net, other.net))


# The cut to the final --------------------------------------------------------------------------------------------


def cut_line(now: Reader, then: Reader, after_round: int) -> CutLine | None:
    """Who goes on to the final, when that changes."""
    drawn = next((stage for stage in now.stages if stage.kind == StageKind.FINAL and stage.qualified is not None), None)
    last = after_round
    if drawn is not None:
        last = drawn.rounds.order_by("number")[0].number - 1
    before, after = inside(now, last), inside(then, last)
    return None if set(before) == set(after) else CutLine(before, after, fixed=drawn is not None)


def inside(reader: Reader, after: int) -> tuple[int, ...]:
    """Who would go on after this round, best first; all those of a rank that the line runs through."""
    wanted = reader.championship.finalists
    if not wanted or not any(stage.kind == StageKind.FINAL for stage in reader.stages):
        return ()
    rows = [row for row in reader.ranking(after).rows if not row.withdrawn]
    last = rows[min(wanted, len(rows)) - 1].standing.rank if rows else 0
    return tuple(row.number for row in rows if row.standing.rank <= last)


# Later rounds ----------------------------------------------------------------------------------------------------


def later_round(now: Reader, then: Reader, tables: Sequence[Table], round_: Round) -> LaterRound | None:
    """A round after that of the tables (empty: none changes), when it was drawn from standings that change."""
    inputs = round_.draw.get("inputs")
    if inputs is None:  # seated by hand: no standings were asked
        return None
    before = seats_of(round_)
    if round_.is_published:
        elsewhere = others(now, then, tables, round_, PairingFormat(inputs["format"]))
        touched = tuple(number for number, sides in sorted(before.items()) if elsewhere & {e for s in sides for e in s})
        return LaterRound(round_.number, is_open=False, tables=touched) if touched else None
    try:
        anew = drawn_anew(then, tables, round_)
    except Refused as refusal:
        return LaterRound(round_.number, is_open=True, tables=tuple(sorted(before)), problem=refusal.problems[0])
    redrawn = tuple(
        Redrawn(number, before.get(number, ((), ())), anew.get(number, ((), ())))
        for number in sorted(before.keys() | anew.keys())
        if before.get(number) != anew.get(number)
    )
    touched = tuple(each.number for each in redrawn)
    return LaterRound(round_.number, is_open=True, tables=touched, redrawn=redrawn) if redrawn else None


type Sides = dict[int, tuple[tuple[int, ...], tuple[int, ...]]]


def seats_of(round_: Round) -> Sides:
    """Entry numbers of both sides, by table number."""
    found: dict[int, dict[str, tuple[int, ...]]] = {}
    seats = Seat.objects.filter(round=round_).order_by("table", "side", "position")
    for number, side, entry in seats.values_list("table__number", "side", "entry__number"):
        sides = found.setdefault(number, {SideName.A: (), SideName.B: ()})
        sides[side] += (entry,)
    return {number: (sides[SideName.A], sides[SideName.B]) for number, sides in found.items()}


def others(now: Reader, then: Reader, tables: Sequence[Table], round_: Round, chosen: PairingFormat) -> set[int]:
    """Entries that this round would have been drawn with differently."""
    if chosen is PairingFormat.KNOCKOUT:
        earlier = [table for table in tables if round_.stage_id == table.round.stage_id]
        turned = [table for table in earlier if winner_now(now, table) != winner_now(then, table)]
        return {entry for table in turned for entry in seated_at(table)}
    if chosen is not PairingFormat.STANDING:
        return set()
    after = round_.number - 1
    before = {row.number: (row.standing.rank, row.standing.tournament_points) for row in now.ranking(after).rows}
    return {
        row.number
        for row in then.ranking(after).rows
        if before[row.number] != (row.standing.rank, row.standing.tournament_points)
    }


def winner_now(reader: Reader, table: Table) -> SideName | None:
    found = reader.counted.get(table.pk)
    return None if found is None else winner(found.deals, found.outcome)


def drawn_anew(then: Reader, tables: Sequence[Table], round_: Round) -> Sides:
    """The draw of a proposal with the same seed, from the standings as they would be. Raises `Refused`."""
    absent = frozenset(round_.byes.filter(reason=ByeReason.ABSENT).values_list("entry__number", flat=True))
    board = then.ranking(round_.number - 1)
    inputs = inputs_of(then.championship, round_.stage, round_.number, round_.seed, absent, board=board)
    for table in tables:
        inputs = with_winner(inputs, then, table, round_)
    drawn = draw_of(inputs, round_.seed)
    return {each.number: (numbers(each.side_a), numbers(each.side_b)) for each in drawn.tables}


def numbers(side: Sequence[object]) -> tuple[int, ...]:
    return tuple(int(str(entry)) for entry in side)


def with_winner(inputs: Inputs, then: Reader, table: Table, round_: Round) -> Inputs:
    """What a knock-out is drawn from, with the winner that the table would have."""
    if inputs.chosen is not PairingFormat.KNOCKOUT or table.round.stage_id != round_.stage_id:
        return inputs
    plan, side = inputs.plan, winner_now(then, table)
    seats = list(table.seats.values_list("side", "entry__number"))
    here = frozenset(entry for _, entry in seats)
    place = place_of(plan.order, plan.winners, plan.fallen, here)
    if place is None:
        return inputs
    winners, fallen = list(map(frozenset, plan.winners)), list(map(frozenset, plan.fallen))
    winners[place] = (winners[place] - here) | frozenset(entry for name, entry in seats if name == side)
    neither = then.counted.get(table.pk)
    fallen[place] = (fallen[place] - here) | (here if neither and neither.outcome == Outcome.NEITHER else frozenset())
    return replace(inputs, plan=replace(plan, winners=tuple(winners), fallen=tuple(fallen)))
