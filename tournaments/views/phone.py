"""The page of one side of a table, for the phone: report, confirm, deny, hand the phone over, call the organiser.

Everything travels in one form, so the same path works without script and without cookies. The token of the link (see
`domain.links`) stands in a hidden field and is what authorises a change: there is no session that somebody could ride
on, which is why these two views are exempt from the check for forged forms. A scan is answered at once; the form leads
to the bare address, so no token stays in the address bar.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.slip import Notation
from tournaments.domain.calls import call_organiser
from tournaments.domain.change import acting_device
from tournaments.domain.claims import agree, claim_result, side_view
from tournaments.domain.links import Resolved, Waiting, resolve
from tournaments.domain.refusal import Refused, refused
from tournaments.forms.phone import ClaimForm, filled, rewritten, sent

from .answers import status_of
from .device import COOKIE, KEPT, MARK, remembering_device
from .phone_codes import code_page, unknown_code, waiting_page
from .phone_hand_over import hand_page, handed, handing
from .phone_pages import NOTATION_COOKIE, Note, Screen, Visit, entry_page, is_called, page, refused_claim, visit_of

LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)


def table_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Around both addresses: nothing is kept, nothing is told to others, and the reader's language is spoken."""

    @require_http_methods(["GET", "HEAD", "POST"])
    def answered(request: HttpRequest, **kwargs: str) -> HttpResponse:
        values = sent(request.POST)
        language = values["speak"] or values["lang"]
        if language in LANGUAGES:
            translation.activate(language)
        with device_of(request, values["device"]):
            response = view(request, values, **kwargs)
        if values["speak"] in LANGUAGES:
            remember(response, settings.LANGUAGE_COOKIE_NAME, values["speak"])
        return response

    @csrf_exempt  # the token in the form authorises; there is no session and no login here
    @remembering_device
    @wraps(view)
    def untold(request: HttpRequest, **kwargs: str) -> HttpResponse:
        response = answered(request, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return untold


def remember(response: HttpResponse, cookie: str, value: str) -> None:
    """What this reader chose, for the next table. Where cookies are dropped, each page begins anew."""
    secure = bool(settings.SESSION_COOKIE_SECURE)
    response.set_cookie(cookie, value, max_age=KEPT, secure=secure, httponly=True, samesite="Lax")


@contextmanager
def device_of(request: HttpRequest, mark: str) -> Iterator[None]:
    """A browser that drops cookies is known by the mark in its form."""
    if MARK.fullmatch(request.COOKIES.get(COOKIE, "")) or not MARK.fullmatch(mark):
        yield
        return
    before = acting_device.set(mark)
    try:
        yield
    finally:
        acting_device.reset(before)


@table_view
def table_link(request: HttpRequest, values: dict[str, str], written: str) -> HttpResponse:
    """Open what a QR code holds. GET changes nothing, so that previews of links do no harm."""
    return opened(request, {**values, "code": written, "do": "open"})


@table_view
def table_page(request: HttpRequest, values: dict[str, str]) -> HttpResponse:
    """GET: a field for the code under the QR code. POST: whatever the page of a table sends."""
    if request.method != "POST" or values["do"] == "leave":
        return code_page(request, values if request.method != "POST" else left(values))
    return opened(request, values)


def left(values: dict[str, str]) -> dict[str, str]:
    """Another table comes next: nothing of this one goes along but the reader's notation."""
    return {**dict.fromkeys(values, ""), "notation": values["notation"]}


def opened(request: HttpRequest, values: dict[str, str]) -> HttpResponse:
    found = resolve(values["code"])
    if found is None:
        return unknown_code(request, values)
    if isinstance(found, Waiting):
        return waiting_page(request, values, found)
    visit = visit_of(request, values, found)
    if values["speak"]:
        return again(visit)
    action = "write" if values["write"] else values["do"] or "send"
    try:
        return ACTIONS.get(action, again)(visit)
    except Refused as refusal:
        if refusal.code != "no_round":
            raise
        return unknown_code(request, values)  # the draw was taken back while this was on its way


# What a side can do ------------------------------------------------------------------------------------------------


def claimed(visit: Visit) -> HttpResponse:
    """The four numbers of this side; all that is wrong comes back with them."""
    form = ClaimForm(visit.values)
    if not form.is_valid():
        return refused_claim(visit, refused("damaged_form"), ())
    try:
        stored = claim_result(
            visit.table.pk,
            visit.side,
            form.deals,
            seen_version=form.cleaned_data["version"],
            notation=form.notation_typed,
            answered_yes=form.answered_yes,
            idempotency_key=form.cleaned_data["key"] or None,
        )
    except Refused as refusal:
        return refused_claim(visit, refusal, form.deals)
    return page(replace(visit, table=stored.table))


def agreed(visit: Visit) -> HttpResponse:
    """One tap: what the other side says is right."""
    try:
        stored = agree(
            visit.table.pk,
            visit.side,
            version=visit.number("said"),
            seen_version=visit.number("version"),
            idempotency_key=visit.values["key"] or None,
        )
    except Refused as refusal:
        return page(visit.anew(), notes=[Note.of(refusal)], status=status_of(refusal))
    return page(replace(visit, table=stored.table))


def differs(visit: Visit) -> HttpResponse:
    """Not right: this side types its own numbers, without those of the others before it."""
    return entry_page(visit)


def mending(visit: Visit) -> HttpResponse:
    """This side changes what it has said."""
    view = side_view(visit.table, visit.side)
    return entry_page(visit, view, values=filled(view.mine.deals, visit.notation) if view.mine else {})


def polled(visit: Visit) -> HttpResponse:
    """How things stand now. The page's script asks with what it has seen and gets nothing while that is all."""
    if visit.values["seen"] and visit.values["seen"] == visit.seen(called=is_called(visit.table)):
        return HttpResponse(status=204)
    return page(visit)


def back(visit: Visit) -> HttpResponse:
    """The phone goes back to the side that has handed it over; their code has travelled along."""
    found = resolve(visit.values["own"])
    if not isinstance(found, Resolved):
        return unknown_code(visit.request, {**visit.values, "code": visit.values["own"]})
    return page(visit_of(visit.request, {**visit.values, "own": ""}, found))


def noted(visit: Visit) -> HttpResponse:
    """Another notation; what stands in the fields keeps its meaning."""
    after = visit.values["write"]
    if after not in set(Notation):
        return again(visit)
    values = rewritten(visit.values, visit.notation, Notation(after))
    response = entry_page(visit.writing(Notation(after)), values=values)
    remember(response, NOTATION_COOKIE, after)
    return response


def called(visit: Visit) -> HttpResponse:
    """The organiser is to come here."""
    try:
        call_organiser(visit.table.pk, visit.side)
    except Refused as refusal:
        return again(visit, Note.of(refusal))
    return again(
        visit,
        Note(
            "blue",
            "bell",
            _("The organiser is called"),
            _("Somebody comes to table %(table)s.") % {"table": visit.table.number},
        ),
    )


def again(visit: Visit, *notes: Note) -> HttpResponse:
    """The page that the reader was on, with everything that was typed."""
    if visit.values["at"] == Screen.ENTRY:
        return entry_page(visit, values=visit.values, notes=notes)
    if visit.values["at"] == Screen.HAND:
        return hand_page(visit, notes=notes)
    return page(visit, notes=notes)


ACTIONS: dict[str, Callable[[Visit], HttpResponse]] = {
    "send": claimed,
    "agree": agreed,
    "differ": differs,
    "mend": mending,
    "look": page,
    "poll": polled,
    "back": back,
    "write": noted,
    "call": called,
    "hand": handing,
    "agree_here": handed,
    "differ_here": handed,
    "open": page,
}
