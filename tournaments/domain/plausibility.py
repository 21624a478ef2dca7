"""What is odd about a result although it can be: a person is asked, and nothing is ever refused for it.

Source: product.md D9, rules.md §11.8. What the numbers alone tell (a match, a deal outside 6…66) comes from
`scoring.validation`; here is what the round around them tells. A championship may switch each of them off
(`Championship.unasked`); what was asked and answered is stored with the version of the result.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q, QuerySet

from scoring.balance import DEAL_POINTS
from scoring.validation import QuestionCode
from tournaments.enums import ResultState
from tournaments.models import Championship, ResultVersion, Table

from .refusal import Problem

#: Four deals take longer than this.
SHORTEST_PLAY = timedelta(minutes=12)
#: A phone that reports at so many tables of a round is asked about.
TABLES_OF_A_DEVICE = 3


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

    `device` is the mark of a phone; leave it empty for the office, whose computer types every table. `table` comes with
    its round and championship. At most two queries.
    """
    odd = [*too_early(table, time), *all_equal(points), *same_numbers(table, points), *same_device(table, device)]
    return wanted(table.round.championship, odd)


def too_early(table: Table, time: datetime) -> Iterable[Problem]:
    published = table.round.published_at
    if published is not None and time - published < SHORTEST_PLAY:
        yield Problem(Doubt.TOO_EARLY, {"minutes": max(0, (time - published) // timedelta(minutes=1))})


def all_equal(points: Sequence[int]) -> Iterable[Problem]:
    if len(points) > 1 and len(set(points)) == 1:
        yield Problem(Doubt.ALL_EQUAL)


def same_numbers(table: Table, points: Sequence[int]) -> Iterable[Problem]:
    """The same four numbers stand at another table, from either side: often one slip that was typed twice."""
    mirrored = [DEAL_POINTS - each for each in points]
    same = Q(deals=list(points)) | Q(deals=mirrored)
    tables = tables_of(standing_elsewhere(table).filter(same))
    if tables:
        yield Problem(Doubt.SAME_NUMBERS, {"tables": tables})


def same_device(table: Table, device: str) -> Iterable[Problem]:
    """One phone speaks for many tables: perhaps somebody helps, perhaps somebody has photographed slips."""
    if not device:
        return
    tables = tables_of(standing_elsewhere(table).filter(device=device))
    if len(tables) + 1 >= TABLES_OF_A_DEVICE:
        yield Problem(Doubt.SAME_DEVICE, {"tables": tables})


def standing_elsewhere(table: Table) -> QuerySet[ResultVersion]:
    results = ResultVersion.objects.filter(table__round=table.round_id).exclude(table=table.pk)
    return results.exclude(state=ResultState.SUPERSEDED)


def tables_of(results: QuerySet[ResultVersion]) -> list[int]:
    return sorted(set(results.values_list("table__number", flat=True)))
