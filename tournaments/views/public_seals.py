"""The sealed draw for everybody: what was sealed, what the hall drew, and how to check it."""

from django.http import Http404, HttpRequest

from tournaments.domain.seals import seals_of
from tournaments.models import Championship

from .pages import public_page
from .public import page


@public_page()
def sealed_draw(request: HttpRequest, championship: Championship, number: int) -> str:
    """Every seal of a round; after the draw with secret, cards and a check that runs in the reader's browser."""
    seals = seals_of(championship, number, public=True)
    if not seals:
        raise Http404
    published = championship.rounds.published().filter(number=number).exists()
    opened = next((each for each in reversed(seals) if each.opened_at), None)
    return page(
        request,
        championship,
        "sealed_draw",
        "rounds",
        number=number,
        seals=seals,
        opened=opened,
        published=published,
    )
