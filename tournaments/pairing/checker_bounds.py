"""The checker's bounds: which promises of a draw are proven, which are broken, which stay open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.pairing.checker_matching import Costs, cheapest_pairing, left_over
from tournaments.pairing.checker_meetings import Meetings
from tournaments.pairing.checker_recount import Counts, History, against, together
from tournaments.pairing.field import Certificate, Draw, EntryId, Field

LARGEST_TRIED = 12
"""Entries up to which every draw of fixed pairs is tried."""
MEETINGS_TOLD_APART = 3


class ClaimCode(StrEnum):
    """What a draw promises; `Claim.data` carries what it reached, and the fewest possible."""

    FEWEST_REPEATS = "FEWEST_REPEATS"
    """No draw has fewer repeats, the worst first."""
    FAIR_BYES = "FAIR_BYES"
    """Nobody sits out too early, or no draw without a repeat lets anybody else sit out."""
    SMALLEST_GAPS = "SMALLEST_GAPS"
    """No draw that keeps the harder aims has smaller gaps in points."""
    FEWEST_OPPONENTS_THIRD = "FEWEST_OPPONENTS_THIRD"
    """Individuals: no draw that is no worse in the harder aims has fewer opponents for the third time."""
    FEWEST_OPPONENTS_AGAIN = "FEWEST_OPPONENTS_AGAIN"
    """The same of opponents for the second time or more."""
    FEWEST_OTHER_ROLE = "FEWEST_OTHER_ROLE"
    """The same of two who are at one table again in the other role, where that is an aim."""
    ROUNDS_LEFT = "ROUNDS_LEFT"
    """So many later rounds stay free of repeats whatever is drawn in between."""


@dataclass(frozen=True, slots=True)
class Claim:
    """`holds`: True proven, False disproved, None neither."""

    code: ClaimCode
    holds: bool | None
    data: dict[str, object] = field(default_factory=dict)


def claims(field: Field, draw: Draw, history: History, counted: Counts, side: int) -> Iterator[Claim]:
    """What is known of the promises of a draw by standing or by lot."""
    chart = _Chart(field, history, side)
    yield _repeats(chart, draw, counted)
    yield _byes(chart, counted)
    yield _gaps(chart, draw, counted)
    if side == 2:
        yield from _meetings(Meetings(field, history, counted), draw.certificate, counted)
    if field.rounds_after:
        yield _rounds_left(chart, draw)


@dataclass(frozen=True, slots=True)
class _Chart:
    """The field as a graph: vertices are entries in the order of rank, then one for each that must sit out.

    An edge between entries: two that can share a table (pairs), or a side (individuals).
    """

    field: Field
    history: History
    side: int

    @property
    def ids(self) -> list[EntryId]:
        return [entry.id for entry in sorted(self.field.entries, key=lambda entry: entry.rank)]

    @property
    def idle(self) -> int:
        return len(self.field.entries) % (2 * self.side)

    def times(self, one: EntryId, other: EntryId) -> int:
        met = self.history.opponents if self.side == 1 else self.history.partners
        return len(met.get(frozenset((one, other)), ()))

    def most_times(self) -> int:
        """The most often that two of the field have met."""
        met = self.history.opponents if self.side == 1 else self.history.partners
        ids = set(self.ids)
        return max((len(rounds) for two, rounds in met.items() if two <= ids), default=0)

    def neighbours(
        self, most_times: int, may_sit_out: Sequence[EntryId], gone: Sequence[EntryId] = ()
    ) -> list[set[int]]:
        """Who may be matched when meeting up to `most_times` times before is allowed; `gone` sit out already."""
        ids = [each for each in self.ids if each not in gone]
        sits_out = set(may_sit_out)
        size = len(ids) + self.idle - len(gone)
        found: list[set[int]] = [set() for _ in range(size)]
        for i, one in enumerate(ids):
            others = [j for j in range(i + 1, len(ids)) if self.times(one, ids[j]) <= most_times]
            others += range(len(ids), size) if one in sits_out else ()
            for j in others:
                found[i].add(j)
                found[j].add(i)
        return found

    def fewest_met(self, times: int) -> int:
        """The least number of matched twos that have met so often or more, whoever sits out."""
        return left_over(self.neighbours(times - 1, self.ids)) // 2

    def still_new(self, draw: Draw) -> dict[EntryId, int]:
        """How many everybody has not met yet when this draw is played."""
        met: dict[EntryId, set[EntryId]] = {each: set() for each in self.ids}
        now = [two for table in draw.tables for two in (against(table) if self.side == 1 else together(table))]
        for two in (*(self.history.opponents if self.side == 1 else self.history.partners), *now):
            one, other = two
            if one in met and other in met:
                met[one].add(other)
                met[other].add(one)
        return {each: len(met) - 1 - len(others) for each, others in met.items()}

    def fair_round_exists(self) -> bool:
        """Whether a round without a repeat exists in which nobody sits out too early."""
        sat_out = self.history.byes
        order = sorted(self.ids, key=lambda each: sat_out.get(each, 0))
        tier = sat_out.get(order[self.idle - 1], 0)
        gone = [each for each in order if sat_out.get(each, 0) < tier]
        level = [each for each in order if sat_out.get(each, 0) == tier]
        return left_over(self.neighbours(0, level, gone)) == 0


def _repeats(chart: _Chart, draw: Draw, counted: Counts) -> Claim:
    bound = chart.fewest_met(1) if counted.repeats else 0
    data: dict[str, object] = {"reached": counted.repeats, "fewest": bound, "said": draw.certificate.repeats_bound}
    if draw.certificate.repeats_bound != bound:
        return Claim(ClaimCode.FEWEST_REPEATS, False, data)  # noqa: FBT003 - a field, not a switch
    reached = [sum(min(each, MEETINGS_TOLD_APART) >= times for each in counted.times) for times in (3, 2, 1)]
    fewest = [chart.fewest_met(times) if many else 0 for times, many in zip((3, 2, 1), reached, strict=True)]
    if reached == fewest:
        return Claim(ClaimCode.FEWEST_REPEATS, True, data)  # noqa: FBT003
    if chart.side == 1 and len(chart.ids) <= LARGEST_TRIED:
        best = _best(chart, gaps=False)[:3]
        here = tuple(sum(min(each, MEETINGS_TOLD_APART) == times for each in counted.times) for times in (3, 2, 1))
        return Claim(ClaimCode.FEWEST_REPEATS, here == best, data)
    worst_first = reached[0] > fewest[0] or (reached[0] == 0 and reached[1] > fewest[1])
    only_first = reached[0] == reached[1] == 0
    return Claim(ClaimCode.FEWEST_REPEATS, False if only_first or (worst_first and chart.side == 1) else None, data)


def _byes(chart: _Chart, counted: Counts) -> Claim:
    data: dict[str, object] = {"reached": counted.second_byes}
    if not counted.second_byes:
        return Claim(ClaimCode.FAIR_BYES, True, data)  # noqa: FBT003
    if counted.repeats:
        return Claim(ClaimCode.FAIR_BYES, None, data)
    return Claim(ClaimCode.FAIR_BYES, not chart.fair_round_exists(), data)


def _gaps(chart: _Chart, draw: Draw, counted: Counts) -> Claim:
    data: dict[str, object] = {"reached": counted.gap_squares, "fewest": counted.gap_squares_bound}
    if draw.certificate.method == "lot":
        return Claim(ClaimCode.SMALLEST_GAPS, None, {**data, "by_lot": True})
    if counted.gap_squares == counted.gap_squares_bound:
        return Claim(ClaimCode.SMALLEST_GAPS, True, data)  # noqa: FBT003
    if chart.side == 1 and len(chart.ids) <= LARGEST_TRIED and not chart.field.rounds_after:
        best = _best(chart, gaps=True)[-1]
        return Claim(ClaimCode.SMALLEST_GAPS, counted.gap_squares == best, {**data, "fewest": best})
    return Claim(ClaimCode.SMALLEST_GAPS, None, data)


def _meetings(meetings: Meetings, said: Certificate, counted: Counts) -> Iterator[Claim]:
    """What repeats among individuals beside partners: never fewer than said, and the fewest where that is reached."""
    for name in ("opponents_third", "opponents_again", "other_role"):
        bound, reached = getattr(said, f"{name}_bound"), getattr(counted, name)
        if bound is None and name == "other_role":
            continue
        known = meetings.proven(name, said.proofs)
        data: dict[str, object] = {"reached": reached, "fewest": known, "said": bound}
        lacking = bound is not None and bound > known
        yield Claim(ClaimCode[f"FEWEST_{name.upper()}"], False if lacking else True if known == reached else None, data)


def _best(chart: _Chart, *, gaps: bool) -> Costs:
    """Fewest third, second and first repeats, then byes too early, the bye's rank, gaps: every draw tried."""
    entries = sorted(chart.field.entries, key=lambda entry: entry.rank)
    sat_out = [chart.history.byes.get(entry.id, 0) for entry in entries]
    size = len(entries) + chart.idle

    def cost(i: int, j: int) -> Costs:
        if j == len(entries):
            return (0, 0, 0, sat_out[i] - min(sat_out), len(entries) - i, 0)
        met = min(chart.times(entries[i].id, entries[j].id), MEETINGS_TOLD_APART)
        gap = (entries[i].points - entries[j].points) ** 2 if gaps else 0
        return (*(int(met == times) for times in (3, 2, 1)), 0, 0, gap)

    return cheapest_pairing(size, cost)


def _rounds_left(chart: _Chart, draw: Draw) -> Claim:
    """Everyone who still has half of the others before him finds a new one, whatever was drawn (Dirac).

    More than that is a claim that only drawing the later rounds shows.
    """
    said = draw.certificate.free_rounds_after
    if said is None:
        return Claim(ClaimCode.ROUNDS_LEFT, None, {"said": None})
    promised = 0 if chart.idle else min(chart.still_new(draw).values()) - len(chart.ids) // 2 + 1
    return Claim(ClaimCode.ROUNDS_LEFT, True if said <= max(0, promised) else None, {"said": said})
