"""Drawing a round, with a seal or without, and exchanging two entries of a proposal."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.notation import CODES


class DrawForm(forms.Form):
    """The next draw: a seed where the organiser wants a certain one, a reason where tables are still open.

    `choices` are the numbers and names of those who may be marked as missing the round.
    """

    seed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=2**53 - 1,
        label=_("Seed (optional)"),
        help_text=_("The same seed gives the same draw. Leave it empty for a new one."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    accept_open = forms.CharField(
        required=False,
        max_length=300,
        label=_("Reason for drawing with open tables"),
        help_text=_("Everybody can read it."),
    )
    absent = forms.TypedMultipleChoiceField(
        required=False,
        coerce=int,
        label=_("Who misses this round"),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, choices: Sequence[tuple[int, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        absent: Any = self.fields["absent"]
        absent.choices = choices


class SwapForm(forms.Form):
    """Two entries of a proposal, by their numbers; the reason is for everybody to read.

    `choices` are the numbers with what the reader sees, in the order of the tables.
    """

    one = forms.TypedChoiceField(label=_("First"), coerce=int)
    other = forms.TypedChoiceField(label=_("Second"), coerce=int)
    reason = forms.CharField(max_length=300, required=False, label=_("Reason, shown publicly"))
    version = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(self, *args: Any, choices: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            field: Any = self.fields[name]
            field.choices = [("", "–"), *choices]


class ScheduleFileForm(forms.Form):
    """A file with the tables of a stage."""

    file = forms.FileField(
        label=_("File (CSV or Excel)"), widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"})
    )


class CardsForm(forms.Form):
    """The cards that were drawn in the hall, by their codes in their order. `sure`: they were read back."""

    cards = forms.CharField(
        max_length=200,
        label=_("Cards in the order drawn"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "class": "code"}
        ),
    )
    accept_open = forms.CharField(
        required=False,
        max_length=300,
        label=_("Reason for drawing with open tables"),
        help_text=_("Everybody can read it."),
    )
    seal = forms.CharField(max_length=64, widget=forms.HiddenInput)
    sure = forms.BooleanField(required=False)

    def clean_cards(self) -> str:
        """The codes as the engine writes them, however they were typed: `CK, T21` is `cK t21`."""
        return " ".join(as_code(word) for word in self.cleaned_data["cards"].replace(",", " ").split())


def as_code(word: str) -> str:
    """`Ck` and `CK` are `cK`; what is no card stays as it was typed."""
    code = word[:1].lower() + word[1:].upper()
    return code if code in CODES else word


class LateForm(forms.Form):
    """What becomes of a drawn round after a late result; `mark` names the outcome that was looked at."""

    do = forms.ChoiceField(choices=[(each, each) for each in ("keep", "minimal", "redraw")], widget=forms.HiddenInput)
    reason = forms.CharField(max_length=300, required=False, label=_("Reason, shown publicly"))
    mark = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
