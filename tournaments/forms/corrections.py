"""A result that the office sets right: other numbers, a table that was not played to the end, a replayed deal."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.slip import Notation
from tournaments.enums import Outcome
from tournaments.models import ResultVersion, Table

from .results import DEAL_FIELDS, ResultForm

#: No deal, or the number of the one that was void and played again.
REPLAYED = [("", _("none")), *((str(deal), _("deal %(deal)s") % {"deal": deal}) for deal in range(1, 5))]


class CorrectionForm(ResultForm):
    """The deals of side A in card points, as many as were finished, how the table ended, and the reason."""

    outcome = forms.ChoiceField(label=_("How the table ended"), choices=Outcome.choices, widget=forms.RadioSelect)
    replayed = forms.TypedChoiceField(
        label=_("Deal that was void and played again"),
        choices=REPLAYED,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Type its new number. The void one stays in the history."),
    )

    @property
    def outcome_typed(self) -> Outcome:
        return Outcome(self.cleaned_data["outcome"])


def fresh_correction(table: Table, counted: ResultVersion | None) -> CorrectionForm:
    """The form as the page opens it: with what counts now."""
    deals = counted.deals if counted else []
    return CorrectionForm(
        initial={
            **{name: str(points) for name, points in zip(DEAL_FIELDS, deals, strict=False)},
            "outcome": counted.outcome if counted else Outcome.PLAYED,
            "replayed": "",
            "notation": Notation.POINTS,
            "version": table.version,
            "key": uuid.uuid4().hex,
        }
    )


class DecisionForm(forms.Form):
    """Accepting or rejecting a proposal; `seen` is the mark of what it would change, `reason` why it is rejected."""

    do = forms.ChoiceField(choices=[("accept", "accept"), ("reject", "reject")])
    seen = forms.CharField(required=False, max_length=16)
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=300, help_text=_("It stands in the history of the office.")
    )
