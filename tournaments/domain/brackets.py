"""Who won the tables of a knock-out, round by round."""

from collections.abc import Collection, Sequence

from engine.seats import Side
from scoring.balance import net
from tournaments.enums import COUNTING_STATES, Outcome, ResultState, SideName
from tournaments.models import Championship, ResultVersion, Round, Seat
from tournaments.pairing.formats import PairingFormat, rounds_of
from tournaments.pairing.knockout import bracket_round

from .standings import AWARDED

#: What decides who has won a table.
WON = ("table", "deals", "outcome")


def rounds_to_play(championship: Championship, last: Round | None) -> int:
    """How many rounds there are by the plan of all stages. A knock-out that ends the event ends it by itself."""
    stages = list(championship.stages.order_by("position"))
    planned: int = sum(stage.rounds_planned for stage in stages)
    if last is None or last.number >= planned or last.stage_id != stages[-1].pk:
        return planned
    return last.number if has_final(last) else planned


def has_final(round_: Round) -> bool:
    """Whether this is the round of a knock-out in which its final is played."""
    inputs = round_.draw.get("inputs", {})
    if inputs.get("format") != PairingFormat.KNOCKOUT:
        return False
    plan = inputs["plan"]
    return bool(plan["number"] >= (rounds_of(PairingFormat.KNOCKOUT, len(plan["order"])) or 0))


def winners_of(rounds: Sequence[Round], seeds: Sequence[int]) -> tuple[Collection[int], ...]:
    """The winners of each of these rounds. Who had nobody to play against, because they had left, goes on.

    A level table and one without a result have no winner here; the next draw says so.
    """
    won: list[set[int]] = []
    results = winners_by_round(rounds)
    for round_ in rounds:
        here = results.get(round_.pk, set())
        playing = {entry[0] for entry in round_.draw["inputs"]["entries"]}
        for first, second in bracket_round(seeds, won).tables:
            alive = [entry for entry in (first, second) if entry in playing]
            if second is not None and len(alive) < 2 and not here & {first, second}:
                here.add(int(str((*alive, first)[0])))
        won.append(here)
    return tuple(won)


def winners_by_round(rounds: Sequence[Round]) -> dict[int, set[int]]:
    """Numbers of the entries that won their table, by round: by a positive net, or without play."""
    results = ResultVersion.objects.filter(
        table__round__in=rounds, table__state__in=COUNTING_STATES, state=ResultState.CONFIRMED
    )
    winners = {table: winner(deals, Outcome(outcome)) for table, deals, outcome in results.values_list(*WON)}
    found: dict[int, set[int]] = {}
    seats = Seat.objects.filter(round__in=rounds).values_list("round", "table", "side", "entry__number")
    for round_, table, side, entry in seats:
        if winners.get(table) == side:
            found.setdefault(round_, set()).add(entry)
    return found


def winner(deals: Sequence[int], outcome: Outcome) -> SideName | None:
    """The side that won a table; None when it is level, or neither came."""
    if (awarded := AWARDED.get(outcome)) is not None:
        return SideName.A if awarded is Side.A else SideName.B
    total = sum(map(net, deals))
    return None if total == 0 else SideName.A if total > 0 else SideName.B
