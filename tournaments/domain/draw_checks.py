"""Is a stored round the draw that its seed gives? Made anew from what was stored, and confirmed independently.

Three questions, answered apart: is what was drawn from still what the certificate and the log name; does the seed give
these tables; and do the rows of today still say what they said when the round was drawn. A correction that stands in
the log after the draw explains a difference there; a difference that nothing explains is a fault.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.enums import ByeReason
from tournaments.models import Event, Round, Seal
from tournaments.pairing import checker, sealed
from tournaments.pairing.certificate import inputs_hash
from tournaments.pairing.field import Certificate, Draw, DrawnTable, ReasonCode, TableReason
from tournaments.pairing.formats import PairingFormat

from .draw_records import inputs_from, stored_draw
from .draw_steps import field_after, replayed, steps_of
from .draws import PLANNED, Inputs, board_from_rows, field_of, first_order, planned_before
from .refusal import Problem, Refused
from .seals import lines_of
from .winners import same_winners

#: Events of results: they explain other ranks when they concern an earlier round.
OF_RESULTS = frozenset({
    "result_confirmed",
    "result_corrected",
    "result_disputed",
    "result_ruled",
    "result_taken_back",
    "result_withdrawn",
    "results_from_file",
    "penalty_given",
    "penalty_lifted",
})  # fmt: skip
#: Events of a drawn round that was changed where everybody stood by then.
OF_STEPS = frozenset({"round_changed_late", "late_entry_seated"})
#: After a late result tables that stay keep their reasons: those are held against the draw made anew alone.
REASONS = frozenset({checker.Fault.REASON_WRONG, checker.Fault.BYE_REASON_WRONG})
#: Parts of a certificate that are held against the inputs, the log and the tables for themselves; proofs are believed
#: by nobody: the independent checker adds them up.
NAMED_APART = frozenset({"seed", "inputs_hash", "tables_hash", "proofs"})
#: What a certificate of an earlier release did not count.
COUNTED_LATER = frozenset({"opponents_again_bound", "opponents_third_bound", "other_role", "other_role_bound"})
#: Events that explain other entries, clubs, ranks or plans.
OF_ENTRIES = frozenset({
    "entry_registered",
    "entry_edited",
    "entry_state",
    "reserve_moved_up",
    "entry_removed",
    "import_applied",
    "import_undone",
    "settings_changed",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """What was found. `problems`: what is wrong; `notes`: what was changed openly since, and is no fault.

    `inputs_ok`: what the round was drawn from is what its certificate and the log name. `rows_same`: the rows of
    today still say the same. `proved`, `unproved`: codes of the independent checker. `sealed`: it was sealed before,
    and whatever does not fit the seal is among the problems.
    """

    round: int
    recomputed: bool
    inputs_ok: bool
    rows_same: bool
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    proved: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()
    sealed: bool = False

    @property
    def ok(self) -> bool:
        return not self.problems

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "ok": self.ok,
            "recomputed": self.recomputed,
            "inputs": "as_stored" if self.inputs_ok else "changed",
            "rows_since": "same" if self.rows_same else "changed",
            "problems": [each.as_json() for each in self.problems],
            "notes": [each.as_json() for each in self.notes],
            "proved": list(self.proved),
            "unproved": list(self.unproved),
            **({"sealed": True} if self.sealed else {}),
        }


def check_draw(round_: Round) -> DrawCheck:
    """Check a round (with its championship and stage). Reads only."""
    inputs = inputs_from(round_)
    if inputs is None:
        return unchecked(round_, Problem("draw_by_hand", {"round": round_.number}))
    there = stored_draw(round_)
    wrong_inputs = [*input_problems(round_, inputs), *order_problems(round_, inputs)]
    try:
        anew = replayed(inputs, round_.seed, steps_of(round_))
    except Refused as refusal:
        return unchecked(round_, *wrong_inputs, *refusal.problems)
    wrong_rows = list(row_problems(anew, there))
    checked = checker.check(field_after(inputs.field, steps_of(round_)), there)
    of_their_time = REASONS if any("stand" in step for step in steps_of(round_)) else frozenset()
    faults = [
        Problem("draw_fault", {"fault": each.code, **plain(each.data)})
        for each in checked.faults
        if each.code not in of_their_time
    ]
    problems, notes = since(round_, inputs)
    wrong_seal = list(seal_problems(round_, inputs))
    return DrawCheck(
        round=round_.number,
        recomputed=not wrong_rows,
        inputs_ok=not wrong_inputs and not wrong_seal,
        rows_same=not problems and not notes,
        problems=(*wrong_inputs, *wrong_seal, *wrong_rows, *faults, *problems),
        notes=notes,
        proved=tuple(str(each.code) for each in checked.proved),
        unproved=tuple(str(each.code) for each in checked.unproved),
        sealed="sealed" in round_.draw,
    )


def unchecked(round_: Round, *problems: Problem) -> DrawCheck:
    return DrawCheck(round_.number, recomputed=False, inputs_ok=False, rows_same=False, problems=problems, notes=())


def plain(data: Any) -> dict[str, Any]:
    """The data of a finding as JSON knows it."""
    return {
        str(key): list(map(str, value)) if isinstance(value, list | tuple | set | frozenset) else value
        for key, value in data.items()
    }


# What it was drawn from ------------------------------------------------------------------------------------------


def input_problems(round_: Round, inputs: Inputs) -> Iterator[Problem]:
    """Seed and inputs are those of the certificate, and of the log, which cannot be changed unseen."""
    logged = drawn_event(round_)
    if logged is None:
        yield Problem("draw_not_in_log", {"round": round_.number})
    payload: dict[str, Any] = logged.payload if logged else {}
    seeds = {round_.seed, round_.draw.get("seed"), payload.get("seed", round_.seed)}
    if len(seeds) > 1:
        yield Problem("draw_seed", {"given": round_.seed, "drawn": payload.get("seed", round_.draw.get("seed"))})
    if payload.get("inputs", inputs_hash(inputs.field)) != inputs_hash(inputs.field) or not steps_fit(round_, inputs):
        yield Problem("draw_inputs", {"round": round_.number})


def order_problems(round_: Round, inputs: Inputs) -> Iterator[Problem]:
    """The places in a plan are those that the seed of its first round gives, and it is the turn of this round of it."""
    if inputs.chosen not in {*PLANNED, PairingFormat.KNOCKOUT}:
        return
    plan = inputs.plan
    before = planned_before(round_.stage, round_.number, inputs.chosen)
    if before:
        first = before[0].draw["inputs"]["plan"]
        order, away = tuple(first["order"]), frozenset[int]()
    else:
        away = frozenset(int(str(each)) for each in plan.order) - {int(str(each.id)) for each in inputs.field.entries}
        order = first_order(round_.stage, inputs.chosen, inputs.field, round_.seed, away)
    absent = round_.byes.filter(reason=ByeReason.ABSENT).values_list("entry__number", flat=True)
    unknown = inputs.chosen is PairingFormat.ROUND_ROBIN and not away <= {*absent}
    if unknown or plan.order != order or plan.number != len(before) + 1:
        yield Problem("draw_order", {"round": round_.number})


def steps_fit(round_: Round, inputs: Inputs) -> bool:
    """Whether the certificate is about the field after all steps, and the log knows where everybody stood by then."""
    steps = steps_of(round_)
    now = inputs_hash(field_after(inputs.field, steps))
    logged = drawn_event(round_)
    if round_.draw.get("inputs_hash") != now:
        return False
    if not any("stand" in step or "joined" in step for step in steps) or logged is None:
        return True
    later = Event.objects.filter(championship=round_.championship_id, sequence__gt=logged.sequence)
    known = later.filter(type__in=OF_STEPS, payload__round=round_.number).order_by("-sequence").first()
    return known is not None and known.payload["inputs"] == now


def drawn_event(round_: Round) -> Event | None:
    """The entry of the log about this draw (the last one: an earlier draw may have been taken back)."""
    events = Event.objects.filter(championship=round_.championship_id, type="round_drawn", payload__round=round_.number)
    return events.order_by("-sequence").first()


def seal_problems(round_: Round, inputs: Inputs) -> Iterator[Problem]:
    """A sealed draw is the one that was sealed: the log knows the seal before the draw, and all fits together."""
    logged = drawn_event(round_)
    named = {round_.draw.get("sealed"), logged.payload.get("sealed") if logged else round_.draw.get("sealed")}
    if named == {None}:
        return
    data = {"round": round_.number}
    kept = Seal.objects.filter(championship=round_.championship_id, round_number=round_.number, seal__in=named).first()
    if len(named) > 1 or kept is None:
        yield Problem("seal_unknown", data)
        return
    before = Event.objects.filter(championship=round_.championship_id, sequence__lt=logged.sequence if logged else 0)
    if not before.filter(type="draw_sealed", payload__round=round_.number, payload__seal=kept.seal).exists():
        yield Problem("seal_not_in_log", data)
    found = sealed.verify(
        lines_of(inputs), round_.number, sealed=kept.seal, secret=kept.secret, cards=kept.cards, seed=round_.seed
    )
    for each in found:
        yield Problem(str(each).lower(), data)


# What it gives ---------------------------------------------------------------------------------------------------


def row_problems(anew: Draw, there: Draw) -> Iterator[Problem]:
    """Where the rows differ from the draw made anew."""
    drawn = {table.number: table for table in anew.tables}
    rows = {table.number: table for table in there.tables}
    numbers = sorted(drawn.keys() | rows.keys())
    tables = [number for number in numbers if sides(drawn.get(number)) != sides(rows.get(number))]
    if tables:
        yield Problem("draw_tables", {"tables": tables})
    dealers = [n for n in numbers if n in drawn and n in rows and drawn[n].first_dealer != rows[n].first_dealer]
    if dealers:
        yield Problem("draw_dealers", {"tables": dealers})
    named = {number: reasons_named(table, there.certificate) for number, table in drawn.items()}
    reasons = [n for n in numbers if n in drawn and n in rows and named[n] != rows[n].reasons]
    if reasons and not tables:
        yield Problem("draw_reasons", {"tables": reasons})
    byes = {bye.entry for bye in anew.byes} ^ {bye.entry for bye in there.byes}
    if byes:
        yield Problem("draw_byes", {"entries": sorted(map(int, map(str, byes)))})
    said, counted = asdict(there.certificate), asdict(anew.certificate)
    numbers_wrong = sorted(
        key
        for key in counted
        # what is not counted after a change by hand was kept as 0 by earlier releases
        if key not in NAMED_APART and counted[key] is not None and said[key] != counted[key]
        if said[key] is not None or key not in COUNTED_LATER
    )
    if numbers_wrong:
        yield Problem("draw_certificate", {"names": numbers_wrong})


def reasons_named(table: DrawnTable, said: Certificate) -> tuple[TableReason, ...]:
    """The reasons as the release named them that made this certificate."""
    if said.other_role is not None:
        return table.reasons
    return tuple(reason for reason in table.reasons if reason.code is not ReasonCode.OTHER_ROLE)


def sides(table: DrawnTable | None) -> object:
    return table and (table.side_a, table.side_b)


# What changed since ----------------------------------------------------------------------------------------------


def since(round_: Round, inputs: Inputs) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Problems and notes about entries that stand elsewhere today than when the round was drawn."""
    absent = frozenset(round_.byes.filter(reason=ByeReason.ABSENT).values_list("entry__number", flat=True))
    board = board_from_rows(round_.championship, round_.number)
    today = field_of(round_.championship, round_.stage, round_.number, absent, board)
    before = {each.id: each for each in field_after(inputs.field, steps_of(round_)).entries}
    now = {each.id: each for each in today.entries}
    moved = sorted(int(str(each)) for each in before.keys() | now.keys() if before.get(each) != now.get(each))
    if not moved and same_winners(round_, inputs):
        return (), ()
    data = {"round": round_.number, "entries": moved}
    if explained(round_):
        return (), (Problem("draw_corrected_since", data),)
    return (Problem("draw_rows_changed", data),), ()


def explained(round_: Round) -> bool:
    """Whether the log names a change after the draw that can have moved entries."""
    drawn = drawn_event(round_)
    if drawn is None:
        return False
    later = Event.objects.filter(championship=round_.championship_id, sequence__gt=drawn.sequence)
    if later.filter(type__in=OF_ENTRIES).exists():
        return True
    return later.filter(type__in=OF_RESULTS, payload__round__lt=round_.number).exists()
