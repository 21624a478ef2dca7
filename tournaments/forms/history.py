"""Choosing what of the log is shown."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

KIND_CHOICES = (
    ("", _("everything")),
    ("results", _("results")),
    ("rounds", _("rounds and draws")),
    ("entries", _("entries")),
    ("calls", _("calls and table codes")),
    ("settings", _("settings and publishing")),
    ("other", _("the rest")),
)


def small_number(label: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 5, "autocomplete": "off"})
    return forms.IntegerField(label=label, min_value=1, max_value=32767, required=False, widget=widget)


class HistoryForm(forms.Form):
    """Round, table, kind of event and who acted."""

    round = small_number(_("Round"))
    table = small_number(_("Table"))
    kind = forms.ChoiceField(label=_("Kind"), choices=KIND_CHOICES, required=False)
    person = forms.ChoiceField(label=_("Who"), required=False)

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["person"]
        field.choices = [("", _("everybody")), *people]
