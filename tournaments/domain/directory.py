"""The people an association knows: who might be meant by a name, and where the name is shown."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Championship, EntryMember, Person, Substitution

from .change import Actor, changing


@dataclass(frozen=True, slots=True)
class DirectoryPerson:
    """Somebody of the directory, with what tells namesakes apart.

    `entry` is the number of the entry that the person has, or plays for, in the championship already; `last_event` the
    name of the latest other championship.
    """

    id: int
    name: str
    place: str
    year_of_birth: int | None
    club: str
    entry: int | None
    last_event: str


def directory(championship: Championship) -> list[DirectoryPerson]:
    """Everybody of the association, by name (one query)."""
    entered = EntryMember.objects.filter(person=OuterRef("pk"))
    here = entered.filter(championship=championship)
    steps_in = Substitution.objects.filter(person=OuterRef("pk"), entry__championship=championship)
    elsewhere = entered.exclude(championship=championship).order_by("-championship__starts_on", "-championship")
    people = Person.objects.filter(association=championship.association_id).annotate(
        club_name=F("club__name"),
        entry_number=Coalesce(
            Subquery(here.values("entry__number")[:1]), Subquery(steps_in.values("entry__number")[:1])
        ),
        last_event=Subquery(elsewhere.values("championship__name")[:1]),
    )
    return [
        DirectoryPerson(
            id=person.pk,
            name=person.name,
            place=person.place,
            year_of_birth=person.year_of_birth,
            club=person.club_name or "",
            entry=person.entry_number,
            last_event=person.last_event or "",
        )
        for person in people
    ]


def championships_of(people: Iterable[Person]) -> set[int]:
    """Keys of the championships in which one of these people is entered, or plays for somebody."""
    found = list(people)
    entered = EntryMember.objects.filter(person__in=found).order_by()
    stepped_in = Substitution.objects.filter(person__in=found).order_by()
    return {
        *entered.values_list("championship", flat=True),
        *stepped_in.values_list("entry__championship", flat=True),
    }


def show_anew(championship_ids: Iterable[int], *, actor: Actor = None) -> None:
    """Record in each that a name in it has changed: what was cached of it shows the old one, and is made anew."""
    for championship_id in sorted(championship_ids):
        with changing(championship_id, actor) as change:
            change.record("names_changed")
