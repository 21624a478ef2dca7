"""Counting a pile again at the table: numbers of cards of both sides, or the cards of one pile."""

from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.recount import FIGURES_OF_A_KIND, HONOURS, TRICKS, PileNumbers

#: Names of the numbers, in the order in which a pile is sorted.
KINDS = tuple(field.name for field in fields(PileNumbers))
WHOLE = {**dict.fromkeys(KINDS, FIGURES_OF_A_KIND), "honours": HONOURS, "tricks": TRICKS}
LABELS = {
    "honours": _("Kings, XXI, I and the Fool"),
    "queens": _("Queens"),
    "knights": _("Knights"),
    "jacks": _("Jacks"),
    "tricks": _("Tricks"),
}
SIDES = {"dealer": _("Side that dealt"), "other": _("Other side")}


class NumberField(forms.IntegerField):
    """A small whole number, typed on the number pad of a phone. Empty when it was not counted."""

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": "numeric", "autocomplete": "off", "class": "form-control num", "maxlength": 3}
        super().__init__(required=False, widget=forms.TextInput(attrs=attributes), **options)


class NumbersForm(forms.Form):
    """Five numbers of each side. A side left empty has what the other one lacks."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for side, words in SIDES.items():
            for kind, label in LABELS.items():
                self.fields[f"{side}_{kind}"] = NumberField(label=f"{label}, {words}")

    def rows(self) -> list[dict[str, Any]]:
        """For the template: a row a kind, with the fields of both sides."""
        return [
            {"label": label, "whole": WHOLE[kind], "cells": [self[f"{side}_{kind}"] for side in SIDES]}
            for kind, label in LABELS.items()
        ]

    def clean(self) -> dict[str, Any]:
        """`piles`: the numbers of both sides, None while one is not complete."""
        cleaned = super().clean() or {}
        typed = {side: [cleaned.get(f"{side}_{kind}") for kind in KINDS] for side in SIDES}
        for side, across in (("dealer", "other"), ("other", "dealer")):
            if all(number is None for number in typed[side]) and None not in typed[across]:
                typed[side] = [WHOLE[kind] - number for kind, number in zip(KINDS, typed[across], strict=True)]
        complete = not self.errors and all(None not in numbers for numbers in typed.values())
        cleaned["piles"] = {side: PileNumbers(*numbers) for side, numbers in typed.items()} if complete else None
        return cleaned


class CardsForm(forms.Form):
    """The cards of one pile by their codes."""

    cards = forms.CharField(
        label=_("Cards of one pile"),
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 3, "autocapitalize": "off", "spellcheck": "false"}),
        help_text=_("c r b s for cuppas, rosas, bastuns, spadas with 1–10 J N Q K; t1 to t21; n for the Fool."),
    )
