"""The suite: on SQLite, or on the PostgreSQL that DATABASE_URL names."""

import os
import secrets
import tempfile
from pathlib import Path

# A folder for this run alone, whatever TROCCAS_DATA says outside; the processes of one run share it. tests/conftest.py
# makes and removes it.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["TROCCAS_DATA"] = str(Path(tempfile.gettempdir()) / f"troccas-test-{os.getpid()}-{secrets.token_hex(4)}")

from .base import *  # noqa: F403
from .base import DATA_DIR, DATABASES

SECRET_KEY = "only-for-the-tests-" + "x" * 50
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
ACCOUNT_RATE_LIMITS = False
PUBLIC_PAGE_SECONDS = 0  # a test sees its change at once
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: threads and the Celery worker then lock each other out as they do in the hall. Without the
    # wait for the disk, which no test can see.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0

# Each test process has a Valkey of its own, started by the first test that needs one (tests/conftest.py).
CELERY_BROKER_URL = f"redis+socket://{DATA_DIR / os.environ.get('PYTEST_XDIST_WORKER', 'one') / 'valkey.sock'}"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
