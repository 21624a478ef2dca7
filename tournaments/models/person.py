"""A person who plays."""

from datetime import date
from typing import Any

from django.db import models
from simple_history.models import HistoricalRecords

from tournaments.enums import Consent

from .association import Association, Club
from .names import initials, sort_key

#: Up to this age initials are published unless a parent or guardian has agreed to the name.
AGE_OF_OWN_CONSENT = 16

#: What there is room for, in characters.
LENGTHS = {"name": 120, "place": 80, "suffix": 80, "public_alias": 80}


class Person(models.Model):
    """A person of an association's directory.

    `suffix` tells two namesakes apart in every list ("Trun"). `consent` says how the person is named in public.
    Of somebody `under_16` the name is published only with `guardian_agrees`; no date of birth is needed for that.
    `made_for` is the championship with whose list the person came: taking that list back takes the person back, too.
    """

    association = models.ForeignKey(Association, models.PROTECT, related_name="people")
    name = models.CharField(max_length=LENGTHS["name"])
    suffix = models.CharField(max_length=LENGTHS["suffix"], blank=True)
    place = models.CharField(max_length=LENGTHS["place"], blank=True)
    year_of_birth = models.PositiveSmallIntegerField(null=True, blank=True)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="people")
    consent = models.CharField(max_length=8, choices=Consent, default=Consent.FULL)
    public_alias = models.CharField(max_length=LENGTHS["public_alias"], blank=True)
    under_16 = models.BooleanField(default=False)
    guardian_agrees = models.BooleanField(default=False)
    made_for = models.ForeignKey(
        "tournaments.Championship", models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    sort_key = models.CharField(max_length=130, editable=False, db_index=True)

    history = HistoricalRecords()

    class Meta:
        ordering = ("sort_key", "pk")

    def __str__(self) -> str:
        return self.full_name

    def save(self, **kwargs: Any) -> None:
        self.sort_key = sort_key(self.name)
        if (fields := kwargs.get("update_fields")) is not None:
            kwargs["update_fields"] = {*fields, "sort_key"}
        super().save(**kwargs)

    @property
    def full_name(self) -> str:
        """The name for the office, with what tells namesakes apart."""
        return f"{self.name} ({self.suffix})" if self.suffix else self.name

    @property
    def public_name(self) -> str:
        """The name that may be published."""
        match self.consent:
            case Consent.ALIAS:
                return self.public_alias or initials(self.name)
            case Consent.INITIALS:
                return initials(self.name)
            case _ if self.under_16 and not self.guardian_agrees:
                return initials(self.name)
            case _:
                return self.full_name


def perhaps_under_16(year_of_birth: int | None, on: date) -> bool:
    """Whether somebody born in this year may be under 16 on a day; without the day of birth the doubt protects."""
    return year_of_birth is not None and on.year - year_of_birth <= AGE_OF_OWN_CONSENT
