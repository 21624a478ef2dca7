"""What the office has typed about a table goes into the books, or to another organiser."""

from typing import Any

from django.http import HttpRequest

from tournaments.domain.corrections import propose_correction
from tournaments.domain.results import Keyed, key_result
from tournaments.enums import RoundState
from tournaments.forms.results import ResultForm
from tournaments.models import Championship, Table
from tournaments.permissions import ORGANISE


def store_or_propose(
    request: HttpRequest, championship: Championship, table: Table, form: ResultForm, **ending: Any
) -> Keyed | None:
    """Store the result of a clean form; None: of an official one it was proposed to another organiser.

    `ending` says how the table ended otherwise than by play (`outcome`, `replayed`). Raises `Refused` as
    `results.key_result` and `corrections.propose_correction` do.
    """
    organises = request.user.has_perm(ORGANISE, championship)
    typed: dict[str, Any] = {
        "expected_version": form.cleaned_data["version"],
        "notation": form.notation_typed,
        "answered_yes": form.answered_yes,
        "reason": form.reason_typed,
        "actor": request.user,
        **ending,
    }
    if table.round.state == RoundState.OFFICIAL and organises:
        propose_correction(table.pk, form.deals, **typed)
        return None
    key = form.cleaned_data["key"] or None
    return key_result(table.pk, form.deals, **typed, may_decide=organises, idempotency_key=key)
