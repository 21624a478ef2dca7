"""Closed sets of values that are stored. Their labels are words for people, in the reader's language."""

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Role(TextChoices):
    """What a member of an association may do; each includes what stands below it."""

    ADMIN = "admin", _("administrator")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Consent(TextChoices):
    """How a person is named in public."""

    FULL = "full", _("full name")
    INITIALS = "initials", _("initials")
    ALIAS = "alias", _("public alias")


class Kind(TextChoices):
    """Who is ranked: fixed pairs, or single persons whose partners change."""

    PAIRS = "pairs", _("pairs")
    INDIVIDUALS = "individuals", _("individuals")


class PointsPer(TextChoices):
    TABLE = "table", _("points per table")
    DEAL = "deal", _("points per deal")


class ByeScore(TextChoices):
    """What sitting out is worth (formats.md §4)."""

    WIN = "win", _("like a table won")
    LEVEL = "level", _("like a level table")
    NONE = "none", _("nothing")
    AVERAGE = "average", _("the entry's own average")


class Notation(TextChoices):
    """How the four numbers on the slip are written."""

    POINTS = "points", _("card points 0–72")
    NET = "net", _("±36 from the midline")


class CarryOver(TextChoices):
    """What of the preliminary part counts in the final."""

    NONE = "none", _("nothing, all start from 0")
    FULL = "full", _("everything")


class Pairing(TextChoices):
    """How the rounds of a stage are drawn; the values are those of `pairing.formats.PairingFormat`."""

    STANDING = "standing", _("by standing, the first round by lot")
    LOT = "lot", _("every round by lot")
    ROUND_ROBIN = "round_robin", _("everybody meets everybody once (pairs)")
    KNOCKOUT = "knockout", _("knock-out: who loses is out (pairs)")
    WHIST = "whist", _("fixed schedule: partners once, opponents twice (individuals)")
    STRANGERS = "strangers", _("fixed schedule: nobody at one table twice (individuals)")
    PRESCRIBED = "prescribed", _("tables from a file")


class StageKind(TextChoices):
    PRELIMINARY = "preliminary", _("preliminary")
    FINAL = "final", _("final")


class EntryState(TextChoices):
    REGISTERED = "registered", _("registered")
    PRESENT = "present", pgettext_lazy("entry", "present")
    WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")


class RoundState(TextChoices):
    DRAFT = "draft", _("proposal")
    PUBLISHED = "published", pgettext_lazy("round", "published")
    CLOSED = "closed", pgettext_lazy("round", "closed")
    OFFICIAL = "official", pgettext_lazy("round", "official")


class TableState(TextChoices):
    """product.md, decision 1: a result is a claim with sources, not a cell."""

    OPEN = "open", pgettext_lazy("table", "open")
    CLAIMED = "claimed", pgettext_lazy("table", "claimed")
    CONFIRMED = "confirmed", pgettext_lazy("table", "confirmed")
    CONFLICT = "conflict", pgettext_lazy("table", "conflict")
    OFFICIAL = "official", pgettext_lazy("table", "official")
    CORRECTED = "corrected", pgettext_lazy("table", "corrected")


#: States whose result counts in standings and draws.
COUNTING_STATES = (TableState.CONFIRMED, TableState.OFFICIAL, TableState.CORRECTED)
#: States that a round cannot be closed with.
PENDING_STATES = (TableState.OPEN, TableState.CLAIMED, TableState.CONFLICT)


class SideName(TextChoices):
    A = "a", "A"
    B = "b", "B"


class SeatOrder(IntegerChoices):
    """The first or the second player of a side; a pair holds one seat for both."""

    FIRST = 1
    SECOND = 2


class ByeReason(TextChoices):
    SITS_OUT = "sits_out", _("sits out")
    ABSENT = "absent", _("absent")


class Confirming(TextChoices):
    """How the other side confirms what one side sent (product.md D4)."""

    HAND_OVER = "hand_over", _("the phone may be handed over")
    SECOND_DEVICE = "second_device", _("from a second device")
    BLIND = "blind", _("both sides type, without seeing the other's numbers")


class ActorKind(TextChoices):
    """Who made a change: the office with an account, a side at its table, or a program on the server."""

    OFFICE = "office", _("office")
    SIDE_A = "side_a", _("side A")
    SIDE_B = "side_b", _("side B")
    PROGRAM = "program", _("program")


class ResultState(TextChoices):
    """What a stored version of a result is.

    At most one version of a table is confirmed, and at most one claim of each source stands.
    """

    CLAIMED = "claimed", _("claimed")
    CONFIRMED = "confirmed", _("confirmed")
    SUPERSEDED = "superseded", _("replaced")


class Source(TextChoices):
    OFFICE = "office", _("office")
    FILE = "file", _("file")
    SIDE_A = "side_a", _("side A")
    SIDE_B = "side_b", _("side B")
    RULING = "ruling", _("organiser's ruling")


class Outcome(TextChoices):
    """How a table ended: by play, or otherwise (formats.md §4, product.md D15). Only the office marks the others."""

    PLAYED = "played", pgettext_lazy("table", "played")
    WALKOVER_A = "walkover_a", _("walk-over, side A wins")
    WALKOVER_B = "walkover_b", _("walk-over, side B wins")
    ABANDONED = "abandoned", _("broken off")
    NEITHER = "neither", _("neither side came")


class RequestState(TextChoices):
    """What became of a correction of an official result, which two organisers must agree on."""

    PROPOSED = "proposed", pgettext_lazy("correction", "proposed")
    ACCEPTED = "accepted", pgettext_lazy("correction", "accepted")
    REJECTED = "rejected", pgettext_lazy("correction", "rejected")
    STALE = "stale", pgettext_lazy("correction", "overtaken")


class ReasonCode(TextChoices):
    """Why a result was decided or changed, from a list: both sides read it in their own language."""

    SIGNED_SLIP = "signed_slip", _("The signed slip says so")
    RECOUNTED = "recounted", _("The cards were counted again")
    AGREED = "agreed", _("Both sides agreed at the table")
    TYPED_WRONG = "typed_wrong", _("Typed wrong")


class ImportState(TextChoices):
    PREVIEW = "preview", _("preview")
    APPLIED = "applied", _("imported")
    UNDONE = "undone", _("undone")


class Preset(TextChoices):
    CANTONAL = "pairs", _("Bündner championship: pairs, two days, final")
    VILLAGE = "individuals", _("Village evening: individuals, partners change")
    COPY = "copy", _("Like an earlier one")
