"""A stand for each table, for halls without a printer for slips: two codes, good for the whole event."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.domain.links import stand_count, stand_link
from tournaments.enums import SideName
from tournaments.models import Championship

from .prints import Print, head
from .slips import link_code, link_words
from .words import in_two_languages

#: How many stands an A4 page holds.
STANDS_ON_A_PAGE = 2


def stands_print(championship: Championship, *, base: str) -> Print:
    """All stands. Cut the pile once and lay part on part: the tables lie in order. Fold each one, or lay it flat."""
    stands = [stand(championship, number, base) for number in range(1, stand_count(championship) + 1)]
    pages = -(-len(stands) // STANDS_ON_A_PAGE)
    data = {
        **head(championship, _("Table stands")),
        "pages": [stands[page::pages] for page in range(pages)],
        "words": {
            "table": in_two_languages(gettext_noop("Table")),
            "every_round": _("The same code in every round"),
            **link_words(base),
        },
    }
    return Print(championship.pk, "stands", "stands", data)


def stand(championship: Championship, table: int, base: str) -> dict[str, Any]:
    a, b = (
        link_code(championship, stand_link(championship.pk, table, side), base) for side in (SideName.A, SideName.B)
    )
    return {"number": str(table), "a": a, "b": b}
