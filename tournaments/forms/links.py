"""Codes of the tables in the office."""

from django import forms
from django.utils.translation import gettext_lazy as _


class RevokeForm(forms.Form):
    """Whoever revokes all codes says that they know what it costs."""

    confirmed = forms.BooleanField(label=_("All slips and table stands are printed again"))
