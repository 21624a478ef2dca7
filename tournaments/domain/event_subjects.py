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

#: Settings that rankings are made by.
OF_RANKINGS = frozenset({
    "points_per",
    "points_win",
    "points_level",
    "points_loss",
    "bye_score",
    "keys",
    "lot_seed",
})  # fmt: skip


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


def of_discarded(payload: Payload) -> Subjects:
    """A draw that is taken back. Brought back it needs the entries and rules that it was made from.

    The round before, if it was opened again, must not have been played on: it would be closed again.
    """
    drawn, round_ = of_draw(payload), payload["round"]
    before = (("round", round_ - 1),) if payload.get("reopened") else ()
    return Subjects(wrote=(*drawn.wrote, *before, ("entry",), ("settings",)), read=drawn.read)


def of_proposal(payload: Payload) -> Subjects:
    """Publishing a proposal, or exchanging two of it."""
    return Subjects(wrote=(("round", payload["round"]),), read=(("entry",),))


def of_closing(payload: Payload) -> Subjects:
    """A closed round keeps the names of those who played it."""
    round_ = payload["round"]
    return Subjects(
        wrote=(("closing", round_),),
        read=(("round", round_), ("table", round_), *up_to(round_, "substitution")),
    )


def of_official(payload: Payload) -> Subjects:
    """An official ranking is built on all that it is made from: results, entries, penalties, rules."""
    closing, round_ = of_closing(payload), payload["round"]
    rules = tuple(("settings", name) for name in sorted(OF_RANKINGS | {"carry_over"}))
    return Subjects(wrote=closing.wrote, read=(*closing.read, ("entry",), *up_to(round_, "penalty"), *rules))


def up_to(round_: int, what: str) -> tuple[Subject, ...]:
    """All of a kind that count from a round on, of those that count in this round; 0: from the start."""
    return tuple((what, number) for number in range(round_ + 1))


def of_entry(payload: Payload) -> Subjects:
    """Where its number has changed, also what it was."""
    numbers = dict.fromkeys((payload["entry"], payload.get("was", payload["entry"])))
    return Subjects(wrote=tuple(("entry", number) for number in numbers))


def of_penalty(payload: Payload) -> Subjects:
    return Subjects(wrote=(("penalty", payload["round"], payload["entry"]),))


def of_substitute(payload: Payload) -> Subjects:
    return Subjects(wrote=(("substitution", payload["round"], payload["entry"]),))


def of_settings(payload: Payload) -> Subjects:
    """Fields by their names; `rounds`, `pairing` and `confirming` are those of the stages."""
    of_stages = [name for name in ("rounds", "pairing", "confirming") if payload.get(name)]
    return Subjects(wrote=tuple(("settings", name) for name in (*payload["settings"], *of_stages)))


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
    "round_undone": of_discarded,
    "round_published": of_proposal,
    "entries_swapped": of_proposal,
    "swap_undone": of_proposal,
    "round_closed": of_closing,
    "round_official": of_official,
    "substituted": of_substitute,
    "late_result_kept": of_draw,
    "round_changed_late": of_draw,
    "late_entry_seated": of_draw,
    "entry_state": of_entry,
    "reserve_moved_up": of_entry,
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
    "penalty_proposed": of_penalty,
    "penalty_accepted": of_penalty,
    "penalty_rejected": of_penalty,
    "penalty_overtaken": of_penalty,
    "made_public": lambda _payload: Subjects(wrote=(("public",),)),
    "made_private": lambda _payload: Subjects(wrote=(("public",),)),
    "results_hidden": lambda _payload: Subjects(wrote=(("public",),)),
    "results_shown": lambda _payload: Subjects(wrote=(("public",),)),
    "settings_changed": of_settings,
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
