"""Where two sides sit."""

from django.db import models

from tournaments.enums import SeatOrder, SideName, TableState

from .entry import Entry
from .round import Round


class Table(models.Model):
    """A table of a round: two sides, four deals, one result.

    `first_dealer` is the side that gives deals 1 and 3. `version` counts the stored versions of the result and is what
    a change is conditional on. `reasons` says why these two meet, as codes and data from `pairing`.
    Raising `link_serial` makes the codes of the printed slip invalid; it begins where no slip of an earlier draw was.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    first_dealer = models.CharField(max_length=1, choices=SideName)
    state = models.CharField(max_length=12, choices=TableState, default=TableState.OPEN)
    link_serial = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    reasons = models.JSONField(default=list)

    class Meta:
        ordering = ("round", "number")
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="table_number_once"),)

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class Seat(models.Model):
    """An entry at a table. The round is repeated so that the database keeps an entry from sitting at two tables."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    side = models.CharField(max_length=1, choices=SideName)
    position = models.PositiveSmallIntegerField(choices=SeatOrder, default=SeatOrder.FIRST)

    class Meta:
        ordering = ("table", "side", "position")
        constraints = (
            models.UniqueConstraint(fields=("round", "entry"), name="one_table_per_round"),
            models.UniqueConstraint(fields=("table", "side", "position"), name="seat_once"),
        )

    def __str__(self) -> str:
        return f"{self.table} {self.side}: {self.entry}"
