"""A real Chromium. A run of its own, `pytest tests/browser`: its event loop would disturb the other tests."""

import os
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.chromium import chromium

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in the thread of the test

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium that is installed, not one that Playwright would have to fetch."""
    path = chromium()
    if path is None:
        raise pytest.UsageError("No Chromium is installed; the browser tests need one.")
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """`page.goto("/en/")` goes to the site under test."""
    return str(live_server.url)
