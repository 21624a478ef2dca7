"""The first account of the quick start. On a server accounts are made with `manage.py createsuperuser` instead."""

import os
import secrets
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model

EMAIL = "organiser@example.org"


def organiser_password() -> str:
    """The password of the organiser's account, made with the account on the first start and kept in the data folder.

    Empty when somebody has set another one since.
    """
    user, _ = get_user_model().objects.get_or_create(username=EMAIL, defaults={"email": EMAIL})
    kept = _kept_password()
    if not user.password or not user.has_usable_password():
        user.is_staff = user.is_superuser = True
        user.set_password(kept)
        user.save()
    return kept if user.check_password(kept) else ""


def is_first_start() -> bool:
    """Whether nobody has an account here yet."""
    return not get_user_model().objects.exists()


def _kept_password() -> str:
    file = Path(settings.DATA_DIR) / "organiser_password"
    try:
        with open(file, "x", opener=lambda path, flags: os.open(path, flags, 0o600)) as new:
            new.write("-".join(secrets.token_hex(2) for _ in range(4)))
    except FileExistsError:
        pass
    return file.read_text()
