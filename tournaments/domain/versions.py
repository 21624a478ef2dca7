"""How a version of a table's result is written: the one place where versions are made.

`results.py` does it for the office, `claims.py` for the sides; both inside a change that is already running.
"""

from collections.abc import Callable, Sequence

from django.db.models import Q

from engine.seats import Side
from scoring.balance import DEALS_PER_TABLE
from scoring.slip import Notation, Slip, Written
from scoring.validation import Problem as ResultProblem
from scoring.validation import Question, validate
from tournaments.enums import (
    COUNTING_STATES,
    PENDING_STATES,
    Outcome,
    ResultState,
    RoundState,
    SideName,
    Source,
    TableState,
)
from tournaments.models import Championship, ResultVersion, Round, Table

from .change import Change
from .plausibility import wanted
from .refusal import Problem, Refused, refused

SIDES = {SideName.A: Side.A, SideName.B: Side.B}

#: States that a table has by a decision of the office: no claim stands beside it.
DECIDED = frozenset({TableState.CORRECTED, TableState.OFFICIAL})


def championship_of_table(table_id: int) -> int:
    """The championship that a change of this table locks. Raises `Refused`: `no_round` when it was taken back."""
    found = Table.objects.filter(pk=table_id).order_by("pk").values_list("round__championship", flat=True).first()
    if found is None:
        raise refused("no_round")
    return found


def fresh(table_id: int, locked: Championship | None = None) -> Table:
    """The table as it stands now, with all that it belongs to. Raises `Refused`: `no_round` when it was taken back.

    `locked`: the championship of a running change, which then is not read again. What is large and not looked at where
    a result is stored is read when it is asked for.
    """
    wanted = ("round__stage",) if locked else ("round__stage", "round__championship")
    tables = Table.objects.select_related(*wanted).defer("reasons", "round__draw", "round__stage__schedule")
    found = tables.filter(pk=table_id).order_by("pk").first()
    if found is None:
        raise refused("no_round")
    if locked is not None:
        found.round.championship = locked
    return found


def versions_of(table: Table, key: str | None = None) -> tuple[list[ResultVersion], ResultVersion | None]:
    """All versions of its result, oldest first; and what was stored with this key, at whichever table. One query."""
    wanted = Q(table=table.pk) | Q(idempotency_key=key) if key else Q(table=table.pk)
    found = list(ResultVersion.objects.filter(wanted).order_by("version"))
    stored = next((each for each in found if key and each.idempotency_key == key), None)
    return [each for each in found if each.table_id == table.pk], stored


def repeated_request(
    table: Table, result: ResultVersion | None, source: Source, same: Callable[[ResultVersion], bool]
) -> ResultVersion | None:
    """`result`, which was stored with the key of this request, if it was the same request; None without one.

    `same` says whether a version is what this request would store. The same key for anything else is refused
    (`other_request`).
    """
    if result is None:
        return None
    if (result.table_id, result.source) != (table.pk, source) or not same(result):
        raise refused("other_request")
    return result


def checked(
    table: Table,
    deals: Sequence[Written],
    notation: Notation = Notation.POINTS,
    *,
    side: SideName = SideName.A,
    finished: int = DEALS_PER_TABLE,
    answered_yes: bool,
    doubted: Callable[[list[int]], Sequence[Problem]] = lambda _points: (),
) -> tuple[list[int], list[dict[str, object]]]:
    """Card points of side A, and the questions that were answered; `deals` are the numbers of `side`.

    `finished`: how many deals have to be there, fewer than four where the table was broken off.
    `doubted` gives what is asked besides what the numbers themselves tell (`plausibility.doubts`).
    Raises `Refused` with every problem, or with the questions that are still open.
    """
    if table.round.state == RoundState.DRAFT:
        raise refused("round_not_published", round=table.round.number)
    written, dealer = tuple(deals), SIDES[SideName(table.first_dealer)]
    own, other = (written, ()) if side == SideName.A else ((), written)
    slip = Slip(side_a=own, side_b=other, notation=notation, first_dealer=dealer, deals=finished)
    report = validate(slip, fewest=table.round.championship.odd_points)
    if report.result is None:
        raise Refused(*map(as_problem, report.problems))
    points = [deal.a for deal in report.result.deals]
    questions = (*wanted(table.round.championship, map(as_problem, report.questions)), *doubted(points))
    if questions and not answered_yes:
        raise Refused(*questions)
    return points, [question.as_json() for question in questions]


