"""The whole event played beforehand, for the office: one button, nothing is stored."""

import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.domain.refusal import Refused
from tournaments.domain.rehearsal import RehearsedRound, rehearse
from tournaments.models import Championship
from tournaments.permissions import ORGANISE

from .access import office
from .answers import status_of
from .messages import sentences
from .rehearsal_words import rehearsal_words

#: Seeds of a rehearsal are short: they only serve to see the same one again.
SEEDS = 10**6


@dataclass(frozen=True, slots=True)
class RehearsedLine:
    """A round with the names of those who sit out."""

    round: RehearsedRound
    names: list[str]


@require_safe
@office(ORGANISE)
def office_rehearsal(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Play it, with the seed of the address or a new one, and say what came of it."""
    asked = request.GET.get("seed", "")
    seed = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 8 else secrets.randbelow(SEEDS)
    context = {"championship": championship, "section": "rounds", "seed": seed}
    try:
        found = rehearse(championship, seed=seed)
    except Refused as refusal:
        context |= {"problems": sentences(refusal)}
        return render(request, "tournaments/office_rehearsal.html", context, status=status_of(refusal))
    out = championship.entries.with_people().filter(number__in=found.sat_out)
    names = {entry.number: entry.name for entry in out}
    context |= {
        "words": rehearsal_words(found, pairs=championship.is_pairs),
        "late": found.spare_minutes < 0,
        "lines": [RehearsedLine(each, [names[number] for number in each.sits_out]) for each in found.rounds],
    }
    return render(request, "tournaments/office_rehearsal.html", context)
