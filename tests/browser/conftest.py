"""A real Chromium. A run of its own, `pytest tests/browser`: its event loop would disturb the other tests."""

import os
import shutil
from typing import Any

import pytest

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in the thread of the test

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """Path of the Chromium of this machine: TROCCAS_CHROMIUM, or one on the PATH."""
    named = os.environ.get("TROCCAS_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium that is installed, not one that Playwright would have to fetch."""
    path = chromium()
    if path is None:
        raise pytest.UsageError("No Chromium is installed; the browser tests need one.")
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS}
