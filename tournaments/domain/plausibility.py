"""What is odd about a result although it can be: a person is asked, and nothing is ever refused for it.

Source: product.md D9, rules.md §11.8. What the numbers alone tell (a match, a deal outside 6…66) comes from
`scoring.validation`; here is what the round around them tells. A championship may switch each of them off
(`Championship.unasked`) and set the limits; what was asked and answered is stored with the version of the result.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q

from engine.counting import MIDLINE
from scoring.balance import DEAL_POINTS, DEALS_PER_TABLE
from scoring.validation import QuestionCode
from tournaments.enums import ResultState
from tournaments.models import Championship, ResultVersion, Table

from .refusal import Problem

#: Between which numbers a championship sets its limits: card points of a side in a deal, minutes since the round was
#: published, tables of one phone.
LIMITS = {"odd_points": range(1, MIDLINE + 1), "odd_minutes": range(1, 121), "odd_tables": range(2, 51)}


class Doubt(StrEnum):
    """What is odd. Data: TOO_EARLY `minutes` since the round was published; ALL_EQUAL none; SAME_NUMBERS `tables`
    of the round with the same four numbers; SAME_DEVICE `tables` that this device has reported for, too."""

    TOO_EARLY = "TOO_EARLY"
    ALL_EQUAL = "ALL_EQUAL"
    SAME_NUMBERS = "SAME_NUMBERS"
    SAME_DEVICE = "SAME_DEVICE"


#: Questions that a championship may switch off. Whether a 1 is possible (`DEALER_UNKNOWN`) is always asked.
OPTIONAL_QUESTIONS: tuple[str, ...] = (QuestionCode.CONFIRM_EXTREME, *Doubt)


def wanted(championship: Championship, questions: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those questions that this championship asks."""
    return tuple(question for question in questions if question.code not in championship.unasked)


def doubts(table: Table, points: Sequence[int], *, time: datetime, device: str = "") -> tuple[Problem, ...]:
    """What is odd about these card points of side A at this time, as questions that the championship asks.

    A table without a finished deal has no numbers to ask about, and one that was not played to the end may be early.
    `device` is the mark of a phone; leave it empty for the office, whose computer types every table. `table` comes with
    its round and championship. One query.
    """
    if not points:
        return ()
    early = too_early(table, time) if len(points) == DEALS_PER_TABLE else ()
    odd = [*early, *all_equal(points), *seen_elsewhere(table, points, device)]
    return wanted(table.round.championship, odd)


def too_early(table: Table, time: datetime) -> Iterable[Problem]:
    published = table.round.published_at
    if published is not None and time - published < timedelta(minutes=table.round.championship.odd_minutes):
        yield Problem(Doubt.TOO_EARLY, {"minutes": max(0, (time - published) // timedelta(minutes=1))})


def all_equal(points: Sequence[int]) -> Iterable[Problem]:
    if len(points) > 1 and len(set(points)) == 1:
        yield Problem(Doubt.ALL_EQUAL)


def seen_elsewhere(table: Table, points: Sequence[int], device: str) -> Iterable[Problem]:
    """The same four numbers stand at another table, from either side: often one slip that was typed twice. Or one phone
    speaks for many tables: perhaps somebody helps, perhaps somebody has photographed slips. One query for both."""
    same = (list(points), [DEAL_POINTS - each for each in points])
    either = Q(deals=same[0]) | Q(deals=same[1]) | (Q(device=device) if device else Q())
    results = ResultVersion.objects.filter(either, table__round=table.round_id).exclude(table=table.pk)
    standing = results.exclude(state=ResultState.SUPERSEDED).order_by()
    found = list(standing.values_list("table__number", "deals", "device"))
    if alike := sorted({number for number, deals, _mark in found if deals in same}):
        yield Problem(Doubt.SAME_NUMBERS, {"tables": alike})
    spoken = sorted({number for number, _deals, mark in found if device and mark == device})
    if len(spoken) + 1 >= table.round.championship.odd_tables:
        yield Problem(Doubt.SAME_DEVICE, {"tables": spoken})
