"""A round's tables as the keyboard grid shows them: numbers in the notation of the reader, sides, state, time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from scoring import balance
from scoring.slip import Notation
from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.enums import COUNTING_STATES
from tournaments.models.names import folded
from tournaments.templatetags.marks import signed


@dataclass(frozen=True, slots=True)
class GridRow:
    """One table. `deals` are texts in the notation, empty without a result; `winner` is "a", "b" or empty (level)."""

    table: SheetTable
    notation: Notation

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
    def deals(self) -> tuple[str, ...]:
        return tuple(self.text(points) for points in self.table.deals or ())

    @property
    def total(self) -> str:
        if self.table.deals is None:
            return ""
        return str(self.table.points_a) if self.notation is Notation.POINTS else signed(self.table.net)

    @property
    def winner(self) -> str:
        net = self.table.net or 0
        return "a" if net > 0 else "b" if net < 0 else ""

    @property
    def words(self) -> str:
        """What a search looks through: number and names, without accents."""
        return folded(f"{self.number} {self.a} {self.b}")

    @property
    def points(self) -> str:
        """Side A's card points for the page's script: `41,30,50,36`."""
        return ",".join(map(str, self.table.deals or ()))

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


def grid_rows(sheet: Sheet, notation: Notation) -> list[GridRow]:
    return [GridRow(table, notation) for table in sheet.tables]


def found_row(rows: Iterable[GridRow], query: str) -> GridRow | None:
    """The table of this number, or the first with this name; None when there is none."""
    wanted = folded(query.strip())
    if not wanted:
        return None
    by_number = next((row for row in rows if str(row.number) == wanted), None)
    return by_number or next((row for row in rows if wanted in row.words), None)


def next_pending(rows: list[GridRow], after: int = 0) -> GridRow | None:
    """The next table without a result that counts, after this number and then from the start."""
    pending = [row for row in rows if row.pending]
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
