"""Sentences about what the sides of a table report: questions about odd results, and what is not taken."""

from typing import Any

from django.utils.translation import gettext_lazy as _

CLAIM_SENTENCES: dict[str, Any] = {
    "TOO_EARLY": _("The round began only %(minutes)s min ago. Are all four deals played?"),
    "ALL_EQUAL": _("All four numbers are the same. Is that right?"),
    "SAME_NUMBERS": _("The same four numbers stand at table %(tables)s. Is this the right slip?"),
    "SAME_DEVICE": _("This phone has reported for table %(tables)s, too. Is that right?"),
    "claims_off": _("Here only the office takes results. Bring the slip."),
    "already_confirmed": _("This table has a confirmed result already. Call the organiser if it is wrong."),
    "same_device": _("In this round the other side confirms with a phone of its own, not with yours."),
    "blind": _("In this round each side types its own numbers."),
    "no_call": _("Nobody waits for the organiser at table %(table)s."),
}
