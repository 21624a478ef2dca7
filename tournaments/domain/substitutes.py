"""Somebody else plays for a person of a pair, from a round on (product.md B12).

The pair stays the same entry with its results; rounds that were played keep the names they had, and lists say that it
plays with a substitute.
"""

from tournaments.enums import RoundState
from tournaments.models import Championship, Entry, Person, Substitution

from .change import Actor, Change, changing
from .refusal import refused
from .registration import PersonData, check_texts, find_or_make_person, tidied


def substitute(
    championship_id: int,
    number: int,
    position: int,
    person: PersonData | None,
    *,
    from_round: int,
    reason: str = "",
    actor: Actor = None,
) -> Substitution:
    """Let another person play at this place (1 or 2) of the pair from this round on; None: its own person again.

    Raises `Refused`: `unknown_entry`, `substitute_pairs_only`, `substitute_round`, `person_entered`, `name_missing`,
    `text_too_long`, `unknown_person`, `nothing_changed`.
    """
    with changing(championship_id, actor) as change:
        entry = change.championship.entries.with_people().filter(number=number).first()
        if entry is None or position not in {1, 2}:
            raise refused("unknown_entry", number=number)
        if not change.championship.is_pairs:
            raise refused("substitute_pairs_only")
        refuse_played(change, from_round)
        own = entry.persons[position - 1]
        chosen = own if person is None else new_person(change.championship, entry, person)
        if entry.persons_in(from_round)[position - 1] == chosen:
            raise refused("nothing_changed")
        refuse_both_places(entry, position, chosen, from_round)
        later = entry.substitutions.filter(position=position, from_round__gte=from_round)
        later.delete()
        substitution = Substitution.objects.create(
            entry=entry,
            position=position,
            person=chosen,
            from_round=from_round,
            reason=reason.strip()[:300],
            created_by=change.actor,
            created_at=change.time,
        )
        change.record(
            "substituted", entry=number, position=position, round=from_round, back=person is None, reason=reason
        )
        return substitution


def refuse_played(change: Change, from_round: int) -> None:
    """Rounds that are closed keep their names; rounds that nobody plans have none."""
    closed = change.championship.rounds.filter(state__in=(RoundState.CLOSED, RoundState.OFFICIAL))
    first = (closed.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    planned = sum(change.championship.stages.values_list("rounds_planned", flat=True))
    if not first <= from_round <= planned:
        raise refused("substitute_round", first=first, planned=planned)


def refuse_both_places(entry: Entry, position: int, chosen: Person, from_round: int) -> None:
    """Nobody plays both places of a pair: neither in this round nor in a later one. Raises `Refused`."""
    changes = entry.substitutions.filter(from_round__gt=from_round).values_list("from_round", flat=True)
    for number in (from_round, *changes):
        if entry.persons_in(number)[2 - position] == chosen:
            raise refused("person_entered", name=chosen.full_name)


def new_person(championship: Championship, entry: Entry, data: PersonData) -> Person:
    """Somebody who plays nowhere else in this championship. Raises `Refused`."""
    before = entry.substitutions.filter(person=data.person_id).first() if data.person_id else None
    if before is not None:
        return before.person
    people = tidied([data])
    check_texts(people, "")
    return find_or_make_person(championship, people[0], entry.club)
