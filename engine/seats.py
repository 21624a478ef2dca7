"""Seats round a table and the two sides of a four- or six-player deal (rules, paragraph 3)."""

from enum import Enum, StrEnum


class Side(StrEnum):
    """One of the two sides at a table. Side A sits on seats 0, 2 (4), side B on seats 1, 3 (5)."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "Side":
        """The opponents."""
        return Side.B if self is Side.A else Side.A


class Seat(Enum):
    """A place at the table, counted anticlockwise from 0. Deal, talk and play all run from a seat to the next one."""

    S0 = 0
    S1 = 1
    S2 = 2
    S3 = 3
    S4 = 4
    S5 = 5

    def __init__(self, number: int) -> None:
        """Keep the seat's number, 0 to 5, as records and messages write it."""
        self.number = number

    def next(self, players: int = 4) -> "Seat":
        """Return the seat to the right, who is next to act at a table of so many players."""
        return _SEATS[(self.number + 1) % players]

    def after(self, steps: int, players: int = 4) -> "Seat":
        """Return the seat so many places to the right."""
        return _SEATS[(self.number + steps) % players]

    @property
    def partner(self) -> "Seat":
        """The seat opposite at a table of four."""
        return _SEATS[(self.number + 2) % 4]

    @property
    def side(self) -> Side:
        """The side of this seat at a table of four or six: partners sit on alternate seats."""
        return Side.B if self.number % 2 else Side.A


_SEATS = tuple(Seat)


def seats(players: int = 4) -> tuple[Seat, ...]:
    """Return the seats of a table of so many players, in order of play."""
    return _SEATS[:players]
