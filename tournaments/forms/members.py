"""People who work for an association on the site."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Role


class AssociationForm(forms.Form):
    """A new association."""

    name = forms.CharField(label=_("Name of the association"), max_length=120)


class InviteForm(forms.Form):
    """Somebody new, and what he or she may do."""

    email = forms.EmailField(label=_("E-mail"), max_length=150, widget=forms.EmailInput(attrs={"autocomplete": "off"}))
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
