"""What a phone sends from its table: everything travels in the form, so that no cookie and no login is needed."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from scoring import balance
from scoring.slip import Notation, Written
from tournaments.domain.link_codes import LONGEST as LONGEST_CODE

from .results import DEAL_FIELDS, LONGEST, asked_about, shown, written

SIGN_FIELDS = ("s1", "s2", "s3", "s4")
#: A number without its sign: buns and schliats are chosen beside it, as the keypad of a phone has no minus.
BARE = re.compile(r"[0-9]{1,3}")
#: How much is read of each field, so that it can be shown again.
LIMITS: dict[str, int] = {
    **dict.fromkeys(DEAL_FIELDS, LONGEST),
    **dict.fromkeys(SIGN_FIELDS, 1),
    "code": LONGEST_CODE,
    "other": LONGEST_CODE,
    "own": LONGEST_CODE,
    "do": 12,
    "at": 12,
    "speak": 2,
    "lang": 2,
    "notation": 8,
    "write": 8,
    "version": 12,
    "said": 12,
    "key": 64,
    "yes": 60,
    "device": 16,
    "tries": 3,
    "seen": 40,
}


def sent(data: Mapping[str, Any]) -> dict[str, str]:
    """What was sent, each field cut to a sensible length; a field that is missing is empty.

    A zero byte, which no browser types and PostgreSQL does not store, is left out.
    """
    return {name: str(data.get(name, "")).replace("\x00", "")[:limit] for name, limit in LIMITS.items()}


class ClaimForm(forms.Form):
    """The four numbers of a side, and what belongs to saving them.

    In `net` each number is written without sign, and `s1`…`s4` are `+` (buns) or `-` (schliats); a sign that is typed
    with the number is as good. `version` is the table's version that the reader saw. `yes` repeats the four numbers
    that a question was asked about: an answer never counts for other numbers.
    """

    d1 = forms.CharField(required=False)
    d2 = forms.CharField(required=False)
    d3 = forms.CharField(required=False)
    d4 = forms.CharField(required=False)
    s1 = forms.CharField(required=False)
    s2 = forms.CharField(required=False)
    s3 = forms.CharField(required=False)
    s4 = forms.CharField(required=False)
    notation = forms.ChoiceField(choices=[(each.value, each.value) for each in Notation])
    version = forms.IntegerField(min_value=0, max_value=2**31)
    key = forms.CharField(required=False, max_length=64)
    yes = forms.CharField(required=False)

    @property
    def notation_typed(self) -> Notation:
        return Notation(self.cleaned_data["notation"])

    @property
    def deals(self) -> tuple[Written, ...]:
        return deals_written(self.cleaned_data, self.notation_typed)

    @property
    def answered_yes(self) -> bool:
        return str(self.cleaned_data["yes"]) == asked_about(self.deals)


def deals_written(values: Mapping[str, str], notation: Notation) -> tuple[Written, ...]:
    """What stands in the four fields of a notation."""
    return tuple(
        written(with_sign(values[name], values[sign], notation), notation)
        for name, sign in zip(DEAL_FIELDS, SIGN_FIELDS, strict=True)
    )


def with_sign(text: str, sign: str, notation: Notation) -> str:
    """The number with the sign that was chosen beside it; without one it stays bare, and is refused as unclear."""
    text = text.strip()
    if notation is Notation.POINTS or not BARE.fullmatch(text):
        return text
    if int(text) == 0:
        return "0"
    return sign + text if sign in {"+", "-"} else text


def filled(points: tuple[int, ...], notation: Notation) -> dict[str, str]:
    """Card points as the fields of this notation hold them."""
    values: dict[str, str] = {}
    for name, sign, each in zip(DEAL_FIELDS, SIGN_FIELDS, points, strict=False):
        text = shown(each, notation)
        values[name] = text.lstrip("+-")
        values[sign] = text[0] if text[0] in "+-" else ""
    return values


def rewritten(values: Mapping[str, str], before: Notation, after: Notation) -> dict[str, str]:
    """The same numbers in another notation. What cannot be read stays as it stands: nothing changes its meaning."""
    changed = dict(values)
    for place, number in enumerate(deals_written(values, before)):
        if not isinstance(number, int) or before is after:
            continue
        points = number if before is Notation.POINTS else balance.points_from_net(number)
        if 0 <= points <= balance.DEAL_POINTS:
            text = shown(points, after)
            changed[DEAL_FIELDS[place]] = text.lstrip("+-")
            changed[SIGN_FIELDS[place]] = text[0] if text[0] in "+-" else ""
    return changed
