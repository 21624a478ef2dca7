"""The app's configuration."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from . import permissions  # noqa: F401, PLC0415 - registers the rights
