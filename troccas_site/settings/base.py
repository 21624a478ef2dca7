"""What every place where the site runs has in common. local, test and production each add what differs."""

import os
from pathlib import Path
from typing import Any

import dj_database_url
import django.conf.locale
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from .logs import logging_settings

BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = Path(os.environ.get("TROCCAS_DATA") or BASE_DIR / ".data").resolve()

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_filters",
    "django_htmx",
    "django_tables2",
    "rules",
    "simple_history",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.views.uploads.RefuseLargeBodies",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.views.personal.KeepNothingPersonal",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "tournaments.views.device.MarkDevice",
    "tournaments.views.methods.SayMethodNotAllowed",  # last, so that its page gets the headers of all others
]

ROOT_URLCONF = "troccas_site.urls"
WSGI_APPLICATION = "troccas_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


def database_from(url: str) -> dict[str, Any]:
    """Database settings for a URL. A connection is kept for a minute, and tried before it is used again.

    SQLite gets immediate transactions (with the deferred default, concurrent writers lose updates to "database is
    locked"), WAL, and synchronous=FULL: what the screen calls saved survives a power cut.
    """
    config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["CONN_MAX_AGE"] = None
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    return config


DATABASES = {"default": database_from(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'troccas.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "tournaments.accounts.ClosedAccountAdapter"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # that mail would invite to sign up
ACCOUNT_FORMS = {
    "login": "tournaments.forms.accounts.LoginForm",
    "change_password": "tournaments.forms.accounts.ChangePasswordForm",
    "reset_password": "tournaments.forms.accounts.ResetPasswordForm",
    "reset_password_from_key": "tournaments.forms.accounts.ResetPasswordKeyForm",
}
LOGIN_REDIRECT_URL = "office_home"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "championship_list"

# Romansh is not in Django's list of languages. Ours is Sursilvan; texts of Django itself fall back to German.
django.conf.locale.LANG_INFO["rm"] = {
    "bidi": False,
    "code": "rm",
    "name": "Romansh",
    "name_local": "rumantsch",
    "fallback": ["de"],
}
LANGUAGES = [("rm", _("Romansh")), ("de", _("German")), ("it", _("Italian")), ("en", _("English"))]
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
FORMAT_MODULE_PATH = ["tournaments.formats"]
TIME_ZONE = "Europe/Zurich"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT: Path | None = BASE_DIR / "staticfiles"
MEDIA_ROOT = DATA_DIR / "files"

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "tournaments/_listing.html"

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "tournaments.views.kept.csrf_failure"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024  # an import is at most 2 MB; the rest is refused before it is read
FILE_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # a preview of 2000 rows has a few fields for each that asks something

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "filesystem://")
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # the state of a piece of work is in the database
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = TIME_ZONE
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
if CELERY_BROKER_URL.startswith("filesystem"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(DATA_DIR / "broker" / "queue"),
        "data_folder_out": str(DATA_DIR / "broker" / "queue"),
        "control_folder": str(DATA_DIR / "broker" / "control"),
    }

CACHES: dict[str, dict[str, Any]] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

PUBLIC_PAGE_SECONDS = 1  # a public page is made anew at most this often while results are coming in

WRONG_CODES_A_SECOND = 10  # of all tables' links together, for all processes that share the cache

# What the server listens on, where whoever starts it says so (`start.py --host`): phones reach nothing else.
LISTENS_ON = os.environ.get("TROCCAS_LISTENS_ON", "")

# Where phones find the site, as printed on the slips, such as https://troccas.example. Empty: the address under which
# the organiser prints, or that of this computer in its network.
TABLE_ADDRESS = os.environ.get("TROCCAS_ADDRESS", "").rstrip("/")

LOGGING = logging_settings()
