"""Prints that were made are kept: a folder for each championship, one file for each print.

The name of a file carries the mark of what is in it, so a file is never wrong: what has changed since has another
name. A file appears at once and whole, and two who make it at the same time make the same one.
"""

import logging
import os
import tempfile
from pathlib import Path

from django.conf import settings

from .prints import Print

logger = logging.getLogger(__name__)


def stored(document: Print) -> bytes:
    """The PDF: from the file when it was made before, or else made now and kept.

    A disk that is full or read-only costs time, not the print.
    """
    path = path_of(document)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        pdf = document.render()
    try:
        write_whole(path, pdf)
        remove_older(path, document)
    except OSError:
        logger.exception("print_not_kept")
    return pdf


def path_of(document: Print) -> Path:
    """Where the file of this print lies: `prints/<championship>/<kind>-<language>-<mark>.pdf`."""
    folder = Path(settings.MEDIA_ROOT) / "prints" / str(document.championship)
    return folder / f"{stem(document)}-{document.mark}.pdf"


def stem(document: Print) -> str:
    return f"{document.kind}-{document.data['lang']}"


def write_whole(path: Path, content: bytes) -> None:
    """Write so that nobody ever reads half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def remove_older(path: Path, document: Print) -> None:
    """Remove what the same print was before. Who reads it just now still has it to the end."""
    for other in path.parent.glob(f"{stem(document)}-{'?' * 32}.pdf"):
        if other != path:
            other.unlink(missing_ok=True)
