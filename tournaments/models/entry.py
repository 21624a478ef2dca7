"""What is ranked, and the files it came from."""

from typing import Self

from django.conf import settings
from django.db import models

from tournaments.enums import EntryState, ImportState

from .association import Club
from .championship import Championship
from .person import Person


class ImportBatch(models.Model):
    """A file of entries: read, shown as a preview, applied, and undone while no round uses its entries.

    `preview` is the JSON of `imports.EntriesPreview`; `decisions` says per row what the reader chose.
    """

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="imports")
    filename = models.CharField(max_length=200)
    state = models.CharField(max_length=8, choices=ImportState, default=ImportState.PREVIEW)
    preview = models.JSONField()
    decisions = models.JSONField(default=dict)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.filename} ({self.get_state_display()})"


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> Self:
        """Those that take part in the next draw."""
        return self.exclude(state=EntryState.WITHDRAWN)

    def with_people(self) -> Self:
        """With what a list shows of them, in three queries (four with a substitute)."""
        return self.prefetch_related("members__person", "substitutions__person")


class Entry(models.Model):
    """A pair, or a single person, of one championship.

    `fixed_table` is the table where it always sits (a wheelchair, a child); whom it meets has nothing to do with it.
    A `stand_in` fills the last table where the numbers do not fit; it plays, but is not ranked.
    """

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="entries")
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.REGISTERED)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    stand_in = models.BooleanField(default=False)
    batch = models.ForeignKey(ImportBatch, models.SET_NULL, null=True, blank=True, related_name="entries")
    people = models.ManyToManyField(Person, through="EntryMember", related_name="entries")

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("championship", "number")
        constraints = (models.UniqueConstraint(fields=("championship", "number"), name="entry_number_once"),)

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def persons(self) -> list[Person]:
        """Its people in the order of the entry (one query, or none after `with_people`)."""
        return [member.person for member in self.members.all()]

    def persons_in(self, round_number: int) -> list[Person]:
        """Who plays for it in this round: its own people, or their substitutes."""
        people = self.persons
        for each in self.substitutions.all():  # by place and round: the latest that has begun counts
            if each.from_round <= round_number:
                people[each.position - 1] = each.person
        return people

    def public_name_in(self, round_number: int) -> str:
        """How those who play for it in this round are named in public."""
        return "\u00a0– ".join(person.public_name for person in self.persons_in(round_number))

    @property
    def has_substitute(self) -> bool:
        """Whether somebody else plays, or has played, for one of its people."""
        return bool(self.substitutions.all())

    @property
    def name(self) -> str:
        """For the office: `Gion Caduff – Lina Tuor`, with a no-break space before the dash."""
        return "\u00a0– ".join(person.full_name for person in self.persons)

    @property
    def public_name(self) -> str:
        return "\u00a0– ".join(person.public_name for person in self.persons)

    @property
    def place(self) -> str:
        """Where they come from: `Trun / Ilanz`, or one place when both are the same."""
        return " / ".join(dict.fromkeys(person.place for person in self.persons if person.place))


class EntryMember(models.Model):
    """A person in an entry. The championship is repeated: so the database itself keeps a person from entering twice."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    championship = models.ForeignKey(Championship, models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("entry", "position")
        constraints = (
            models.UniqueConstraint(fields=("entry", "position"), name="entry_position_once"),
            models.UniqueConstraint(fields=("championship", "person"), name="person_enters_once"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.person}"
