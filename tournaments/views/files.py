"""Rankings and rounds as files, and the prints of the office.

Public files are made of what the public may see and of nothing else, so their ETags cannot tell more either: each is a
hash of what is in the file.
"""

import hashlib
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.seals import seals_of
from tournaments.domain.sheets import Sheet, round_sheet
from tournaments.domain.standings import last_visible_round, ranking
from tournaments.exports.csv import grid_csv
from tournaments.exports.grids import Grid, round_grid, standings_grid
from tournaments.exports.json import Data, json_bytes, round_json, standings_json
from tournaments.exports.prints import Print, file_name, ranking_print
from tournaments.exports.publications import MAKERS, publication_file
from tournaments.exports.round_prints import SEATING, result_sheet_print, seating_print
from tournaments.exports.slips import SLIPS_ON_A_PAGE, slips_print
from tournaments.exports.stands import stands_print
from tournaments.exports.store import stored
from tournaments.exports.words import log_head
from tournaments.exports.xlsx import grid_xlsx
from tournaments.models import Championship
from tournaments.permissions import ENTER_RESULTS, SEE_OFFICE

from .access import office
from .hall_address import table_base

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
# Views call the format of a file `format`, as its address does (A002).

#: Formats that a browser shows by itself.
SHOWN = ("json", "pdf")


# For everybody ---------------------------------------------------------------------------------------------------


@require_safe
def standings_file(request: HttpRequest, slug: str, format: str) -> HttpResponseBase:  # noqa: A002
    """The public ranking as csv, json, pdf or xlsx; `?after=3` as it stood after an earlier round."""
    championship = get_object_or_404(Championship.objects.public(), slug=slug)
    return ranking_answer(request, championship, format, public=True)


@require_safe
def round_file(request: HttpRequest, slug: str, number: int, format: str) -> HttpResponseBase:  # noqa: A002
    """A published round as csv, json, pdf or xlsx."""
    championship = get_object_or_404(Championship.objects.public(), slug=slug)
    sheet = sheet_or_404(championship, number, public=True)
    what = _("Round %(round)s") % {"round": number}
    document = result_sheet_print(championship, sheet, public=True)
    data = round_json(sheet, seals_of(championship, number, public=True))
    return answer(request, file_name(championship, what, format), format, data, round_grid(sheet), document)


@require_safe
def published_file(request: HttpRequest, slug: str, number: int, format: str) -> HttpResponseBase:  # noqa: A002
    """A published ranking as it was published; nothing while results up to its round are hidden again."""
    championship = get_object_or_404(Championship.objects.public(), slug=slug)
    limit = last_visible_round(championship, public=True)
    publication = get_object_or_404(
        championship.publications.select_related("championship"), number=number, after_round__lte=limit
    )
    if format not in MAKERS:
        raise Http404
    content = publication_file(publication, format, get_language() or "en")
    what = _("Ranking after round %(round)s") % {"round": publication.after_round}
    return conditional(request, file_name(championship, what, format), format, mark_of(content), lambda: content)


# For the office --------------------------------------------------------------------------------------------------


@require_safe
@office(SEE_OFFICE)
def office_standings_file(request: HttpRequest, championship: Championship, format: str) -> HttpResponseBase:  # noqa: A002
    """The ranking as the office sees it: with full names and with what is hidden from the public."""
    return private(ranking_answer(request, championship, format, public=False))


@require_safe
@office(SEE_OFFICE)
def slips(request: HttpRequest, championship: Championship, number: int) -> HttpResponseBase:
    """The slips of a round: A5, with `?size=a6` smaller; `?table=12` the slip of one table again."""
    sheet = sheet_or_404(championship, number, public=False, printed=True)
    size, table = request.GET.get("size", "a5"), request.GET.get("table")
    if size not in SLIPS_ON_A_PAGE:
        raise Http404
    if table is not None and table not in {str(each.number) for each in sheet.tables}:
        raise Http404
    only = None if table is None else int(table)
    # Who may only look must not report results either: their slips carry no codes.
    base = table_base(request) if request.user.has_perm(ENTER_RESULTS, championship) else ""
    log = log_head(championship, number)
    document = slips_print(championship, sheet, size, base=base, log=log, only=only)
    return print_answer(request, championship, document, stored if only is None else Print.render)


