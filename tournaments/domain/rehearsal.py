"""The whole event played beforehand with the real entries and random results, in a copy that is thrown away.

Nothing is stored and nothing is locked: the copy is only in memory. Draws and rankings are the real ones.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import time
from random import Random
from typing import Any

from engine.simulate import simulate_table
from scoring.balance import net
from scoring.facts import ByeFact, Facts, TableFacts
from scoring.standings import StandingRow, rank
from tournaments.enums import CarryOver, Kind, StageKind
from tournaments.models import Championship, Stage
from tournaments.pairing.field import Draw, EntryState, Field, PastBye, PastTable
from tournaments.pairing.formats import PairingFormat, Plan
from tournaments.pairing.prescribed import schedule_from

from .draws import Inputs, draw_of, filled, first_order, rows_of
from .plan import plan
from .refusal import Refused
from .standings import only, ranking_rules

#: A stage that has nothing left to draw ends; everything else that is refused is worth knowing beforehand.
ENDS = frozenset({"knockout_won", "knockout_over", "no_table"})


@dataclass(frozen=True, slots=True)
class RehearsedRound:
    """A round as it was drawn: who sat out, and what was repeated (`repeats_bound`: no draw has fewer).

    `other_role`: people at one table again in the other role; None where that is no aim of the draw.
    """

    number: int
    final: bool
    tables: int
    sits_out: tuple[int, ...]
    repeats: int
    repeats_bound: int
    opponents_again: int
    other_role: int | None

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.number,
            "final": self.final,
            "tables": self.tables,
            "sits_out": list(self.sits_out),
            "repeats": self.repeats,
            "repeats_bound": self.repeats_bound,
            "opponents_again": self.opponents_again,
            "other_role": self.other_role,
        }


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What came of it. `ends`: of the first day, by the plan; `spare_minutes` is negative when the hall closes first.

    `planned` rounds may be more than were `rounds`: a knock-out ends by itself. `sat_out`: how often, by entry.
    """

    championship: str
    seed: int
    entries: int
    planned: int
    rounds: tuple[RehearsedRound, ...]
    sat_out: dict[int, int]
    ends: time
    spare_minutes: int

    @property
    def repeats(self) -> int:
        return sum(each.repeats for each in self.rounds)

    @property
    def opponents_again(self) -> int:
        return sum(each.opponents_again for each in self.rounds)

    @property
    def other_role(self) -> int:
        """Of the rounds in which it is an aim."""
        return sum(each.other_role or 0 for each in self.rounds)

    @property
    def most_sit_outs(self) -> int:
        """The most sit-outs of one entry."""
        return max(self.sat_out.values(), default=0)

    def as_json(self) -> dict[str, Any]:
        return {
            "championship": self.championship,
            "seed": self.seed,
            "entries": self.entries,
            "rounds_planned": self.planned,
            "rounds_played": len(self.rounds),
            "repeats": self.repeats,
            "opponents_again": self.opponents_again,
            "other_role": self.other_role,
            "sit_outs": sum(self.sat_out.values()),
            "most_sit_outs": self.most_sit_outs,
            "ends": self.ends.isoformat("minutes"),
            "spare_minutes": self.spare_minutes,
            "rounds": [each.as_json() for each in self.rounds],
        }


@dataclass(slots=True)
class Copy:
    """The event as far as it is played in the copy."""

    championship: Championship
    clubs: dict[int, str | None]
    stand_ins: frozenset[int]
    rng: Random
    facts: Facts
    past: list[PastTable] = field(default_factory=list)
    byes: list[PastBye] = field(default_factory=list)
    rounds: list[RehearsedRound] = field(default_factory=list)


def rehearse(championship: Championship, *, seed: int = 1) -> Rehearsal:
    """Play all planned rounds with those who are entered. The same rows and seed give the same rehearsal.

    Raises `Refused` as a draw does: what would stop the event is known beforehand.
    """
    entries = championship.entries.playing().order_by("number")
    clubs: dict[int, str | None] = dict(entries.values_list("number", "club__name"))
    stand_ins = frozenset(entries.filter(stand_in=True).values_list("number", flat=True))
    if not championship.keep_clubs_apart:
        clubs = dict.fromkeys(clubs)
    ranked = tuple(number for number in clubs if number not in stand_ins)
    copy = Copy(championship, clubs, stand_ins, Random(seed), Facts(entries=ranked, unranked=tuple(stand_ins)))
    stages = list(championship.stages.order_by("position"))
    for stage in stages:
        play_stage(copy, stage)
    first_day = stages[:1] if championship.final_on else stages
    day = plan(
        kind=Kind(championship.kind),
        entries=len(clubs),
        rounds=sum(stage.rounds_planned for stage in first_day),
        minutes_per_round=championship.minutes_per_round,
        break_minutes=championship.break_minutes,
        starts_at=championship.starts_at,
        hall_until=championship.hall_until,
    )
    return Rehearsal(
        championship=championship.slug,
        seed=seed,
        entries=len(clubs),
        planned=sum(stage.rounds_planned for stage in stages),
        rounds=tuple(copy.rounds),
        sat_out=dict(Counter(int(str(bye.entry)) for bye in copy.byes)),
        ends=day.ends,
        spare_minutes=day.spare_minutes,
    )


