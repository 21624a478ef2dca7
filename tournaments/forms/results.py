"""What the office types: the four numbers of a table, a reason, a file of results.

Numbers are read here and judged by `scoring`: a text that is no number stays the text it is, so that the refusal can
name it and the field can show it again.
"""

import re
from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import balance
from scoring.slip import Notation, Written
from tournaments.domain.refusal import Problem

DEAL_FIELDS = ("d1", "d2", "d3", "d4")
#: Longer input is cut: no number on a slip is longer, and a sentence has to show it.
LONGEST = 12

#: Only digits that a keyboard types; "４１" and "36.5" stay texts.
POINTS = re.compile(r"[0-9]{1,3}")
#: A sign is asked for, so that card points typed by mistake are never taken for a balance.
SIGNED = re.compile(r"[+-][0-9]{1,3}|0")


def written(text: str, notation: Notation) -> Written:
    """What stands in a field: a whole number in this notation, the text when it is none, None when it is empty."""
    text = text.strip()[:LONGEST]
    if not text:
        return None
    plain = text.replace("\u2212", "-")
    pattern = POINTS if notation is Notation.POINTS else SIGNED
    return int(plain) if pattern.fullmatch(plain) else text


class ResultForm(forms.Form):
    """The four numbers of side A, in card points or as a signed balance, and what belongs to saving them.

    `version` is the table's version that the reader saw. `yes` repeats the four numbers that a question was asked
    about: an answer never counts for other numbers. `seen` is the mark of what a correction would change, from somebody
    who has looked at it (`domain.impact`). `control` is the total on the slip, empty when nobody checks it.
    """

    d1 = forms.CharField(required=False)
    d2 = forms.CharField(required=False)
    d3 = forms.CharField(required=False)
    d4 = forms.CharField(required=False)
    control = forms.CharField(required=False)
    reason = forms.CharField(required=False, max_length=300, label=_("Reason"))
    notation = forms.ChoiceField(choices=[(each.value, each.value) for each in Notation])
    version = forms.IntegerField(min_value=0, max_value=2**31)
    key = forms.CharField(required=False, max_length=64)
    yes = forms.CharField(required=False)
    seen = forms.CharField(required=False, max_length=16)

    @property
    def notation_typed(self) -> Notation:
        """The notation of the page that was typed into."""
        return Notation(self.cleaned_data["notation"])

    @property
    def deals(self) -> tuple[Written, ...]:
        return tuple(written(self.cleaned_data[name], self.notation_typed) for name in DEAL_FIELDS)

    @property
    def answered_yes(self) -> bool:
        return str(self.cleaned_data["yes"]) == asked_about(self.deals)

    @property
    def reason_typed(self) -> str:
        return str(self.cleaned_data["reason"]).strip()

    def control_problem(self) -> Problem | None:
        """The total on the slip is not the sum of the four numbers; None when it is, or nobody typed it."""
        control = written(self.cleaned_data["control"], self.notation_typed)
        numbers = [each for each in self.deals if isinstance(each, int)]
        if control is None or len(numbers) < len(DEAL_FIELDS) or control == sum(numbers):
            return None
        return Problem("CONTROL", {"given": control, "expected": sum(numbers)})


def asked_about(deals: tuple[Written, ...]) -> str:
    """Four numbers as the answer to a question repeats them."""
    return " ".join(str(each) for each in deals)


def typed_values(data: Mapping[str, str]) -> dict[str, str]:
    """What was typed into the fields of a result, cut to a sensible length, to be shown again."""
    limits = {
        **dict.fromkeys((*DEAL_FIELDS, "control"), LONGEST),
        "reason": 300,
        "notation": 8,
        "version": 12,
        "key": 64,
    }
    return {name: str(data.get(name, ""))[:limit] for name, limit in limits.items()}


def shown(points: int, notation: Notation) -> str:
    """Card points as a field of this notation holds them: `41`, or `+5`, `-6`, `0`."""
    if notation is Notation.POINTS:
        return str(points)
    net = balance.net(points)
    return f"{net:+d}" if net else "0"


class WithdrawForm(forms.Form):
    """Taking a result back."""

    version = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=300, required=False, label=_("Reason"), help_text=_("For example: typed at the wrong table.")
    )


class ResultsFileForm(forms.Form):
    """A file of results of one round."""

    file = forms.FileField(
        label=_("File (CSV or Excel)"), widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"})
    )


class ResultsConfirmForm(forms.Form):
    """Storing what the preview showed."""

    reason = forms.CharField(
        required=False,
        max_length=300,
        label=_("Reason"),
        help_text=_("Why results are replaced, or why tables were not played to the end. Both sides read it."),
    )
