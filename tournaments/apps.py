"""The app's configuration."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from . import permissions  # noqa: F401, PLC0415 - registers the rights
        from .models.append_only import install_after_migrate  # noqa: PLC0415 - models need the apps to be ready

        post_migrate.connect(install_after_migrate, sender=self)
