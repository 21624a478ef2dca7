"""The organiser exchanges two entries of a draw: the new draw, what to think about, and the price."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing import certificate, certificate_individuals, scheduled
from tournaments.pairing.board import Method, board_of
from tournaments.pairing.certificate_tables import named
from tournaments.pairing.field import (
    ByeCode,
    Certificate,
    Draw,
    DrawnBye,
    DrawnTable,
    EntryId,
    EntryState,
    Field,
    PairingRefusedError,
    ReasonCode,
    RefusalCode,
    TableReason,
)
from tournaments.pairing.knockout import METHOD as KNOCKOUT
from tournaments.pairing.meetings import Past, past_of
from tournaments.pairing.seating import first_dealer
from tournaments.pairing.swap_warnings import SwapWarning, seated, warnings_of


@dataclass(frozen=True, slots=True)
class Price:
    """How much more there is than in the best draw, in the order of aims; negative where it is less."""

    repeats: int
    second_byes: int
    opponents_third: int
    opponents_again: int
    other_role: int
    gap_squares: int
    groups_together: int


@dataclass(frozen=True, slots=True)
class Swap:
    """The changed draw with an honest certificate, its warnings, and the price against the best draw."""

    draw: Draw
    warnings: tuple[SwapWarning, ...]
    price: Price


def swapped(field: Field, draw: Draw, one: EntryId, other: EntryId, best: Certificate | None = None) -> Swap:
    """Exchange two entries of a draw of this field: both at tables, or one of them sitting out.

    `best`: certificate of the draw that the price is measured by; without it that of the given draw. The
    two tables keep their numbers, unless an entry that asked for its number moves: then they exchange them.
    Raises PairingRefusedError: NOT_IN_DRAW, NOTHING_CHANGES, BRACKET_FIXED.
    """
    _refuse(draw, one, other)
    exchange = {one: other, other: one}
    past = past_of(field)
    state = {entry.id: entry for entry in field.entries}
    touched = [table for table in draw.tables if {one, other} & set(seated(table))]
    moved = [_exchanged(table, exchange) for table in touched]
    moved = [dealt(table, past, draw.certificate.seed) for table in _numbered(moved, state)]
    tables = [table for table in draw.tables if table not in touched] + moved
    byes = tuple(
        DrawnBye(exchange[bye.entry], ByeCode.BY_HAND, past.byes[past.order.index(exchange[bye.entry])])
        if bye.entry in exchange
        else bye
        for bye in draw.byes
    )
    changed = certified(field, draw.certificate, past, sorted(tables, key=lambda table: table.number), byes, moved)
    warnings = warnings_of(field, draw, changed, moved)
    return Swap(changed, tuple(warnings), _price(changed.certificate, best or draw.certificate))


def _refuse(draw: Draw, one: EntryId, other: EntryId) -> None:
    if draw.certificate.method == KNOCKOUT:
        raise PairingRefusedError(RefusalCode.BRACKET_FIXED)
    out = {bye.entry for bye in draw.byes}
    place = {each: (table.number, side) for table in draw.tables for side, each in _sides(table)}
    for each in (one, other):
        if each not in place and each not in out:
            raise PairingRefusedError(RefusalCode.NOT_IN_DRAW, given=each)
    here, there = place.get(one), place.get(other)
    pairs = bool(draw.tables) and len(draw.tables[0].side_a) == 1
    if here == there or (pairs and here and there and here[0] == there[0]):
        raise PairingRefusedError(RefusalCode.NOTHING_CHANGES, given=(one, other))


def _sides(table: DrawnTable) -> Iterator[tuple[str, EntryId]]:
    yield from (("a", each) for each in table.side_a)
    yield from (("b", each) for each in table.side_b)


def _exchanged(table: DrawnTable, exchange: dict[EntryId, EntryId]) -> DrawnTable:
    side_a, side_b = (tuple(exchange.get(each, each) for each in side) for side in (table.side_a, table.side_b))
    return replace(table, side_a=side_a, side_b=side_b, reasons=(TableReason(ReasonCode.BY_HAND),))


def _numbered(tables: list[DrawnTable], state: dict[EntryId, EntryState]) -> list[DrawnTable]:
    """The number goes with the entry that asked for it."""
    unmet = [table for table in tables if (asked := _asked(table, state)) and table.number not in asked]
    if not unmet or len(tables) < 2:
        return tables
    first, second = tables
    return [replace(first, number=second.number), replace(second, number=first.number)]


def _asked(table: DrawnTable, state: dict[EntryId, EntryState]) -> set[int]:
    return {number for each in seated(table) if (number := state[each].table) is not None}


def dealt(table: DrawnTable, past: Past, seed: int) -> DrawnTable:
    side_a, side_b = ([past.order.index(each) for each in side] for side in (table.side_a, table.side_b))
    chance = random.Random(f"{seed}/first dealer/{table.number}")
    return replace(table, first_dealer=first_dealer(past, side_a, side_b, chance))


def certified(
    field: Field,
    said: Certificate,
    past: Past,
    tables: Sequence[DrawnTable],
    byes: Sequence[DrawnBye],
    moved: Sequence[DrawnTable],
) -> Draw:
    """The draw with what the exchange does to reasons and counts."""
    if said.method not in {*Method}:
        place = {entry: index for index, entry in enumerate(past.order)}
        sides = [
            (tuple(place[each] for each in table.side_a), tuple(place[each] for each in table.side_b))
            for table in tables
        ]
        counted = scheduled.certify(field, said.seed, past, sides, free=None)
        return named(Draw(tuple(tables), tuple(byes), counted))
    board = board_of(field, said.seed, Method(said.method))
    place = {entry.id: index for index, entry in enumerate(board.entries)}
    out = [place[bye.entry] for bye in byes]
    if len(tables[0].side_a) == 1:
        pairs = [(place[table.side_a[0]], place[table.side_b[0]]) for table in tables]
        reasons = [certificate.explain_table(board, i, j, t.number) for (i, j), t in zip(pairs, tables, strict=True)]
        counted = certificate.certify(field, said.seed, board, pairs, out, free_rounds_after=None)
    else:
        fours = [
            (place[a], place[b], place[c], place[d])
            for (a, b), (c, d) in ((table.side_a, table.side_b) for table in tables)
        ]
        minded = said.other_role_bound is not None
        reasons = [
            certificate_individuals.explain_table(board, four, t.number, mind_other_role=minded)
            for four, t in zip(fours, tables, strict=True)
        ]
        counted = certificate_individuals.certify(field, said.seed, board, fours, out, mind_other_role=minded)
        if said.other_role is None:  # drawn by an earlier release, which did not count that: so it stays for this round
            counted = replace(counted, other_role=None)
    explained = tuple(
        replace(table, reasons=(*table.reasons, *why)) if table in moved else table
        for table, why in zip(tables, reasons, strict=True)
    )
    return named(Draw(explained, tuple(byes), unseen(counted)))


def unseen(counted: Certificate) -> Certificate:
    """Nobody has looked at what the change does to later rounds: no number is better than a wrong one."""
    return replace(counted, free_rounds_after=None)


def _price(now: Certificate, best: Certificate) -> Price:
    return Price(
        repeats=now.repeats - best.repeats,
        second_byes=now.second_byes - best.second_byes,
        opponents_third=now.opponents_third - best.opponents_third,
        opponents_again=now.opponents_again - best.opponents_again,
        other_role=(now.other_role or 0) - (best.other_role or 0) if now.other_role_bound is not None else 0,
        gap_squares=0 if now.method == Method.LOT else now.gap_squares - best.gap_squares,
        groups_together=now.groups_together - best.groups_together,
    )
