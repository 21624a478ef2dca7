"""What follows from the events alone: who sits where, what counts at each table, in which state everything is.

The rules are told here a second time, on purpose: rows that were changed behind the log are found because this does not
look at them. What was taken back is left out, as if it had never been done.
"""

from collections.abc import Callable, Iterable

from tournaments.enums import EntryState, RoundState, TableState
from tournaments.models import Event

from . import log_requests
from .log_results import Payload, claimed, corrected, counted, disputed, from_file, taken_back_at_once, withdrawn
from .log_serials import told_serials
from .log_times import official_at, ranking_handed_out
from .log_told import Told, ToldRound
from .undo import taken_back


def replay(events: Iterable[Event]) -> Told:
    """Tell the events once more, oldest first. Beside what it says, each tells its type, number, time and account."""
    listed = list(events)
    gone, told = taken_back(listed), Told(serials=told_serials(listed))
    for event in listed:
        tell = TELLERS.get(event.type)
        if tell is not None and event.sequence not in gone:
            whole = {"type": event.type, "sequence": event.sequence, "at": event.time, "by": event.actor_id}
            tell(told, {**event.payload, **whole})
    return told


# Rounds -----------------------------------------------------------------------------------------------------------


def drawn(told: Told, said: Payload) -> None:
    before = told.rounds.get(said["round"] - 1)
    if before is not None and before.state == RoundState.PUBLISHED:
        before.state, before.times.closed_at = RoundState.CLOSED, said["at"]
    told.rounds[said["round"]] = ToldRound(seed=said.get("seed"), qualified=said.get("qualified"))
    told.settings.update(said.get("rules", {}))
    sat_down(told, said)


def sat_down(told: Told, said: Payload) -> None:
    """The tables as they are from now on; what counts at those that stay, stays."""
    if "seats" not in said:
        return
    round_ = told.round(said["round"])
    round_.seats, round_.sits_out, round_.absent = said["seats"], said["sits_out"], said["absent"]
    round_.dealers = said.get("dealers")
    round_.tables = {number: round_.table(number) for number, *_sides in said["seats"]}


def round_undone(told: Told, said: Payload) -> None:
    """The round is gone; the one before is open again if this draw had closed it (`reopened`).

    Events of earlier releases say so also of an official round, which stays official.
    """
    told.rounds.pop(said["round"], None)
    before = told.rounds.get(said["round"] - 1)
    if before is not None and said.get("reopened") and before.state != RoundState.OFFICIAL:
        before.state, before.times.closed_at = RoundState.PUBLISHED, None


def published(told: Told, said: Payload) -> None:
    round_ = told.round(said["round"])
    round_.state, round_.times.published_at = RoundState.PUBLISHED, said["at"]


def closed(told: Told, said: Payload) -> None:
    round_ = told.round(said["round"])
    round_.state, round_.times.closed_at = RoundState.CLOSED, said["at"]


def ranking_published(told: Told, said: Payload) -> None:
    """Publishing the ranking closes the last round and hides nothing any more."""
    told.settings.update(is_public=True, hidden_after=None)
    if told.round(said["after_round"]).state == RoundState.PUBLISHED:
        closed(told, {**said, "round": said["after_round"]})
    ranking_handed_out(told, said)


def official(told: Told, said: Payload) -> None:
    round_ = told.round(said["round"])
    round_.state, round_.times.official_at = RoundState.OFFICIAL, official_at(said)
    for table in round_.tables.values():
        if table.counts:
            table.state = TableState.OFFICIAL


# Entries ----------------------------------------------------------------------------------------------------------


def entered(told: Told, said: Payload) -> None:
    if told.entries is not None:
        told.entries[said["entry"]] = EntryState.REGISTERED
    placed(told, said)


def placed(told: Told, said: Payload) -> None:
    if "stand_in" in said:
        told.places[said["entry"]] = (said["fixed_table"], said["stand_in"])


def entry_state(told: Told, said: Payload) -> None:
    if told.entries is not None:
        told.entries[said["entry"]] = EntryState(said["state"])


