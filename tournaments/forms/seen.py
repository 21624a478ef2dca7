"""Correcting what is stored: a page that somebody else's change has made old does not undo that change unseen."""

import hashlib
import json
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _


class SeenForm(forms.Form):
    """The page sends back `seen`, the mark of what was stored when it was made; another mark is refused once.

    The refusal says what is stored now, and the page that says so carries the new mark: saving again is a decision.
    A request without a mark comes from no page and is not compared.
    """

    @abstractmethod
    def now_stored(self) -> Mapping[str, Any]:
        """What is stored now, by field; empty for something new."""

    @property
    def seen(self) -> str:
        content = json.dumps(dict(self.now_stored()), cls=DjangoJSONEncoder, sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.data.get("seen", self.seen) != self.seen:
            words = _("Somebody else has changed this meanwhile. Stored now: %(values)s. Save again to replace it.")
            self.add_error(None, words % {"values": "; ".join(self.differences(cleaned)) or "–"})
        return cleaned

    def differences(self, cleaned: Mapping[str, Any]) -> list[str]:
        """Label and stored value of each field that holds another one now."""
        return [
            f"{self.fields[name].label} {self.shown(name, value)}"
            for name, value in self.now_stored().items()
            if name in self.fields and (cleaned.get(name) or "") != (value or "")
        ]

    def shown(self, name: str, value: Any) -> str:
        choices = dict(getattr(self.fields[name], "choices", ()))
        return str(choices.get(value, value) or "–")
