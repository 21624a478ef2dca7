"""Umbrella bodies, their local societies, and who may work for them on the site."""

from django.conf import settings
from django.db import models
from simple_history.models import HistoricalRecords

from tournaments.enums import Role

#: Room for the postal address of an association, in characters.
ADDRESS_LENGTH = 300


class Association(models.Model):
    """An umbrella body: everything else belongs to exactly one, and nothing crosses from one to another.

    `address` (lines of a postal address) and `email` say in public who answers for its championships; empty: not told.
    """

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    address = models.TextField(max_length=ADDRESS_LENGTH, blank=True)
    email = models.EmailField(blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


#: Room for the name of a club, in characters.
CLUB_NAME_LENGTH = 120


class Club(models.Model):
    """A local society."""

    association = models.ForeignKey(Association, models.PROTECT, related_name="clubs")
    name = models.CharField(max_length=CLUB_NAME_LENGTH)
    place = models.CharField(max_length=80, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering = ("name", "pk")
        constraints = (models.UniqueConstraint(fields=("association", "name"), name="club_name_once"),)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """The role of a user in an association. Its history says who gave or took it and when: it is in no event log."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    association = models.ForeignKey(Association, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)

    history = HistoricalRecords()

    class Meta:
        ordering = ("association", "user")
        constraints = (models.UniqueConstraint(fields=("user", "association"), name="one_role_per_association"),)

    def __str__(self) -> str:
        return f"{self.user} · {self.association} · {self.get_role_display()}"
