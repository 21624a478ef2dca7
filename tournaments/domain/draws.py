"""Who meets whom in the next round: reads what `pairing` needs, and asks it."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.seats import Side
from tournaments.enums import ByeReason, SideName, StageKind
from tournaments.models import Bye, Championship, Round, Seat, Stage, Table
from tournaments.pairing import formats
from tournaments.pairing.field import (
    Draw,
    EntryState,
    Field,
    PairingRefusedError,
    PastBye,
    PastTable,
    RefusalCode,
)
from tournaments.pairing.formats import PairingFormat, Plan
from tournaments.pairing.knockout import next_round
from tournaments.pairing.prescribed import Row, schedule_from

from .brackets import Played, played_by
from .refusal import Refused, refused
from .standings import Ranking, Reader, ranking

#: Formats whose entries have a place in a plan that was made before the first round.
PLANNED = frozenset({PairingFormat.ROUND_ROBIN, PairingFormat.WHIST, PairingFormat.STRANGERS, PairingFormat.PRESCRIBED})

#: What a refusal of `pairing` is called in the domain.
CODES = {
    RefusalCode.TOO_FEW: "too_few_entries",
    RefusalCode.NO_WINNER: "no_winner",
    RefusalCode.NO_SCHEDULE: "no_schedule",
    RefusalCode.FORMAT_UNFIT: "format_unfit",
    RefusalCode.NOT_IN_DRAW: "not_in_draw",
    RefusalCode.NOTHING_CHANGES: "swap_changes_nothing",
    RefusalCode.BRACKET_FIXED: "bracket_fixed",
    RefusalCode.TABLE_TWICE: "fixed_table_twice",
    RefusalCode.CARDS_UNREADABLE: "cards_unreadable",
    RefusalCode.TOO_FEW_CARDS: "too_few_cards",
}


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that a draw is made of beside its seed. There are no people in it: entries are numbers."""

    chosen: PairingFormat
    side: int
    field: Field
    plan: Plan


def draw(championship: Championship, stage: Stage, number: int, seed: int, absent: frozenset[int]) -> Draw:
    """Draw round `number`. The same rows and seed give the same draw. Raises `Refused` as `draw_of` does."""
    return draw_of(inputs_of(championship, stage, number, seed, absent), seed)


def draw_of(inputs: Inputs, seed: int) -> Draw:
    """The draw of these inputs; the same on every machine.

    Raises `Refused`: `too_few_entries`, `format_unfit`, `no_schedule`, `no_winner`, `knockout_won`, `knockout_over`,
    `no_table`.
    """
    alone = len(inputs.field.entries) == 1 and bool(inputs.plan.winners)  # who is left of a knock-out has won it
    if len(inputs.field.entries) < 2 * inputs.side and not alone:  # whatever the way to draw would say to it
        raise refused("too_few_entries", given=len(inputs.field.entries), wanted=2 * inputs.side)
    try:
        drawn = formats.draw(inputs.chosen, inputs.side, inputs.field, seed, inputs.plan)
    except PairingRefusedError as error:
        raise said(error) from error
    if not drawn.tables:
        raise no_table(inputs)
    return drawn


def no_table(inputs: Inputs) -> Refused:
    """Why there is nothing to draw; of a knock-out who has won it."""
    if inputs.chosen is not PairingFormat.KNOCKOUT:
        return refused("no_table")
    plan, playing = inputs.plan, {entry.id for entry in inputs.field.entries}
    following, _ = next_round(plan.order, plan.winners, plan.fallen, playing)
    if following.champion in playing:
        return refused("knockout_won", given=following.champion)
    return refused("knockout_over")


def said(error: PairingRefusedError) -> Refused:
    """A refusal of `pairing` in the words of the domain; others are faults and stay what they are."""
    if error.code not in CODES:
        raise error
    data = {key: list(value) if isinstance(value, tuple) else value for key, value in error.data.items()}
    if "needed" in data:
        data["wanted"] = data.pop("needed")
    return refused(CODES[error.code], **data)


