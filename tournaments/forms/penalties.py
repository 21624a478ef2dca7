"""Points off for an entry, and somebody who plays for another person of a pair."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.registration import PersonData
from tournaments.models import Championship, Entry
from tournaments.models.person import LENGTHS

from .championships import number_field
from .registration import young_fields


class PenaltyForm(forms.Form):
    """Who loses how many points, from which round on, and why."""

    entry = forms.TypedChoiceField(label=_("Who"), coerce=int)
    points = number_field(_("Points off"), 1, 99)
    after_round = number_field(_("Counts after round (0: from the start)"), 0, 99)
    reason = forms.CharField(label=_("Reason, which everybody can read"), max_length=300)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = championship.entries.with_people().order_by("number")
        field: Any = self.fields["entry"]
        field.choices = [("", "–"), *((entry.number, f"{entry.number} · {entry.name}") for entry in entries)]


class LiftForm(forms.Form):
    """Why points are given back."""

    reason = forms.CharField(label=_("Reason for giving them back"), max_length=300)


class SubstituteForm(forms.Form):
    """Who plays for whom, from which round on. Without a name the person of the pair plays again."""

    position = forms.TypedChoiceField(label=_("For whom"), coerce=int)
    name = forms.CharField(label=_("Who plays instead"), max_length=LENGTHS["name"], required=False)
    place = forms.CharField(label=_("From"), max_length=LENGTHS["place"], required=False)
    from_round = number_field(_("From round"), 1, 99)
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["position"]
        field.choices = [(position, person.full_name) for position, person in enumerate(entry.persons, 1)]
        self.fields |= young_fields()
        self.order_fields(["position", "name", "place", "under_16", "guardian_agrees"])
        self.fields["name"].help_text = _("Empty: the person of the pair plays again.")

    def person(self, chosen: int | None = None) -> PersonData | None:
        """Who steps in; `chosen` is somebody of the directory."""
        name = self.cleaned_data["name"].strip()
        young = {name: self.cleaned_data[name] for name in ("under_16", "guardian_agrees")}
        return PersonData(name, self.cleaned_data["place"], person_id=chosen, **young) if name else None
