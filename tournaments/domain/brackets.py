"""Who won the tables of a knock-out, round by round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.seats import Side
from scoring.balance import net
from tournaments.enums import COUNTING_STATES, PENDING_STATES, Outcome, ResultState, RoundState, SideName
from tournaments.models import Championship, ResultVersion, Round, Seat
from tournaments.pairing.field import PairingRefusedError
from tournaments.pairing.formats import PairingFormat
from tournaments.pairing.knockout import next_round, playable

from .standings import AWARDED

#: What decides who has won a table.
WON = ("table", "deals", "outcome")


@dataclass(frozen=True, slots=True)
class Played:
    """Of each round of a bracket that is over: who won, and who is out because neither side came to the table."""

    winners: tuple[Collection[int], ...]
    fallen: tuple[Collection[int], ...]


def rounds_to_play(championship: Championship, last: Round | None) -> int:
    """How many rounds there are by the plan of all stages. A knock-out that ends the event ends it by itself."""
    stages = list(championship.stages.order_by("position"))
    planned: int = sum(stage.rounds_planned for stage in stages)
    if last is None or last.number >= planned or last.stage_id != stages[-1].pk:
        return planned
    return last.number if has_final(last) or ended(championship, last) else planned


def has_final(round_: Round) -> bool:
    """Whether this is the round of a knock-out in which its final is played."""
    inputs = round_.draw.get("inputs", {})
    if inputs.get("format") != PairingFormat.KNOCKOUT:
        return False
    plan, playing = inputs["plan"], {entry[0] for entry in inputs["entries"]}
    following, _ = next_round(plan["order"], plan["winners"], plan.get("fallen", ()), playing)
    return following.final


@dataclass(frozen=True, slots=True)
class Ended:
    """A knock-out is over. `winner`: number of the entry that has won (None: nobody has)."""

    winner: int | None


def ended(championship: Championship, last: Round) -> Ended | None:
    """Whether a knock-out is over: its final is played, or nobody is left who has an opponent. None: it goes on."""
    inputs = last.draw.get("inputs", {})
    if inputs.get("format") != PairingFormat.KNOCKOUT or last.state == RoundState.DRAFT:
        return None
    if last.tables.filter(state__in=PENDING_STATES).exists():
        return None
    rounds = last.stage.rounds.filter(number__lte=last.number).order_by("number")
    order = inputs["plan"]["order"]
    playing = frozenset(championship.entries.playing().values_list("number", flat=True))
    try:
        played = played_by([each for each in rounds if in_knockout(each)], order)
        following, _ = next_round(order, played.winners, played.fallen, playing)
    except PairingRefusedError:  # a table has no winner yet
        return None
    if playable(following, playing):
        return None
    return Ended(int(str(following.champion)) if following.champion in playing else None)


def leaves_a_round_out(inputs: Mapping[str, Any]) -> bool:
    """Whether a round of the bracket without any table came before this one; `inputs` are what a round keeps."""
    plan, playing = inputs["plan"], {entry[0] for entry in inputs["entries"]}
    _, up_to_now = next_round(plan["order"], plan["winners"], plan.get("fallen", ()), playing)
    return len(up_to_now) > len(plan["winners"])


def in_knockout(round_: Round) -> bool:
    """Whether a round was drawn by the bracket."""
    return bool(round_.draw.get("inputs", {}).get("format") == PairingFormat.KNOCKOUT)


def played_by(rounds: Sequence[Round], seeds: Sequence[int]) -> Played:
    """Who went on from each of these rounds. Who had nobody to play against, because they had left, goes on.

    A level table and one without a result have no winner here; the next draw says so. Where neither side came, nobody
    goes on. Rounds of the bracket of which all tables had fallen away are among those of the answer.
    """
    won: list[Collection[int]] = []
    fallen: list[Collection[int]] = []
    results, neither = winners_by_round(rounds), absent_by_round(rounds)
    for round_ in rounds:
        playing = {entry[0] for entry in round_.draw["inputs"]["entries"]}
        following, up_to_now = next_round(seeds, won, fallen, playing)
        won = [frozenset(int(str(each)) for each in winners) for winners in up_to_now]
        fallen += [frozenset()] * (len(won) - len(fallen))
        here = results.get(round_.pk, set())
        away = neither.get(round_.pk, set())
        for table in following.tables:
            alive = [entry for entry in table if entry in playing]
            if table[1] is not None and len(alive) < 2 and not here & {*table}:
                here.add(int(str((*alive, table[0])[0])))
        won.append(here)
        fallen.append({int(str(entry)) for table in following.tables if away.issuperset(table) for entry in table})
    return Played(tuple(won), tuple(fallen))


def absent_by_round(rounds: Sequence[Round]) -> dict[int, set[object]]:
    """Numbers of the entries at whose table neither side came, by round."""
    seats = Seat.objects.filter(
        round__in=rounds,
        table__state__in=COUNTING_STATES,
        table__results__state=ResultState.CONFIRMED,
        table__results__outcome=Outcome.NEITHER,
    )
    found: dict[int, set[object]] = {}
    for round_, entry in seats.values_list("round", "entry__number"):
        found.setdefault(round_, set()).add(entry)
    return found


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
