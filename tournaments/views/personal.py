"""What is personal on a page: who is logged in. Nobody keeps such a page: after the log-out, Back shows no names."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control


def reader_of(request: HttpRequest) -> AbstractBaseUser | None:
    """Who is logged in; nobody is looked up for a request without a session."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = getattr(request, "user", None)
    return user if user is not None and user.is_authenticated else None


def name_of(user: Any) -> str:
    """How the header calls an account: its name, else its e-mail address."""
    return str(user.get_full_name() or user.email or user.get_username())


def with_account(body: bytes, user: AbstractBaseUser) -> bytes:
    """A public page, which is made for everybody alike, with the name and the way out in the place of "Log in"."""
    return body.replace(account(""), account(name_of(user)), 1)


def account(who: str) -> bytes:
    return render_to_string("tournaments/_account.html", {"who": who}).encode()


class KeepNothingPersonal:
    """Middleware: a page names in its header who is logged in, and is then stored nowhere (`no-store`).

    Public pages never look anybody up who has no session, so they stay as they are for everyone. A file was asked for
    to be kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and (user := reader_of(request)) is not None:
            if isinstance(response, HttpResponse):
                response.content = with_account(response.content, user)
            patch_cache_control(response, private=True, no_store=True)
        return response
