"""The Celery application. Tasks carry what may be late (sets of PDFs), never what a table waits for."""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "troccas_site.settings.local")

app = Celery("troccas")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "settle-official": {"task": "tournaments.tasks.settle_official", "schedule": 60, "options": {"expires": 50}},
}


@setup_logging.connect  # type: ignore[untyped-decorator]
def keep_logging(**_settings: object) -> None:
    """LOGGING of the settings holds in the worker too: Celery sets up nothing when somebody listens."""
