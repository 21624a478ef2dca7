"""All formats in one place: from a championship's setting to the draw of its next round.

The setting is one word (`PairingFormat`); what else a format needs comes with `Plan`. Formats that plan
every round before the event keep to their plan while the same entries play. When somebody leaves or
arrives, rounds are drawn one by one by lot, so that still nobody meets again while that can be; should the
same entries play again, the plan goes on only where it still keeps what it promises (`replanning.py`).
The tables of a file are the organiser's own: whoever is not in them sits out, and nothing is held against them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing import individuals, knockout, scheduled, swiss
from tournaments.pairing.board import Method
from tournaments.pairing.certificate_tables import named
from tournaments.pairing.field import Draw, EntryId, Field, PairingRefusedError, RefusalCode
from tournaments.pairing.replanning import Promise, keeps, planned_tables, since
from tournaments.pairing.schedule import NoScheduleError, Schedule, round_robin, strangers, whist


class PairingFormat(StrEnum):
    """How a stage pairs its rounds; the values are for storing."""

    STANDING = "standing"
    """The first round by lot, later ones by standing (pairs: Swiss)."""
    LOT = "lot"
    """Every round by lot."""
    ROUND_ROBIN = "round_robin"
    """Pairs: everyone meets everyone once."""
    KNOCKOUT = "knockout"
    """Pairs: who loses is out; the losers of the semi-finals play for the third place."""
    WHIST = "whist"
    """Individuals: everyone partners everyone once and opposes everyone twice."""
    STRANGERS = "strangers"
    """Individuals: nobody shares a table with anybody twice."""
    PRESCRIBED = "prescribed"
    """The tables of every round stand in a file of the organiser."""


FOR_PAIRS = (
    PairingFormat.STANDING,
    PairingFormat.LOT,
    PairingFormat.ROUND_ROBIN,
    PairingFormat.KNOCKOUT,
    PairingFormat.PRESCRIBED,
)
FOR_INDIVIDUALS = (
    PairingFormat.STANDING,
    PairingFormat.LOT,
    PairingFormat.WHIST,
    PairingFormat.STRANGERS,
    PairingFormat.PRESCRIBED,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a format needs besides the field.

    `number`, `rounds`: this round and all rounds of the stage, counted from 1 in the stage. `order`: entries
    at the places of a schedule, or the seeds of a knock-out, best first; fixed when the first round is drawn.
    `winners`: of each earlier round of a knock-out; `fallen`: who is out there, because neither side came.
    `prescribed`: the schedule of a file, over `order`.
    `mind_other_role`, `quality`: individuals round by round, see `individuals.draw`.
    """

    number: int
    rounds: int
    order: tuple[EntryId, ...] = ()
    winners: tuple[Collection[EntryId], ...] = ()
    prescribed: Schedule | None = None
    mind_other_role: bool = False
    quality: bool = False
    fallen: tuple[Collection[EntryId], ...] = ()


def draw(chosen: PairingFormat, side: int, field: Field, seed: int, plan: Plan) -> Draw:
    """The next round; `side`: entries on a side of a table, 1 for pairs, 2 for individuals.

    Raises PairingRefusedError as the formats do, and FORMAT_UNFIT (the format is not for pairs, or not for
    individuals), NO_SCHEDULE (`given` entries, `sizes` near by for which there is one).
    """
    if chosen not in (FOR_PAIRS if side == 1 else FOR_INDIVIDUALS):
        raise PairingRefusedError(RefusalCode.FORMAT_UNFIT, given=str(chosen))
    return named(_drawn(chosen, side, field, seed, plan))


def _drawn(chosen: PairingFormat, side: int, field: Field, seed: int, plan: Plan) -> Draw:
    if chosen is PairingFormat.KNOCKOUT:
        return knockout.draw(field, seed, plan.order, plan.winners, plan.fallen)
    if chosen in {PairingFormat.STANDING, PairingFormat.LOT}:
        return _round_by_round(side, field, seed, plan, Method.LOT if chosen is PairingFormat.LOT else None)
    schedule = schedule_of(chosen, len(plan.order), plan.rounds, plan.prescribed)
    if plan.number <= len(schedule.rounds) and _goes_on(chosen, side, field, schedule, plan):
        return scheduled.draw(field, seed, schedule, plan.order, plan.number)
    return _round_by_round(side, field, seed, plan, Method.LOT)


def _round_by_round(side: int, field: Field, seed: int, plan: Plan, method: Method | None) -> Draw:
    if side == 1:
        return swiss.draw(field, seed, method)
    return individuals.draw(field, seed, method, mind_other_role=plan.mind_other_role, quality=plan.quality)


PROMISES = {
    PairingFormat.ROUND_ROBIN: Promise(partners=0, opponents=1),
    PairingFormat.WHIST: Promise(partners=1, opponents=2),
    PairingFormat.STRANGERS: Promise(partners=1, opponents=1, together=1),
}


def _goes_on(chosen: PairingFormat, side: int, field: Field, schedule: Schedule, plan: Plan) -> bool:
    """Whether the plan's round can be played: by the right entries, and without breaking what the plan promises.

    A pair that leaves only gives its opponents a free round; among individuals a side would lack a partner.
    """
    playing = {entry.id for entry in field.entries}
    tables = planned_tables(schedule, plan.order, plan.number)
    if chosen is PairingFormat.PRESCRIBED:
        return side == 1 or all(entry in playing for table in tables for sides in table for entry in sides)
    planned = set(plan.order)
    if not (playing <= planned if side == 1 else playing == planned):
        return False
    return keeps(
        PROMISES[chosen],
        [each for each in tables if playing.issuperset((*each[0], *each[1]))],
        since(field, plan.number - 1),
    )


def schedule_of(chosen: PairingFormat, size: int, rounds: int, prescribed: Schedule | None = None) -> Schedule:
    """The whole schedule of a format that has one. Raises PairingRefusedError: NO_SCHEDULE, FORMAT_UNFIT."""
    try:
        if chosen is PairingFormat.ROUND_ROBIN:
            return round_robin(size)
        if chosen is PairingFormat.WHIST:
            return whist(size)
        if chosen is PairingFormat.STRANGERS:
            return strangers(size, rounds)
    except NoScheduleError as error:
        raise PairingRefusedError(RefusalCode.NO_SCHEDULE, given=size, sizes=error.sizes) from error
    if chosen is PairingFormat.PRESCRIBED and prescribed is not None:
        return prescribed
    raise PairingRefusedError(RefusalCode.FORMAT_UNFIT, given=str(chosen))


def rounds_of(chosen: PairingFormat, size: int) -> int | None:
    """How many rounds the format has for so many entries; None where the organiser decides."""
    if chosen is PairingFormat.KNOCKOUT:
        return max(size - 1, 0).bit_length()
    if chosen in {PairingFormat.ROUND_ROBIN, PairingFormat.WHIST}:
        return size - 1 + size % 2
    return None
