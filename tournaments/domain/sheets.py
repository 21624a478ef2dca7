"""What pages, prints and files show of a round: read from rows, never written (`paths.py`: of an entry).

With `public`, names are the public ones, unpublished rounds do not exist and hidden results are missing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from engine.seats import Side
from scoring.balance import net
from tournaments.enums import COUNTING_STATES, ByeReason, Outcome, ResultState, RoundState, SideName, TableState
from tournaments.models import Bye, Championship, Entry, ResultVersion, Round, Seat, Table
from tournaments.models.names import sort_key

from .deadlines import ends
from .standings import AWARDED, last_visible_round

#: What the names of an entry in a round are made of, from its seat or bye.
PEOPLE = ("entry__members__person", "entry__substitutions__person")


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as a list names it."""

    number: int
    name: str
    place: str
    people: tuple[tuple[str, str, str], ...]
    """(name, place, sort key) of each person: lists by family name go by people."""
    stand_in: bool = False
    """It plays, but is not ranked."""
    with_substitute: bool = False
    """Somebody else plays for one of its people: in this round where it is one's, else at all."""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of a round. `deals` are side A's card points of the result that counts, None without one.

    There are four where the `outcome` is `played`, else those that were finished. `corrected`: they replaced others.
    """

    pk: int
    number: int
    a: tuple[EntryLine, ...]
    b: tuple[EntryLine, ...]
    first_dealer: SideName
    state: TableState
    version: int
    deals: tuple[int, ...] | None
    at: datetime | None
    outcome: Outcome
    corrected: bool
    reasons: tuple[dict[str, Any], ...]
    link_serial: int = 0

    @property
    def net(self) -> int | None:
        """Net of side A."""
        return None if self.deals is None else sum(map(net, self.deals))

    @property
    def winner(self) -> str:
        """The side that won, by play or without: "a" or "b"; empty while nobody has."""
        if (awarded := AWARDED.get(self.outcome)) is not None:
            return str(SideName.A if awarded is Side.A else SideName.B)
        net_ = self.net or 0
        return str(SideName.A) if net_ > 0 else str(SideName.B) if net_ < 0 else ""

    @property
    def points_a(self) -> int | None:
        """Card points of side A (0–288)."""
        return None if self.deals is None else sum(self.deals)

    @property
    def points_b(self) -> int | None:
        return None if self.deals is None else 72 * len(self.deals) - sum(self.deals)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A round: its tables and who has none. `official_from`: until when results of a closed round may be corrected."""

    number: int
    state: RoundState
    seed: int
    version: int
    draw: dict[str, Any]
    published_at: datetime | None
    accepted_open: str
    official_from: datetime | None
    results_hidden: bool
    tables: tuple[SheetTable, ...]
    sits_out: tuple[EntryLine, ...]
    absent: tuple[EntryLine, ...]

    @property
    def changed(self) -> tuple[str, ...]:
        """Why the organiser changed the draw by hand, one public reason for each exchange; empty when nobody did."""
        return tuple(each["reason"] for each in self.draw.get("swaps", ()))

    @property
    def pending(self) -> tuple[SheetTable, ...]:
        """Tables whose result does not count yet."""
        return tuple(table for table in self.tables if table.state not in COUNTING_STATES)

    def counts(self) -> dict[TableState, int]:
        """How many tables are in each state."""
        counts = dict.fromkeys(TableState, 0)
        for table in self.tables:
            counts[table.state] += 1
        return counts


def line(entry: Entry, *, public: bool, round_number: int | None = None) -> EntryLine:
    """The entry as it is entered, or with who plays for it in this round."""
    persons = entry.persons if round_number is None else entry.persons_in(round_number)
    return EntryLine(
        number=entry.number,
        name="\u00a0– ".join(person.public_name if public else person.full_name for person in persons),
        place=" / ".join(dict.fromkeys(person.place for person in persons if person.place)),
        people=tuple(
            # The public order comes from the public name: an alias must not stand where the real name would.
            (person.public_name, person.place, sort_key(person.public_name))
            if public
            else (person.full_name, person.place, person.sort_key)
            for person in persons
        ),
        stand_in=entry.stand_in,
        with_substitute=entry.has_substitute if round_number is None else persons != entry.persons,
    )


def visible_rounds(championship: Championship, *, public: bool) -> list[Round]:
    """The rounds that may be seen, in order."""
    rounds = championship.rounds.select_related("stage").order_by("number")
    return list(rounds.published() if public else rounds)


def round_sheet(
    championship: Championship, number: int, *, public: bool = False, printed: bool = False
) -> Sheet | None:
    """The sheet of a round; None when there is no such round, or the public may not see it. Constant queries.

    `printed`: paper of the office that lies or hangs in the hall; it names people as the public may read them.
    """
    rounds = championship.rounds.published() if public else championship.rounds
    round_ = rounds.filter(number=number).first()
    return None if round_ is None else sheet_of(championship, round_, public=public, printed=printed)


def sheet_of(championship: Championship, round_: Round, *, public: bool = False, printed: bool = False) -> Sheet:
    named = public or printed
    hidden = round_.number > last_visible_round(championship, public=public)
    tables = round_.tables.order_by("number").prefetch_related(
        Prefetch("seats", Seat.objects.order_by("side", "position").prefetch_related(*PEOPLE)),
        counting_results(),
    )
    byes = list(round_.byes.select_related("round").order_by("entry__number").prefetch_related(*PEOPLE))
    return Sheet(
        number=round_.number,
        state=RoundState(round_.state),
        seed=round_.seed,
        version=round_.version,
        draw=round_.draw,
        published_at=round_.published_at,
        accepted_open=round_.accepted_open,
        official_from=ends(championship).get(round_.number) if round_.state == RoundState.CLOSED else None,
        results_hidden=hidden,
        tables=tuple(sheet_table(table, round_.number, public=named, hidden=hidden) for table in tables),
        sits_out=bye_lines(byes, ByeReason.SITS_OUT, public=named),
        absent=bye_lines(byes, ByeReason.ABSENT, public=named),
    )


def counting_results() -> "Prefetch[Any, Any, Any]":
    """The one confirmed version of each table, as `counting`."""
    return Prefetch("results", ResultVersion.objects.filter(state=ResultState.CONFIRMED), to_attr="counting")


def bye_lines(byes: Iterable[Bye], reason: ByeReason, *, public: bool) -> tuple[EntryLine, ...]:
    return tuple(line(bye.entry, public=public, round_number=bye.round.number) for bye in byes if bye.reason == reason)


def sheet_table(table: Table, number: int, *, public: bool, hidden: bool) -> SheetTable:
    """A table of round `number`."""
    seats = list(table.seats.all())
    counting: list[ResultVersion] = getattr(table, "counting")  # noqa: B009 - filled by `counting_results`
    result = counting[0] if counting and not hidden and table.state in COUNTING_STATES else None
    return SheetTable(
        pk=table.pk,
        number=table.number,
        a=tuple(line(seat.entry, public=public, round_number=number) for seat in seats if seat.side == SideName.A),
        b=tuple(line(seat.entry, public=public, round_number=number) for seat in seats if seat.side == SideName.B),
        first_dealer=SideName(table.first_dealer),
        state=TableState.OPEN if hidden else TableState(table.state),
        version=table.version,
        deals=None if result is None else tuple(result.deals),
        at=None if result is None else result.created_at,
        outcome=Outcome.PLAYED if result is None else Outcome(result.outcome),
        corrected=result is not None and result.corrects,
        reasons=tuple(table.reasons),
        link_serial=table.link_serial,
    )
