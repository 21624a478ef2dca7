"""What the sides of a table report themselves: a claim of one side, which the other side confirms or denies.

A claim is a version of the result like any other (product.md, decisions 1 and 3). It counts once the other side has
said the same, or the office has typed the same from the signed slip. While two standing claims differ, nothing counts
and the organiser rules. Everything here is from side A's point of view in storage, from a side's own in the arguments.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from scoring.balance import DEAL_POINTS
from scoring.slip import Notation, Written
from tournaments.enums import (
    COUNTING_STATES,
    Confirming,
    Outcome,
    ResultState,
    RoundState,
    SideName,
    Source,
    TableState,
)
from tournaments.models import ResultVersion, Table

from .change import AtTable, Change, changing
from .plausibility import doubts
from .refusal import Problem, refused
from .versions import championship_of_table, checked, fresh, note, repeated_request, stand, versions_of

SOURCES = {SideName.A: Source.SIDE_A, SideName.B: Source.SIDE_B}
OTHER = {SideName.A: SideName.B, SideName.B: SideName.A}

#: Sources of a result that counts although no side has said it; a side may still deny it.
OFFICE_SOURCES = frozenset({Source.OFFICE, Source.FILE})

#: Card points of side A, and the questions that were asked about them and answered.
type Checked = tuple[list[int], list[dict[str, object]]]


@dataclass(frozen=True, slots=True)
class Claimed:
    """What was stored. `table.state` says what came of it: claimed, confirmed or conflict."""

    table: Table
    result: ResultVersion


def claim_result(
    table_id: int,
    side: SideName,
    deals: Sequence[Written],
    *,
    seen_version: int,
    notation: Notation = Notation.POINTS,
    answered_yes: bool = False,
    idempotency_key: str | None = None,
) -> Claimed:
    """Store the four numbers of a side, its own card points or ±net, as what this side claims.

    `seen_version` is the table's version on the page that was typed into: a claim never replaces a newer one of the
    same side. Raises `Refused` with the codes of `scoring.validation`, its questions, or `stale`, `claims_off`,
    `round_not_published`, `round_closed`, `already_confirmed`, `same_device`, `other_request`.
    """

    def said(change: Change, table: Table) -> Checked:
        def odd(points: list[int]) -> tuple[Problem, ...]:
            # Where something counts already, a claim is held against that instead.
            counts = table.state in COUNTING_STATES
            return () if counts else doubts(table, points, time=change.time, device=change.device)

        return checked(table, deals, notation, side=side, answered_yes=answered_yes, doubted=odd)

    def same(table: Table, stored: ResultVersion) -> bool:
        return bool(stored.deals == checked(table, deals, notation, side=side, answered_yes=True)[0])

    return said_at_table(table_id, side, said, same, seen_version, idempotency_key)


def agree(
    table_id: int, side: SideName, *, version: int, seen_version: int | None = None, idempotency_key: str | None = None
) -> Claimed:
    """Confirm for `side` what the other side claims, or what the office typed; `version` is the one that was shown.

    `seen_version` is the table's version on that page: a side that has said something else later gives in with it.
    Raises `Refused`: `stale` (they have changed it meanwhile), `blind` (each side types its own numbers here), and
    as `claim_result` does.
    """

    def said(_change: Change, table: Table) -> Checked:
        if table.round.stage.confirming == Confirming.BLIND:
            raise refused("blind")
        shown = table.results.filter(version=version).exclude(state=ResultState.SUPERSEDED)
        claim = shown.exclude(source=SOURCES[side]).first()
        if claim is None:
            raise refused("stale", version=table.version, expected=version)
        return list(claim.deals), list(claim.questions)

    def same(table: Table, stored: ResultVersion) -> bool:
        return table.results.filter(version=version, deals=stored.deals).exists()

    seen = version if seen_version is None else max(version, seen_version)
    return said_at_table(table_id, side, said, same, seen, idempotency_key)


def said_at_table(
    table_id: int,
    side: SideName,
    said: Callable[[Change, Table], Checked],
    same: Callable[[Table, ResultVersion], bool],
    seen_version: int,
    key: str | None,
) -> Claimed:
    """Store what a side says. `said` gives side A's card points and the answered questions of the locked table.

    `same` says whether a version that was stored with the same key is what this request would store.
    """
    with changing(championship_of_table(table_id), AtTable(side)) as change:
        table = fresh(table_id, change.championship)
        before, stored = versions_of(table, key)
        # The answer to the first request may be lost: it is given again, also when the round has been closed since.
        if repeated := repeated_request(table, stored, SOURCES[side], partial(same, table)):
            return Claimed(table, repeated)
        refuse_closed(change, table)
        points, questions = said(change, table)
        mine = next((each for each in reversed(before) if each.source == SOURCES[side]), None)
        if mine is not None and mine.version > seen_version:
            if mine.state != ResultState.SUPERSEDED and mine.deals == points:
                return Claimed(table, mine)
            raise refused("stale", version=table.version, expected=seen_version)
        return claim(change, table, side, points, before, questions, key)


def refuse_closed(change: Change, table: Table) -> None:
    """Raises `Refused` while, or because, no claims are taken for this table."""
    if not change.championship.takes_claims:
        raise refused("claims_off")
    if table.round.state == RoundState.DRAFT:
        raise refused("round_not_published", round=table.round.number)
    if table.round.state != RoundState.PUBLISHED:
        raise refused("round_closed", round=table.round.number)


def claim(
    change: Change,
    table: Table,
    side: SideName,
    points: list[int],
    before: Sequence[ResultVersion],
    questions: list[dict[str, object]],
    key: str | None,
) -> Claimed:
    """What a side says, held against everything that stands; `before` are all versions until now."""
    standing = [each for each in before if each.state != ResultState.SUPERSEDED]
    said_before = next((each for each in standing if each.source == SOURCES[side] and each.deals == points), None)
    if said_before is not None:
        return Claimed(table, said_before)
    others = [each for each in standing if each.source != SOURCES[side]]
    confirmed = next((each for each in standing if each.state == ResultState.CONFIRMED), None)
    if confirmed is None:
        state = state_beside(others, points)
    elif (confirmed.deals, confirmed.outcome) == (points, Outcome.PLAYED):
        state = TableState(table.state)
    elif is_settled(table, confirmed, [each for each in standing if each.source == SOURCES[side]]):
        raise refused("already_confirmed", deals=confirmed.deals)
    else:
        state = TableState.CONFLICT
    handed_over = state == TableState.CONFIRMED and is_same_device(change, others)
    if handed_over and table.round.stage.confirming == Confirming.SECOND_DEVICE:
        raise refused("same_device")
    result = stand(
        change,
        table,
        points,
        SOURCES[side],
        state,
        questions=questions,
        key=key,
        handed_over=handed_over,
        versions=before,
    )
    note(change, table, result)
    return Claimed(table, result)


def state_beside(others: Sequence[ResultVersion], points: Sequence[int]) -> TableState:
    """What a table is once these points stand beside what others claim."""
    if not others:
        return TableState.CLAIMED
    return TableState.CONFIRMED if all(each.deals == points for each in others) else TableState.CONFLICT


def is_settled(table: Table, confirmed: ResultVersion, own: Sequence[ResultVersion]) -> bool:
    """This side cannot deny it any more: it has said so itself (`own`), both have, or the office alone decided.

    The office alone decides by a ruling, a correction, and about a table that was not played to the end.
    """
    said_so = any(each.deals == confirmed.deals for each in own)
    decided = confirmed.outcome != Outcome.PLAYED or table.state != TableState.CONFIRMED
    return said_so or decided or confirmed.source not in OFFICE_SOURCES


def is_same_device(change: Change, others: Sequence[ResultVersion]) -> bool:
    """Whether what others said came from the phone that speaks now. A phone that is not known is another one."""
    return bool(change.device) and any(each.device == change.device for each in others)


# What a side sees ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """Deals in a side's own card points, when and by whom they were said; `reason` is in the reader's language.

    There are four where the `outcome` is `played`; `walkover_a` is a win without play for this side.
    """

    deals: tuple[int, ...]
    version: int
    source: Source
    reason: str
    at: datetime
    outcome: Outcome = Outcome.PLAYED


@dataclass(frozen=True, slots=True)
class SideView:
    """A table as one side of it sees it; all numbers are its own card points.

    `mine`: what this side claims. `theirs`: what stands against it (the other side's claim, or the office's), None
    while nothing does or while both sides type blind. `counting`: the result that counts. `differing`: numbers of the
    deals in which `mine` and `theirs` differ.
    """

    side: SideName
    state: TableState
    version: int
    mine: Said | None
    theirs: Said | None
    counting: Said | None
    differing: tuple[int, ...]
    takes_claims: bool
    confirming: Confirming


def side_view(table: Table, side: SideName) -> SideView:
    """What this side may see of the result of its table. `table` comes with round, stage and championship."""
    results = versions_of(table)[0]
    mine = last_said(results, side, lambda each: each.source == SOURCES[side] and each.state == ResultState.CLAIMED)
    theirs = last_said(results, side, lambda each: each.source != SOURCES[side] and each.state == ResultState.CLAIMED)
    counting = last_said(results, side, lambda each: each.state == ResultState.CONFIRMED)
    confirming = Confirming(table.round.stage.confirming)
    if confirming == Confirming.BLIND and mine is None and counting is None:
        theirs = None
    return SideView(
        side=side,
        state=TableState(table.state),
        version=table.version,
        mine=mine,
        theirs=theirs,
        counting=counting,
        differing=differing(mine, theirs) if table.state == TableState.CONFLICT else (),
        takes_claims=table.round.state == RoundState.PUBLISHED and table.round.championship.takes_claims,
        confirming=confirming,
    )


def last_said(results: Sequence[ResultVersion], side: SideName, wanted: Callable[[ResultVersion], bool]) -> Said | None:
    found = [each for each in results if wanted(each)]
    if not found:
        return None
    last = found[-1]
    return Said(
        own_points(last.deals, side),
        last.version,
        Source(last.source),
        last.why,
        last.created_at,
        own_outcome(last, side),
    )


def own_outcome(result: ResultVersion, side: SideName) -> Outcome:
    """How the table ended, as if this side were side A: `walkover_a` is a win without play for `side`."""
    turned = {Outcome.WALKOVER_A: Outcome.WALKOVER_B, Outcome.WALKOVER_B: Outcome.WALKOVER_A}
    outcome = Outcome(result.outcome)
    return outcome if side == SideName.A else turned.get(outcome, outcome)


def own_points(deals: Sequence[int], side: SideName) -> tuple[int, ...]:
    """Card points of side A as those of `side`."""
    return tuple(deals) if side == SideName.A else tuple(DEAL_POINTS - points for points in deals)


def differing(mine: Said | None, theirs: Said | None) -> tuple[int, ...]:
    """Numbers (1–4) of the deals in which two claims differ."""
    if mine is None or theirs is None:
        return ()
    return tuple(
        deal for deal, (one, other) in enumerate(zip(mine.deals, theirs.deals, strict=False), 1) if one != other
    )
