"""How a draw is kept: its inputs without names, its certificate and its reasons, as JSON, and read back.

What is kept of the inputs is where each entry stood when the round was drawn. A result that is corrected later changes
the ranking, not this; so an honest draw stays one. Who met whom earlier is read from the rows: it never changes.
"""

from dataclasses import asdict, fields
from typing import Any

from engine.seats import Side
from tournaments.enums import ByeReason, SideName
from tournaments.models import Round, Seat
from tournaments.pairing.field import (
    ByeCode,
    Certificate,
    Draw,
    DrawnBye,
    DrawnTable,
    EntryState,
    Field,
    ReasonCode,
    TableReason,
)
from tournaments.pairing.formats import PairingFormat, Plan
from tournaments.pairing.prescribed import schedule_from

from .draws import Inputs, past_byes, past_tables, rows_of

type Data = dict[str, Any]


def stored(drawn: Draw) -> Data:
    """The certificate, and why each one sits out, as a round keeps them."""
    byes = [{"entry": bye.entry, "code": str(bye.code), "before": bye.before} for bye in drawn.byes]
    return {**asdict(drawn.certificate), "byes": byes}


def stored_reason(reason: TableReason) -> Data:
    """A reason as a table keeps it: the code and what belongs to it."""
    data = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(reason).items()}
    return {"code": str(data.pop("code")), **{key: value for key, value in data.items() if value not in (None, [])}}


def stored_inputs(inputs: Inputs) -> Data:
    """The inputs as a round keeps them; the past and a prescribed schedule stand in other rows."""
    plan = inputs.plan
    return {
        "format": str(inputs.chosen),
        "side": inputs.side,
        "entries": [[each.id, each.rank, each.points, list(each.groups), each.table] for each in inputs.field.entries],
        "rounds_after": inputs.field.rounds_after,
        "plan": {
            "number": plan.number,
            "rounds": plan.rounds,
            "order": list(plan.order),
            **({"mind_other_role": True} if plan.mind_other_role else {}),
            "winners": [sorted(map(int, map(str, each))) for each in plan.winners],
            **({"fallen": [sorted(map(int, map(str, each))) for each in plan.fallen]} if any(plan.fallen) else {}),
        },
    }


def inputs_from(round_: Round) -> Inputs | None:
    """The inputs that a round was drawn from; None when its tables were seated by hand."""
    data = round_.draw.get("inputs")
    if data is None:
        return None
    chosen, plan = PairingFormat(data["format"]), data["plan"]
    order = tuple(plan["order"])
    field = Field(
        entries=tuple(
            EntryState(number, rank, points, tuple(groups), table)
            for number, rank, points, groups, table in data["entries"]
        ),
        tables=past_tables(round_.championship, round_.number),
        byes=past_byes(round_.championship, round_.number),
        rounds_after=data["rounds_after"],
    )
    prescribed = schedule_from(rows_of(round_.stage), order) if chosen is PairingFormat.PRESCRIBED else None
    winners = tuple(frozenset(each) for each in plan["winners"])
    fallen = tuple(frozenset(each) for each in plan.get("fallen", [[]] * len(winners)))
    minded = plan.get("mind_other_role", False)
    kept = Plan(plan["number"], plan["rounds"], order, winners, prescribed, minded, fallen=fallen)
    return Inputs(chosen, data["side"], field, kept)


def stored_draw(round_: Round) -> Draw:
    """The draw as the rows say: tables, sides, first dealers and sit-outs; counts as the certificate says."""
    sides: dict[int, dict[str, tuple[int, ...]]] = {}
    seats = Seat.objects.filter(round=round_).order_by("table", "side", "position")
    for table, side, entry in seats.values_list("table", "side", "entry__number"):
        both = sides.setdefault(table, {SideName.A: (), SideName.B: ()})
        both[side] += (entry,)
    none: dict[str, tuple[int, ...]] = {SideName.A: (), SideName.B: ()}
    tables = tuple(
        DrawnTable(
            table.number,
            sides.get(table.pk, none)[SideName.A],
            sides.get(table.pk, none)[SideName.B],
            Side(table.first_dealer),
            tuple(map(reason_from, table.reasons)),
        )
        for table in round_.tables.order_by("number")
    )
    return Draw(tables, byes_of(round_), certificate_from(round_.draw))


def byes_of(round_: Round) -> tuple[DrawnBye, ...]:
    """Who sits out by the rows, in the order and with the reasons of the draw."""
    said = {each["entry"]: each for each in round_.draw.get("byes", ())}
    numbers = set(round_.byes.filter(reason=ByeReason.SITS_OUT).values_list("entry__number", flat=True))
    ordered = [*(number for number in said if number in numbers), *sorted(numbers - said.keys())]
    return tuple(
        DrawnBye(number, ByeCode(said[number]["code"]), said[number]["before"])
        if number in said
        else DrawnBye(number, ByeCode.BY_HAND, 0)
        for number in ordered
    )


def reason_from(data: Data) -> TableReason:
    values: Data = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items() if key != "code"
    }
    return TableReason(ReasonCode(data["code"]), **values)


def certificate_from(data: Data) -> Certificate:
    """The certificate among what a round keeps; what an earlier release did not count is missing there."""
    kept = {each.name: data[each.name] for each in fields(Certificate) if each.name in data}
    if "proofs" in kept:
        kept["proofs"] = tuple((name, tuple(prices)) for name, prices in kept["proofs"])
    return Certificate(**kept)
