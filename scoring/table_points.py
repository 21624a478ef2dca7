"""Points for winning: per table or per deal, and what a round without a table is worth.

Source of the defaults: formats.md §4 (2, 1, 0 per table; a bye as a table won).
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring import balance


class PointsPer(StrEnum):
    """What a win is counted for: the table as a whole, or each of its deals."""

    TABLE = "table"
    DEAL = "deal"


class ByeWorth(StrEnum):
    """What a round without a table is worth, in table points; its net is 0 except for AVERAGE.

    AVERAGE gives the entry's own mean per table, points and net, to the nearest whole number
    (a half goes up); without a table it is 0. So it moves while the entry plays on.
    """

    WIN = "win"
    LEVEL = "level"
    NONE = "none"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class PointValues:
    """Points for a win, a level score and a loss, and what rounds without a table are worth."""

    win: int = 2
    level: int = 1
    loss: int = 0
    per: PointsPer = PointsPer.TABLE
    bye: ByeWorth = ByeWorth.WIN
    absence_net: int = 0

    def of_net(self, net: int) -> int:
        if net > 0:
            return self.win
        return self.level if net == 0 else self.loss

    def of_table(self, points: tuple[int, ...], net: int, won: bool | None) -> int:
        """Points of one side: its card points per deal, their net, and an award (None: by play)."""
        if won is not None:
            return (self.win if won else self.loss) * self._units
        if self.per is PointsPer.DEAL:
            return sum(self.of_net(balance.net(each)) for each in points)
        return self.of_net(net)

    def of_bye(self, points: int, tables: int) -> int:
        """Worth of one bye for an entry with so many points from so many tables."""
        match self.bye:
            case ByeWorth.WIN:
                return self.win * self._units
            case ByeWorth.LEVEL:
                return self.level * self._units
            case ByeWorth.NONE:
                return 0
            case ByeWorth.AVERAGE:
                return whole_mean(points, tables)

    @property
    def _units(self) -> int:
        return balance.DEALS_PER_TABLE if self.per is PointsPer.DEAL else 1


def whole_mean(total: int, count: int) -> int:
    """The mean to the nearest whole number, a half upwards; 0 of nothing."""
    return (2 * total + count) // (2 * count) if count else 0
