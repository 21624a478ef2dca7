"""Points off in an official ranking: one organiser proposes them, or giving them back; another one decides.

Source: product.md D11 (four eyes), as `corrections` has it for results. Before a ranking is official,
`penalties` does it.
"""

from tournaments.enums import RequestState
from tournaments.models import Championship, Penalty, PenaltyRequest

from .change import Actor, Change, changing
from .impact import Impact, impact_of_penalty
from .penalties import checked, give, lift, to_lift, touches_official
from .penalty_lines import PenaltyLine
from .refusal import refused


def propose_penalty(
    championship_id: int, number: int, *, points: int, reason: str, after_round: int, actor: Actor = None
) -> PenaltyRequest:
    """Ask another organiser to take points off an entry. Nothing counts yet.

    Raises `Refused` as `penalties.give_penalty` does, and `penalty_not_official`, `no_account`, `penalty_request_open`.
    """
    with changing(championship_id, actor) as change:
        entry = checked(change, number, points, reason, after_round)
        asked = PenaltyRequest(entry=entry, points=points, reason=reason.strip()[:300], after_round=after_round)
        return propose(change, asked)


def propose_lift(penalty_id: int, *, reason: str, actor: Actor = None) -> PenaltyRequest:
    """Ask another organiser to give points back, with the reason for that.

    Raises `Refused`: `penalty_lifted`, `lift_reason_missing`, and as `propose_penalty` does.
    """
    championship = Penalty.objects.values_list("entry__championship", flat=True).get(pk=penalty_id)
    with changing(championship, actor) as change:
        penalty = to_lift(penalty_id, reason)
        asked = PenaltyRequest(
            entry=penalty.entry,
            lifts=penalty,
            points=penalty.points,
            reason=reason.strip()[:300],
            after_round=penalty.after_round,
        )
        return propose(change, asked)


def propose(change: Change, asked: PenaltyRequest) -> PenaltyRequest:
    if not touches_official(change.championship, asked.after_round):
        raise refused("penalty_not_official")
    if change.actor is None:
        raise refused("no_account")
    if PenaltyRequest.objects.filter(entry=asked.entry, state=RequestState.PROPOSED).exists():
        raise refused("penalty_request_open", number=asked.entry.number)
    asked.proposed_by, asked.proposed_at = change.actor, change.time
    asked.save(force_insert=True)
    record(change, "penalty_proposed", asked)
    return asked


def accept_penalty(request_id: int, *, actor: Actor = None) -> PenaltyRequest:
    """Do what somebody else has proposed.

    A penalty that was lifted meanwhile cannot be lifted again: then the request is overtaken (`state` says so).
    Raises `Refused`: `request_decided`, `no_account`, `same_organiser`.
    """
    with changing(championship_of(request_id), actor) as change:
        asked = open_request(change, request_id)
        if change.actor == asked.proposed_by:
            raise refused("same_organiser")
        if asked.lifts is not None and asked.lifts.lifted_at is not None:
            return decide(change, asked, RequestState.STALE, "penalty_overtaken")
        decide(change, asked, RequestState.ACCEPTED, "penalty_accepted")
        if asked.lifts is None:
            give(change, asked.entry, asked.points, asked.reason, asked.after_round)
        else:
            lift(change, asked.lifts, asked.reason)
        return asked


def reject_penalty(request_id: int, *, reason: str, actor: Actor = None) -> PenaltyRequest:
    """Leave the ranking as it is. Who proposed the change may take it back so, too.

    The reason stands beside the event. Raises `Refused`: `request_decided`, `no_account`, `reject_reason_missing`.
    """
    with changing(championship_of(request_id), actor) as change:
        asked = open_request(change, request_id)
        if not reason.strip():
            raise refused("reject_reason_missing")
        return decide(change, asked, RequestState.REJECTED, "penalty_rejected", reason=reason)


def championship_of(request_id: int) -> int:
    return PenaltyRequest.objects.values_list("entry__championship", flat=True).get(pk=request_id)


def open_request(change: Change, request_id: int) -> PenaltyRequest:
    """The request as it is now, for somebody with an account. Raises `Refused`."""
    if change.actor is None:
        raise refused("no_account")
    asked = PenaltyRequest.objects.select_related("entry", "lifts__entry", "proposed_by").get(pk=request_id)
    if asked.state != RequestState.PROPOSED:
        raise refused("request_decided")
    return asked


def decide(
    change: Change, asked: PenaltyRequest, state: RequestState, event: str, *, reason: str = ""
) -> PenaltyRequest:
    """`reason`: that of the decision, where it has one of its own."""
    asked.decide(state, change.actor, change.time)
    record(change, event, asked, reason=reason)
    return asked


def record(change: Change, event: str, asked: PenaltyRequest, *, reason: str = "") -> None:
    change.record(
        event,
        entry=asked.entry.number,
        points=asked.points,
        round=asked.after_round,
        lifts=asked.lifts is not None,
        reason=reason or asked.reason,
    )


def impact_of_request(championship: Championship, asked: PenaltyRequest) -> Impact:
    """What the request would change if it were accepted now. Reads only."""
    reason = asked.reason if asked.lifts is None else asked.lifts.reason
    line = PenaltyLine(asked.entry.number, asked.points, reason, asked.after_round)
    return impact_of_penalty(championship, line, lifts=asked.lifts is not None)


def open_penalty_requests(championship: Championship) -> list[PenaltyRequest]:
    """Those that wait for a decision, by entry."""
    found = PenaltyRequest.objects.filter(entry__championship=championship, state=RequestState.PROPOSED)
    return list(found.select_related("entry", "lifts", "proposed_by").order_by("entry__number"))


def decided_penalty_requests(championship: Championship) -> list[PenaltyRequest]:
    """Those that were decided, the newest first."""
    found = PenaltyRequest.objects.filter(entry__championship=championship).exclude(state=RequestState.PROPOSED)
    return list(found.select_related("entry", "proposed_by", "decided_by").order_by("-decided_at", "-pk"))
