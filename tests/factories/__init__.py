"""Objects for tests, without surprises: every value is the plain case and can be named."""

from collections.abc import Sequence
from datetime import date, time, timedelta
from unittest.mock import patch

import factory
from django.contrib.auth import get_user_model
from django.utils import timezone

from tournaments.domain import registration, rounds
from tournaments.domain.registration import PersonData
from tournaments.domain.results import key_result
from tournaments.enums import Kind, Role, SideName, StageKind
from tournaments.models import Association, Bye, Championship, Entry, Membership, Round, Seat, Stage, Table

#: What a user of a test logs in with.
PASSWORD = "correct horse battery staple"


class AssociationFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Association

    name = factory.Sequence(lambda n: f"Uniun {n}")
    slug = factory.Sequence(lambda n: f"uniun-{n}")


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = get_user_model()
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"user{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")
    password = factory.django.Password(PASSWORD)


class ChampionshipFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Championship
        skip_postgeneration_save = True

    association = factory.SubFactory(AssociationFactory)
    name = factory.Sequence(lambda n: f"Campiunadi {n}")
    slug = factory.Sequence(lambda n: f"campiunadi-{n}")
    kind = Kind.PAIRS
    place = "Glion"
    starts_on = date(2026, 11, 7)
    starts_at = time(13)
    hall_until = time(22)

    @factory.post_generation
    def rounds(self: Championship, _create: bool, extracted: int | None) -> None:
        Stage.objects.create(
            championship=self,
            position=1,
            kind=StageKind.PRELIMINARY,
            rounds_planned=7 if extracted is None else extracted,
        )


def member(association: Association, role: Role = Role.ORGANISER):
    """A user with a role in the association."""
    user = UserFactory()
    Membership.objects.create(user=user, association=association, role=role)
    return user


def enter(championship: Championship, *names: str, place: str = "Trun") -> list[Entry]:
    """Entries with these names: `A` becomes the pair `A Uno – A Dus` (or the person `A`), numbered in order."""
    entries = []
    for name in names:
        people = [f"{name} Uno", f"{name} Dus"] if championship.is_pairs else [name]
        entries.append(registration.register_entry(championship.pk, [PersonData(person, place) for person in people]))
    championship.refresh_from_db()
    return entries


def seat_round(
    championship: Championship,
    pairs: Sequence[tuple[Entry, Entry]],
    *,
    byes: Sequence[Entry] = (),
    publish: bool = True,
) -> Round:
    """A round with tables given by hand: who sits where is the test's own choice. It has been played for an hour."""
    round_ = rounds.seat_by_hand(championship.pk, [((a,), (b,)) for a, b in pairs], byes=byes)
    if publish:
        with patch.object(timezone, "now", return_value=timezone.now() - timedelta(hours=1)):
            round_ = rounds.publish_round(round_.pk, expected_version=round_.version)
    championship.refresh_from_db()
    return round_


def key(round_: Round, number: int, *deals: int, **options) -> Table:
    """Key the result of a table; questions are answered with yes."""
    table = round_.tables.get(number=number)
    key_result(table.pk, deals, expected_version=table.version, **({"answered_yes": True} | options))
    table.refresh_from_db()
    round_.championship.refresh_from_db()
    return table


__all__ = ["PASSWORD", "AssociationFactory", "Bye", "ChampionshipFactory", "Seat", "SideName", "UserFactory"]
