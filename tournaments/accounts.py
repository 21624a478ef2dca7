"""How people get accounts: an administrator of the association makes them; nobody signs up by himself.

Wrong passwords are slowed down and never lock anybody out (reliability.md, ASVS 6.3.1): after a few tries for an
account from one network each further one is looked at only after a wait that doubles, up to a minute. No thread waits:
who comes too early is told how long it takes. From other networks the account is open as ever.
"""

import hashlib
import math
import time
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

#: So many wrong passwords are looked at without a wait; the next ones after 2, 4, 8 … seconds.
FREE_TRIES = 4
LONGEST_WAIT = 60
#: Seconds after which wrong tries are forgotten.
REMEMBERED = 3600


class ClosedAccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Allauth in the words of the site."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed. Ask an administrator of your association."),
        "email_password_mismatch": _("The e-mail address or the password is not right."),
        "enter_current_password": _("This is not the password until now."),
        "invalid_password_reset": _("This link does not work any more. Ask for a new one."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 - nobody, whoever asks
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """In the place of allauth's limit, which closes an account for five minutes."""
        wait = seconds_to_wait(key_of(self, request, credentials))
        if wait:
            setattr(request, "login_wait", wait)  # noqa: B010 - for the view alone
            raise ValidationError(
                ngettext(
                    "That was wrong too often. Wait %(seconds)s second, then try again. Your account is not closed.",
                    "That was wrong too often. Wait %(seconds)s seconds, then try again. Your account is not closed.",
                    wait,
                )
                % {"seconds": wait},
                code="too_many_login_attempts",
            )

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:
            forget(key_of(self, request, credentials))
        return user

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002 - the same for all
        return reverse("office_home")


def key_of(adapter: DefaultAccountAdapter, request: HttpRequest, credentials: dict[str, Any]) -> str:
    """What tries are counted by: the account that is meant, and the network (of IPv6 the part that one line has)."""
    account = str(credentials.get("email") or credentials.get("username") or "").strip().casefold()
    address = adapter.get_client_ip(request)
    network = ":".join(address.split(":")[:4]) if ":" in address else address
    return "login:" + hashlib.sha256(f"{account}|{network}".encode()).hexdigest()


def seconds_to_wait(key: str) -> int:
    """Count a try. 0: it may be looked at; else how many seconds are left, and it does not count."""
    cache.add(key, 0, REMEMBERED)
    tries = counted(key, 1)
    if tries <= FREE_TRIES:
        return 0
    wait = min(2 ** (tries - FREE_TRIES), LONGEST_WAIT)
    now = time.time()
    if cache.add(f"{key}:gate", now + wait, wait):  # one of those who come at once gets through
        return 0
    counted(key, -1)
    until: float = cache.get(f"{key}:gate", now)
    return max(1, math.ceil(until - now))


def counted(key: str, change: int) -> int:
    try:
        return int(cache.incr(key, change))
    except ValueError:  # forgotten meanwhile
        return 1


def forget(key: str) -> None:
    """The password was right."""
    cache.delete_many([key, f"{key}:gate"])
