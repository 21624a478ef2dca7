"""Changing the settings of a championship."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.validation import QuestionCode, plausible
from tournaments.domain.plausibility import LIMITS, OPTIONAL_QUESTIONS, Doubt
from tournaments.enums import Confirming, Kind, Pairing
from tournaments.models import Championship, Stage

from .championships import KEY_LABELS, RulesFields, number_field, time_field
from .seen import SeenForm

#: What sets the limit of a question, by its code.
LIMIT_OF: dict[str, str] = {
    QuestionCode.CONFIRM_EXTREME: "odd_points",
    Doubt.TOO_EARLY: "odd_minutes",
    Doubt.SAME_DEVICE: "odd_tables",
}


def question_labels(championship: Championship) -> dict[str, Any]:
    """What is asked about, with the limits of a championship."""
    unasked = plausible(championship.odd_points)
    minutes, tables = championship.odd_minutes, championship.odd_tables
    return {
        QuestionCode.CONFIRM_EXTREME: format_lazy(
            _("A deal under {low} or over {high}"), low=unasked[0], high=unasked[-1]
        ),
        Doubt.TOO_EARLY: format_lazy(_("A result less than {minutes} minutes after the start"), minutes=minutes),
        Doubt.ALL_EQUAL: _("Four equal numbers"),
        Doubt.SAME_NUMBERS: _("The same four numbers at another table of the round"),
        Doubt.SAME_DEVICE: format_lazy(_("One phone that reports for {tables} tables"), tables=tables),
    }


def limit_field(name: str, label: Any) -> forms.IntegerField:
    return number_field(label, LIMITS[name][0], LIMITS[name][-1], required=False)


class SettingsForm(SeenForm, RulesFields):
    """Every setting of a championship. What is not sent stays as it is."""

    kind = forms.ChoiceField(label=_("Play as"), choices=Kind.choices)
    edition = number_field(_("Edition"), 1, 999, required=False)
    keep_clubs_apart = forms.TypedChoiceField(
        label=_("People of one club"),
        choices=((True, _("are kept apart where possible")), (False, _("may meet like all others"))),
        coerce=lambda value: value == "True",
        empty_value=None,
        required=False,
    )
    mind_other_role = forms.TypedChoiceField(
        label=_("Partners of an earlier round"),
        choices=((False, _("may meet as opponents")), (True, _("do not meet as opponents where that can be"))),
        coerce=lambda value: value == "True",
        empty_value=None,
        required=False,
        help_text=_("And the other way round. In a draw by lot it is always so; by standing it makes wider tables."),
    )
    takes_claims = forms.TypedChoiceField(
        label=_("Results come from"),
        choices=((True, _("the players’ phones and the office")), (False, _("the office only"))),
        coerce=lambda value: value == "True",
        empty_value=None,
        required=False,
    )
    odd_points = limit_field("odd_points", _("Fewest points of a side"))
    odd_minutes = limit_field("odd_minutes", _("Fewest minutes"))
    odd_tables = limit_field("odd_tables", _("Tables of one phone"))
    final_starts_at = time_field(_("Final from"), required=False)
    correction_minutes = number_field(_("Minutes for corrections after the final list"), 0, 600, required=False)
    starts_at = time_field(_("from"))
    hall_until = time_field(_("hall until"))
    expected_entries = number_field(_("Entries expected"), 2, 2000)
    minutes_per_round = number_field(_("Minutes per round"), 5, 300)
    break_minutes = number_field(_("Break (minutes)"), 0, 120)
    points_win = number_field(_("Won"), 0, 100)
    points_level = number_field(_("Level"), 0, 100)
    points_loss = number_field(_("Lost"), 0, 100)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    #: How many keys can be chosen one after the other.
    KEYS = 6

    def __init__(self, *args: Any, championship: Championship, stages: Sequence[Stage], **kwargs: Any) -> None:
        self.championship, self.stages = championship, stages
        kwargs.setdefault("initial", self.stored())
        super().__init__(*args, **kwargs)
        for stage in stages:
            self.fields[f"rounds_{stage.position}"] = number_field(
                _("Rounds (%(stage)s)") % {"stage": stage.get_kind_display()}, 1, 40
            )
            self.fields[f"pairing_{stage.position}"] = forms.ChoiceField(
                label=_("How it is drawn (%(stage)s)") % {"stage": stage.get_kind_display()},
                choices=Pairing.choices,
                required=False,
            )
            self.fields[f"confirming_{stage.position}"] = forms.ChoiceField(
                label=_("The other side confirms (%(stage)s)") % {"stage": stage.get_kind_display()},
                choices=Confirming.choices,
                required=False,
            )
        choices = [("", "–"), *((str(key), label) for key, label in KEY_LABELS.items())]
        for place in range(1, self.KEYS + 1):
            self.fields[f"key_{place}"] = forms.ChoiceField(
                label=_("%(place)s. by") % {"place": place}, choices=choices, required=place == 1
            )
        labels = question_labels(self.championship)
        for code in OPTIONAL_QUESTIONS:
            self.fields[f"ask_{code}"] = forms.TypedChoiceField(
                label=labels[code],
                choices=((True, _("is asked about")), (False, _("is taken without a question"))),
                coerce=lambda value: value == "True",
                empty_value=None,
                required=False,
            )
        for name in ("carry_over", "points_per", "bye_score", "notation"):
            self.fields[name].required = True

    def stored(self) -> dict[str, Any]:
        championship = self.championship
        values = {name: getattr(championship, name, None) for name in self.base_fields if name != "confirmed"}
        values |= {f"rounds_{stage.position}": stage.rounds_planned for stage in self.stages}
        values |= {f"pairing_{stage.position}": stage.pairing for stage in self.stages}
        values |= {f"confirming_{stage.position}": stage.confirming for stage in self.stages}
        values |= {f"ask_{code}": code not in championship.unasked for code in OPTIONAL_QUESTIONS}
        return values | {f"key_{place}": key for place, key in enumerate(championship.keys[: self.KEYS], 1)}

    def now_stored(self) -> dict[str, Any]:
        return self.stored()

    @property
    def round_fields(self) -> list[forms.BoundField]:
        return [self[f"rounds_{stage.position}"] for stage in self.stages]

    @property
    def pairing_fields(self) -> list[forms.BoundField]:
        return [self[f"pairing_{stage.position}"] for stage in self.stages]

    @property
    def confirming_fields(self) -> list[forms.BoundField]:
        return [self[f"confirming_{stage.position}"] for stage in self.stages]

    @property
    def question_fields(self) -> list[tuple[forms.BoundField, forms.BoundField | None]]:
        """Each question, and the field of its limit where it has one."""
        return [
            (self[f"ask_{code}"], self[LIMIT_OF[code]] if code in LIMIT_OF else None) for code in OPTIONAL_QUESTIONS
        ]

    @property
    def key_fields(self) -> list[forms.BoundField]:
        return [self[f"key_{place}"] for place in range(1, self.KEYS + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        keys = [key for place in range(1, self.KEYS + 1) if (key := cleaned.get(f"key_{place}"))]
        if len(set(keys)) < len(keys):
            self.add_error("key_1", _("Each key can be chosen once."))
        cleaned["keys"] = keys
        for name in (
            "keep_clubs_apart",
            "mind_other_role",
            "takes_claims",
            *self.stage_choices(),
            *self.question_names(),
        ):
            if cleaned.get(name) in {None, ""}:
                cleaned[name] = self.stored()[name]
        for name in ("correction_minutes", *LIMITS):
            if cleaned.get(name) is None:
                cleaned[name] = getattr(self.championship, name)
        if "final_starts_at" not in self.data:
            cleaned["final_starts_at"] = self.championship.final_starts_at
        return cleaned

    def stage_choices(self) -> list[str]:
        """Names of the fields with a choice for each stage."""
        return [f"{what}_{stage.position}" for what in ("pairing", "confirming") for stage in self.stages]

    def question_names(self) -> list[str]:
        return [f"ask_{code}" for code in OPTIONAL_QUESTIONS]

    def settings(self) -> dict[str, Any]:
        """The arguments of `change_settings`."""
        names = [name for name in self.base_fields if name != "confirmed"]
        rounds = {stage.position: self.cleaned_data[f"rounds_{stage.position}"] for stage in self.stages}
        pairing, confirming = (
            {stage.position: self.cleaned_data[f"{what}_{stage.position}"] for stage in self.stages}
            for what in ("pairing", "confirming")
        )
        return {
            **{name: self.cleaned_data[name] for name in names},
            "keys": self.cleaned_data["keys"],
            "unasked": [str(code) for code in OPTIONAL_QUESTIONS if not self.cleaned_data[f"ask_{code}"]],
            "rounds": rounds,
            "pairing": pairing,
            "confirming": confirming,
        }
