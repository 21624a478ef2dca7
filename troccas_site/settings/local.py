"""The hall and the quick start: one laptop, plain http in its own network, no service to install."""

import os
import secrets

from .base import *  # noqa: F403
from .base import DATA_DIR

DEBUG = False
for _folder in ("broker/queue", "broker/control", "files"):
    (DATA_DIR / _folder).mkdir(parents=True, exist_ok=True)


def kept_secret() -> str:
    """The secret key of this data folder, made on the first start and readable by its owner only."""
    file = DATA_DIR / "secret_key"
    try:
        with open(file, "x", opener=lambda path, flags: os.open(path, flags, 0o600)) as new:
            new.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return file.read_text()


SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret()
# Phones in the hall reach the laptop under whatever address the router gave it.
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "*").split(",")
STATIC_ROOT = None  # nothing is collected: the files are served from where they are
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WRONG_CODES_A_SECOND = 2  # each of the up to four processes counts for itself
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.console.EmailBackend"}}

# Plain http: a cookie marked secure would never come back.
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False