@require_safe
@office(ENTER_RESULTS)
def stands(request: HttpRequest, championship: Championship) -> HttpResponseBase:
    """A stand for each table with a code for each side: they open whichever round is played."""
    if not championship.takes_claims:
        raise Http404
    return print_answer(request, championship, stands_print(championship, base=table_base(request)), stored)


@require_safe
@office(SEE_OFFICE)
def seating(request: HttpRequest, championship: Championship, number: int) -> HttpResponseBase:
    """Where people sit: `?by=name` (everybody, family name first) or `?by=table`."""
    sheet = sheet_or_404(championship, number, public=False, printed=True)
    by = request.GET.get("by", "name")
    if by not in SEATING:
        raise Http404
    return print_answer(request, championship, seating_print(championship, sheet, by), stored)


@require_safe
@office(SEE_OFFICE)
def result_sheet(request: HttpRequest, championship: Championship, number: int) -> HttpResponseBase:
    """All tables of a round with their results."""
    sheet = sheet_or_404(championship, number, public=False, printed=True)
    return print_answer(request, championship, result_sheet_print(championship, sheet, public=False), stored)


# Parts -----------------------------------------------------------------------------------------------------------


def sheet_or_404(championship: Championship, number: int, *, public: bool, printed: bool = False) -> Sheet:
    sheet = round_sheet(championship, number, public=public, printed=printed)
    if sheet is None:
        raise Http404
    return sheet


def ranking_answer(
    request: HttpRequest, championship: Championship, extension: str, *, public: bool
) -> HttpResponseBase:
    board = ranking(championship, after=round_asked(request, championship, public=public), public=public)
    data = standings_json(board)
    grid = standings_grid(data)
    document = ranking_print(championship, board, public=public)
    return answer(request, file_name(championship, grid.title, extension), extension, data, grid, document)


def round_asked(request: HttpRequest, championship: Championship, *, public: bool) -> int | None:
    """The round of `?after=`, None without it; 404 for one that does not exist for this reader."""
    text = request.GET.get("after")
    if text is None:
        return None
    limit = last_visible_round(championship, public=public)
    numbers = championship.rounds.published().filter(number__lte=limit).values_list("number", flat=True)
    if text not in map(str, numbers):
        raise Http404
    return int(text)


def answer(
    request: HttpRequest, name: str, extension: str, data: Data, grid: Grid, document: Print
) -> HttpResponseBase:
    """The same content in the format asked for; 404 for a format that there is not."""
    match extension:
        case "json":
            content = json_bytes(data)
            return conditional(request, name, extension, mark_of(content), lambda: content)
        case "csv":
            content = grid_csv(grid)
            return conditional(request, name, extension, mark_of(content), lambda: content)
        case "xlsx":
            return conditional(request, name, extension, mark_of(grid_csv(grid)), lambda: grid_xlsx(grid))
        case "pdf":
            return conditional(request, name, extension, document.mark, lambda: stored(document))
        case _:
            raise Http404


def print_answer(
    request: HttpRequest, championship: Championship, document: Print, make: Callable[[Print], bytes]
) -> HttpResponseBase:
    name = file_name(championship, document.data["title"], "pdf")
    return private(conditional(request, name, "pdf", document.mark, lambda: make(document)))


def mark_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def conditional(
    request: HttpRequest, name: str, extension: str, mark: str, make: Callable[[], bytes]
) -> HttpResponseBase:
    """The file, or 304 without making it when the reader has it already."""
    etag = f'"{mark}-{extension}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    response = HttpResponse(make(), content_type=CONTENT_TYPES[extension])
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Disposition"] = content_disposition_header(extension not in SHOWN, name) or "inline"
    return response


def private(response: HttpResponseBase) -> HttpResponseBase:
    """What only the office may see must not stay in a shared cache."""
    response.headers["Cache-Control"] = "private, no-cache"
    return response
