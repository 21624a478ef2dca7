"""Logging in: allauth's page, which says by its status, too, that somebody has to wait."""

from typing import Any

from allauth.account.views import LoginView
from django.http.response import HttpResponseBase


class SlowLogin(LoginView):  # type: ignore[misc]
    """What was typed stays in the form; 429 and `Retry-After` say how long to wait."""

    def form_invalid(self, form: Any) -> HttpResponseBase:
        response: HttpResponseBase = super().form_invalid(form)
        if wait := getattr(self.request, "login_wait", 0):
            response.status_code = 429
            response.headers["Retry-After"] = str(wait)
        return response


login = SlowLogin.as_view()
