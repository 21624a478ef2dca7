"""Who may do what: a role in the association counts for everything that belongs to it.

Rights of an object: `tournaments.see_office` (viewer), `.enter_results` (scorer), `.organise` (organiser) and
`.administer` (administrator). They take a championship or an association.
"""

from typing import Protocol

import rules
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from .enums import Role

#: Roles from the least to the most.
LADDER = (Role.VIEWER, Role.SCORER, Role.ORGANISER, Role.ADMIN)

SEE_OFFICE = "tournaments.see_office"
ENTER_RESULTS = "tournaments.enter_results"
ORGANISE = "tournaments.organise"
ADMINISTER = "tournaments.administer"


class BelongsToAssociation(Protocol):
    association_id: int


def role_in(user: AbstractBaseUser | AnonymousUser, association_id: int) -> Role | None:
    """The user's role in the association. Somebody who runs the whole site is an administrator everywhere."""
    if not user.is_authenticated:
        return None
    if getattr(user, "is_superuser", False):
        return Role.ADMIN
    role = user.memberships.filter(association=association_id).values_list("role", flat=True).first()  # type: ignore[attr-defined]
    return None if role is None else Role(role)


def at_least(wanted: Role) -> rules.Predicate:
    """True when the user's role in the object's association includes `wanted`."""

    @rules.predicate(name=f"at_least_{wanted}")
    def holds(user: AbstractBaseUser | AnonymousUser, thing: BelongsToAssociation | None) -> bool:
        if thing is None:
            return False
        role = role_in(user, getattr(thing, "association_id", None) or thing.pk)  # type: ignore[attr-defined]
        return role is not None and LADDER.index(role) >= LADDER.index(wanted)

    return holds


rules.add_perm(SEE_OFFICE, at_least(Role.VIEWER))
rules.add_perm(ENTER_RESULTS, at_least(Role.SCORER))
rules.add_perm(ORGANISE, at_least(Role.ORGANISER))
rules.add_perm(ADMINISTER, at_least(Role.ADMIN))
