"""Who won the tables of a knock-out, round by round."""

from collections.abc import Collection, Sequence

from scoring.balance import net
from tournaments.enums import COUNTING_STATES, ResultState, SideName
from tournaments.models import ResultVersion, Round, Seat
from tournaments.pairing.knockout import bracket_round


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
    """Numbers of the entries with a positive net at their table, by round."""
    results = ResultVersion.objects.filter(
        table__round__in=rounds, table__state__in=COUNTING_STATES, state=ResultState.CONFIRMED
    )
    nets = {table: sum(map(net, deals)) for table, deals in results.values_list("table", "deals")}
    found: dict[int, set[int]] = {}
    seats = Seat.objects.filter(round__in=rounds).values_list("round", "table", "side", "entry__number")
    for round_, table, side, entry in seats:
        if nets.get(table, 0) * (1 if side == SideName.A else -1) > 0:
            found.setdefault(round_, set()).add(entry)
    return found
