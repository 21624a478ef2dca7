"""What programs read: the shapes of `standings` and `show_round` (interfaces.md), for commands, API and files alike."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from tournaments.domain.paths import EntryPath, Step
from tournaments.domain.seals import SealLine
from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.domain.standings import Ranking
from tournaments.enums import Outcome

type Data = dict[str, Any]

NO_BREAK_SPACE = "\u00a0"


def plain(text: str) -> str:
    """Names for programs and spreadsheets: the no-break space that keeps a dash on its line becomes a plain one."""
    return text.replace(NO_BREAK_SPACE, " ")


def json_bytes(data: Data) -> bytes:
    """The data as a file, readable for people too."""
    return json.dumps(data, ensure_ascii=False, indent=1).encode() + b"\n"


def standings_json(ranking: Ranking) -> Data:
    """The ranking: `championship`, `after_round`, `as_of`, `open_tables` (how many) and `entries` in order of rank."""
    return with_plain_names(ranking.as_json())


def with_plain_names(standings: Data) -> Data:
    """The same standings with names as programs want them; also for those that a publication froze."""
    return {**standings, "entries": [{**entry, "name": plain(entry["name"])} for entry in standings["entries"]]}


def round_json(sheet: Sheet, seals: Sequence[SealLine] = ()) -> Data:
    """A round with its tables and byes. A side of two single persons is a list of both.

    `changed` is there when the organiser changed the draw by hand: the public reasons. `seals` is there when the round
    was sealed before its draw: every seal of it, the first one first.
    """
    mark: Data = {"changed": list(sheet.changed)} if sheet.changed else {}
    if seals:
        mark["seals"] = [seal_json(each) for each in seals]
    return {
        "round": sheet.number,
        "state": str(sheet.state),
        "tables": [table_json(table) for table in sheet.tables],
        "byes": [entry_json(entry) for entry in sheet.sits_out],
        **mark,
    }


def seal_json(seal: SealLine) -> Data:
    """A seal with all that a program needs to check it; what is secret until the draw is null or empty until then.

    `state`: `standing`, `broken` (it stands, but the list has changed), `opened` or `given_up`.
    """
    state = "opened" if seal.opened_at else "given_up" if seal.given_up_at else "broken" if seal.broken else "standing"
    return {
        "state": state,
        "seal": seal.seal,
        "sealed_at": timezone.localtime(seal.sealed_at).isoformat(timespec="seconds"),
        "secret": seal.secret or None,
        "cards": seal.cards or None,
        "seed": seal.seed,
        "lines": list(seal.lines),
    }


def table_json(table: SheetTable) -> Data:
    return {
        "number": table.number,
        "a": side_json(table.a),
        "b": side_json(table.b),
        "first_dealer": str(table.first_dealer),
        "state": str(table.state),
        "deals": None if table.deals is None else list(table.deals),
        **ended(table.outcome),
    }


def side_json(side: Sequence[EntryLine]) -> Data | list[Data]:
    """One entry as it is, two single persons as a list."""
    entries = [entry_json(entry) for entry in side]
    return entries[0] if len(entries) == 1 else entries


def entry_json(entry: EntryLine) -> Data:
    return {"number": entry.number, "name": plain(entry.name), "place": entry.place}


def path_json(path: EntryPath) -> Data:
    """An entry, its row of the ranking (null while it has none), and its rounds with its own card points."""
    return {
        "entry": {**entry_json(path.entry), "club": path.club, "withdrawn": path.withdrawn},
        "after_round": path.after_round,
        "standing": None if path.ranked is None else {**path.ranked.as_json(), "name": plain(path.ranked.name)},
        "rounds": [step_json(step) for step in path.steps],
    }


def step_json(step: Step) -> Data:
    return {
        "round": step.round,
        "table": step.table,
        "partners": [entry_json(entry) for entry in step.partners],
        "opponents": [entry_json(entry) for entry in step.opponents],
        "gives_first": step.gives_first,
        "deals": None if step.deals is None else list(step.deals),
        "net": step.net,
        "running": step.running,
        "bye": None if step.bye is None else str(step.bye),
        "corrected": step.corrected,
        **ended(step.outcome),
    }


def ended(outcome: Outcome) -> Data:
    """How a table ended otherwise than by four deals; nothing for one that was played."""
    return {} if outcome == Outcome.PLAYED else {"outcome": str(outcome)}
