"""Corrections of official results: one organiser proposes, another one decides; only then anything is stored.

Source: product.md D11 (four eyes). Before a result is official, `results.key_result` corrects it with a reason.
"""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User

from scoring.slip import Notation, Written
from tournaments.enums import Outcome, RequestState, ResultState, Role, RoundState, Source
from tournaments.models import Championship, CorrectionRequest, EventReason, Membership, Table

from .change import Actor, Change, changing, known
from .endings import Ending, checked_ending, refuse_unfit
from .refusal import refused
from .results import store
from .versions import championship_of_table, fresh, note

#: Roles of those who may propose and decide.
ORGANISING = (Role.ORGANISER, Role.ADMIN)


def propose_correction(
    table_id: int,
    deals: Sequence[Written],
    *,
    expected_version: int,
    notation: Notation = Notation.POINTS,
    outcome: Outcome = Outcome.PLAYED,
    replayed: int | None = None,
    answered_yes: bool = False,
    reason: str = "",
    actor: Actor = None,
) -> CorrectionRequest:
    """Ask another organiser for a correction of an official result. Nothing counts yet.

    Raises `Refused` with the codes of `scoring.validation`, its questions, and `not_official`, `no_account`, `stale`,
    `request_open`, `nothing_changed`, `reason_missing`, `deals_unfit`, `replay_unfit`.
    """
    with changing(championship_of_table(table_id), actor) as change:
        table = fresh(table_id)
        if table.round.state != RoundState.OFFICIAL:
            raise refused("not_official", round=table.round.number)
        if change.actor is None:
            raise refused("no_account")
        ending = checked_ending(table, deals, notation, outcome=outcome, replayed=replayed, answered_yes=answered_yes)
        if table.version != expected_version:
            raise refused("stale", version=table.version, expected=expected_version)
        if CorrectionRequest.objects.filter(table=table, state=RequestState.PROPOSED).exists():
            raise refused("request_open", table=table.number)
        before = table.results.filter(state=ResultState.CONFIRMED).first()
        refuse_unfit(table, before, ending, reason, agreed=True)
        request = CorrectionRequest.objects.create(
            table=table,
            deals=list(ending.deals),
            outcome=ending.outcome,
            replayed=ending.replayed,
            questions=list(ending.questions),
            reason=reason.strip(),
            expected_version=expected_version,
            proposed_by=change.actor,
            proposed_at=change.time,
        )
        record(change, "correction_proposed", request)
        return request


def accept_correction(request_id: int, *, actor: Actor = None) -> CorrectionRequest:
    """Store a correction that somebody else has proposed.

    When the table has changed since, nothing is stored but that the request is overtaken (`state` says so).
    Raises `Refused`: `request_decided`, `no_account`, `same_organiser`.
    """
    with changing(championship_of(request_id), actor) as change:
        request = open_request(change, request_id)
        if change.actor == request.proposed_by:
            raise refused("same_organiser")
        table = fresh(request.table_id)
        if table.version != request.expected_version or table.round.state != RoundState.OFFICIAL:
            return decide(change, request, RequestState.STALE, "correction_overtaken")
        decide(change, request, RequestState.ACCEPTED, "correction_accepted")
        keyed = store(change, table, ending_of(request), Source.OFFICE, reason=request.reason, key=None, agreed=True)
        note(change, keyed.table, keyed.result, corrected=True)
        return request


def reject_correction(request_id: int, *, reason: str, actor: Actor = None) -> CorrectionRequest:
    """Leave an official result as it is. Who proposed the correction may take it back so, too.

    The reason stands beside the event. Raises `Refused`: `request_decided`, `no_account`, `reject_reason_missing`.
    """
    with changing(championship_of(request_id), actor) as change:
        request = open_request(change, request_id)
        if not reason.strip():
            raise refused("reject_reason_missing")
        return decide(change, request, RequestState.REJECTED, "correction_rejected", reason=reason)


def championship_of(request_id: int) -> int:
    return CorrectionRequest.objects.values_list("table__round__championship", flat=True).get(pk=request_id)


def open_request(change: Change, request_id: int) -> CorrectionRequest:
    """The request as it is now, for somebody with an account. Raises `Refused`."""
    if change.actor is None:
        raise refused("no_account")
    request = CorrectionRequest.objects.select_related("table__round", "proposed_by").get(pk=request_id)
    if request.state != RequestState.PROPOSED:
        raise refused("request_decided")
    return request


def decide(
    change: Change, request: CorrectionRequest, state: RequestState, event: str, *, reason: str = ""
) -> CorrectionRequest:
    """`reason`: that of the decision, where it has one of its own; the request keeps why it was proposed."""
    request.decide(state, change.actor, change.time)
    record(change, event, request, reason=reason)
    return request


def record(change: Change, event: str, request: CorrectionRequest, *, reason: str = "") -> None:
    change.record(
        event,
        round=request.table.round.number,
        table=request.table.number,
        deals=request.deals,
        outcome=str(request.outcome),
        replayed=request.replayed,
        version=request.expected_version,
        reason=reason,
    )


def ending_of(request: CorrectionRequest) -> Ending:
    """What the table would say."""
    return Ending(tuple(request.deals), Outcome(request.outcome), request.replayed, tuple(request.questions))


def open_requests(championship: Championship) -> list[CorrectionRequest]:
    """Those that wait for a decision, by round and table."""
    found = CorrectionRequest.objects.filter(table__round__championship=championship, state=RequestState.PROPOSED)
    return list(found.select_related("table__round", "proposed_by").order_by("table__round__number", "table__number"))


def decided_requests(championship: Championship) -> list[CorrectionRequest]:
    """Those that were decided, the newest first."""
    found = CorrectionRequest.objects.filter(table__round__championship=championship)
    decided = found.exclude(state=RequestState.PROPOSED).order_by("-decided_at", "-pk")
    return list(decided.select_related("table__round", "proposed_by", "decided_by"))


def why_decided(championship: Championship) -> dict[datetime | None, str]:
    """Why proposals were rejected, and points given back, by the moment of that."""
    types = ("correction_rejected", "penalty_rejected", "penalty_lifted")
    rows = EventReason.objects.filter(event__championship=championship, event__type__in=types)
    return dict(rows.values_list("event__time", "text"))


def requests_of(table: Table) -> list[CorrectionRequest]:
    """All requests of a table, the newest first."""
    return list(
        CorrectionRequest.objects.filter(table=table).select_related("proposed_by", "decided_by").order_by("-pk")
    )


def has_second_organiser(championship: Championship, actor: Actor) -> bool:
    """Whether there is another account that could decide what this one proposes."""
    user = known(actor)
    members = Membership.objects.filter(association=championship.association_id, role__in=ORGANISING)
    everywhere = User.objects.filter(is_superuser=True, is_active=True)
    if user is not None:
        members, everywhere = members.exclude(user=user), everywhere.exclude(pk=user.pk)
    return members.filter(user__is_active=True).exists() or everywhere.exists()
