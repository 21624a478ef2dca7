"""The production settings hold what a public server needs."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

ROOT = Path(__file__).resolve().parents[2]
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def production_command(data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A management command with the production settings, in a process of its own."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")},  # of other tests
        "DJANGO_SETTINGS_MODULE": "troccas_site.settings.production",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "troccas.example.org,.example.net",
        "DATABASE_URL": f"sqlite:///{data / 'production.sqlite3'}",
        "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
        "TROCCAS_DATA": str(data),
    }
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_for_deployment_finds_nothing(tmp_path: Path) -> None:
    checked = production_command(tmp_path, "check", "--deploy", "--fail-level", "WARNING")

    assert (checked.returncode, checked.stdout) == (0, "System check identified no issues (0 silenced).\n"), (
        checked.stderr
    )


def test_every_file_that_a_style_or_script_names_is_collected(tmp_path: Path, settings: Settings) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }

    call_command("collectstatic", interactive=False, verbosity=0)

    assert (tmp_path / "staticfiles.json").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/en/", "/rm/accounts/login/", "/de/no-such-page/"])
def test_every_page_carries_the_policy(client: Client, address: str) -> None:
    response = client.get(address)

    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS
