"""The mark of a phone or computer: random symbols in a cookie, so that what came from one device can be told apart.

Nothing depends on it that a person needs: a browser that drops cookies counts as another device each time.
"""

import re
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.domain.change import acting_device

COOKIE = "device"
#: Longer than any championship; nobody is followed from one season to the next.
KEPT = timedelta(days=90)
MARK = re.compile(r"[A-Za-z0-9_-]{16}")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class MarkDevice:
    """Middleware: the device's mark goes along with every change of the request (`acting_device`).

    A new mark is set only with the answer to a form, or with a page that asks for it (`remembering_device`): who just
    reads gets no cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.COOKIES.get(COOKIE, "")
        known = MARK.fullmatch(given) is not None
        mark = given if known else secrets.token_urlsafe(12)
        before = acting_device.set(mark)
        try:
            response = self.get_response(request)
        finally:
            acting_device.reset(before)
        if not known and (request.method not in SAFE or getattr(request, "remembers_device", False)):
            response.set_cookie(COOKIE, mark, max_age=KEPT, secure=request.is_secure(), httponly=True, samesite="Lax")
        return response


def remembering_device(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Around a page with a form of a table: the device is known before the form comes back."""

    @wraps(view)
    def remembered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        setattr(request, "remembers_device", True)  # noqa: B010 - for the middleware alone
        return view(request, *args, **kwargs)

    return remembered
