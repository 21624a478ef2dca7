"""The files of a published ranking: made from what was frozen, written once, never changed."""

import hashlib
import json
import logging
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.utils.translation import override

from tournaments.domain.deadlines import ends
from tournaments.domain.standings import ranking_rules
from tournaments.models import Publication

from .csv import grid_csv
from .grids import standings_grid
from .json import Data, json_bytes, with_plain_names
from .pdf import render
from .prints import ranking_data
from .store import write_whole
from .words import in_short
from .xlsx import grid_xlsx

logger = logging.getLogger(__name__)


def publication_file(publication: Publication, extension: str, language: str) -> bytes:
    """The published ranking as `csv`, `json`, `pdf` or `xlsx`: the file written at first, or made now and kept."""
    path = path_of(publication, extension, language)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        content = made(publication, extension, language)
    try:
        write_whole(path, content)
    except OSError:
        logger.exception("publication_not_kept")
    return content


def path_of(publication: Publication, extension: str, language: str) -> Path:
    """Where the file lies: `publications/<championship>/<number>-<mark>/ranking-<language>.<extension>`.

    Keys begin again in another database; the mark keeps its rankings from being answered with files of the first.
    """
    content = json.dumps([log_hash(publication), publication.standings], sort_keys=True)  # as any database orders it
    mark = hashlib.sha256(content.encode()).hexdigest()[:32]
    folder = Path(settings.MEDIA_ROOT) / "publications" / str(publication.championship_id)
    return folder / f"{publication.number}-{mark}" / f"ranking-{language}.{extension}"


def log_hash(publication: Publication) -> str:
    """The hash of the event that published it; empty for none."""
    events = publication.championship.events
    published = events.filter(type="ranking_published", payload__publication=publication.number)
    return published.values_list("hash", flat=True).first() or ""


def made(publication: Publication, extension: str, language: str) -> bytes:
    with override(language):
        return MAKERS[extension](publication, with_plain_names(publication.standings))


def publication_pdf(publication: Publication, standings: Data) -> bytes:
    """The list that is posted; the final one says until when results may be corrected."""
    championship = publication.championship
    until = ends(championship).get(publication.after_round)
    log = in_short(log_hash(publication))
    rules = ranking_rules(championship)
    data = ranking_data(championship, standings, rules, official=until is None, official_from=until, log=log)
    return render("ranking", data)


MAKERS: dict[str, Callable[[Publication, Data], bytes]] = {
    "csv": lambda _publication, standings: grid_csv(standings_grid(standings)),
    "xlsx": lambda _publication, standings: grid_xlsx(standings_grid(standings)),
    "json": lambda _publication, standings: json_bytes(standings),
    "pdf": publication_pdf,
}