def inputs_of(
    championship: Championship,
    stage: Stage,
    number: int,
    seed: int,
    absent: frozenset[int] = frozenset(),
    *,
    board: Ranking | None = None,
) -> Inputs:
    """What round `number` is drawn from, read from rows. `board`: the ranking before it, where it was read already.

    Raises `Refused`: `schedule_missing`, `no_winner` (of an earlier round of a knock-out).
    """
    chosen = PairingFormat(stage.pairing)
    field = field_of(championship, stage, number, absent, board)
    try:
        plan = plan_of(stage, number, chosen, field, seed, absent)
    except PairingRefusedError as error:
        raise said(error) from error
    return Inputs(chosen, championship.seats_per_side, field, plan)


def field_of(
    championship: Championship,
    stage: Stage,
    number: int,
    absent: frozenset[int] = frozenset(),
    board: Ranking | None = None,
) -> Field:
    """Who plays round `number`, where they stand, and what happened before."""
    entries = championship.entries.playing()
    if stage.qualified is not None:
        entries = entries.filter(number__in=stage.qualified)
    rows = list(entries.values_list("number", "club__name", "fixed_table", "stand_in"))
    clubs: dict[int, str | None] = {number: club for number, club, _, _ in rows}
    fixed = {number: table for number, _, table, _ in rows}
    stand_ins = frozenset(number for number, _, _, stand_in in rows if stand_in)
    playing = filled([entry for entry in sorted(clubs) if entry not in absent], stand_ins, championship)
    planned = sum(each.rounds_planned for each in championship.stages.filter(position__lte=stage.position))
    if not championship.keep_clubs_apart:
        clubs = dict.fromkeys(clubs)
    if board is None and number > 1:
        board = ranking(championship, after=number - 1)
    return Field(
        entries=tuple(
            replace(each, table=fixed[int(str(each.id))]) for each in entry_states(stage, number, playing, clubs, board)
        ),
        tables=past_tables(championship, number),
        byes=past_byes(championship, number),
        rounds_after=planned - number,
    )


def filled(playing: list[int], stand_ins: frozenset[int], championship: Championship) -> list[int]:
    """Who plays a round: all who are ranked, and just as many stand-ins as fill the last table.

    Where there are too few of them to fill it, none plays: with one of two missing, three would sit out instead of two.
    """
    ranked = [entry for entry in playing if entry not in stand_ins]
    lacking = -len(ranked) % (2 * championship.seats_per_side)
    filling = [entry for entry in playing if entry in stand_ins][:lacking]
    return sorted(ranked + filling) if len(filling) == lacking else ranked


def board_from_rows(championship: Championship, number: int) -> Ranking | None:
    """The ranking before round `number` as the rows say now, whatever was computed and kept earlier."""
    return Reader(championship, public=False).ranking(number - 1) if number > 1 else None


def entry_states(
    stage: Stage, number: int, playing: list[int], clubs: Mapping[int, str | None], board: Ranking | None
) -> list[EntryState]:
    """Where each entry stands. In the first round nobody stands anywhere; a final begins level, in order of rank.

    Who is not ranked, as a stand-in, stands level with the last.
    """
    rows = {row.number: row.standing for row in board.rows} if board and number > 1 else {}
    first_of_final = stage.kind == StageKind.FINAL and not stage.rounds.filter(number__lt=number).exists()
    last_rank = len(rows) + 1
    fewest = min((row.tournament_points for row in rows.values()), default=0)
    return [
        EntryState(
            id=entry,
            rank=rows[entry].rank if entry in rows else last_rank,
            points=0 if first_of_final else rows[entry].tournament_points if entry in rows else fewest,
            groups=(club,) if (club := clubs[entry]) else (),
        )
        for entry in playing
    ]


def past_tables(championship: Championship, number: int) -> tuple[PastTable, ...]:
    sides: dict[int, dict[str, tuple[int, ...]]] = {}
    seats = Seat.objects.filter(round__championship=championship, round__number__lt=number)
    for table, side, entry in seats.order_by("table", "side", "position").values_list("table", "side", "entry__number"):
        both = sides.setdefault(table, {SideName.A: (), SideName.B: ()})
        both[side] += (entry,)
    tables = Table.objects.filter(round__championship=championship, round__number__lt=number)
    return tuple(
        PastTable(round_, sides[pk][SideName.A], sides[pk][SideName.B], Side(first))
        for pk, round_, first in tables.order_by("round__number", "number").values_list(
            "pk", "round__number", "first_dealer"
        )
    )


