"""What is stored. Nothing outside `tournaments.domain` writes these rows."""

from .association import Association, Club, Membership
from .championship import Championship, Stage
from .correction import CorrectionRequest, PenaltyRequest
from .entry import Entry, EntryMember, ImportBatch
from .event import Event, EventReason
from .footprint import Footprint
from .person import Person
from .publication import Publication
from .result import ResultVersion
from .round import Bye, Penalty, Round
from .seal import Seal
from .sent_form import SentForm
from .substitution import Substitution
from .table import Seat, Table

__all__ = [
    "Association",
    "Bye",
    "Championship",
    "Club",
    "CorrectionRequest",
    "Entry",
    "EntryMember",
    "Event",
    "EventReason",
    "Footprint",
    "ImportBatch",
    "Membership",
    "Penalty",
    "PenaltyRequest",
    "Person",
    "Publication",
    "ResultVersion",
    "Round",
    "Seal",
    "Seat",
    "SentForm",
    "Stage",
    "Substitution",
    "Table",
]
