"""Setting up a championship, and what its settings (`settings.py`) have in common with that."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from scoring.tiebreaks import Key
from tournaments.domain.presets import PresetValues
from tournaments.enums import ByeScore, CarryOver, Kind, Notation, Pairing, PointsPer, Preset, StageKind
from tournaments.models import Association, Championship
from tournaments.models.names import is_seen, readable

#: How the keys of a ranking are called where somebody chooses them.
KEY_LABELS = {
    Key.TOURNAMENT_POINTS: _("points"),
    Key.NET: _("net (buns minus schliats)"),
    Key.TABLES_WON: _("tables won"),
    Key.DIRECT: _("direct comparison"),
    Key.BEST_TABLE: _("best single table"),
    Key.BUNS: _("buns"),
    Key.CARD_POINTS: _("card points"),
    Key.DEALS_WON: _("deals won"),
    Key.OPPONENTS_POINTS: _("opponents’ points"),
    Key.OPPONENTS_NET: _("opponents’ net"),
    Key.LOT: _("lot"),
}


def number_field(label: Any, low: int, high: int, **options: Any) -> forms.IntegerField:
    """A whole number, typed on the number pad of a phone; `low` and `high` are the limits that a reader is told."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 5, "autocomplete": "off"})
    return forms.IntegerField(label=label, min_value=low, max_value=high, widget=widget, **options)


#: Days of an event: no calendar ends the day after.
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)


def day_field(label: Any, **options: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    limits = (MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY))
    return forms.DateField(label=label, widget=widget, validators=limits, **options)


def time_field(label: Any, **options: Any) -> forms.TimeField:
    return forms.TimeField(label=label, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **options)


class ScheduleForm(forms.Form):
    """The numbers that a plan is computed from."""

    kind = forms.ChoiceField(label=_("Play as"), choices=Kind.choices, required=False)
    starts_at = time_field(_("from"))
    hall_until = time_field(_("hall until"))
    expected_entries = number_field(_("Pairs expected"), 2, 2000)
    rounds = number_field(_("Rounds"), 1, 40)
    minutes_per_round = number_field(_("Minutes per round"), 5, 300)
    break_minutes = number_field(_("Break (minutes)"), 0, 120, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self["kind"].value() == Kind.INDIVIDUALS:
            self.fields["expected_entries"].label = _("People expected")

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or Kind.PAIRS

    def clean_break_minutes(self) -> int:
        return self.cleaned_data["break_minutes"] or 0


class RulesFields(forms.Form):
    """What the set-up and the settings have in common beside the schedule."""

    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    starts_on = day_field(_("Day"))
    final_on = day_field(_("Day of the final"), required=False)
    finalists = number_field(_("Finalists"), 0, 2000, required=False)
    carry_over = forms.ChoiceField(label=_("Carry into the final"), choices=CarryOver.choices, required=False)
    points_per = forms.ChoiceField(label=_("Points are given"), choices=PointsPer.choices, required=False)
    bye_score = forms.ChoiceField(label=_("Sitting out is worth"), choices=ByeScore.choices, required=False)
    notation = forms.ChoiceField(label=_("Slips are written in"), choices=Notation.choices, required=False)

    def clean_name(self) -> str:
        name = readable(self.cleaned_data["name"])
        if not any(map(is_seen, name)):
            raise ValidationError(self.fields["name"].error_messages["required"])
        return name

    def clean_place(self) -> str:
        return readable(self.cleaned_data["place"])

    def clean_finalists(self) -> int | None:
        """None: there is no final, as with 0."""
        return self.cleaned_data["finalists"] or None

    def clean_final_on(self) -> date | None:
        final_on: date | None = self.cleaned_data["final_on"]
        starts_on = self.cleaned_data.get("starts_on")
        if final_on and starts_on and final_on < starts_on:
            raise ValidationError(_("The final cannot be before the first day."))
        return final_on


class NewChampionshipForm(ScheduleForm, RulesFields):
    """Everything on one page; seven fields are required, and a preset fills in five of them."""

    preset = forms.ChoiceField(label=_("Preset"), choices=Preset.choices, widget=forms.RadioSelect)
    original = forms.ModelChoiceField(Championship.objects.none(), label=_("Copy from"), required=False)
    association = forms.ModelChoiceField(Association.objects.none(), label=_("Association"), required=False)
    final_rounds = number_field(_("Rounds of the final"), 0, 40, required=False)
    pairing = forms.ChoiceField(label=_("Rounds are drawn"), choices=Pairing.choices, required=False)

    field_order = ("name", "place", "starts_on", "starts_at", "hall_until", "final_on")

    def __init__(
        self,
        *args: Any,
        associations: Sequence[Association],
        originals: Sequence[Championship],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.only_association = associations[0] if len(associations) == 1 else None
        choices: tuple[tuple[str, Sequence[Any], Any], ...] = (
            ("association", associations, Association),
            ("original", originals, Championship),
        )
        for name, objects, model in choices:
            field: Any = self.fields[name]
            field.queryset = model.objects.filter(pk__in=[each.pk for each in objects])
            field.empty_label = None
        self.fields["association"].required = self.only_association is None

    def clean_association(self) -> Association | None:
        return self.cleaned_data["association"] or self.only_association

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("preset") == Preset.COPY and not cleaned.get("original"):
            self.add_error("original", _("Choose the championship to copy."))
        if cleaned.get("final_rounds"):
            self.check_finalists(cleaned)
        return cleaned

    def check_finalists(self, cleaned: dict[str, Any]) -> None:
        """A final needs some; without one nobody looks at what a preset has filled in."""
        finalists, expected = cleaned.get("finalists"), cleaned.get("expected_entries")
        if str(self["finalists"].value()).strip() == "0":  # as plain as no rounds of it
            cleaned["final_rounds"] = 0
        elif finalists == 1 or (not finalists and "finalists" not in self.errors):
            self.add_error("finalists", _("A final needs a number of finalists."))
        elif finalists and expected and finalists > expected:
            self.add_error("finalists", _("There cannot be more finalists than entries."))

    def settings(self) -> dict[str, Any]:
        """The arguments of `create_championship`; what was left empty is left to the preset."""
        taken = {key: value for key, value in self.cleaned_data.items() if value not in {"", None}}
        if not taken.setdefault("final_rounds", 0):
            taken = {key: value for key, value in taken.items() if key not in {"finalists", "final_on"}}
        return {**taken, "preset": Preset(taken["preset"])}


def initial_of(values: PresetValues) -> dict[str, Any]:
    """What a preset fills into the fields of a new championship."""
    rounds = dict(values.stages)
    return {
        **{key: value for key, value in values.fields.items() if key in NewChampionshipForm.base_fields},
        "starts_at": values.starts_at,
        "hall_until": values.hall_until,
        "rounds": rounds.get(StageKind.PRELIMINARY),
        "final_rounds": rounds.get(StageKind.FINAL, 0),
    }
