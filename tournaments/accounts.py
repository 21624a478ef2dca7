"""How people get accounts: an administrator of the association makes them; nobody signs up by himself."""

from typing import ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class ClosedAccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Allauth in the words of the site."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed. Ask an administrator of your association."),
        "email_password_mismatch": _("The e-mail address or the password is not right."),
        "enter_current_password": _("This is not the password until now."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
        "invalid_password_reset": _("This link does not work any more. Ask for a new one."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 - nobody, whoever asks
        return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002 - the same for all
        return reverse("office_home")
