"""Confirms a draw without trusting what made it: legality, counts, bounds and reasons.

Shares no code with the generators and needs the standard library alone; only the shapes of `field.py` are
common. It proves what can be proved: no repeat, or the fewest (by a matching and its counter-proof), fair
sit-outs, and for a dozen entries by trying everything.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.pairing.checker_bounds import Claim, claims
from tournaments.pairing.checker_reasons import wrong_bye_reasons, wrong_table_reasons
from tournaments.pairing.checker_recount import (
    Counts,
    History,
    count,
    expected_numbers,
    fingerprint,
    fingerprint_of_tables,
    history_of,
    seated,
)
from tournaments.pairing.field import Draw, DrawnTable, Field, ReasonCode

BY_RANKING = frozenset({"standing", "lot"})
KNOCKOUT = "knockout"


class Fault(StrEnum):
    """What is wrong with a draw."""

    MISSING = "MISSING"
    """`entry` neither plays nor sits out."""
    SEATED_TWICE = "SEATED_TWICE"
    """`entry` plays or sits out more than once."""
    STRANGER = "STRANGER"
    """`entry` is not in the field."""
    SIDE_SIZE = "SIDE_SIZE"
    """The sides of `table` are not as large as those of the other tables."""
    TOO_MANY_SIT_OUT = "TOO_MANY_SIT_OUT"
    """`said` sit out where `counted` would do."""
    NUMBERS = "NUMBERS"
    """The tables carry the numbers `said`, not `counted`."""
    FIRST_DEALER = "FIRST_DEALER"
    """At `table` the side that has given first more often gives first again."""
    INPUTS_CHANGED = "INPUTS_CHANGED"
    """The field is not the one the draw was made of: hash `said`, not `counted`."""
    TABLES_CHANGED = "TABLES_CHANGED"
    """Others sit, or sit out, than the certificate names: hash `said`, not `counted`."""
    COUNT_WRONG = "COUNT_WRONG"
    """The certificate's number `name` is `said`; it is `counted`."""
    NOT_FEWEST = "NOT_FEWEST"
    """A draw with a smaller `name` exists: `reached`, `fewest`."""
    REASON_WRONG = "REASON_WRONG"
    """The reasons of `table` leave out or invent `code`."""
    BYE_REASON_WRONG = "BYE_REASON_WRONG"
    """`entry` does not sit out for the reason `code`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: a code with its data."""

    code: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """`faults`: what is wrong. `proved`: what holds for certain. `unproved`: what stays a claim."""

    faults: tuple[Finding, ...]
    proved: tuple[Finding, ...]
    unproved: tuple[Finding, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.faults


def check(given: Field, draw: Draw) -> Check:
    """Check a draw of this field. Illegal draws are not examined further.

    `proved` and `unproved` carry the codes of `checker_bounds.Claim`. A draw that the organiser changed
    (`ReasonCode.BY_HAND`) need not be the best; that is then listed as unproved, with the numbers.
    """
    illegal = tuple(_illegal(given, draw))
    if illegal:
        return Check(illegal, ())
    history = history_of(given)
    sits_out = [bye.entry for bye in draw.byes]
    counted = count(given, history, draw.tables, sits_out, _side(draw))
    faults = [
        *_wrong_counts(given, draw, counted),
        *_wrong_dealers(draw, history),
        *(Finding(Fault.REASON_WRONG, data) for data in wrong_table_reasons(given, draw, history)),
        *(Finding(Fault.BYE_REASON_WRONG, data) for data in wrong_bye_reasons(given, draw, history)),
    ]
    proved, unproved = [], []
    changed = any(reason.code is ReasonCode.BY_HAND for table in draw.tables for reason in table.reasons)
    for claim in _claims(given, draw, history, counted):
        finding = Finding(claim.code, claim.data)
        if claim.holds:
            proved.append(finding)
        elif claim.holds is None or changed:
            unproved.append(finding)
        else:
            faults.append(Finding(Fault.NOT_FEWEST, {"claim": claim.code, **claim.data}))
    return Check(tuple(faults), tuple(proved), tuple(unproved))


def _claims(given: Field, draw: Draw, history: History, counted: Counts) -> Iterator[Claim]:
    if draw.certificate.method in BY_RANKING:
        yield from claims(given, draw, history, counted, _side(draw))


def _side(draw: Draw) -> int:
    return len(draw.tables[0].side_a) if draw.tables else 1


def _illegal(given: Field, draw: Draw) -> Iterator[Finding]:
    known = {entry.id for entry in given.entries}
    times = Counter(each for table in draw.tables for each in seated(table))
    times.update(bye.entry for bye in draw.byes)
    yield from (Finding(Fault.STRANGER, {"entry": each}) for each in times if each not in known)
    yield from (Finding(Fault.SEATED_TWICE, {"entry": each}) for each in times if times[each] > 1)
    if draw.certificate.method != KNOCKOUT:  # who is out of a knock-out neither plays nor sits out
        missing = (entry.id for entry in given.entries if entry.id not in times)
        yield from (Finding(Fault.MISSING, {"entry": each}) for each in missing)
    yield from _wrong_sides(draw)
    needed = len(given.entries) % (2 * _side(draw))
    if draw.certificate.method in BY_RANKING and len(draw.byes) > needed:
        yield Finding(Fault.TOO_MANY_SIT_OUT, {"said": len(draw.byes), "counted": needed})
    if not any(each not in known for each in times):
        yield from _wrong_numbers(given, draw)


def _wrong_sides(draw: Draw) -> Iterator[Finding]:
    size = _side(draw)
    for table in draw.tables:
        if {len(table.side_a), len(table.side_b)} != {size} or size not in {1, 2}:
            yield Finding(Fault.SIDE_SIZE, {"table": table.number})


def _wrong_numbers(given: Field, draw: Draw) -> Iterator[Finding]:
    """Every number once, the expected ones, and a wish is met unless the other entries of the table wish too."""
    said = sorted(table.number for table in draw.tables)
    expected = expected_numbers(given, draw.tables)
    wishes = {entry.id: entry.table for entry in given.entries}
    ignored = [table.number for table in draw.tables if not _wish_met(table, wishes)]
    if said != expected or ignored:
        yield Finding(Fault.NUMBERS, {"said": said, "counted": expected, "wishes_ignored": ignored})


def _wish_met(table: DrawnTable, wishes: Mapping[object, int | None]) -> bool:
    asked = {wishes[each] for each in seated(table)} - {None}
    return not asked or table.number in asked


def _wrong_counts(given: Field, draw: Draw, counted: Counts) -> Iterator[Finding]:
    said = draw.certificate
    inputs = fingerprint(given)
    if said.inputs_hash != inputs:
        yield Finding(Fault.INPUTS_CHANGED, {"said": said.inputs_hash, "counted": inputs})
    tables = fingerprint_of_tables(draw.tables, [bye.entry for bye in draw.byes])
    if said.tables_hash and said.tables_hash != tables:
        yield Finding(Fault.TABLES_CHANGED, {"said": said.tables_hash, "counted": tables})
    names = ["repeats", "opponents_again", "opponents_third"]
    if said.method != KNOCKOUT:
        names += ["gap_squares", "groups_together"]
    if said.method in BY_RANKING:
        names += ["gap_squares_bound", "second_byes"]
    if said.other_role is not None:  # earlier releases did not count it
        names.append("other_role")
    for name in names:
        if getattr(said, name) != getattr(counted, name):
            yield Finding(
                Fault.COUNT_WRONG, {"name": name, "said": getattr(said, name), "counted": getattr(counted, name)}
            )


def _wrong_dealers(draw: Draw, history: History) -> Iterator[Finding]:
    for table in draw.tables:
        first = (table.side_a, table.side_b) if table.first_dealer == "a" else (table.side_b, table.side_a)
        giving, other = (sum(history.giving.get(each, 0) for each in side) for side in first)
        if giving > other:
            yield Finding(Fault.FIRST_DEALER, {"table": table.number})
