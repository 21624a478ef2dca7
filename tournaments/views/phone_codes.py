"""The page for a code that has to be typed, is not known, or opens nothing now."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from tournaments.domain.change import acting_device
from tournaments.domain.link_codes import TOKEN_SYMBOLS, cleaned
from tournaments.domain.link_tries import OFFER_SEARCH_AFTER, wrong_tries, wrong_try
from tournaments.domain.links import Waiting
from tournaments.enums import RoundState
from tournaments.forms.results import DEAL_FIELDS
from tournaments.models import Round

from .sources import source_of


def code_page(request: HttpRequest, values: Mapping[str, str]) -> HttpResponse:
    """A field for the code that stands under the QR code."""
    return codes(request, values, tries=wrong_tries(source_of(request)), status=200)


def unknown_code(request: HttpRequest, values: Mapping[str, str]) -> HttpResponse:
    """The code opens nothing. What was typed stays; after three wrong ones the page helps to find the table."""
    empty = not values["code"].strip()
    tries = wrong_tries(source_of(request)) if empty else wrong_try(source_of(request))
    return codes(request, values, tries=tries, status=404 if request.method != "POST" else 422, wrong=not empty)


def codes(
    request: HttpRequest, values: Mapping[str, str], *, tries: int, status: int, wrong: bool = False
) -> HttpResponse:
    # Nobody types so many symbols: they come from a QR code, so none of them is wrong, and the slip itself is.
    dead = wrong and len(cleaned(values["code"]) or "") == TOKEN_SYMBOLS
    typed = [values[name] for name in DEAL_FIELDS]
    context = {
        "values": values,
        "typed": ", ".join(each or "–" for each in typed) if any(typed) else "",
        "wrong": wrong,
        "dead": dead,
        "code": "" if dead else values["code"],
        "rounds": rounds_played() if tries >= OFFER_SEARCH_AFTER else [],
        "language": get_language(),
        "device": acting_device.get(),
    }
    return render(request, "tournaments/phone_code.html", context, status=status)


def rounds_played() -> list[Round]:
    """The public rounds that are played now: their pages say who sits at which table, and hold no code."""
    rounds = Round.objects.filter(
        state=RoundState.PUBLISHED, championship__is_public=True, championship__takes_claims=True
    )
    return list(rounds.select_related("championship").order_by("championship__name", "number"))


def waiting_page(request: HttpRequest, values: Mapping[str, str], waiting: Waiting) -> HttpResponse:
    """A good code of a table stand, but nobody plays there now."""
    context = {
        "values": values,
        "waiting": waiting,
        "championship": waiting.championship,
        "language": get_language(),
        "device": acting_device.get(),
    }
    return render(request, "tournaments/phone_waiting.html", context)
