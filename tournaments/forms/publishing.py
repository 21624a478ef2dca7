"""What the public sees of a championship."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Championship


class HideForm(forms.Form):
    """After which round results stay in the office until the prize-giving; None: nothing is hidden."""

    after_round = forms.TypedChoiceField(label=_("Show results"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"after_round": championship.hidden_after})
        super().__init__(*args, **kwargs)
        planned = sum(stage.rounds_planned for stage in championship.stages.all())
        field: Any = self.fields["after_round"]
        field.choices = [
            ("", _("of all rounds")),
            *((number, _("only up to round %(round)s") % {"round": number}) for number in range(1, planned)),
        ]
