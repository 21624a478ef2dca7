"""Deciding a conflict: whose numbers count, and why."""

import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.slip import Notation, Written
from tournaments.enums import ReasonCode

from .results import DEAL_FIELDS, asked_about, written

#: "Other numbers", beside the claims that stand.
OTHER = "other"


class RulingForm(forms.Form):
    """Which numbers count: a claim by its version, or four others in card points of side A; and the reason.

    `version` is the table's version that the reader saw. `yes` repeats the other numbers that a question was asked
    about.
    """

    numbers = forms.CharField(required=False, max_length=12)
    d1 = forms.CharField(required=False)
    d2 = forms.CharField(required=False)
    d3 = forms.CharField(required=False)
    d4 = forms.CharField(required=False)
    reason_code = forms.ChoiceField(
        label=_("Reason"), choices=ReasonCode.choices, required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Another reason, or more about it"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    yes = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("reason_code") and not cleaned.get("reason") and "reason_code" not in self.errors:
            self.add_error("reason_code", ValidationError(_("Choose a reason, or write one. Both sides read it.")))
        return cleaned

    @property
    def claim(self) -> int | None:
        """Version of the claim that shall count; None: other numbers."""
        chosen = str(self.cleaned_data["numbers"])
        return int(chosen) if chosen.isdecimal() else None

    @property
    def deals(self) -> tuple[Written, ...]:
        """The other numbers, card points of side A."""
        return tuple(written(str(self.cleaned_data[name]), Notation.POINTS) for name in DEAL_FIELDS)

    @property
    def code(self) -> ReasonCode | None:
        code = self.cleaned_data["reason_code"]
        return ReasonCode(code) if code else None

    @property
    def answered_yes(self) -> bool:
        return str(self.cleaned_data["yes"]) == asked_about(self.deals)


def fresh_ruling(version: int, deals: str = "") -> RulingForm:
    """The form as the page opens it; `deals` are numbers that somebody typed into the grid, separated by blanks."""
    typed = dict(zip(DEAL_FIELDS, deals.split(), strict=False))
    return RulingForm(initial={**typed, "version": version, "key": uuid.uuid4().hex})
