import pytest

from tests.factories import AssociationFactory, UserFactory, member
from tournaments.domain.memberships import (
    change_role,
    create_association,
    invite,
    may_set_password,
    remove_member,
)
from tournaments.domain.refusal import Refused
from tournaments.enums import Role
from tournaments.models import Association, Membership

pytestmark = pytest.mark.django_db


def roles(association: Association) -> dict[str, str]:
    return dict(association.memberships.values_list("user__email", "role"))


class TestAssociation:
    def test_who_makes_it_administers_it(self) -> None:
        user = UserFactory(email="anna@example.org")

        association = create_association(" Uniun Grischuna da Troccas ", actor=user)

        assert (association.name, association.slug) == ("Uniun Grischuna da Troccas", "uniun-grischuna-da-troccas")
        assert roles(association) == {"anna@example.org": "admin"}

    def test_two_of_one_name_are_refused(self) -> None:
        create_association("Uniun Sursèlva")

        with pytest.raises(Refused) as refusal:
            create_association("Uniun Surselva")

        assert refusal.value.code == "association_taken"
        assert Association.objects.count() == 1

    def test_a_name_is_needed(self) -> None:
        with pytest.raises(Refused) as refusal:
            create_association("   ")

        assert refusal.value.code == "name_missing"


class TestInvite:
    def test_a_new_address_gets_an_account_whose_owner_chooses_the_password(self) -> None:
        association = AssociationFactory()

        invited = invite(association.pk, email=" Anna@Example.org", role=Role.SCORER)

        assert (invited.user.username, invited.user.email) == ("anna@example.org", "anna@example.org")
        assert (invited.needs_password, invited.user.has_usable_password()) == (True, False)
        assert roles(association) == {"anna@example.org": "scorer"}

    def test_an_account_that_is_used_is_not_handed_out_again(self) -> None:
        association = AssociationFactory()
        UserFactory(username="anna@example.org", email="anna@example.org")

        invited = invite(association.pk, email="ANNA@example.org", role=Role.VIEWER)

        assert invited.needs_password is False
        assert roles(association) == {"anna@example.org": "viewer"}

    def test_an_account_that_another_association_invited_is_not_handed_out_either(self) -> None:
        first = invite(AssociationFactory().pk, email="anna@example.org", role=Role.VIEWER)

        second = invite(AssociationFactory().pk, email="anna@example.org", role=Role.ADMIN)

        assert second.user == first.user
        assert (second.needs_password, may_set_password(first.membership)) == (False, False)

    def test_nobody_is_a_member_twice(self) -> None:
        association = AssociationFactory()
        invite(association.pk, email="anna@example.org", role=Role.VIEWER)

        with pytest.raises(Refused) as refusal:
            invite(association.pk, email="anna@example.org", role=Role.ADMIN)

        assert refusal.value.code == "member_already"
        assert roles(association) == {"anna@example.org": "viewer"}


class TestTheLastAdministrator:
    @pytest.fixture
    def association(self) -> Association:
        association = AssociationFactory()
        member(association, Role.ADMIN)
        member(association, Role.ORGANISER)
        return association

    def admin_of(self, association: Association) -> Membership:
        return association.memberships.filter(role=Role.ADMIN).order_by("pk")[0]

    def test_stays_a_member(self, association: Association) -> None:
        with pytest.raises(Refused) as refusal:
            remove_member(self.admin_of(association).pk)

        assert refusal.value.code == "last_admin"
        assert association.memberships.count() == 2

    def test_stays_an_administrator(self, association: Association) -> None:
        with pytest.raises(Refused) as refusal:
            change_role(self.admin_of(association).pk, role=Role.ORGANISER)

        assert refusal.value.code == "last_admin"

    def test_may_go_once_there_is_another(self, association: Association) -> None:
        first, other = self.admin_of(association), association.memberships.get(role=Role.ORGANISER)

        change_role(other.pk, role=Role.ADMIN)
        remove_member(first.pk)

        assert list(association.memberships.values_list("pk", "role")) == [(other.pk, "admin")]

    def test_of_another_association_does_not_count(self, association: Association) -> None:
        member(AssociationFactory(), Role.ADMIN)

        with pytest.raises(Refused) as refusal:
            remove_member(self.admin_of(association).pk)

        assert refusal.value.code == "last_admin"
