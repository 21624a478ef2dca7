"""The association's server: PostgreSQL, Redis, https in front."""

import os

from .base import *  # noqa: F403
from .base import CELERY_BROKER_URL

DEBUG = False
SECRET_KEY = os.environ["SECRET_KEY"]
ALLOWED_HOSTS = [host.strip() for host in os.environ["ALLOWED_HOSTS"].split(",")]
CSRF_TRUSTED_ORIGINS = [f"https://{host if host[0] != '.' else '*' + host}" for host in ALLOWED_HOSTS]
ALLAUTH_TRUSTED_PROXY_COUNT = 1  # what ends https in front of us

if CELERY_BROKER_URL.startswith("redis"):
    # Shared by all processes, so that a limit on failed logins counts once.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CELERY_BROKER_URL}}

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrftoken"