def past_byes(championship: Championship, number: int) -> tuple[PastBye, ...]:
    found = Bye.objects.filter(round__championship=championship, round__number__lt=number, reason=ByeReason.SITS_OUT)
    rows = found.order_by("round__number", "entry__number").values_list("round__number", "entry__number")
    return tuple(PastBye(*row) for row in rows)


def qualified(championship: Championship, after: int) -> list[int]:
    """Numbers of the entries that play the final, best first. Raises `Refused` when the line runs through a tie."""
    wanted = championship.finalists
    rows = [row for row in ranking(championship, after=after).rows if not row.withdrawn]
    if not wanted or wanted >= len(rows):
        return [row.number for row in rows]
    if rows[wanted - 1].standing.rank == rows[wanted].standing.rank:
        raise refused("cut_tied", finalists=wanted, entries=[rows[wanted - 1].number, rows[wanted].number])
    return [row.number for row in rows[:wanted]]


# The plan of a stage ---------------------------------------------------------------------------------------------


def plan_of(
    stage: Stage, number: int, chosen: PairingFormat, field: Field, seed: int, absent: frozenset[int] = frozenset()
) -> Plan:
    """Which round of its format this is, and who has which place: fixed by the first round drawn in it."""
    before = planned_before(stage, number, chosen)
    first = before[0].draw["inputs"]["plan"] if before else None
    if first is None:
        order, rounds = first_order(stage, chosen, field, seed, only_away(stage, absent)), stage.rounds_planned
    else:
        order, rounds = tuple(first["order"]), first["rounds"]
    played = played_by(before, order) if chosen is PairingFormat.KNOCKOUT else Played((), ())
    return Plan(
        number=len(before) + 1,
        rounds=rounds,
        order=order,
        winners=played.winners,
        fallen=played.fallen,
        prescribed=schedule_from(rows_of(stage), order) if chosen is PairingFormat.PRESCRIBED else None,
        mind_other_role=stage.championship.mind_other_role,
    )


def planned_before(stage: Stage, number: int, chosen: PairingFormat) -> list[Round]:
    """The rounds of the stage that were drawn in this format before."""
    rounds = stage.rounds.filter(number__lt=number).order_by("number")
    return [each for each in rounds if each.draw.get("inputs", {}).get("format") == chosen]


def only_away(stage: Stage, absent: frozenset[int]) -> frozenset[int]:
    """Those of the absent who take part in the stage and are expected back; stand-ins fill places of others."""
    if not absent:
        return absent
    entries = stage.championship.entries.playing().filter(number__in=absent, stand_in=False)
    numbers = frozenset(entries.values_list("number", flat=True))
    return numbers if stage.qualified is None else numbers & frozenset(stage.qualified)


def first_order(
    stage: Stage, chosen: PairingFormat, field: Field, seed: int, absent: frozenset[int] = frozenset()
) -> tuple[int, ...]:
    """The places of a schedule by lot, of a file by number; the seeds of a knock-out by rank, equal ones by lot.

    Who only misses the first round of a round robin has a place in it: everyone meets everyone.
    """
    ranks = {int(str(entry.id)): entry.rank for entry in field.entries}
    if chosen is PairingFormat.PRESCRIBED:
        listed = {int(str(entry)) for row in rows_of(stage) for entry in (*row.side_a, *row.side_b)}
        return tuple(sorted(listed | ranks.keys()))
    order = sorted(ranks.keys() | absent if chosen is PairingFormat.ROUND_ROBIN else ranks)
    random.Random(f"{seed}/order").shuffle(order)
    if chosen in PLANNED:
        return tuple(order)
    return tuple(sorted(order, key=lambda entry: ranks[entry])) if chosen is PairingFormat.KNOCKOUT else ()


def rows_of(stage: Stage) -> list[Row]:
    """The prescribed schedule of a stage. Raises `Refused`: `schedule_missing`."""
    if not stage.schedule:
        raise refused("schedule_missing")
    return [Row(line, number, tuple(a), tuple(b)) for line, (number, a, b) in enumerate(stage.schedule, 1)]
