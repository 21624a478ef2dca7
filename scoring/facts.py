"""Facts of an event: what a ranking is a pure function of."""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from engine.seats import Side

type EntryId = Hashable


@dataclass(frozen=True, slots=True)
class TableFacts:
    """One table that counts: who sat on each side and side a's card points of the finished deals.

    `awarded_to` is set for a walk-over: that side gets a win whatever was played, and the deals that
    were finished still count for net. A table without a deal and without an award counts for nothing.
    """

    round: int
    side_a: tuple[EntryId, ...]
    side_b: tuple[EntryId, ...]
    deals: tuple[int, ...] = ()
    awarded_to: Side | None = None


@dataclass(frozen=True, slots=True)
class ByeFact:
    """The entry sat out this round because the numbers did not fit."""

    round: int
    entry: EntryId


@dataclass(frozen=True, slots=True)
class AbsenceFact:
    """The entry missed this round: 0 points, and the net that the rules set for it."""

    round: int
    entry: EntryId


@dataclass(frozen=True, slots=True)
class PenaltyFact:
    """Points taken off, from this round on (0: from the start)."""

    entry: EntryId
    points: int
    round: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """What the ranking is a pure function of. `unranked` (stand-ins) play, but get no rank."""

    entries: tuple[EntryId, ...]
    tables: tuple[TableFacts, ...] = ()
    byes: tuple[ByeFact, ...] = ()
    absences: tuple[AbsenceFact, ...] = ()
    penalties: tuple[PenaltyFact, ...] = ()
    unranked: tuple[EntryId, ...] = ()

    def until(self, round_number: int) -> "Facts":
        """The same event as it stood after that round."""
        return replace(
            self,
            tables=tuple(each for each in self.tables if each.round <= round_number),
            byes=tuple(each for each in self.byes if each.round <= round_number),
            absences=tuple(each for each in self.absences if each.round <= round_number),
            penalties=tuple(each for each in self.penalties if each.round <= round_number),
        )


class UnknownEntryError(ValueError):
    """A fact names an entry that is neither in `entries` nor in `unranked`; `.entry` says which."""

    def __init__(self, entry: EntryId) -> None:
        super().__init__(f"a fact names an unknown entry: {entry!r}")
        self.entry = entry
