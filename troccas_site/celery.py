"""The Celery application. Tasks carry what may be late (sets of PDFs), never what a table waits for."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "troccas_site.settings.local")

app = Celery("troccas")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
