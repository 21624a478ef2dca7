"""Work that may be late: sets of prints, and the files of a published ranking.

A task takes ids, can run twice, and stores nothing but files that can be made again. Whoever asks for one calls
`queue_round_prints` or `queue_publication`: a broker that is down never stops a publication, because every page that
needs such a file makes it itself when it is missing.
"""

import logging

from celery import Task, current_app, shared_task
from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language, override
from kombu.exceptions import KombuError

from tournaments.domain.official import settle_due
from tournaments.domain.sheets import sheet_of
from tournaments.exports.publications import MAKERS, publication_file
from tournaments.exports.round_prints import round_prints
from tournaments.exports.store import stored
from tournaments.models import Publication, Round

#: Nobody waits for a broker: one try, and a second for the connection.
IMPATIENT = {"max_retries": 0, "socket_connect_timeout": 1}

logger = logging.getLogger(__name__)


@shared_task  # type: ignore[untyped-decorator]
def render_round_prints(round_id: int, language: str, base: str = "") -> None:
    """Make the prints of a published round in one language: slips in both sizes, both seatings, the result sheet.

    A task has no request: `base` is where the codes of the slips lead.
    """
    round_ = Round.objects.published().select_related("championship").filter(pk=round_id).first()
    if round_ is None:
        return
    sheet = sheet_of(round_.championship, round_, printed=True)
    with override(language):
        for document in round_prints(round_.championship, sheet, base=base):
            stored(document)


@shared_task  # type: ignore[untyped-decorator]
def freeze_publication(publication_id: int) -> None:
    """Write the files of a published ranking, in all formats and languages."""
    publication = Publication.objects.select_related("championship").filter(pk=publication_id).first()
    if publication is None:
        return
    for language, _name in settings.LANGUAGES:
        for extension in MAKERS:
            publication_file(publication, extension, language)


@shared_task(ignore_result=True, expires=50)  # type: ignore[untyped-decorator]
def settle_official() -> None:
    """Make official what may not be corrected any more; the clock asks for it each minute."""
    settle_due()


def queue_round_prints(round_id: int, language: str | None = None, *, base: str = "") -> None:
    """Have the prints of a round made once it is committed, in the active language, with codes that lead to `base`."""
    queue(render_round_prints, round_id, language or get_language() or "en", base or settings.TABLE_ADDRESS)


def queue_publication(publication_id: int) -> None:
    """Have the files of a publication written once it is committed."""
    queue(freeze_publication, publication_id)


def queue(task: Task, *arguments: int | str) -> None:
    """Queue on commit; a broker that cannot be reached is written to the log and does no harm."""

    def send() -> None:
        try:
            with current_app.connection_for_write(transport_options=IMPATIENT) as connection:
                task.apply_async(arguments, connection=connection, retry=False, ignore_result=True)
        except (KombuError, OSError):
            logger.warning("task_not_queued", extra={"task": task.name}, exc_info=True)

    transaction.on_commit(send)
