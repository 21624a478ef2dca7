"""What an entry played, round by round, as its own page and programs show it: read from rows, never written."""

from dataclasses import dataclass, replace
from itertools import accumulate

from django.db.models import Prefetch

from engine.seats import Side
from scoring.balance import net
from tournaments.enums import ByeReason, EntryState, Outcome, SideName
from tournaments.models import Bye, Championship, Entry, Round, Seat, Table

from .sheets import PEOPLE, EntryLine, counting_results, line, sheet_table, visible_rounds
from .standings import AWARDED, RankedEntry, last_visible_round, ranking


@dataclass(frozen=True, slots=True)
class Step:
    """One round on the path of an entry, seen from its side: `deals` are its own card points.

    `won` says who won a table without play (None: by play), `outcome` how it ended.
    `bye` says why it had no table. `running` is its net over all rounds so far.
    """

    round: int
    table: int | None
    partners: tuple[EntryLine, ...]
    opponents: tuple[EntryLine, ...]
    deals: tuple[int, ...] | None
    running: int
    bye: ByeReason | None
    gives_first: bool
    corrected: bool
    outcome: Outcome = Outcome.PLAYED
    won: bool | None = None

    @property
    def net(self) -> int | None:
        return None if self.deals is None else sum(map(net, self.deals))

    @property
    def result(self) -> str:
        """The word for it: won, lost, level, or missed where neither side came; empty without a result."""
        if self.deals is None:
            return ""
        if self.outcome == Outcome.NEITHER:
            return "missed"
        if self.won is not None:
            return "won" if self.won else "lost"
        return "won" if (self.net or 0) > 0 else "lost" if (self.net or 0) < 0 else "level"

    @property
    def points(self) -> int | None:
        """Own card points (0–288)."""
        return None if self.deals is None else sum(self.deals)

    @property
    def opponents_points(self) -> int | None:
        return None if self.deals is None else 72 * len(self.deals) - sum(self.deals)

    @property
    def deal_rows(self) -> list[dict[str, int]]:
        """Per deal: number, own and their points, net, and the net at the table so far."""
        deals = self.deals or ()
        totals = accumulate(map(net, deals))
        return [
            {"deal": deal, "own": own, "theirs": 72 - own, "net": net(own), "running": total}
            for deal, (own, total) in enumerate(zip(deals, totals, strict=True), 1)
        ]


@dataclass(frozen=True, slots=True)
class EntryPath:
    """An entry, its place in the ranking, and what it played."""

    entry: EntryLine
    club: str
    withdrawn: bool
    ranked: RankedEntry | None
    after_round: int
    steps: tuple[Step, ...]


def entry_path(championship: Championship, number: int, *, public: bool = False) -> EntryPath | None:
    """The path of an entry, None when there is none of this number. Constant queries."""
    entry = championship.entries.with_people().select_related("club").filter(number=number).first()
    if entry is None:
        return None
    rounds = {round_.pk: round_ for round_ in visible_rounds(championship, public=public)}
    tables = Table.objects.filter(round__in=rounds, seats__entry=entry).prefetch_related(
        Prefetch("seats", Seat.objects.order_by("side", "position").prefetch_related(*PEOPLE)),
        counting_results(),
    )
    limit = last_visible_round(championship, public=public)
    steps = {rounds[t.round_id].number: table_step(entry, t, rounds[t.round_id], public, limit) for t in tables}
    for bye in Bye.objects.filter(entry=entry, round__in=rounds):
        steps[rounds[bye.round_id].number] = Step(
            rounds[bye.round_id].number,
            None,
            (),
            (),
            None,
            0,
            ByeReason(bye.reason),
            gives_first=False,
            corrected=False,
        )
    board = ranking(championship, public=public)
    return EntryPath(
        entry=line(entry, public=public),
        club=entry.club.name if entry.club else "",
        withdrawn=entry.state == EntryState.WITHDRAWN,
        ranked=board.row(entry.number),
        after_round=board.after_round,
        steps=with_running([steps[number] for number in sorted(steps)]),
    )


def table_step(entry: Entry, table: Table, round_: Round, public: bool, limit: int) -> Step:
    seen = sheet_table(table, round_.number, public=public, hidden=round_.number > limit)
    on_a = any(line_.number == entry.number for line_ in seen.a)
    own, theirs = (seen.a, seen.b) if on_a else (seen.b, seen.a)
    deals = seen.deals if on_a or seen.deals is None else tuple(72 - points for points in seen.deals)
    return Step(
        round=round_.number,
        table=table.number,
        partners=tuple(line_ for line_ in own if line_.number != entry.number),
        opponents=theirs,
        deals=deals,
        running=0,
        bye=None,
        gives_first=(seen.first_dealer == SideName.A) == on_a,
        corrected=seen.corrected,
        outcome=seen.outcome,
        won=None if (awarded := AWARDED.get(seen.outcome)) is None else (awarded is Side.A) == on_a,
    )


def with_running(steps: list[Step]) -> tuple[Step, ...]:
    """The steps with the net over all rounds so far filled in."""
    totals = accumulate(step.net or 0 for step in steps)
    return tuple(replace(step, running=total) for step, total in zip(steps, totals, strict=True))
