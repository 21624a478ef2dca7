"""The sealed draw in the office: sealing, typing the cards that the hall has drawn, giving the seal up."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.cards import Suit
from engine.notation import SUIT_NAMES, card_name, parse_cards
from tournaments.domain.refusal import Refused
from tournaments.domain.seals import (
    SealLine,
    give_up_seal,
    next_number,
    open_seal,
    seal_round,
    seals_of,
    seed_of,
    standing_seal,
)
from tournaments.forms.draws import CardsForm, DrawForm
from tournaments.models import Championship
from tournaments.pairing.sealed import FEWEST_CARDS
from tournaments.permissions import ORGANISE

from .access import office
from .answers import status_of
from .messages import sentences
from .next_step import standing_of
from .rounds import draw_form
from .sent_once import sent_once

#: Letter of a suit in a card's code, the suit, and the name of its drawing.
SUITS = (
    ("c", Suit.CUPPAS, "cuppas"),
    ("r", Suit.ROSAS, "rosas"),
    ("b", Suit.BASTUNS, "bastuns"),
    ("s", Suit.SPADAS, "spadas"),
)


@require_http_methods(["GET", "HEAD", "POST"])
@office(ORGANISE)
@sent_once
def office_seal(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Everything about the seal of the next draw; `do` says what to do: `seal`, `give_up`, `cards`."""
    match request.POST.get("do"):
        case "seal":
            return seal(request, championship)
        case "give_up":
            return give_up(request, championship)
        case "cards":
            return cards(request, championship)
    return seal_page(request, championship)


def seal(request: HttpRequest, championship: Championship) -> HttpResponse:
    form = draw_form(championship, request.POST)
    if not form.is_valid():
        return seal_page(request, championship, form=form, status=422)
    try:
        kept = seal_round(championship.pk, absent=tuple(form.cleaned_data["absent"]), actor=request.user)
    except Refused as refusal:
        return seal_page(request, championship, form=form, problems=sentences(refusal), status=status_of(refusal))
    messages.success(
        request, _("Round %(round)s is sealed. Everybody can see the seal.") % {"round": kept.round_number}
    )
    return redirect("office_seal", championship.slug)


def give_up(request: HttpRequest, championship: Championship) -> HttpResponse:
    try:
        give_up_seal(championship.pk, actor=request.user)
    except Refused as refusal:
        return seal_page(request, championship, problems=sentences(refusal), status=status_of(refusal))
    messages.success(request, _("The seal is given up. Everybody can see that there was one."))
    return redirect("office_rounds", championship.slug)


def cards(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Read the cards back first, then draw."""
    form = CardsForm(request.POST)
    if not form.is_valid():
        return seal_page(request, championship, cards_form=form, status=422)
    chosen = form.cleaned_data
    try:
        if not chosen["sure"]:
            seed_of(standing_seal(championship, next_number(championship)), chosen["cards"])
            return seal_page(request, championship, cards_form=form, names=card_names(chosen["cards"]))
        round_ = open_seal(
            championship.pk,
            cards=chosen["cards"],
            seal=chosen["seal"],
            accept_open=chosen["accept_open"],
            actor=request.user,
        )
    except Refused as refusal:
        return seal_page(request, championship, cards_form=form, problems=sentences(refusal), status=status_of(refusal))
    return redirect("office_draw", championship.slug, round_.number)


def card_names(codes: str) -> list[str]:
    """What the cards are called, in the words of the legend beside the field."""
    return [card_name(card, spoken()) for card in parse_cards(codes)]


def spoken() -> str:
    """The language in which cards are named; Italian readers get the Romansh names."""
    language = (get_language() or "en")[:2]
    return language if language in {"rm", "de", "en"} else "rm"


def legend() -> dict[str, Any]:
    """What the letters of cards stand for: suits with letter, drawing and name, then trumps and the Fool."""
    words = spoken()
    return {
        "suits": [(letter, drawing, SUIT_NAMES[suit][words]) for letter, suit, drawing in SUITS],
        "trumps": SUIT_NAMES[Suit.TROCCAS][words],
        "fool": card_names("n")[0],
        "spoken": "rm-sursilv" if words == "rm" else words,
    }


def seal_page(
    request: HttpRequest,
    championship: Championship,
    *,
    form: DrawForm | None = None,
    cards_form: CardsForm | None = None,
    names: list[str] | None = None,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    try:
        number = next_number(championship)
    except Refused as refusal:  # drawn meanwhile: the way leads to the proposal
        return redirect("office_draw", championship.slug, refusal.problems[0].data["round"])
    found = seals_of(championship, number)
    stands: SealLine | None = next((each for each in found if each.standing), None)
    context = {
        "championship": championship,
        "section": "rounds",
        "number": number,
        "standing": standing_of(championship),
        "seals": found,
        "seal": stands,
        "form": form or draw_form(championship),
        "cards_form": cards_form or CardsForm(initial={"seal": stands.seal if stands else ""}),
        "names": names or [],
        **legend(),
        "fewest": FEWEST_CARDS,
        "problems": problems or [],
    }
    return render(request, "tournaments/office_seal.html", context, status=status)
