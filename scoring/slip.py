"""What two sides wrote down, before anybody has checked it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.seats import Side
from scoring import balance

type Written = int | str | None
"""A number as it stands on the slip: a text is one that could not be read, None an empty field."""


class Notation(StrEnum):
    """How the numbers of a slip are written: card points 0…72, or balance −36…+36."""

    POINTS = "points"
    NET = "net"


@dataclass(frozen=True, slots=True)
class Slip:
    """What two sides wrote down. Only side a's numbers, or b's where a's are empty, are needed.

    All tuples go deal by deal; what lies beyond their end was not written. `side_a`, `side_b`: in
    `notation`. `balances`: side a's buns (+) or schliats (−) written beside card points. `running`:
    side a's balance after each deal. `total_net`, `total_points_a`, `total_points_b`: last line.
    `matches`: numbers of the deals marked as a match. `dealers`: the side marked as giving.
    `packets`: in how many packets the deal was given, on whose wish (`asked_by`). `deals`: how many
    were finished, four unless the table was broken off.
    """

    side_a: tuple[Written, ...]
    side_b: tuple[Written, ...] = ()
    notation: Notation = Notation.POINTS
    first_dealer: Side | None = None
    balances: tuple[Written, ...] = ()
    running: tuple[Written, ...] = ()
    total_net: Written = None
    total_points_a: Written = None
    total_points_b: Written = None
    matches: frozenset[int] = frozenset()
    dealers: tuple[Side | None, ...] = ()
    packets: tuple[int | None, ...] = ()
    asked_by: tuple[Side | None, ...] = ()
    deals: int = balance.DEALS_PER_TABLE
