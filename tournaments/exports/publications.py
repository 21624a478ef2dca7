"""The files of a published ranking: made from what was frozen, written once, never changed."""

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
    folder = Path(settings.MEDIA_ROOT) / "publications" / str(publication.championship_id) / str(publication.number)
    return folder / f"ranking-{language}.{extension}"


def made(publication: Publication, extension: str, language: str) -> bytes:
    with override(language):
        return MAKERS[extension](publication, with_plain_names(publication.standings))


def publication_pdf(publication: Publication, standings: Data) -> bytes:
    """The list that is posted; the final one says until when results may be corrected."""
    championship = publication.championship
    until = ends(championship).get(publication.after_round)
    published = championship.events.filter(type="ranking_published", payload__publication=publication.number)
    log = in_short(published.values_list("hash", flat=True).first() or "")
    rules = ranking_rules(championship)
    data = ranking_data(championship, standings, rules, official=until is None, official_from=until, log=log)
    return render("ranking", data)


MAKERS: dict[str, Callable[[Publication, Data], bytes]] = {
    "csv": lambda _publication, standings: grid_csv(standings_grid(standings)),
    "xlsx": lambda _publication, standings: grid_xlsx(standings_grid(standings)),
    "json": lambda _publication, standings: json_bytes(standings),
    "pdf": publication_pdf,
}
