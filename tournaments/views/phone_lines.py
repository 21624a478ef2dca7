"""The lines of numbers on the page of a table: own and their card points, net, and what is wrong or differs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring import balance
from scoring.slip import Notation, Written
from tournaments.domain.refusal import Problem
from tournaments.forms.phone import SIGN_FIELDS, deals_written
from tournaments.forms.results import DEAL_FIELDS

SUITS = ("suit-cuppas", "suit-rosas", "suit-bastuns", "suit-spadas")


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal: what stands in the fields, own and their card points as far as they can be read, and both claims."""

    deal: int
    typed: str = ""
    sign: str = ""
    own: int | None = None
    theirs: int | None = None
    net: int | None = None
    bad: bool = False
    asked: bool = False
    same: bool = True

    @property
    def icon(self) -> str:
        """The line suit that marks this row here and on the slip."""
        return SUITS[self.deal - 1]


def lines_of(points: Sequence[int], theirs: Sequence[int] | None = None) -> list[DealLine]:
    """Own card points; with `theirs` what the others say these are."""
    others = points if theirs is None else theirs
    return [
        DealLine(
            deal=deal,
            own=own,
            theirs=balance.DEAL_POINTS - own if theirs is None else other,
            net=balance.net(own),
            same=own == other,
        )
        for deal, (own, other) in enumerate(zip(points, others, strict=False), 1)
    ]


def typed_lines(
    values: Mapping[str, str], notation: Notation, problems: Iterable[Problem], questions: Iterable[Problem]
) -> list[DealLine]:
    """What stands in the fields, and what can be said of it already."""
    bad = {problem.data.get("deal") for problem in problems}
    asked = {question.data.get("deal") for question in questions}
    numbers = deals_written({name: values.get(name, "") for name in (*DEAL_FIELDS, *SIGN_FIELDS)}, notation)
    lines = []
    for deal, number in enumerate(numbers, 1):
        points = points_of(number, notation)
        lines.append(
            DealLine(
                deal=deal,
                typed=values.get(f"d{deal}", ""),
                sign=values.get(f"s{deal}", ""),
                own=points,
                theirs=None if points is None else balance.DEAL_POINTS - points,
                net=None if points is None else balance.net(points),
                bad=deal in bad,
                asked=deal in asked,
            )
        )
    return lines


def points_of(number: Written, notation: Notation) -> int | None:
    if not isinstance(number, int):
        return None
    points = number if notation is Notation.POINTS else balance.points_from_net(number)
    return points if 0 <= points <= balance.DEAL_POINTS else None


@dataclass(frozen=True, slots=True)
class Total:
    """The sums below the lines."""

    own: int
    theirs: int
    net: int
    buns: int
    schliats: int
    deals: int

    @classmethod
    def of(cls, lines: Iterable[DealLine]) -> "Total":
        known = [line.own for line in lines if line.own is not None]
        return cls(
            own=sum(known),
            theirs=sum(balance.DEAL_POINTS - each for each in known),
            net=sum(map(balance.net, known)),
            buns=sum(map(balance.buns, known)),
            schliats=sum(map(balance.schliats, known)),
            deals=len(known),
        )
