"""Who may do what: a role in the association counts for everything that belongs to it.

Rights of an object: `tournaments.see_office` (viewer), `.enter_results` (scorer), `.organise` (organiser) and
`.administer` (administrator). They take a championship or an association.
"""

from typing import Protocol

from django.contrib.auth.models import AnonymousUser, User
from rules.permissions import add_perm
from rules.predicates import Predicate, predicate

from .enums import Role

#: Roles from the least to the most.
LADDER = (Role.VIEWER, Role.SCORER, Role.ORGANISER, Role.ADMIN)

SEE_OFFICE = "tournaments.see_office"
ENTER_RESULTS = "tournaments.enter_results"
ORGANISE = "tournaments.organise"
ADMINISTER = "tournaments.administer"


class BelongsToAssociation(Protocol):
    association_id: int


def role_in(user: User | AnonymousUser, association_id: int) -> Role | None:
    """The user's role in the association. Somebody who runs the whole site is an administrator everywhere."""
    if not user.is_authenticated:
        return None
    if user.is_superuser:
        return Role.ADMIN
    role = user.memberships.filter(association=association_id).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def at_least(wanted: Role) -> Predicate:
    """True when the user's role in the object's association includes `wanted`."""

    @predicate(name=f"at_least_{wanted}")
    def holds(user: User | AnonymousUser, thing: BelongsToAssociation | None) -> bool:
        if thing is None:
            return False
        role = role_in(user, getattr(thing, "association_id", None) or thing.pk)  # type: ignore[attr-defined]
        return role is not None and LADDER.index(role) >= LADDER.index(wanted)

    return holds


add_perm(SEE_OFFICE, at_least(Role.VIEWER))
add_perm(ENTER_RESULTS, at_least(Role.SCORER))
add_perm(ORGANISE, at_least(Role.ORGANISER))
add_perm(ADMINISTER, at_least(Role.ADMIN))