def as_problem(finding: ResultProblem | Question) -> Problem:
    """A finding of `scoring.validation` as a reason of a refusal."""
    data = finding.as_data()
    return Problem(str(data.pop("code")), dict(data))


def standing_claims(table: Table) -> list[ResultVersion]:
    """What stands as claimed by a side or the office, oldest first."""
    return list(table.results.filter(state=ResultState.CLAIMED).order_by("version"))


def only_sides_spoke(table: Table, seen: int) -> bool:
    """Whether nothing but claims of sides came after this version, and none of them counts yet."""
    since = table.results.filter(version__gt=seen, source__in=(Source.SIDE_A, Source.SIDE_B)).count()
    waits = table.state in {TableState.CLAIMED, TableState.CONFLICT}
    return waits and since == table.version - seen


def stand(
    change: Change,
    table: Table,
    points: list[int],
    source: Source,
    state: TableState,
    *,
    reason: str = "",
    reason_code: str = "",
    questions: list[dict[str, object]],
    key: str | None,
    handed_over: bool = False,
    outcome: Outcome = Outcome.PLAYED,
    replayed: int | None = None,
    versions: Sequence[ResultVersion] | None = None,
) -> ResultVersion:
    """Write a new version and bring the table into `state`. `versions`: those before, where this change has read them.

    A version that counts replaces the one that counted, and its own source's claim. In a conflict what counted
    becomes a claim of its source. A claim replaces the earlier one of its source. What is decided by the office alone
    (a ruling, a correction, a table that was not played) replaces all claims.
    """
    before = versions_of(table)[0] if versions is None else versions
    counted = next((each for each in before if each.state == ResultState.CONFIRMED), None)
    same = counted is not None and not replayed and (counted.deals, counted.outcome) == (points, outcome)
    counts = state in COUNTING_STATES and not same
    decided = state in DECIDED or source == Source.RULING or outcome != Outcome.PLAYED
    claims = [each for each in before if each.state == ResultState.CLAIMED and (decided or each.source == source)]
    bring(claims, ResultState.SUPERSEDED)
    if counted is not None and (counts or state == TableState.CONFLICT):
        bring([counted], ResultState.SUPERSEDED if counts else ResultState.CLAIMED)
    move_on(table, state)
    return ResultVersion.objects.create(
        table=table,
        version=table.version,
        state=ResultState.CONFIRMED if counts else ResultState.CLAIMED,
        source=source,
        deals=points,
        outcome=outcome,
        replayed=replayed,
        corrects=counts and counted is not None,
        questions=questions,
        reason_code=reason_code,
        reason=reason.strip(),
        author=change.actor,
        created_at=change.time,
        device=change.device,
        handed_over=handed_over,
        idempotency_key=key,
    )


def bring(versions: Sequence[ResultVersion], state: ResultState) -> None:
    """Into another state; the database is not asked when there are none."""
    if versions:
        ResultVersion.objects.filter(pk__in=[each.pk for each in versions]).update(state=state)
    for each in versions:
        each.state = state


def note(change: Change, table: Table, result: ResultVersion, *, corrected: bool = False) -> None:
    """Append the event of a version that was just stored; and that the round is complete, when this made it so."""
    counts = result.state == ResultState.CONFIRMED
    change.record(
        event_type(TableState(table.state), Source(result.source), counts=counts, corrected=corrected),
        round=table.round.number,
        table=table.number,
        version=result.version,
        deals=result.deals,
        outcome=str(result.outcome),
        replayed=result.replayed,
        source=str(result.source),
        reason_given=bool(result.reason_code or result.reason),
        reason_code=str(result.reason_code),
        handed_over=result.handed_over,
        asked=[question["code"] for question in result.questions],
    )
    if counts and not corrected:
        note_complete(change, table.round)


def event_type(state: TableState, source: Source, *, counts: bool, corrected: bool) -> str:
    if corrected:
        return "result_corrected"
    if counts:
        return "result_ruled" if source == Source.RULING else "result_confirmed"
    return "result_disputed" if state == TableState.CONFLICT else "result_claimed"


def note_complete(change: Change, round_: Round) -> None:
    """The last result of a round has come in."""
    if not round_.tables.filter(state__in=PENDING_STATES).exists():
        change.record("round_complete", round=round_.number)


def move_on(table: Table, state: TableState) -> None:
    """Raise the table's version, on the condition that nobody else did."""
    moved = Table.objects.filter(pk=table.pk, version=table.version).update(version=table.version + 1, state=state)
    if not moved:
        raise refused("stale", version=table.version + 1, expected=table.version)
    table.version, table.state = table.version + 1, state
