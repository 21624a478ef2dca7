"""Numbers that were typed when nobody was logged in any more: they wait in the session for the one who logs in.

Also the answer to a form whose token is no longer good: the numbers come back in the form instead of being lost.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.csrf import csrf_failure as plain_csrf_failure

from tournaments.domain.refusal import Problem
from tournaments.forms.results import typed_values

from .answers import refusal_json, wants_json
from .messages import sentence

SESSION_KEY = "kept_result"


def keeping_numbers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Around a view that takes a result: somebody who is logged out logs in and finds the numbers in the form."""

    @wraps(view)
    def kept(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and not request.user.is_authenticated:
            return ask_to_log_in(request, **kwargs)
        return view(request, **kwargs)

    return kept


def ask_to_log_in(request: HttpRequest, slug: Any, number: Any, table: Any) -> HttpResponse:
    request.session[SESSION_KEY] = {"path": request.path, "values": typed_values(request.POST)}
    back = f"{reverse('office_round', args=[slug, number])}?table={table}"
    answer = redirect_to_login(back)
    if wants_json(request):
        problem = Problem("logged_out")
        return refusal_json([problem], [sentence(problem)], 401, login=answer.headers["Location"])
    return answer


def kept_values(request: HttpRequest, path: str) -> dict[str, str] | None:
    """What was typed for this address before the login; None when nothing was."""
    kept = request.session.get(SESSION_KEY)
    return kept["values"] if kept and kept["path"] == path else None


def forget_kept(request: HttpRequest, path: str) -> None:
    """The numbers for this address are stored: nothing waits any more."""
    if kept_values(request, path) is not None:
        del request.session[SESSION_KEY]


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """A form without a good token changes nothing. A result that was typed, and a ruling, come back in their form."""
    match = request.resolver_match
    if match is not None and match.url_name == "office_result":
        from .results import unsafe_result  # noqa: PLC0415 - results uses this module

        return unsafe_result(request, **match.kwargs)
    if match is not None and match.url_name == "office_conflict":
        from .conflicts import unsafe_ruling  # noqa: PLC0415 - as above

        return unsafe_ruling(request, **match.kwargs)
    return plain_csrf_failure(request, reason)
