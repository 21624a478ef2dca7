"""The account of the quick start."""

from pathlib import Path

import pytest
from django.contrib.auth import authenticate, get_user_model
from pytest_django.fixtures import Settings

from troccas_site.organiser import EMAIL, is_first_start, organiser_password

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _data_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_the_password_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    passwords = [organiser_password(), organiser_password()]

    user = authenticate(username=EMAIL, password=passwords[0])
    assert passwords[0] == passwords[1]
    assert user == get_user_model().objects.get(email=EMAIL, is_superuser=True)
    assert (tmp_path / "organiser_password").stat().st_mode & 0o777 == 0o600


def test_an_own_password_is_left_alone() -> None:
    organiser_password()
    user = get_user_model().objects.get(email=EMAIL)
    user.set_password("mia atgna clav")
    user.save()

    shown = organiser_password()

    assert shown == ""
    assert authenticate(username=EMAIL, password="mia atgna clav") == user


def test_the_account_that_the_demo_has_made_gets_a_password() -> None:
    get_user_model().objects.create_user(EMAIL, EMAIL)

    password = organiser_password()

    assert authenticate(username=EMAIL, password=password) is not None


def test_the_first_start_is_over_when_somebody_has_an_account() -> None:
    before = is_first_start()
    organiser_password()

    assert (before, is_first_start()) == (True, False)
