"""Everything that is wrong with a slip, at once, as codes and data; words are chosen elsewhere.

Source: rules.md §10 (which results can occur) and §11 (consistency of four deals). A *problem* refuses the
slip; a *question* is answered with yes by a person.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.attainable import attainable
from engine.counting import MIDLINE
from engine.seats import Side
from scoring import balance
from scoring.slip import Notation, Slip, Written
from scoring.table_result import DealScore, TableResult, dealer_of

FEWEST_PLAUSIBLE = 6
"""Card points of a side from which on a deal needs no second look: about 998 of 1000 deals of random play have them."""


class ProblemCode(StrEnum):
    RANGE = "RANGE"
    SUM = "SUM"
    DEALER_ONE = "DEALER_ONE"
    MATCH_FLAG = "MATCH_FLAG"
    DEALER_ORDER = "DEALER_ORDER"
    DIFF = "DIFF"
    TOTAL = "TOTAL"
    DEAL_MODE = "DEAL_MODE"


class QuestionCode(StrEnum):
    CONFIRM_EXTREME = "CONFIRM_EXTREME"
    DEALER_UNKNOWN = "DEALER_UNKNOWN"


@dataclass(frozen=True, slots=True)
class Finding[Code: StrEnum]:
    """One thing to mend or to confirm: where it is, what was written, what would be right (None: not one value)."""

    code: Code
    deal: int | None = None
    side: Side | None = None
    given: Written = None
    expected: Written = None

    def as_data(self) -> dict[str, Written]:
        """As JSON carries it: only what is known."""
        parts = {"code": self.code, "deal": self.deal, "side": self.side}
        numbers = {"given": self.given, "expected": self.expected}
        return {name: value for name, value in (parts | numbers).items() if value is not None}


Problem = Finding[ProblemCode]
Question = Finding[QuestionCode]


@dataclass(frozen=True, slots=True)
class Checked:
    """Answer of `validate`: the result when there is no problem, else all problems; and all questions."""

    result: TableResult | None
    problems: tuple[Problem, ...]
    questions: tuple[Question, ...]

    @property
    def valid(self) -> bool:
        return not self.problems


def plausible(fewest: int = FEWEST_PLAUSIBLE) -> range:
    """Card points that need no second look when neither side has fewer than these."""
    return range(fewest, balance.DEAL_POINTS - fewest + 1)


def validate(slip: Slip, *, fewest: int = FEWEST_PLAUSIBLE) -> Checked:
    """Check a slip against all rules; never stops at the first problem, raises nothing.

    A deal in which a side has fewer card points than `fewest` is asked about.
    """
    reading = _Reading.of(slip)
    problems = (
        *_ranges(slip),
        *_sums(slip),
        *_dealer_ones(reading),
        *_match_flags(slip, reading),
        *_dealer_order(slip, reading),
        *_balances(slip, reading),
        *_totals(slip, reading),
        *_deal_modes(slip, reading),
    )
    result = None if problems else reading.result()
    return Checked(result, problems, (*_extremes(reading, fewest), *_unknown_dealers(reading)))


@dataclass(frozen=True, slots=True)
class _Reading:
    """The slip as side a's card points and the giving side of each deal; None where it cannot be known."""

    points: tuple[int | None, ...]
    dealers: tuple[Side | None, ...]
    expected_dealers: tuple[Side | None, ...]

    @classmethod
    def of(cls, slip: Slip) -> "_Reading":
        numbers = range(slip.deals)
        first = _first_dealer(slip)
        expected = tuple(dealer_of(deal + 1, first) if first else None for deal in numbers)
        return cls(
            points=tuple(_points_of_a(slip, deal) for deal in numbers),
            dealers=tuple(_at(slip.dealers, deal) or expected[deal] for deal in numbers),
            expected_dealers=expected,
        )

    def running_before(self, deal: int) -> int | None:
        """Side a's balance before the deal at this index; None when a number before it is not known."""
        known = [each for each in self.points[:deal] if each is not None]
        return sum(balance.net(each) for each in known) if len(known) == deal else None

    def result(self) -> TableResult:
        known = zip(self.points, self.dealers, strict=True)
        return TableResult(tuple(DealScore(points, dealer) for points, dealer in known if points is not None))


def _at[T](values: tuple[T, ...], deal: int) -> T | None:
    return values[deal] if deal < len(values) else None


def _first_dealer(slip: Slip) -> Side | None:
    """As named, else from the first marked deal: sides give in turn."""
    if slip.first_dealer:
        return slip.first_dealer
    marks = ((deal, mark) for deal, mark in enumerate(slip.dealers) if mark)
    return next((mark.other if deal % 2 else mark for deal, mark in marks), None)


def _in_range(value: Written, notation: Notation) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    points = value if notation is Notation.POINTS else balance.points_from_net(value)
    return 0 <= points <= balance.DEAL_POINTS


def _points_of_a(slip: Slip, deal: int) -> int | None:
    """Side a's card points in the deal at this index, from b's number where a's is empty."""
    for values, of_a in ((slip.side_a, True), (slip.side_b, False)):
        value = _at(values, deal)
        if isinstance(value, int) and _in_range(value, slip.notation):
            points = value if slip.notation is Notation.POINTS else balance.points_from_net(value)
            return points if of_a else balance.DEAL_POINTS - points
        if value is not None:
            return None
    return None


