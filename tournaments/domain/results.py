"""Results of tables. Nothing is overwritten: each change is a new version, and one version counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scoring.slip import Notation, Written
from tournaments.enums import COUNTING_STATES, Outcome, ReasonCode, ResultState, RoundState, Source, TableState
from tournaments.models import ResultVersion, Table

from .change import Actor, Change, changing
from .decided import refuse_decision
from .endings import Ending, checked_ending, refuse_unfit
from .official import settle_before_correcting
from .plausibility import doubts
from .refusal import Problem, refused
from .versions import (
    championship_of_table,
    checked,
    fresh,
    move_on,
    note,
    only_sides_spoke,
    repeated_request,
    stand,
    standing_claims,
    versions_of,
)


@dataclass(frozen=True, slots=True)
class Keyed:
    """What was stored: the newest version, and whether it replaced another result that counted.

    `table.state` is `conflict` when a side claims something else; the version then does not count.
    """

    table: Table
    result: ResultVersion
    corrected: bool


def key_result(
    table_id: int,
    deals: Sequence[Written],
    *,
    expected_version: int,
    notation: Notation = Notation.POINTS,
    outcome: Outcome = Outcome.PLAYED,
    replayed: int | None = None,
    source: Source = Source.OFFICE,
    answered_yes: bool = False,
    reason: str = "",
    idempotency_key: str | None = None,
    may_decide: bool = True,
    actor: Actor = None,
) -> Keyed:
    """Store side A's four numbers, card points or ±net by `notation`, as the office read them on the signed slip.

    A table that did not end by play has another `outcome`, and as many numbers as deals were finished; it decides a
    conflict, too. `replayed` is the number of a deal that was void and played again: only its number may differ.

    They count at once unless a side claims something else. `expected_version` is the table's version that the reader
    saw; claims that came since do not stand in the way, as they are held against what is typed. `answered_yes`: the
    questions (a match, a 1) were asked and answered. Raises `Refused` with the codes of `scoring.validation`, its
    questions, or `stale`, `round_not_published`, `reason_missing`, `outcome_reason_missing`, `nothing_changed`,
    `needs_ruling`, `other_request`, `deals_unfit`, `replay_unfit`; `result_official`: two organisers have to agree;
    `organiser_decides` without `may_decide`, where an organiser decides or has decided.
    """
    settle_before_correcting(fresh(table_id).round)
    with changing(championship_of_table(table_id), actor) as change:
        table = fresh(table_id)
        how: dict[str, Any] = {"outcome": outcome, "replayed": replayed}
        ending = checked_ending(table, deals, notation, answered_yes=True, **how)
        asked = (list(ending.deals), outcome, replayed)
        stored = versions_of(table, idempotency_key)[1]
        if repeated := repeated_request(
            table, stored, source, lambda each: (each.deals, each.outcome, each.replayed) == asked
        ):
            return Keyed(table, repeated, corrected=repeated.corrects)
        if table.version != expected_version and not only_sides_spoke(table, expected_version):
            raise refused("stale", version=table.version, expected=expected_version)
        odd = partial(odd_for_the_office, change, table)
        ending = checked_ending(table, deals, notation, answered_yes=answered_yes, doubted=odd, **how)
        keyed = store(change, table, ending, source, reason=reason, key=idempotency_key, may_decide=may_decide)
        note(change, table, keyed.result, corrected=keyed.corrected)
        return keyed


def odd_for_the_office(change: Change, table: Table, points: Sequence[int]) -> tuple[Problem, ...]:
    """What is asked before the first result of a table; not where a side has said the same four numbers already."""
    said = [claim.deals for claim in standing_claims(table)]
    if table.state in COUNTING_STATES or list(points) in said:
        return ()
    return doubts(table, points, time=change.time)


def store(
    change: Change,
    table: Table,
    ending: Ending,
    source: Source,
    *,
    reason: str,
    key: str | None,
    agreed: bool = False,
    may_decide: bool = True,
) -> Keyed:
    """Write what the office keyed and let it count, or stand beside the claims that differ.

    `agreed`: two organisers want it, so it replaces an official result.
    """
    before = table.results.filter(state=ResultState.CONFIRMED).first()
    refuse_unfit(table, before, ending, reason, agreed=agreed)
    refuse_decision(table, may_decide=may_decide)
    state = TableState.OFFICIAL if agreed else state_with(table, before, ending)
    result = stand(
        change,
        table,
        list(ending.deals),
        source,
        state,
        reason=reason,
        questions=list(ending.questions),
        key=key,
        outcome=ending.outcome,
        replayed=ending.replayed,
    )
    return Keyed(table, result, corrected=before is not None)


def state_with(table: Table, before: ResultVersion | None, ending: Ending) -> TableState:
    """The state of a table when the office keys this; `before` counts there now (None: nothing does)."""
    if before is not None:
        return TableState.CORRECTED
    if ending.outcome == Outcome.PLAYED and any(c.deals != list(ending.deals) for c in standing_claims(table)):
        return TableState.CONFLICT
    return TableState.CONFIRMED


def rule(
    table_id: int,
    deals: Sequence[Written],
    *,
    expected_version: int,
    reason: str = "",
    reason_code: ReasonCode | None = None,
    answered_yes: bool = False,
    idempotency_key: str | None = None,
    actor: Actor = None,
) -> Keyed:
    """Decide a conflict: side A's card points that count from now on, with the reason that both sides see.

    The reason is one of the list, free text, or both. Raises `Refused` as `key_result` does, and `no_conflict`.
    """
    with changing(championship_of_table(table_id), actor) as change:
        table = fresh(table_id)
        points, questions = checked(table, deals, answered_yes=answered_yes)
        asked = (points, reason_code or "", reason.strip())
        before, stored = versions_of(table, idempotency_key)
        if repeated := repeated_request(
            table, stored, Source.RULING, lambda each: (each.deals, each.reason_code, each.reason) == asked
        ):
            return Keyed(table, repeated, corrected=False)
        if table.version != expected_version:
            raise refused("stale", version=table.version, expected=expected_version)
        if table.state != TableState.CONFLICT:
            raise refused("no_conflict")
        if reason_code is None and not reason.strip():
            raise refused("reason_missing")
        result = stand(
            change,
            table,
            points,
            Source.RULING,
            TableState.CONFIRMED,
            reason=reason,
            reason_code=reason_code or "",
            questions=questions,
            key=idempotency_key,
            versions=before,
        )
        note(change, table, result)
        return Keyed(table, result, corrected=False)


def withdraw_result(
    table_id: int, *, expected_version: int, reason: str, may_decide: bool = True, actor: Actor = None
) -> Table:
    """Open a table again: what stands there belongs to another table. All versions stay in the history, and the reason.

    Raises `Refused`: `stale`, `no_result`, `reason_missing`, `round_closed`, `organiser_decides`.
    """
    with changing(championship_of_table(table_id), actor) as change:
        table = fresh(table_id)
        if table.version != expected_version:
            raise refused("stale", version=table.version, expected=expected_version)
        if table.round.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=table.round.number)
        if not reason.strip():
            raise refused("reason_missing")
        refuse_decision(table, may_decide=may_decide)
        if not table.results.exclude(state=ResultState.SUPERSEDED).update(state=ResultState.SUPERSEDED):
            raise refused("no_result")
        move_on(table, TableState.OPEN)
        where = {"round": table.round.number, "table": table.number, "version": table.version}
        change.record("result_withdrawn", **where, reason=reason)
        return table