def play_stage(copy: Copy, stage: Stage) -> None:
    """Draw and play the rounds of a stage; of a final with the first of the ranking."""
    chosen, begun = PairingFormat(stage.pairing), len(copy.rounds)
    everybody = filled(list(copy.clubs), copy.stand_ins, copy.championship)
    playing = finalists(copy) if stage.kind == StageKind.FINAL else everybody
    order: tuple[int, ...] | None = None
    winners: list[frozenset[int]] = []
    for number in range(1, stage.rounds_planned + 1):
        seed = copy.rng.randrange(2**53)
        states = entry_states(copy, stage, playing, begun)
        given = Field(tuple(states), tuple(copy.past), tuple(copy.byes), stage.rounds_planned - number)
        order = first_order(stage, chosen, given, seed) if order is None else order
        prescribed = schedule_from(rows_of(stage), order) if chosen is PairingFormat.PRESCRIBED else None
        won = tuple(winners) if chosen is PairingFormat.KNOCKOUT else ()
        minded = copy.championship.mind_other_role
        steps = Plan(number, stage.rounds_planned, order, won, prescribed, minded)
        try:
            drawn = draw_of(Inputs(chosen, copy.championship.seats_per_side, given, steps), seed)
        except Refused as refusal:
            if refusal.code in ENDS:
                return
            raise
        winners.append(play(copy, stage, drawn, decide=chosen is PairingFormat.KNOCKOUT))


def finalists(copy: Copy) -> list[int]:
    """The first of the ranking; a tie at the line, which a real draw asks about, is cut in the order of the list."""
    rows = rank(copy.facts, ranking_rules(copy.championship)).rows
    return [int(str(row.id)) for row in rows[: copy.championship.finalists or len(rows)]]


def entry_states(copy: Copy, stage: Stage, playing: list[int], begun: int) -> list[EntryState]:
    """Where each entry stands, as `draws.entry_states` says it. `begun`: rounds before the stage."""
    if not copy.rounds:
        return [EntryState(id=entry, groups=groups(copy, entry)) for entry in playing]
    rows = {row.id: row for row in standing(copy, stage, playing, begun)}
    level = stage.kind == StageKind.FINAL and len(copy.rounds) == begun
    fewest = min((row.tournament_points for row in rows.values()), default=0)
    points = {entry: rows[entry].tournament_points if entry in rows else fewest for entry in playing}
    return [
        EntryState(
            entry,
            rows[entry].rank if entry in rows else len(rows) + 1,
            0 if level else points[entry],
            groups(copy, entry),
        )
        for entry in playing
    ]


def groups(copy: Copy, entry: int) -> tuple[str, ...]:
    club = copy.clubs[entry]
    return (club,) if club else ()


def standing(copy: Copy, stage: Stage, playing: list[int], begun: int) -> tuple[StandingRow, ...]:
    """The ranking; inside a final that of the final alone, with the preliminary part where it is carried over."""
    facts = copy.facts
    if stage.kind == StageKind.FINAL and len(copy.rounds) > begun:
        first = 0 if copy.championship.carry_over == CarryOver.FULL else begun + 1
        facts = only(facts, tuple(playing), first)
    return tuple(rank(facts, ranking_rules(copy.championship)).rows)


def play(copy: Copy, stage: Stage, drawn: Draw, *, decide: bool) -> frozenset[int]:
    """Play a drawn round by chance and write it down; the winners. `decide`: until somebody has won."""
    number = len(copy.rounds) + 1
    tables: list[TableFacts] = []
    winners: set[int] = set()
    for table in drawn.tables:
        deals = simulate_table(copy.rng, first_dealer=table.first_dealer).points_a
        while decide and sum(map(net, deals)) == 0:
            deals = simulate_table(copy.rng, first_dealer=table.first_dealer).points_a
        tables.append(TableFacts(number, table.side_a, table.side_b, tuple(deals)))
        winners |= {int(str(each)) for each in (table.side_a if sum(map(net, deals)) > 0 else table.side_b)}
        copy.past.append(PastTable(number, table.side_a, table.side_b, table.first_dealer))
    out = tuple(int(str(bye.entry)) for bye in drawn.byes)
    copy.byes += [PastBye(number, entry) for entry in out]
    copy.facts = replace(
        copy.facts,
        tables=(*copy.facts.tables, *tables),
        byes=(*copy.facts.byes, *(ByeFact(number, entry) for entry in out)),
    )
    said = drawn.certificate
    copy.rounds.append(
        RehearsedRound(
            number=number,
            final=stage.kind == StageKind.FINAL,
            tables=len(tables),
            sits_out=out,
            repeats=said.repeats,
            repeats_bound=said.repeats_bound,
            opponents_again=said.opponents_again,
            other_role=None if said.other_role_bound is None else said.other_role,
        )
    )
    return frozenset(winners)