def _ranges(slip: Slip) -> Iterator[Problem]:
    """A whole number from 0 to 72 (−36 to 36) for each deal, none missing, none too many."""
    for deal in range(max(slip.deals, len(slip.side_a), len(slip.side_b))):
        a, b = _at(slip.side_a, deal), _at(slip.side_b, deal)
        beyond = deal >= slip.deals
        if a is None and b is None and not beyond:
            yield Finding(ProblemCode.RANGE, deal + 1, Side.A)
        written: tuple[tuple[Side, Written], ...] = ((Side.A, a), (Side.B, b))
        for side, value in written:
            if value is not None and (beyond or not _in_range(value, slip.notation)):
                yield Finding(ProblemCode.RANGE, deal + 1, side, given=value)


def _sums(slip: Slip) -> Iterator[Problem]:
    """Both sides' numbers belong together: 72 card points, or mirrored balances."""
    for deal, (a, b) in enumerate(zip(slip.side_a, slip.side_b, strict=False), start=1):
        if not (isinstance(a, int) and isinstance(b, int)):
            continue
        if slip.notation is Notation.POINTS and a + b != balance.DEAL_POINTS:
            yield Finding(ProblemCode.SUM, deal, given=a + b, expected=balance.DEAL_POINTS)
        if slip.notation is Notation.NET and a + b != 0:
            yield Finding(ProblemCode.DIFF, deal, Side.B, given=b, expected=-a)


def _possible(points: int, dealer: Side) -> bool:
    """Whether a deal can end with these card points of side a when that side gave."""
    return (points if dealer is Side.A else balance.DEAL_POINTS - points) in attainable().dealer


def _dealer_ones(reading: _Reading) -> Iterator[Problem]:
    """The side that gave has the scart's point besides a trick's: never 1 (rules.md §10)."""
    for deal, (points, dealer) in enumerate(zip(reading.points, reading.dealers, strict=True), start=1):
        if points is not None and dealer is not None and not _possible(points, dealer):
            given = points if dealer is Side.A else balance.DEAL_POINTS - points
            yield Finding(ProblemCode.DEALER_ONE, deal, dealer, given=given)


def _match_flags(slip: Slip, reading: _Reading) -> Iterator[Problem]:
    """A match mark stands beside 72 : 0 only."""
    for deal in sorted(slip.matches):
        played = 1 <= deal <= slip.deals
        points = reading.points[deal - 1] if played else None
        if not played or (points is not None and not DealScore(points).is_match):
            yield Finding(ProblemCode.MATCH_FLAG, deal, given=points)


def _dealer_order(slip: Slip, reading: _Reading) -> Iterator[Problem]:
    """The sides give in turn, beginning with the first dealer's."""
    for deal, (mark, expected) in enumerate(zip(slip.dealers, reading.expected_dealers, strict=False), start=1):
        if mark is not None and mark is not expected:
            yield Finding(ProblemCode.DEALER_ORDER, deal, given=mark, expected=expected)


def _balances(slip: Slip, reading: _Reading) -> Iterator[Problem]:
    """Written buns and schliats are the card points minus 36."""
    for deal, (written, points) in enumerate(zip(slip.balances, reading.points, strict=False), start=1):
        if written is not None and points is not None and written != balance.net(points):
            yield Finding(ProblemCode.DIFF, deal, Side.A, given=written, expected=balance.net(points))


def _totals(slip: Slip, reading: _Reading) -> Iterator[Problem]:
    """Written running and final totals are the sums of the deals."""
    for deal, written in enumerate(slip.running[: slip.deals], start=1):
        expected = reading.running_before(deal)
        if written is not None and expected is not None and written != expected:
            yield Finding(ProblemCode.TOTAL, deal, Side.A, given=written, expected=expected)
    net = reading.running_before(slip.deals)
    if net is None:
        return
    level = MIDLINE * slip.deals
    lines = ((Side.A, slip.total_net, net), (Side.A, slip.total_points_a, level + net))
    for side, written, expected in (*lines, (Side.B, slip.total_points_b, level - net)):
        if written is not None and written != expected:
            yield Finding(ProblemCode.TOTAL, None, side, given=written, expected=expected)


def _deal_modes(slip: Slip, reading: _Reading) -> Iterator[Problem]:
    """Fewer than three packets only on the wish of a side far enough behind (rules.md §4)."""
    for deal, packets in enumerate(slip.packets[: slip.deals]):
        before = reading.running_before(deal)
        if packets in {None, balance.MOST_PACKETS} or before is None:
            continue
        fewest = balance.fewest_packets(-abs(before))
        behind = Side.A if before < 0 else Side.B
        if packets not in range(fewest, balance.MOST_PACKETS) or _at(slip.asked_by, deal) not in {None, behind}:
            yield Finding(ProblemCode.DEAL_MODE, deal + 1, given=packets, expected=fewest)


def _extremes(reading: _Reading, fewest: int) -> Iterator[Question]:
    """A rare result, and every match, is worth a second look (rules.md §11.8)."""
    for deal, points in enumerate(reading.points, start=1):
        if points is not None and points not in plausible(fewest):
            yield Finding(QuestionCode.CONFIRM_EXTREME, deal)


def _unknown_dealers(reading: _Reading) -> Iterator[Question]:
    """Whether a 1 is possible depends on who gave."""
    for deal, (points, dealer) in enumerate(zip(reading.points, reading.dealers, strict=True), start=1):
        if points is not None and dealer is None and not all(_possible(points, side) for side in Side):
            yield Finding(QuestionCode.DEALER_UNKNOWN, deal)
