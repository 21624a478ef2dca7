"""The results of a file, keyed by the office table by table; and what they would change, before they are stored."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.slip import Written
from tournaments.enums import COUNTING_STATES, Outcome, ResultState, Source, TableState
from tournaments.models import ResultVersion, Round, Table

from .change import Actor, changing
from .decided import refuse_decision
from .endings import Ending, checked_ending, refuse_unfit
from .impact import Impact, impact_of_tables
from .official import settle_before_correcting
from .refusal import Problem, Refused
from .results import Keyed, state_with, store
from .versions import note_complete


@dataclass(frozen=True, slots=True)
class FileRows:
    """What a file says: table number to side A's numbers, and how tables ended that were not played to the end."""

    deals: Mapping[int, Sequence[Written]]
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)

    def ending(self, table: Table) -> Ending:
        """Checked by the rules; questions count as answered. Raises `Refused` as `checked_ending` does."""
        outcome = self.outcomes.get(table.number, Outcome.PLAYED)
        return checked_ending(table, self.deals[table.number], outcome=outcome, answered_yes=True)

    def tables(self, round_: Round) -> dict[int, Table]:
        """The tables of the round that the file names."""
        return {table.number: table for table in round_.tables.select_related("round") if table.number in self.deals}


@dataclass(frozen=True, slots=True)
class FileResults:
    """What became of a file of results, by table number.

    `stored` contains `disputed`: tables where a side claims something else, so that nothing counts yet. `unchanged` had
    just this result.
    """

    stored: tuple[int, ...]
    disputed: tuple[int, ...]
    unchanged: tuple[int, ...]
    questions: tuple[Problem, ...]
    problems: tuple[Problem, ...]


def store_file_results(
    round_id: int,
    rows: Mapping[int, Sequence[Written]],
    *,
    outcomes: Mapping[int, Outcome] | None = None,
    reason: str = "",
    replace_reason: str = "",
    may_decide: bool = True,
    actor: Actor = None,
) -> FileResults:
    """Store the results of a file: table number to four numbers. Questions count as answered and are listed.

    `outcomes` names the tables that were not played to the end; they have the finished deals and need a `reason`, which
    both sides read. A table that has another result needs `replace_reason`; without it that table is reported and stays
    as it is. The reason stands with each version that was replaced or not played, and beside the event.
    """
    round_, file = Round.objects.get(pk=round_id), FileRows(rows, outcomes or {})
    stored: dict[int, Keyed] = {}
    unchanged: list[int] = []
    questions: list[Problem] = []
    problems: list[Problem] = []
    settle_before_correcting(round_)
    with changing(round_.championship_id, actor) as change:
        for number, table in in_order(file, round_):
            try:
                ending = file.ending(table)
                why = reason_for(table, ending, reason, replace_reason)
                how: dict[str, Any] = {"reason": why, "key": None, "may_decide": may_decide}
                stored[number] = store(change, table, ending, Source.FILE, **how)
            except Refused as refusal:
                if refusal.code == "nothing_changed":
                    unchanged.append(number)
                else:
                    problems += [Problem(p.code, {"table": number, **p.data}) for p in refusal.problems]
                continue
            questions += [Problem(str(each["code"]), {"table": number, **each}) for each in ending.questions]
        disputed = [number for number, keyed in stored.items() if keyed.table.state == TableState.CONFLICT]
        if stored:
            change.record("results_from_file", round=round_.number, **told(stored, disputed, reason, replace_reason))
        if any(not keyed.corrected for keyed in stored.values()):
            note_complete(change, round_)
    problems += [Problem("unknown_table", {"table": number}) for number in unknown(file, round_)]
    return FileResults(tuple(stored), tuple(disputed), tuple(unchanged), tuple(questions), tuple(problems))


def unknown(file: FileRows, round_: Round) -> list[int]:
    there = file.tables(round_)
    return [number for number in file.deals if number not in there]


def in_order(file: FileRows, round_: Round) -> Iterator[tuple[int, Table]]:
    """The tables in the order of the file."""
    there = file.tables(round_)
    return ((number, there[number]) for number in file.deals if number in there)


def reason_for(table: Table, ending: Ending, reason: str, replace_reason: str) -> str:
    """A table without a result needs the reason why it was not played, any other one why its result is replaced."""
    ended = ending.outcome != Outcome.PLAYED and table.state not in COUNTING_STATES
    return (reason or replace_reason) if ended else replace_reason


def told(stored: Mapping[int, Keyed], disputed: list[int], reason: str, replace_reason: str) -> dict[str, Any]:
    """What the event carries."""
    results = {str(number): keyed.result for number, keyed in stored.items()}
    outcomes = {number: str(result.outcome) for number, result in results.items() if result.outcome != Outcome.PLAYED}
    replaces = any(keyed.corrected for keyed in stored.values())
    ended = any(not keyed.corrected and keyed.result.outcome != Outcome.PLAYED for keyed in stored.values())
    why = ((replace_reason if replaces else ""), ((reason or replace_reason) if ended else ""))
    return {
        "results": {number: result.deals for number, result in results.items()},
        "disputed": disputed,
        **({"outcomes": outcomes} if outcomes else {}),
        "reason": "; ".join(dict.fromkeys(each.strip() for each in why if each.strip())),
    }


# Before ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replaced:
    """A table that has a result which the file replaces: card points of side A and how it ended, now and then."""

    table: int
    before: tuple[tuple[int, ...], Outcome]
    after: tuple[tuple[int, ...], Outcome]


@dataclass(frozen=True, slots=True)
class FileImpact:
    """What storing a file would change: the results that it replaces, and ranks, cut and later rounds."""

    replaced: tuple[Replaced, ...]
    impact: Impact

    @property
    def mark(self) -> str:
        """What somebody who has seen this sends along, 16 digits; as `Impact.mark`."""
        return hashlib.sha256(repr((self.replaced, self.impact.mark)).encode()).hexdigest()[:16]


def impact_of_file(
    round_: Round,
    rows: Mapping[int, Sequence[Written]],
    *,
    outcomes: Mapping[int, Outcome] | None = None,
    may_decide: bool = True,
) -> FileImpact:
    """What storing these rows with a reason would change. Reads only.

    Rows that would be refused, or wait for a decision because a side says something else, change nothing.
    """
    file = FileRows(rows, outcomes or {})
    counting: dict[int, Ending] = {}
    replaced: list[Replaced] = []
    tables = file.tables(round_)
    for number in sorted(tables):
        before = tables[number].results.filter(state=ResultState.CONFIRMED).first()
        ending = ending_that_counts(file, tables[number], before, may_decide=may_decide)
        if ending is None:
            continue
        counting[tables[number].pk] = ending
        if before is not None:
            now = (tuple(before.deals), Outcome(before.outcome))
            replaced.append(Replaced(number, now, (ending.deals, ending.outcome)))
    others = {pk: (ending.deals, ending.outcome) for pk, ending in counting.items()}
    return FileImpact(tuple(replaced), impact_of_tables(round_, others, sums_of=[each.table for each in replaced]))


def ending_that_counts(
    file: FileRows, table: Table, before: ResultVersion | None, *, may_decide: bool
) -> Ending | None:
    """How the table ends by the file, if that is stored and counts at once."""
    try:
        ending = file.ending(table)
        refuse_unfit(table, before, ending, "a reason", agreed=False)
        refuse_decision(table, may_decide=may_decide)
    except Refused:
        return None
    return ending if state_with(table, before, ending) in COUNTING_STATES else None
