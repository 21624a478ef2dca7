"""Logging in and passwords: allauth's forms with the words of the site."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.utils.translation import gettext_lazy as _

#: Labels of allauth's fields, and what helps to fill them in.
WORDS: dict[str, tuple[Any, Any]] = {
    "login": (_("E-mail"), ""),
    "email": (_("E-mail"), ""),
    "password": (_("Password"), ""),
    "remember": (_("Stay logged in on this device"), ""),
    "oldpassword": (_("Password until now"), ""),
    "password1": (_("New password"), _("At least 12 characters. Four words in a row are good and easy to keep.")),
    "password2": (_("New password, once more"), ""),
}


class SiteWords(forms.Form):
    """Put before one of allauth's forms: its fields in the words of the site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label, field.help_text = WORDS[name]
            field.widget.attrs.pop("placeholder", None)


class LoginForm(SiteWords, allauth.LoginForm): ...  # type: ignore[misc]


class ChangePasswordForm(SiteWords, allauth.ChangePasswordForm): ...  # type: ignore[misc]


class ResetPasswordForm(SiteWords, allauth.ResetPasswordForm): ...  # type: ignore[misc]


class ResetPasswordKeyForm(SiteWords, allauth.ResetPasswordKeyForm): ...  # type: ignore[misc]
