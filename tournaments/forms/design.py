"""The sample form of the style page."""

from crispy_forms.helper import FormHelper
from django import forms
from django.utils.translation import gettext_lazy as _


class SampleForm(forms.Form):
    """One field of each kind that the site uses."""

    name = forms.CharField(label=_("Name"), max_length=120, help_text=_("As it stands on the invitation."))
    rounds = forms.IntegerField(label=_("Rounds"), max_value=12, widget=forms.TextInput(attrs={"inputmode": "numeric"}))
    day = forms.DateField(label=_("Day"), required=False)
    carry = forms.ChoiceField(label=_("Carry into the final"), choices=[("none", _("nothing, all start from 0"))])
    report = forms.ChoiceField(
        label=_("Who reports?"),
        choices=[("phone", _("Phone, the other side confirms")), ("office", _("Office only"))],
        widget=forms.RadioSelect,
    )
    slips = forms.BooleanField(label=_("Slips with QR codes"), required=False)
    file = forms.FileField(label=_("File"), required=False)

    @property
    def helper(self) -> FormHelper:
        helper = FormHelper()
        helper.form_tag = False
        helper.disable_csrf = True
        helper.form_show_errors = True
        return helper
