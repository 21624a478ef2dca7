"""What stood in the fields of a form, with the names that its page gives them: shown again where it is not stored."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

from django import forms as django_forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments import forms
from tournaments.forms.registration import person_fields
from tournaments.forms.results import DEAL_FIELDS

#: Longer texts are cut: nothing of the site is longer.
LONGEST = 300


def typed_again(data: QueryDict) -> list[tuple[str, str]]:
    """Each field that somebody has filled: its name for people, and what stood there; hidden fields say nothing."""
    return [(label, value) for name in data for label, value in shown(name, data.getlist(name))]


def shown(name: str, values: list[str]) -> Iterator[tuple[str, str]]:
    text = ", ".join(value.strip() for value in values if value.strip())[:LONGEST]
    if not text:
        return
    if name in DEAL_FIELDS:
        yield _("Deal %(deal)s") % {"deal": DEAL_FIELDS.index(name) + 1}, text
        return
    plain, _underscore, position = name.rpartition("_")
    if position.isdecimal() and plain in person_fields():  # of the first or the second person
        field = person_fields()[plain]
        yield f"{field.label} ({position})", chosen(field, text)
    elif (known := labelled().get(name)) is not None:
        yield str(known.label), chosen(known, text)


def chosen(field: Any, text: str) -> str:
    """What the page calls a choice; any other value as it was typed."""
    choices = getattr(field, "choices", ())
    return str(dict(choices).get(text, text)) if choices else text


@cache
def labelled() -> dict[str, django_forms.Field]:
    """The fields of all forms that have a name for people and are not hidden."""
    found: dict[str, django_forms.Field] = {}
    for module in pkgutil.iter_modules(forms.__path__):
        for each in vars(importlib.import_module(f"{forms.__name__}.{module.name}")).values():
            if isinstance(each, type) and issubclass(each, django_forms.Form):
                found |= each.base_fields
    return {
        name: field
        for name, field in found.items()
        if isinstance(field.label, str | Promise) and not field.widget.is_hidden
    }
