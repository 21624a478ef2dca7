"""The draw for partners and for the first dealer (rules, 3.2 to 3.5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.rulesets import SURSELVA, RuleSet, TeamDraw
from engine.seats import Seat


def drawn_trumps(pack: Sequence[Card], people: int) -> tuple[Card, ...]:
    """Give cards one at a time in turn until everybody has a trump; who has one gets no more. Return the trumps.

    The Fool is not a trump.
    """
    trumps: dict[int, Card] = {}
    person, cards = 0, iter(pack)
    while len(trumps) < people:
        card = next(cards)
        if card.is_trump:
            trumps[person] = card
        person = _next_without(person, people, trumps)
    return tuple(trumps[number] for number in range(people))


def _next_without(person: int, people: int, trumps: dict[int, Card]) -> int:
    """Return the next person in turn who has no trump yet."""
    turn = [(person + step) % people for step in range(1, people + 1)]
    return next((number for number in turn if number not in trumps), person)


@dataclass(frozen=True, slots=True)
class Seating:
    """Where everybody sits: `people[seat number]` is the person's number. The first dealer has the lowest trump."""

    people: tuple[int, ...]
    first_dealer: Seat


def seating(trumps: Sequence[Card], rules: RuleSet = SURSELVA) -> Seating:
    """Seat people by the trumps they drew.

    With sides drawn, the lower half of the trumps plays against the higher half and partners sit on alternate seats;
    the lowest trump keeps its place, and people change places no more than that needs. With fixed pairs, or everybody
    alone, all keep their places.
    """
    people = len(trumps)
    by_trump = sorted(range(people), key=lambda person: trumps[person].rank)
    lowest = by_trump[0]
    if rules.team_draw is TeamDraw.FIXED or rules.parties == people:
        return Seating(tuple(range(people)), Seat(lowest))
    team = set(by_trump[: people // 2])
    wanted = [(place - lowest) % 2 == 0 for place in range(people)]
    movers = [place for place in range(people) if (place in team) is not wanted[place]]
    seated = list(range(people))
    for low, high in zip(
        [place for place in movers if place in team], [place for place in movers if place not in team], strict=True
    ):
        seated[low], seated[high] = high, low
    return Seating(tuple(seated), Seat(lowest))
