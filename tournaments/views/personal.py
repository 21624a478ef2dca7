"""Pages that were made for one person are kept by nobody: after the log-out, Back shows no names."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control


class KeepNothingPersonal:
    """Middleware: a page for which somebody who is logged in was looked up is stored nowhere (`no-store`).

    Public pages never look anybody up, so they stay as they are for everyone. A file was asked for to be kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and request.session.accessed and request.user.is_authenticated:
            patch_cache_control(response, private=True, no_store=True)
        return response
