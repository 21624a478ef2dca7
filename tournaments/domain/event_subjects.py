"""What an event changed, and what it was built on: so that it is known what depends on what.

A subject is a path: `("table", 3, 12)` is table 12 of round 3, `("table", 3)` all tables of round 3, `()` everything.
Two subjects meet where one is the beginning of the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event

Subject = tuple[str | int, ...]
Payload = dict[str, Any]

EVERYTHING: Subject = ()


@dataclass(frozen=True, slots=True)
class Subjects:
    """What an event `wrote`, and what it `read`: it would perhaps be another one if that were different."""

    wrote: tuple[Subject, ...]
    read: tuple[Subject, ...] = ()


def of_result(payload: Payload) -> Subjects:
    round_, table = payload["round"], payload["table"]
    return Subjects(wrote=(("table", round_, table),), read=(("round", round_),))


def of_file(payload: Payload) -> Subjects:
    round_ = payload["round"]
    tables = tuple(("table", round_, int(number)) for number in payload["results"])
    return Subjects(wrote=tables, read=(("round", round_),))


def of_draw(payload: Payload) -> Subjects:
    """A draw reads all that was before it: results, entries, rules. It may close the round before."""
    round_ = payload["round"]
    return Subjects(wrote=(("round", round_), ("closing", round_ - 1)), read=(EVERYTHING,))


def of_proposal(payload: Payload) -> Subjects:
    """Publishing a proposal, or exchanging two of it."""
    return Subjects(wrote=(("round", payload["round"]),), read=(("entry",),))


def of_closing(payload: Payload) -> Subjects:
    round_ = payload["round"]
    return Subjects(wrote=(("closing", round_),), read=(("round", round_), ("table", round_)))


def of_entry(payload: Payload) -> Subjects:
    return Subjects(wrote=(("entry", payload["entry"]),))


def of_penalty(payload: Payload) -> Subjects:
    return Subjects(wrote=(("penalty", payload["entry"]),))


def nothing(_payload: Payload) -> Subjects:
    """It says something and changes nothing that another event could be built on."""
    return Subjects(wrote=())


RESULT_TYPES = (
    "result_claimed",
    "result_confirmed",
    "result_disputed",
    "result_ruled",
    "result_corrected",
    "result_withdrawn",
    "result_taken_back",
)
#: They say something about a table, and change nothing that another event could be built on.
SAYING = (
    "round_complete",
    "names_changed",
    "import_read",
    "table_called",
    "table_call_ended",
    "organiser_called",
    "call_answered",
    "slip_invalidated",
    "links_revoked",
    "undone",
)

SUBJECTS: dict[str, Callable[[Payload], Subjects]] = {
    **dict.fromkeys(RESULT_TYPES, of_result),
    "results_from_file": of_file,
    "round_drawn": of_draw,
    "round_seated": of_draw,
    "round_undone": of_draw,
    "round_published": of_proposal,
    "entries_swapped": of_proposal,
    "swap_undone": of_proposal,
    "round_closed": of_closing,
    "round_official": of_closing,
    "substituted": lambda payload: Subjects(wrote=(("substitution", payload["entry"]),)),
    "late_result_kept": of_draw,
    "round_changed_late": of_draw,
    "late_entry_seated": of_draw,
    "entry_state": of_entry,
    "entry_edited": of_entry,
    "entry_registered": of_entry,
    "entry_removed": of_entry,
    **dict.fromkeys(SAYING, nothing),
    "correction_proposed": of_result,
    "correction_accepted": of_result,
    "correction_rejected": of_result,
    "correction_overtaken": of_result,
    "penalty_given": of_penalty,
    "penalty_lifted": of_penalty,
    "made_public": lambda _payload: Subjects(wrote=(("public",),)),
    "made_private": lambda _payload: Subjects(wrote=(("public",),)),
    "results_hidden": lambda _payload: Subjects(wrote=(("public",),)),
    "results_shown": lambda _payload: Subjects(wrote=(("public",),)),
    "settings_changed": lambda _payload: Subjects(wrote=(("settings",),)),
}


def subjects_of(event: Event) -> Subjects:
    """What an event wrote and read. A type that is not known here may have touched everything."""
    found = SUBJECTS.get(event.type)
    return Subjects(wrote=(EVERYTHING,), read=(EVERYTHING,)) if found is None else found(event.payload)


def depends(later: Event, earlier: Event) -> bool:
    """Whether a later event touches, or was built on, something that an earlier one changed."""
    after, changed = subjects_of(later), subjects_of(earlier).wrote
    return any(meet(one, other) for one in (*after.wrote, *after.read) for other in changed)


def meet(one: Subject, other: Subject) -> bool:
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]
