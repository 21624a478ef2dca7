"""Associations, and who may work for them."""

from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.text import slugify

from tournaments.enums import Role
from tournaments.models import Association, Championship, Membership
from tournaments.models.association import ADDRESS_LENGTH
from tournaments.models.names import folded, readable

from .change import Actor, known
from .refusal import refused


def create_association(name: str, *, slug: str = "", actor: Actor = None) -> Association:
    """Make an association; who makes it administers it. Raises `Refused`: `name_missing`, `association_taken`."""
    name = name.strip()
    if not name:
        raise refused("name_missing")
    base = slugify(folded(slug or name))[:60].strip("-") or "uniun"
    with transaction.atomic():
        if Association.objects.filter(slug=base).exists():
            raise refused("association_taken", name=name)
        association = Association.objects.create(name=name, slug=base)
        if (user := known(actor)) is not None:
            Membership.objects.create(user=user, association=association, role=Role.ADMIN)
    return association


def set_imprint(association_id: int, *, address: str, email: str) -> Association:
    """Say where the association is reached: lines of a postal address, and an e-mail address (empty: not told).

    Both are public (`answerable`). Raises `Refused`: `text_too_long`.
    """
    lines = [readable(line) for line in address.splitlines()]
    address = "\n".join(line for line in lines if line)
    if len(address) > ADDRESS_LENGTH:
        raise refused("text_too_long", field="address", limit=ADDRESS_LENGTH, text=address[:40])
    with transaction.atomic():
        association = locked(association_id)
        association.address, association.email = address, email.strip()
        association.save(update_fields=["address", "email"])
    return association


def answerable() -> list[Association]:
    """The associations that answer for what the site publishes: by name, those with a public championship."""
    public = Championship.objects.public().values("association")
    return list(Association.objects.filter(pk__in=public))


@dataclass(frozen=True, slots=True)
class Invited:
    """A new membership. `needs_password`: nobody has used the account yet, so its owner has to choose a password."""

    membership: Membership
    user: AbstractBaseUser
    needs_password: bool


def invite(association_id: int, *, email: str, role: Role) -> Invited:
    """Give somebody a role; an account is made when the address has none. Raises `Refused`: `member_already`.

    Only the owner of the address ever chooses the password: an account that has been used, or that another
    association has invited too, is never handed out again.
    """
    email = email.strip().lower()
    with transaction.atomic():
        locked(association_id)
        users = get_user_model().objects
        user = users.filter(email__iexact=email).first() or users.filter(username__iexact=email).first()
        if user is None:
            user = users.create_user(username=email, email=email)
        if Membership.objects.filter(user=user, association=association_id).exists():
            raise refused("member_already", email=email)
        membership = Membership.objects.create(user=user, association_id=association_id, role=role)
        return Invited(membership, user, may_set_password(membership))


def may_set_password(membership: Membership) -> bool:
    """Whether the association may hand out a link to choose the password: the account is unused and only its own."""
    user = membership.user
    elsewhere = Membership.objects.filter(user=user).exclude(pk=membership.pk).exists()
    return not (user.has_usable_password() or user.last_login or user.is_superuser or user.is_staff or elsewhere)


def change_role(membership_id: int, *, role: Role) -> Membership:
    """Give a member another role. Raises `Refused`: `last_admin`."""
    with transaction.atomic():
        membership = locked_membership(membership_id)
        if role != Role.ADMIN:
            refuse_last_admin(membership)
        membership.role = role
        membership.save(update_fields=["role"])
        return membership


def remove_member(membership_id: int) -> None:
    """Take somebody's role away; the account stays. Raises `Refused`: `last_admin`."""
    with transaction.atomic():
        membership = locked_membership(membership_id)
        refuse_last_admin(membership)
        membership.delete()


def locked(association_id: int) -> Association:
    """The association, changed by nobody else until the end of the transaction."""
    return Association.objects.select_for_update().get(pk=association_id)


def locked_membership(membership_id: int) -> Membership:
    membership = Membership.objects.get(pk=membership_id)
    locked(membership.association_id)
    membership.refresh_from_db()
    return membership


def refuse_last_admin(membership: Membership) -> None:
    admins = Membership.objects.filter(association=membership.association_id, role=Role.ADMIN)
    if membership.role == Role.ADMIN and not admins.exclude(pk=membership.pk).exists():
        raise refused("last_admin")
