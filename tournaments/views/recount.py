"""Recount: which count at the table is right? For anybody, without an account; nothing is stored."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from engine.counting import count_pile
from engine.errors import Code, EngineError, Problem
from engine.notation import parse_set
from engine.recount import recount, recount_problems
from scoring.balance import buns, schliats
from tournaments.forms.recount import LABELS, SIDES, CardsForm, NumbersForm

IN_ONE_PILE = gettext_lazy("%(side)s, %(what)s: %(found)s cannot be. There are %(expected)s.")
OVER_BOTH = gettext_lazy("%(what)s: both sides together have %(found)s, but there are %(expected)s.")
SENTENCES = {
    Code.UNKNOWN_CARD: gettext_lazy("“%(card)s” is not a card."),
    Code.CARD_TWICE: gettext_lazy("The card %(card)s stands there twice."),
    Code.PILE: gettext_lazy("%(side)s: %(found)s cards with points do not fit the number of tricks."),
}


@require_safe
def recount_page(request: HttpRequest) -> HttpResponse:
    """The two forms; both are sent as part of the address, so that a count can be shown to somebody."""
    by_cards = "cards" in request.GET
    numbers = NumbersForm(request.GET if request.GET and not by_cards else None)
    cards = CardsForm(request.GET if by_cards else None)
    answer = counted_cards(cards) if by_cards else counted_numbers(numbers)
    status = 422 if answer["problems"] else 200
    return render(
        request,
        "tournaments/recount.html",
        {"numbers": numbers, "cards": cards, "sides": SIDES, **answer},
        status=status,
    )


def counted_numbers(form: NumbersForm) -> dict[str, Any]:
    """What both sides have, or everything that cannot be right."""
    if not form.is_bound:
        return {"problems": []}
    if not form.is_valid() or form.cleaned_data["piles"] is None:
        return {"problems": [_("Type whole numbers: all five of one side, or of both.")]}
    piles = form.cleaned_data["piles"]
    problems = list(recount_problems(piles["dealer"], piles["other"]))
    if problems:
        return {"problems": [words(problem) for problem in problems]}
    points = recount(piles["dealer"], piles["other"])
    results = [(SIDES["dealer"], points.dealer), (SIDES["other"], points.other)]
    return {"problems": [], "results": [(side, number, buns(number), schliats(number)) for side, number in results]}


def counted_cards(form: CardsForm) -> dict[str, Any]:
    if not form.is_valid():
        return {"problems": [error for errors in form.errors.values() for error in errors]}
    try:
        pile = count_pile(parse_set(form.cleaned_data["cards"]))
    except EngineError as refusal:
        return {"problems": [words(refusal.problem)]}
    return {"problems": [], "pile": pile}


def words(problem: Problem) -> str:
    """The sentence for what the engine found."""
    side = SIDES.get(str(problem.data.get("side")), "")
    what = LABELS["tricks"] if problem.code == Code.TRICKS else LABELS.get(str(problem.data.get("what")), "")
    sentence = SENTENCES.get(problem.code) or (IN_ONE_PILE if side else OVER_BOTH)
    return str(sentence) % {**problem.data, "side": side, "what": what}
