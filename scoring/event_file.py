"""The JSON that `python -m scoring rank` reads and prints (interfaces.md).

`{"entries": [{"id": "A"}, …], "tables": [{"round": 1, "a": "A", "b": "B", "deals": [40, 30, 36, 50]}, …],
"byes": [{"round": 2, "entry": "E"}], "absences": [{"round": 1, "entry": "F"}], "penalties": [{"entry": "A",
"points": 1}]}`; `deals` are side a's card points, `a` and `b` an id or a list of ids. More than that:
`"ranked": false` at an entry (a stand-in), `"first_dealer"` and `"awarded_to"` (`"a"` or `"b"`) at a table.
"""

from collections.abc import Iterator
from typing import Any

from engine.seats import Side
from scoring import balance
from scoring.facts import AbsenceFact, ByeFact, EntryId, Facts, PenaltyFact, TableFacts
from scoring.slip import Slip
from scoring.standings import StandingRow, Standings
from scoring.validation import validate

type Data = dict[str, Any]

PRINTED = (
    *("id", "rank", "shared", "tournament_points", "net", "buns", "schliats", "card_points", "deals_won"),
    *("tables", "tables_won", "byes", "absences", "penalty", "best_table", "opponents_points", "opponents_net"),
)


class EventFileError(ValueError):
    """The file cannot be ranked; `.problems` are dicts with `code` and where it is, ready for JSON."""

    def __init__(self, problems: list[Data]) -> None:
        super().__init__(f"{len(problems)} problems in the file")
        self.problems = problems


def read_event(data: object) -> Facts:
    """Facts of a parsed file. Raises EventFileError with every problem found, none of the facts kept."""
    try:
        facts = _facts(data)
        problems = [*_unknown_entries(facts), *_entries_twice(facts), *_wrong_deals(data, facts)]
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise EventFileError([{"code": "UNREADABLE", "given": str(wrong)}]) from wrong
    if problems:
        raise EventFileError(problems)
    return facts


def _facts(data: Any) -> Facts:
    return Facts(
        entries=tuple(_id(each["id"]) for each in data["entries"] if each.get("ranked", True)),
        unranked=tuple(_id(each["id"]) for each in data["entries"] if not each.get("ranked", True)),
        tables=tuple(_table(each) for each in data.get("tables", ())),
        byes=tuple(ByeFact(_whole(each["round"]), _id(each["entry"])) for each in data.get("byes", ())),
        absences=tuple(AbsenceFact(_whole(each["round"]), _id(each["entry"])) for each in data.get("absences", ())),
        penalties=tuple(
            PenaltyFact(_id(each["entry"]), _whole(each["points"]), _whole(each.get("round", 0)))
            for each in data.get("penalties", ())
        ),
    )


def _table(data: Data) -> TableFacts:
    award = data.get("awarded_to")
    return TableFacts(
        round=_whole(data["round"]),
        side_a=_side(data["a"]),
        side_b=_side(data["b"]),
        deals=tuple(data.get("deals") or ()),
        awarded_to=None if award is None else Side(award),
    )


def _id(value: object) -> EntryId:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"not an id: {value!r}")
    return value


def _side(value: object) -> tuple[EntryId, ...]:
    return tuple(_id(each) for each in value) if isinstance(value, list) else (_id(value),)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"not a whole number: {value!r}")
    return value


def _places(facts: Facts) -> list[tuple[int, EntryId]]:
    """(round, entry) for every seat at a table, bye and absence."""
    return [
        *((each.round, entry) for each in facts.tables for entry in (*each.side_a, *each.side_b)),
        *((each.round, each.entry) for each in facts.byes),
        *((each.round, each.entry) for each in facts.absences),
    ]


def _unknown_entries(facts: Facts) -> Iterator[Data]:
    known: set[EntryId] = set()
    for entry in (*facts.entries, *facts.unranked):
        if entry in known:
            yield {"code": "DUPLICATE_ENTRY", "entry": entry}
        known.add(entry)
    penalised = [(each.round, each.entry) for each in facts.penalties]
    for round_number, entry in _places(facts) + penalised:
        if entry not in known:
            yield {"code": "UNKNOWN_ENTRY", "round": round_number, "entry": entry}


def _entries_twice(facts: Facts) -> Iterator[Data]:
    """Nobody has two of table, bye and absence in one round."""
    seen: set[tuple[int, EntryId]] = set()
    for place in _places(facts):
        if place in seen:
            yield {"code": "ENTRY_TWICE", "round": place[0], "entry": place[1]}
        seen.add(place)


def _wrong_deals(data: Any, facts: Facts) -> Iterator[Data]:
    """Each table's deals by the same check as a slip's; fewer than four are a table broken off."""
    for number, (written, table) in enumerate(zip(data.get("tables", ()), facts.tables, strict=True), start=1):
        first = written.get("first_dealer")
        deals = min(len(table.deals), balance.DEALS_PER_TABLE)
        checked = validate(Slip(side_a=table.deals, deals=deals, first_dealer=Side(first) if first else None))
        for problem in checked.problems:
            yield {"table": number, "round": table.round} | problem.as_data()


def standings_as_data(standings: Standings) -> Data:
    """The object that `rank` prints, in order of rank."""
    return {"entries": [_row_as_data(row) for row in standings.rows]}


def _row_as_data(row: StandingRow) -> Data:
    return {name: getattr(row, name) for name in PRINTED}
