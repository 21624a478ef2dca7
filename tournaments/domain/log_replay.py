"""What follows from the events alone: who sits where, what counts at each table, in which state everything is.

The rules of results are told here a second time, on purpose: rows that were changed behind the log are found because
this does not look at them. What was taken back is left out, as if it had never been done.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tournaments.enums import COUNTING_STATES, EntryState, Outcome, RoundState, TableState
from tournaments.models import Event

from .seated import Seating
from .undo import taken_back

Payload = dict[str, Any]


@dataclass(slots=True)
class ToldTable:
    """A table: its state, and what counts (None: nothing)."""

    state: TableState = TableState.OPEN
    deals: list[int] | None = None
    outcome: Outcome = Outcome.PLAYED

    def opened(self, state: TableState) -> None:
        """Nothing counts any more."""
        self.state, self.deals, self.outcome = state, None, Outcome.PLAYED

    @property
    def counts(self) -> bool:
        return self.deals is not None


@dataclass(slots=True)
class ToldRound:
    """A round: its state and tables. `seats` is None where the log does not tell them (events of earlier releases)."""

    state: RoundState = RoundState.DRAFT
    tables: dict[int, ToldTable] = field(default_factory=dict)
    seats: Seating | None = None
    sits_out: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)

    def table(self, number: int) -> ToldTable:
        return self.tables.setdefault(number, ToldTable())


@dataclass(slots=True)
class Told:
    """All that the log tells. `entries` is None when it does not tell all of them (events of earlier releases).

    `penalties`: entry, points, and the round after which they are off; without those that were lifted.
    """

    rounds: dict[int, ToldRound] = field(default_factory=dict)
    entries: dict[int, EntryState] | None = field(default_factory=dict)
    batches: dict[int, list[int]] = field(default_factory=dict)
    penalties: list[tuple[int, int, int]] = field(default_factory=list)

    def round(self, number: int) -> ToldRound:
        return self.rounds.setdefault(number, ToldRound())


def replay(events: Iterable[Event]) -> Told:
    """Tell the events once more, oldest first."""
    listed = list(events)
    gone, told = taken_back(listed), Told()
    for event in listed:
        tell = TELLERS.get(event.type)
        if tell is not None and event.sequence not in gone:
            tell(told, {**event.payload, "type": event.type})
    return told


# Rounds -----------------------------------------------------------------------------------------------------------


def drawn(told: Told, said: Payload) -> None:
    before = told.rounds.get(said["round"] - 1)
    if before is not None and before.state == RoundState.PUBLISHED:
        before.state = RoundState.CLOSED
    told.rounds[said["round"]] = ToldRound()
    sat_down(told, said)


def sat_down(told: Told, said: Payload) -> None:
    """The tables as they are from now on; what counts at those that stay, stays."""
    if "seats" not in said:
        return
    round_ = told.round(said["round"])
    round_.seats, round_.sits_out, round_.absent = said["seats"], said["sits_out"], said["absent"]
    round_.tables = {number: round_.table(number) for number, *_sides in said["seats"]}


def round_undone(told: Told, said: Payload) -> None:
    """The round is gone; the one before is open again if this draw had closed it (`reopened`).

    Events of earlier releases say so also of an official round, which stays official.
    """
    told.rounds.pop(said["round"], None)
    before = told.rounds.get(said["round"] - 1)
    if before is not None and said.get("reopened") and before.state != RoundState.OFFICIAL:
        before.state = RoundState.PUBLISHED


def published(told: Told, said: Payload) -> None:
    told.round(said["round"]).state = RoundState.PUBLISHED


def closed(told: Told, said: Payload) -> None:
    told.round(said["round"]).state = RoundState.CLOSED


def ranking_published(told: Told, said: Payload) -> None:
    """Publishing the ranking closes the last round."""
    if told.round(said["after_round"]).state == RoundState.PUBLISHED:
        closed(told, {"round": said["after_round"]})


def official(told: Told, said: Payload) -> None:
    round_ = told.round(said["round"])
    round_.state = RoundState.OFFICIAL
    for table in round_.tables.values():
        if table.counts:
            table.state = TableState.OFFICIAL


# Results ----------------------------------------------------------------------------------------------------------


def counted(told: Told, said: Payload) -> None:
    table = told.round(said["round"]).table(said["table"])
    table.deals, table.outcome = list(said["deals"]), Outcome(said.get("outcome", Outcome.PLAYED))
    table.state = TableState.CONFIRMED


def corrected(told: Told, said: Payload) -> None:
    counted(told, said)
    round_ = told.round(said["round"])
    agreed = round_.state == RoundState.OFFICIAL
    round_.table(said["table"]).state = TableState.OFFICIAL if agreed else TableState.CORRECTED


def claimed(told: Told, said: Payload) -> None:
    """A claim beside a result that counts, of the same numbers, changes nothing."""
    table = told.round(said["round"]).table(said["table"])
    if not table.counts:
        table.opened(TableState.CLAIMED)


def disputed(told: Told, said: Payload) -> None:
    told.round(said["round"]).table(said["table"]).opened(TableState.CONFLICT)


def withdrawn(told: Told, said: Payload) -> None:
    """Also what was taken back at once: then claims may stand again, and `state` says so."""
    told.round(said["round"]).table(said["table"]).opened(TableState(said.get("state", TableState.OPEN)))


def from_file(told: Told, said: Payload) -> None:
    disputed_tables = set(said.get("disputed", ()))
    for number, deals in said["results"].items():
        one = {"round": said["round"], "table": int(number), "deals": deals}
        if int(number) in disputed_tables:
            disputed(told, one)
        elif told.round(said["round"]).table(int(number)).state in COUNTING_STATES:
            corrected(told, one)
        else:
            counted(told, one)


# Entries ----------------------------------------------------------------------------------------------------------


def entered(told: Told, said: Payload) -> None:
    if told.entries is not None:
        told.entries[said["entry"]] = EntryState.REGISTERED


def entry_state(told: Told, said: Payload) -> None:
    if told.entries is not None:
        told.entries[said["entry"]] = EntryState(said["state"])


def entry_removed(told: Told, said: Payload) -> None:
    """It is gone with all that was its own; whoever gets its number later is somebody else."""
    gone = said["entry"]
    if told.entries is not None:
        told.entries.pop(gone, None)
    told.penalties = [each for each in told.penalties if each[0] != gone]
    told.batches = {batch: [n for n in numbers if n != gone] for batch, numbers in told.batches.items()}


def entry_edited(told: Told, said: Payload) -> None:
    """A number may have changed; earlier releases did not say from which."""
    if "was" in said:
        renumbered(told, said["was"], said["entry"])
    elif told.entries is not None and said["entry"] not in told.entries:
        told.entries = None


def renumbered(told: Told, was: int, now: int) -> None:
    """Whatever was said of an entry is said of its new number."""
    if told.entries is not None and was in told.entries:
        told.entries[now] = told.entries.pop(was)
    else:
        told.entries = None
    told.penalties = [(now if entry == was else entry, points, after) for entry, points, after in told.penalties]
    told.batches = {batch: [now if n == was else n for n in numbers] for batch, numbers in told.batches.items()}


def penalty_given(told: Told, said: Payload) -> None:
    told.penalties.append((said["entry"], said["points"], said["round"]))


def penalty_lifted(told: Told, said: Payload) -> None:
    if (penalty := (said["entry"], said["points"], said["round"])) in told.penalties:
        told.penalties.remove(penalty)


def imported(told: Told, said: Payload) -> None:
    told.batches[said["batch"]] = said["entries"]
    for entry in said["entries"]:
        entered(told, {"entry": entry})


def import_undone(told: Told, said: Payload) -> None:
    for entry in told.batches.get(said["batch"], ()):
        entry_removed(told, {"entry": entry})


TELLERS: dict[str, Callable[[Told, Payload], None]] = {
    "round_drawn": drawn,
    "round_seated": drawn,
    "entries_swapped": sat_down,
    "swap_undone": sat_down,
    "round_changed_late": sat_down,
    "late_entry_seated": sat_down,
    "round_undone": round_undone,
    "round_published": published,
    "round_closed": closed,
    "round_official": official,
    "ranking_published": ranking_published,
    "result_confirmed": counted,
    "result_ruled": counted,
    "result_corrected": corrected,
    "result_claimed": claimed,
    "result_disputed": disputed,
    "result_withdrawn": withdrawn,
    "result_taken_back": withdrawn,
    "results_from_file": from_file,
    "entry_registered": entered,
    "entry_state": entry_state,
    "entry_removed": entry_removed,
    "entry_edited": entry_edited,
    "penalty_given": penalty_given,
    "penalty_lifted": penalty_lifted,
    "import_applied": imported,
    "import_undone": import_undone,
}
