"""Entries by hand, and the file they come in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.registration import PersonData
from tournaments.enums import Consent
from tournaments.models import Championship, Entry

from .championships import number_field
from .seen import SeenForm

#: What is known of a person; the fields of the form carry the position in the entry: `name_1`, `place_2`.
EMPTY: dict[str, Any] = {
    "name": "",
    "place": "",
    "year_of_birth": None,
    "suffix": "",
    "consent": Consent.FULL,
    "public_alias": "",
    "under_16": False,
    "guardian_agrees": False,
}
PERSON_FIELDS = tuple(EMPTY)


@dataclass(frozen=True, slots=True)
class PersonFields:
    """The bound fields of one person."""

    position: int
    name: forms.BoundField
    place: forms.BoundField
    year_of_birth: forms.BoundField
    suffix: forms.BoundField
    consent: forms.BoundField
    public_alias: forms.BoundField
    under_16: forms.BoundField
    guardian_agrees: forms.BoundField


class EntryForm(SeenForm):
    """A pair or a person. With `entry` the form corrects it, without it makes a new one."""

    number = number_field(_("Number"), 1, 9999, required=False)
    club = forms.CharField(label=_("Club"), max_length=120, required=False)
    fixed_table = number_field(
        _("Always at table"),
        1,
        999,
        required=False,
        help_text=_("For somebody who needs a certain place. Whom they meet has nothing to do with it."),
    )
    stand_in = forms.BooleanField(
        label=_("Stand-in"),
        required=False,
        help_text=_("Plays only where the last table would not be full, and is not ranked."),
    )

    def __init__(self, *args: Any, championship: Championship, entry: Entry | None = None, **kwargs: Any) -> None:
        self.championship, self.entry = championship, entry
        self.positions = range(1, (2 if championship.is_pairs else 1) + 1)
        if entry is not None:
            kwargs.setdefault("initial", stored(entry))
        super().__init__(*args, **kwargs)
        self.fields["number"].required = entry is not None
        if entry is None:
            self.fields["number"].help_text = _("Left empty: the next free one.")
        for position in self.positions:
            for name, field in person_fields().items():
                self.fields[f"{name}_{position}"] = field
        if entry is None and not self.is_bound:  # the desk types one entry after the other
            self.fields["name_1"].widget.attrs["autofocus"] = True

    def now_stored(self) -> dict[str, Any]:
        return {} if self.entry is None else stored(self.entry)

    @property
    def people_fields(self) -> list[PersonFields]:
        return [
            PersonFields(position, **{name: self[f"{name}_{position}"] for name in PERSON_FIELDS})
            for position in self.positions
        ]

    def people(self, chosen: Sequence[int | None] = ()) -> list[PersonData]:
        """The people as typed; `chosen` names those of the directory that somebody has picked.

        Consent that a damaged form does not name stays as it is: no name becomes public by accident.
        """
        picked = [*chosen, *([None] * len(self.positions))]
        kept = {f"consent_{position}": self.now_stored().get(f"consent_{position}") for position in self.positions}
        return [
            PersonData(
                **{
                    name: self.cleaned_data[f"{name}_{position}"] or kept.get(f"{name}_{position}") or default
                    for name, default in EMPTY.items()
                },
                person_id=picked[position - 1],
            )
            for position in self.positions
        ]


def person_fields() -> dict[str, forms.Field]:
    return {
        "name": forms.CharField(label=_("First name and family name"), max_length=120),
        "place": forms.CharField(label=_("Place"), max_length=80, required=False),
        "year_of_birth": number_field(_("Year of birth"), 1900, 2099, required=False),
        "suffix": forms.CharField(label=_("Added to the name of namesakes"), max_length=80, required=False),
        "consent": forms.ChoiceField(
            label=_("Named in public"), choices=Consent.choices, initial=Consent.FULL, required=False
        ),
        "public_alias": forms.CharField(label=_("Public alias"), max_length=80, required=False),
        **young_fields(),
    }


def young_fields() -> dict[str, forms.Field]:
    """Two ticks instead of a date of birth: no more is needed to know how somebody may be named."""
    return {
        "under_16": forms.BooleanField(
            label=_("Under 16"), required=False, help_text=_("In public only the initials are shown.")
        ),
        "guardian_agrees": forms.BooleanField(
            label=_("A parent or guardian agrees that the name is published"), required=False
        ),
    }


def stored(entry: Entry) -> dict[str, Any]:
    """What an entry holds, as the form's values."""
    values: dict[str, Any] = {
        "number": entry.number,
        "club": entry.club.name if entry.club else "",
        "fixed_table": entry.fixed_table,
        "stand_in": entry.stand_in,
    }
    for position, person in enumerate(entry.persons, 1):
        values |= {f"{name}_{position}": getattr(person, name) for name in PERSON_FIELDS}
    return values


class ImportForm(forms.Form):
    """A list of entries."""

    file = forms.FileField(
        label=_("CSV or Excel file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        allow_empty_file=True,  # the reader of lists has the sentence for it
    )
