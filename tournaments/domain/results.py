"""Results of tables. Nothing is overwritten: each change is a new version, and one version counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.seats import Side
from scoring.slip import Notation, Slip, Written
from scoring.validation import Problem as ResultProblem
from scoring.validation import Question, validate
from tournaments.enums import ResultState, RoundState, SideName, Source, TableState
from tournaments.models import ResultVersion, Round, Table

from .change import Actor, Change, changing
from .refusal import Problem, Refused, refused

SIDES = {SideName.A: Side.A, SideName.B: Side.B}


@dataclass(frozen=True, slots=True)
class Keyed:
    """What was stored: the version that counts now, and whether it replaced another."""

    table: Table
    result: ResultVersion
    corrected: bool


def key_result(
    table_id: int,
    deals: Sequence[Written],
    *,
    expected_version: int,
    notation: Notation = Notation.POINTS,
    source: Source = Source.OFFICE,
    answered_yes: bool = False,
    reason: str = "",
    idempotency_key: str | None = None,
    actor: Actor = None,
) -> Keyed:
    """Store side A's four numbers, card points or ±net by `notation`, as the result that counts.

    `expected_version` is the table's version that the reader saw. `answered_yes`: the questions (a match, a 1) were
    asked and answered. Raises `Refused` with the codes of `scoring.validation`, its questions, or `stale`,
    `round_not_published`, `reason_missing`, `nothing_changed`, `other_request`.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    with changing(table.round.championship_id, actor) as change:
        table = Table.objects.select_related("round").get(pk=table_id)
        points, questions = checked(table, deals, notation, answered_yes=answered_yes)
        if idempotency_key and (repeated := repeated_request(table, points, idempotency_key)):
            return repeated
        if table.version != expected_version:
            raise refused("stale", version=table.version, expected=expected_version)
        keyed = store(change, table, points, source, reason=reason, questions=questions, key=idempotency_key)
        change.record(
            "result_corrected" if keyed.corrected else "result_confirmed",
            round=table.round.number,
            table=table.number,
            version=keyed.result.version,
            deals=points,
            source=str(source),
            reason_given=bool(reason),
        )
        return keyed


def repeated_request(table: Table, points: list[int], key: str) -> Keyed | None:
    """The answer given before to the same request; the same key with other numbers is refused."""
    result = ResultVersion.objects.filter(idempotency_key=key).first()
    if result is None:
        return None
    if result.table_id != table.pk or result.deals != points:
        raise refused("other_request")
    return Keyed(table, result, corrected=result.version > 1)


def checked(
    table: Table, deals: Sequence[Written], notation: Notation = Notation.POINTS, *, answered_yes: bool
) -> tuple[list[int], list[dict[str, object]]]:
    """Card points of side A, and the questions that were answered.

    Raises `Refused` with every problem, or with the questions that are still open.
    """
    if table.round.state == RoundState.DRAFT:
        raise refused("round_not_published", round=table.round.number)
    slip = Slip(side_a=tuple(deals), notation=notation, first_dealer=SIDES[SideName(table.first_dealer)])
    report = validate(slip)
    if report.result is None:
        raise Refused(*map(as_problem, report.problems))
    questions = tuple(map(as_problem, report.questions))
    if questions and not answered_yes:
        raise Refused(*questions)
    return [deal.a for deal in report.result.deals], [question.as_json() for question in questions]


def as_problem(finding: ResultProblem | Question) -> Problem:
    """A finding of `scoring.validation` as a reason of a refusal."""
    data = finding.as_data()
    return Problem(str(data.pop("code")), dict(data))


def store(
    change: Change,
    table: Table,
    points: list[int],
    source: Source,
    *,
    reason: str,
    questions: list[dict[str, object]],
    key: str | None,
) -> Keyed:
    """Write the new version and let it count, inside a change that is already running."""
    before = table.results.filter(state=ResultState.CONFIRMED).first()
    if before is not None:
        if before.deals == points:
            raise refused("nothing_changed")
        if not reason.strip():
            raise refused("reason_missing", deals=before.deals)
        ResultVersion.objects.filter(pk=before.pk).update(state=ResultState.SUPERSEDED)
    result = ResultVersion.objects.create(
        table=table,
        version=table.version + 1,
        state=ResultState.CONFIRMED,
        source=source,
        deals=points,
        questions=questions,
        reason=reason.strip(),
        author=change.actor,
        created_at=change.time,
        idempotency_key=key,
    )
    move_on(table, TableState.CORRECTED if before else TableState.CONFIRMED)
    return Keyed(table, result, corrected=before is not None)


def move_on(table: Table, state: TableState) -> None:
    """Raise the table's version, on the condition that nobody else did."""
    moved = Table.objects.filter(pk=table.pk, version=table.version).update(version=table.version + 1, state=state)
    if not moved:
        raise refused("stale", version=table.version + 1, expected=table.version)
    table.version, table.state = table.version + 1, state


def withdraw_result(table_id: int, *, expected_version: int, reason: str, actor: Actor = None) -> Table:
    """Open a table again: its result was typed at the wrong table. The version stays in the history.

    Raises `Refused`: `stale`, `no_result`, `reason_missing`, `round_closed`.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    with changing(table.round.championship_id, actor) as change:
        table = Table.objects.select_related("round").get(pk=table_id)
        if table.version != expected_version:
            raise refused("stale", version=table.version, expected=expected_version)
        if table.round.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=table.round.number)
        if not reason.strip():
            raise refused("reason_missing")
        before = table.results.filter(state=ResultState.CONFIRMED).first()
        if before is None:
            raise refused("no_result")
        ResultVersion.objects.filter(pk=before.pk).update(state=ResultState.SUPERSEDED)
        move_on(table, TableState.OPEN)
        change.record("result_withdrawn", round=table.round.number, table=table.number, version=table.version)
        return table


@dataclass(frozen=True, slots=True)
class FileResults:
    """What became of a file of results: tables stored, tables that had just this result, and the problems."""

    stored: tuple[int, ...]
    unchanged: tuple[int, ...]
    questions: tuple[Problem, ...]
    problems: tuple[Problem, ...]


def store_file_results(
    round_id: int, rows: Mapping[int, Sequence[Written]], *, replace_reason: str = "", actor: Actor = None
) -> FileResults:
    """Store the results of a file: table number to four numbers. Questions count as answered and are listed.

    A table that has another result needs `replace_reason`; without it that table is reported and stays as it is.
    """
    round_ = Round.objects.get(pk=round_id)
    stored: list[int] = []
    unchanged: list[int] = []
    questions: list[Problem] = []
    problems: list[Problem] = []
    with changing(round_.championship_id, actor) as change:
        tables = {table.number: table for table in round_.tables.select_related("round")}
        for number, deals in rows.items():
            if number not in tables:
                problems.append(Problem("unknown_table", {"table": number}))
                continue
            table = tables[number]
            try:
                points, asked = checked(table, deals, answered_yes=True)
                store(change, table, points, Source.FILE, reason=replace_reason, questions=asked, key=None)
            except Refused as refusal:
                if refusal.code == "nothing_changed":
                    unchanged.append(number)
                else:
                    problems += [Problem(p.code, {"table": number, **p.data}) for p in refusal.problems]
                continue
            stored.append(number)
            questions += [Problem(str(each["code"]), {"table": number, **each}) for each in asked]
        if stored:
            change.record("results_from_file", round=round_.number, results={str(n): list(rows[n]) for n in stored})
    return FileResults(tuple(stored), tuple(unchanged), tuple(questions), tuple(problems))
