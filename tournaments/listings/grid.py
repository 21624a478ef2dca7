"""A round's tables as the keyboard grid shows them: numbers in the notation of the reader, sides, state, time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from scoring import balance
from scoring.slip import Notation
from tournaments.domain.claimed import Claims, Difference, StandingClaim, differences
from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.enums import COUNTING_STATES, Source, TableState
from tournaments.models.names import folded
from tournaments.templatetags.marks import signed

#: Who says something, in a word that fits into a row.
SHORT = {Source.SIDE_A: "A", Source.SIDE_B: "B"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A closed row's number: `css` is "claimed" while it only is claimed, "x" where claims differ, "blank" for none."""

    text: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One table. `deals` are texts in the notation, empty without a result; `winner` is "a", "b" or empty (level).

    `claims` stand at the table and do not count yet.
    """

    table: SheetTable
    notation: Notation
    claims: tuple[StandingClaim, ...] = ()

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def a(self) -> str:
        return side_name(self.table.a)

    @property
    def b(self) -> str:
        return side_name(self.table.b)

    @property
    def families(self) -> tuple[str, str]:
        """Both sides by family names alone: a row of the grid has no room for more, its table tells who they are."""
        return family_names(self.table.a), family_names(self.table.b)

    @property
    def pending(self) -> bool:
        return self.table.state not in COUNTING_STATES

    @property
    def typable(self) -> bool:
        """Whether the next thing to do here is to type: a conflict is decided on a page of its own."""
        return self.table.state in {TableState.OPEN, TableState.CLAIMED}

    @property
    def deals(self) -> tuple[str, ...]:
        return tuple(self.text(points) for points in self.table.deals or ())

    @property
    def offered(self) -> StandingClaim | None:
        """The one claim that the office confirms if the slip says the same."""
        return self.claims[-1] if self.table.state == TableState.CLAIMED and self.claims else None

    @property
    def claimant(self) -> str:
        """Whose claim is offered: "A" or "B"."""
        return SHORT.get(self.offered.source, "") if self.offered else ""

    @property
    def differences(self) -> tuple[Difference, ...]:
        return differences(self.claims) if self.table.state == TableState.CONFLICT else ()

    @property
    def differing(self) -> str:
        """The deals that claims differ in, with the numbers of side A that each says: `2: 30/33`."""
        return ", ".join(f"{each.deal}: {'/'.join(map(self.text, each.numbers))}" for each in self.differences)

    @property
    def cells(self) -> list[Cell]:
        """The four numbers of a closed row; a dash for a deal that nobody has said anything about."""
        if self.table.deals is not None:
            found = [Cell(text) for text in self.deals]
        else:
            wrong = {each.deal for each in self.differences}
            said = self.claims[0].deals if self.claims else ()
            found = [
                Cell(self.text(points), "x" if deal in wrong else "claimed") for deal, points in enumerate(said, 1)
            ]
        return found + [Cell("–", "blank")] * (balance.DEALS_PER_TABLE - len(found))

    @property
    def at(self) -> datetime | None:
        """When the last thing was said."""
        return self.table.at or max((claim.at for claim in self.claims), default=None)

    @property
    def total(self) -> str:
        deals = self.offered.deals if self.offered else self.table.deals
        if not deals:
            return ""
        return str(sum(deals)) if self.notation is Notation.POINTS else signed(sum(map(balance.net, deals)))

    @property
    def winner(self) -> str:
        return self.table.winner

    @property
    def words(self) -> str:
        """What a search looks through: number and names, without accents."""
        return folded(f"{self.number} {self.a} {self.b}")

    @property
    def points(self) -> str:
        """Side A's card points for the page's script: `41,30,50,36`."""
        return ",".join(map(str, self.table.deals or ()))

    @property
    def claimed_points(self) -> str:
        """The offered claim in the same way."""
        return ",".join(map(str, self.offered.deals)) if self.offered else ""

    def text(self, points: int) -> str:
        return str(points) if self.notation is Notation.POINTS else signed(balance.net(points))


def side_name(side: Iterable[EntryLine]) -> str:
    """The entries of a side; two single persons are joined as a pair is."""
    return "\u00a0– ".join(line.name for line in side)


def family_names(side: Iterable[EntryLine]) -> str:
    """`Caduff – Tuor`: the last word of each name, without what tells namesakes apart.

    A pair is known by its two families; a single person needs an initial, `G. Nuth – O. Spescha`, as several come from
    one family.
    """
    return "\u00a0– ".join(
        family_name(name, initial=len(line.people) == 1) for line in side for name, _place, _sort in line.people
    )


def family_name(name: str, *, initial: bool) -> str:
    given, _, family = name.partition(" (")[0].rpartition(" ")
    return f"{given[0]}.\u00a0{family}" if initial and given else family


def grid_rows(sheet: Sheet, notation: Notation, claims: Claims | None = None) -> list[GridRow]:
    return [GridRow(table, notation, (claims or {}).get(table.number, ())) for table in sheet.tables]


def found_row(rows: Iterable[GridRow], query: str) -> GridRow | None:
    """The table of this number, or the first with this name; None when there is none."""
    wanted = folded(query.strip())
    if not wanted:
        return None
    by_number = next((row for row in rows if str(row.number) == wanted), None)
    return by_number or next((row for row in rows if wanted in row.words), None)


def next_pending(rows: list[GridRow], after: int = 0) -> GridRow | None:
    """The next table to type, after this number and then from the start."""
    pending = [row for row in rows if row.typable]
    return next((row for row in pending if row.number > after), pending[0] if pending else None)


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal of a result in full: both sides' card points, side A's balance of it and so far.

    `packets`: in how few packets the side that is behind may ask for the next deal (3: as always, or no next deal).
    `behind`: that side, "A" or "B".
    """

    deal: int
    a: int
    b: int
    net: int
    running: int
    packets: int
    behind: str


def deal_lines(deals: Iterable[int]) -> list[DealLine]:
    points = list(deals)
    totals = accumulate(map(balance.net, points))
    return [
        DealLine(
            deal=deal,
            a=own,
            b=balance.DEAL_POINTS - own,
            net=balance.net(own),
            running=running,
            packets=balance.fewest_packets(-abs(running)) if deal < balance.DEALS_PER_TABLE else balance.MOST_PACKETS,
            behind="A" if running < 0 else "B",
        )
        for deal, (own, running) in enumerate(zip(points, totals, strict=True), 1)
    ]


def minutes_since(moment: datetime | None, now: datetime) -> int | None:
    """Whole minutes, never negative."""
    return None if moment is None else max(0, int((now - moment).total_seconds() // 60))