def entry_removed(told: Told, said: Payload) -> None:
    """It is gone with all that was its own; whoever gets its number later is somebody else."""
    gone = said["entry"]
    if told.entries is not None:
        told.entries.pop(gone, None)
    told.places.pop(gone, None)
    told.penalties = [each for each in told.penalties if each[0] != gone]
    told.substitutes = {each for each in told.substitutes if each[0] != gone}
    told.requests = [each for each in told.requests if each.about != (gone,)]
    told.batches = {batch: [n for n in numbers if n != gone] for batch, numbers in told.batches.items()}


def entry_edited(told: Told, said: Payload) -> None:
    """A number may have changed; earlier releases did not say from which."""
    if "was" in said:
        renumbered(told, said["was"], said["entry"])
    elif told.entries is not None and said["entry"] not in told.entries:
        told.entries = None
    placed(told, said)


def renumbered(told: Told, was: int, now: int) -> None:
    """Whatever was said of an entry is said of its new number."""
    if told.entries is not None and was in told.entries:
        told.entries[now] = told.entries.pop(was)
    else:
        told.entries = None
    if was in told.places:
        told.places[now] = told.places.pop(was)
    told.substitutes = {(now if entry == was else entry, place, first) for entry, place, first in told.substitutes}
    told.penalties = [(now if entry == was else entry, points, after) for entry, points, after in told.penalties]
    told.batches = {batch: [now if n == was else n for n in numbers] for batch, numbers in told.batches.items()}
    for request in told.requests:
        if request.about == (was,):
            request.about = (now,)


def penalty_given(told: Told, said: Payload) -> None:
    told.penalties.append((said["entry"], said["points"], said["round"]))


def penalty_lifted(told: Told, said: Payload) -> None:
    if (penalty := (said["entry"], said["points"], said["round"])) in told.penalties:
        told.penalties.remove(penalty)


def substituted(told: Told, said: Payload) -> None:
    """What was planned for this place later is given up."""
    entry, place, first = said["entry"], said["position"], said["round"]
    told.substitutes = {each for each in told.substitutes if each[:2] != (entry, place) or each[2] < first}
    told.substitutes.add((entry, place, first))


def imported(told: Told, said: Payload) -> None:
    told.batches[said["batch"]] = said["entries"]
    for entry in said["entries"]:
        entered(told, {"entry": entry})


def import_undone(told: Told, said: Payload) -> None:
    for entry in told.batches.get(said["batch"], ()):
        entry_removed(told, {"entry": entry})


# Settings ---------------------------------------------------------------------------------------------------------


def settings_changed(told: Told, said: Payload) -> None:
    """`rules` are the values of all that rankings are made by, `limits` those of the questions about odd results;
    earlier releases named only what had changed."""
    for name in said["settings"]:
        told.settings.pop(name, None)
    told.settings.update(said.get("rules", {}) | said.get("limits", {}))
    told.planned.update({int(position): rounds for position, rounds in (said.get("rounds") or {}).items()})


def shown(told: Told, said: Payload) -> None:
    told.settings["is_public"] = said["type"] == "made_public"


def hidden(told: Told, said: Payload) -> None:
    told.settings["hidden_after"] = said["after_round"]


def links_revoked(told: Told, said: Payload) -> None:
    told.settings["link_generation"] = said["generation"]


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
    "result_taken_back": taken_back_at_once,
    "results_from_file": from_file,
    "entry_registered": entered,
    "entry_state": entry_state,
    "reserve_moved_up": entry_state,
    "entry_removed": entry_removed,
    "entry_edited": entry_edited,
    "penalty_given": penalty_given,
    "penalty_lifted": penalty_lifted,
    "import_applied": imported,
    "import_undone": import_undone,
    "substituted": substituted,
    "settings_changed": settings_changed,
    "made_public": shown,
    "made_private": shown,
    "results_hidden": hidden,
    "results_shown": hidden,
    "links_revoked": links_revoked,
    **log_requests.TELLERS,
}
