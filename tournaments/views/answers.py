"""How a refusal is answered: its status, and as JSON for a page's script."""

from collections.abc import Iterable

from django.http import HttpRequest, JsonResponse

from tournaments.domain.refusal import Problem, Refused

#: What was asked does not fit the state in which things are now; the same request may fit later. The rest is 422.
CONFLICTS = frozenset({
    "already_confirmed",
    "claims_off",
    "no_call",
    "no_final_list",
    "no_reserve",
    "reserve_tied",
    "same_device",
    "stale",
    "stale_round",
    "needs_ruling",
    "no_conflict",
    "nothing_changed",
    "nothing_to_take_back",
    "nothing_to_undo",
    "undo_depends",
    "undo_other",
    "undo_used",
    "no_result",
    "not_official",
    "request_decided",
    "penalty_lifted",
    "penalty_not_official",
    "penalty_official",
    "penalty_request_open",
    "request_open",
    "result_official",
    "impact_changed",
    "round_not_closed",
    "round_official",
    "look_first",
    "no_round",
    "no_swap",
    "no_winner",
    "no_more_rounds",
    "not_the_last_round",
    "open_tables",
    "organiser_decides",
    "reported",
    "round_closed",
    "round_drawn",
    "round_not_published",
    "round_played",
    "round_published",
    "round_sealed",
    "sealed_already",
    "no_seal",
    "seal_broken",
    "no_late",
    "late_changed",
    "nothing_to_change",
    "withdrawn_seated",
})  # fmt: skip


def status_of(refusal: Refused | Iterable[Problem]) -> int:
    """409 for a conflict with the present state, 422 for what would be refused in any state."""
    problems = refusal.problems if isinstance(refusal, Refused) else refusal
    return 409 if any(problem.code in CONFLICTS for problem in problems) else 422


def wants_json(request: HttpRequest) -> bool:
    """The page's script asks with `Accept: application/json`; a browser by itself never does."""
    return request.headers.get("Accept", "") == "application/json"


def refusal_json(problems: Iterable[Problem], words: Iterable[str], status: int, **more: object) -> JsonResponse:
    """`{"problems": [{"code": …, "deal": 2, …, "sentence": …}]}`."""
    listed = [problem.as_json() | {"sentence": text} for problem, text in zip(problems, words, strict=True)]
    return JsonResponse({"problems": listed, **more}, status=status)
