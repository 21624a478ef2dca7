"""Everybody of a round by family name: "where do I sit?"."""

from dataclasses import dataclass

from tournaments.domain.sheets import EntryLine, Sheet
from tournaments.enums import ByeReason


@dataclass(frozen=True, slots=True)
class Seated:
    """A person and where they sit: the list by family name. No table: sits out or is absent."""

    person: str
    place: str
    with_whom: str
    number: int
    table: int | None
    reason: ByeReason | None
    order: str


def seating(sheet: Sheet) -> list[Seated]:
    """Everybody of a round by family name, as the public may read it."""
    seats = [
        seat for table in sheet.tables for side in (table.a, table.b) for seat in seats_of(side, table.number, None)
    ]
    for lines, reason in ((sheet.sits_out, ByeReason.SITS_OUT), (sheet.absent, ByeReason.ABSENT)):
        for line in lines:
            seats += seats_of((line,), None, reason)
    return sorted(seats, key=lambda seat: (seat.order, seat.person, seat.number))


def seats_of(side: tuple[EntryLine, ...], table: int | None, reason: ByeReason | None) -> list[Seated]:
    people = [(*person, entry.number) for entry in side for person in entry.people]
    return [
        Seated(
            person=name,
            place=place,
            with_whom=", ".join(other for index, (other, *_) in enumerate(people) if index != own),
            number=number,
            table=table,
            reason=reason,
            order=order,
        )
        for own, (name, place, order, number) in enumerate(people)
    ]
