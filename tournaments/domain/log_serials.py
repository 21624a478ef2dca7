"""The serial numbers of slips, told from the log: which printed codes of a table hold.

They only ever rise, also when something is taken back; so what was taken back is told here, too.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from tournaments.models import Championship, Event, Table

from .log_told import Told
from .refusal import Problem

#: Round and table to the serial of its slip, where the log says it.
Serials = dict[tuple[int, int], int]

#: They set the tables of a round anew, or take them away.
OF_TABLES = frozenset({
    "round_drawn",
    "round_seated",
    "round_undone",
    "round_changed_late",
    "late_entry_seated",
    "entries_swapped",
    "swap_undone",
})  # fmt: skip


def told_serials(events: Iterable[Event]) -> Serials:
    """What the log says last; of events of earlier releases only slips that were made invalid."""
    known: Serials = {}
    rounds: dict[int, int] = {}
    for event in events:
        said = event.payload
        if event.type in OF_TABLES:
            rounds[event.sequence] = said["round"]
            forget(known, said["round"])
            known.update(serials_in(said))
        elif event.type == "slip_invalidated":
            known[said["round"], said["table"]] = said["serial"]
        elif event.type == "undone":
            for sequence in said["events"]:
                forget(known, rounds.get(sequence))
            known.update({(round_, table): serial for round_, table, serial in said.get("serials", ())})
    return known


def forget(known: Serials, round_: int | None) -> None:
    for place in [place for place in known if place[0] == round_]:
        del known[place]


def serials_in(said: dict[str, Any]) -> Serials:
    """In the order of the tables that the event seats."""
    if "serials" not in said:
        return {}
    tables = [number for number, *_sides in said["seats"]]
    return {(said["round"], table): serial for table, serial in zip(tables, said["serials"], strict=True)}


def serial_problems(championship: Championship, told: Told) -> Iterator[Problem]:
    """Tables whose slips carry other codes than the log says."""
    rows = Table.objects.filter(round__championship=championship)
    stored = {(round_, table): serial for round_, table, serial in rows.values_list(*PLACE, "link_serial")}
    wrong: dict[int, list[int]] = {}
    for round_, table in sorted(told.serials.keys() & stored.keys()):
        if stored[round_, table] != told.serials[round_, table]:
            wrong.setdefault(round_, []).append(table)
    for round_, tables in wrong.items():
        yield Problem("log_serials", {"round": round_, "tables": tables})


PLACE = ("round__number", "number")
