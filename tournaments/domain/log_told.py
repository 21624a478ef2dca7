"""What a log tells of a championship: the shape of what `log_replay` fills and `log_checks` holds against the rows."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments.enums import EntryState, Outcome, RequestState, RoundState, TableState
from tournaments.models import Championship

from .event_subjects import OF_RANKINGS
from .seated import Seating

#: What sides (or the office, in a conflict) claim: the source of a version, and its deals.
Claims = dict[str, list[int]]


def rules_of(championship: Championship) -> dict[str, Any]:
    """The settings that rankings are made by, as events carry them."""
    return {name: getattr(championship, name) for name in sorted(OF_RANKINGS)}


@dataclass(slots=True)
class ToldTable:
    """A table: its state, and what counts (None: nothing), from which source.

    `claims` stand beside it, `before` were those before the last version; None where the log does not tell them (events
    of earlier releases). Neither takes part in a comparison.
    """

    state: TableState = TableState.OPEN
    deals: list[int] | None = None
    outcome: Outcome = Outcome.PLAYED
    source: str | None = field(default=None, compare=False)
    claims: Claims | None = field(default_factory=dict, compare=False)
    before: Claims | None = field(default_factory=dict, compare=False)

    def opened(self, state: TableState) -> None:
        """Nothing counts any more."""
        self.state, self.deals, self.outcome, self.source = state, None, Outcome.PLAYED, None

    @property
    def counts(self) -> bool:
        return self.deals is not None


@dataclass(slots=True)
class ToldTimes:
    """When a round was published, closed and made official (which ends its corrections); None: it was not, or, of an
    official round, no event says when its corrections ended (earlier releases)."""

    published_at: datetime | None = None
    closed_at: datetime | None = None
    official_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ToldPublication:
    """A ranking that was handed out: after which round, its revision, by which account, and when."""

    after_round: int
    revision: int
    by: int | None
    at: datetime


@dataclass(slots=True)
class ToldRequest:
    """What one organiser proposed to another. `about`: an entry, or round and table; `said`: what it shall become."""

    about: tuple[int, ...]
    said: dict[str, Any]
    by: int | None
    at: datetime
    state: RequestState = RequestState.PROPOSED
    decided_by: int | None = None
    decided_at: datetime | None = None


@dataclass(slots=True)
class ToldRound:
    """A round: its state and tables, and how it was drawn.

    `seats` is None where the log does not tell them (events of earlier releases), and so are `seed`, `qualified` (who
    plays this final) and `dealers` (the side that gives first at each table of `seats`).
    """

    state: RoundState = RoundState.DRAFT
    tables: dict[int, ToldTable] = field(default_factory=dict)
    seats: Seating | None = None
    sits_out: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    dealers: list[str] | None = None
    seed: int | None = None
    qualified: list[int] | None = None
    times: ToldTimes = field(default_factory=ToldTimes)

    def table(self, number: int) -> ToldTable:
        return self.tables.setdefault(number, ToldTable())


@dataclass(slots=True)
class Told:
    """All that the log tells. `entries` is None when it does not tell all of them (events of earlier releases).

    `places`: the table that an entry keeps, and whether it is a stand-in, where an event says so. `penalties`: entry,
    points, and the round after which they are off; without those that were lifted. `substitutes`: entry, place and the
    round from which somebody else plays there. `settings`: those whose value an event says. `planned`: rounds of a
    stage by its position, where they were changed. `requests`: what organisers proposed to each other, in that order.
    `publications`: rankings that were handed out, by their number. `serials`: of slips, by round and table, where an
    event says them.
    """

    rounds: dict[int, ToldRound] = field(default_factory=dict)
    entries: dict[int, EntryState] | None = field(default_factory=dict)
    places: dict[int, tuple[int | None, bool]] = field(default_factory=dict)
    batches: dict[int, list[int]] = field(default_factory=dict)
    penalties: list[tuple[int, int, int]] = field(default_factory=list)
    substitutes: set[tuple[int, int, int]] = field(default_factory=set)
    settings: dict[str, Any] = field(default_factory=lambda: {"link_generation": 1})
    planned: dict[int, int] = field(default_factory=dict)
    requests: list[ToldRequest] = field(default_factory=list)
    publications: dict[int, ToldPublication] = field(default_factory=dict)
    serials: dict[tuple[int, int], int] = field(default_factory=dict)

    def round(self, number: int) -> ToldRound:
        return self.rounds.setdefault(number, ToldRound())
