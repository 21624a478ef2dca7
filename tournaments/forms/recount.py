"""Counting a pile again at the table: numbers of cards of both sides, or the cards of one pile."""

from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.counting import TRICKS
from engine.recount import FIGURES_OF_A_KIND, HONOURS, PileNumbers

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
        dealer, other = self.typed("dealer", cleaned), self.typed("other", cleaned)
        if dealer and not self.touched("other"):
            other = rest_of(dealer)
        elif other and not self.touched("dealer"):
            dealer = rest_of(other)
        cleaned["piles"] = {"dealer": dealer, "other": other} if dealer and other and not self.errors else None
        return cleaned

    def typed(self, side: str, cleaned: dict[str, Any]) -> PileNumbers | None:
        """The numbers of a side, None while one is missing."""
        numbers: dict[str, Any] = {kind: cleaned.get(f"{side}_{kind}") for kind in KINDS}
        return None if None in numbers.values() else PileNumbers(**numbers)

    def touched(self, side: str) -> bool:
        """Whether anything was typed for this side."""
        return any(self.data.get(f"{side}_{kind}", "").strip() for kind in KINDS)


def rest_of(pile: PileNumbers) -> PileNumbers:
    """What the other side has when this side has `pile`."""
    return PileNumbers(**{kind: WHOLE[kind] - getattr(pile, kind) for kind in KINDS})


class CardsForm(forms.Form):
    """The cards of one pile by their codes."""

    cards = forms.CharField(
        label=_("Cards of one pile"),
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 3, "autocapitalize": "off", "spellcheck": "false"}),
        help_text=_("c r b s for cuppas, rosas, bastuns, spadas with 1–10 J N Q K; t1 to t21; n for the Fool."),
    )
