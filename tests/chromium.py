"""Where the Chromium of this machine is."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """Path of the program: TROCCAS_CHROMIUM, or one on the PATH. None when there is none."""
    named = os.environ.get("TROCCAS_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)
