"""The suite: on SQLite, or on the PostgreSQL that DATABASE_URL names."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("TROCCAS_DATA", str(Path(tempfile.gettempdir()) / "troccas-test-data"))

from .base import *  # noqa: E402, F403
from .base import DATA_DIR  # noqa: E402

for folder in ("broker/queue", "broker/control", "files"):
    (DATA_DIR / folder).mkdir(parents=True, exist_ok=True)

SECRET_KEY = "only-for-the-tests-" + "x" * 50
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ACCOUNT_RATE_LIMITS = False
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
