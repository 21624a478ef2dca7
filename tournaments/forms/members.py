"""People who work for an association on the site."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Role
from tournaments.models.association import ADDRESS_LENGTH


class AssociationForm(forms.Form):
    """A new association."""

    name = forms.CharField(label=_("Name of the association"), max_length=120)


class ImprintForm(forms.Form):
    """Where an association is reached."""

    address = forms.CharField(
        label=_("Postal address"),
        max_length=ADDRESS_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        help_text=_("As on a letter, in lines: who receives the post, street, town."),
    )
    email = forms.EmailField(
        label=_("E-mail of the association"),
        required=False,
        help_text=_("An address of the association is better than that of a person: everybody can read it."),
    )


class InviteForm(forms.Form):
    """Somebody new, and what he or she may do."""

    email = forms.EmailField(label=_("E-mail"), max_length=150, widget=forms.EmailInput(attrs={"autocomplete": "off"}))
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
