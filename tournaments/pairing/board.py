"""A field of fixed pairs put in order: what the draw works on."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.pairing.field import EntryState, Field, PairingRefusedError, RefusalCode
from tournaments.pairing.meetings import Past, past_of


class Method(StrEnum):
    """What the draw looks at: the standing, or the lot alone (as in every first round)."""

    STANDING = "standing"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Board:
    """The field in order of rank (by lot: of the lot) with its past; vertices are places in that order.

    In an odd field the vertex after the last place is the bye.
    """

    entries: tuple[EntryState, ...]
    past: Past
    method: Method

    @property
    def bye(self) -> int | None:
        return len(self.entries) if len(self.entries) % 2 else None

    @property
    def size(self) -> int:
        return len(self.entries) + len(self.entries) % 2


def board_of(field: Field, seed: int, method: Method, needed: int = 2) -> Board:
    """Put the field in order; `needed` entries make one table.

    Raises PairingRefusedError: TOO_FEW, ENTRY_TWICE, TABLE_TWICE.
    """
    if len(field.entries) < needed:
        raise PairingRefusedError(RefusalCode.TOO_FEW, given=len(field.entries), needed=needed)
    asked = [entry.table for entry in field.entries if entry.table is not None]
    twice = sorted(number for number in set(asked) if asked.count(number) > 1)
    if twice:
        raise PairingRefusedError(RefusalCode.TABLE_TWICE, given=twice[0])
    entries = sorted(field.entries, key=lambda entry: entry.rank)
    if method is Method.LOT:
        random.Random(f"{seed}/lot").shuffle(entries)
    ranked = tuple(entries) if method is Method.STANDING else _by_lot(entries)
    return Board(tuple(entries), past_of(replace(field, entries=ranked)), method)


def _by_lot(entries: Sequence[EntryState]) -> tuple[EntryState, ...]:
    return tuple(replace(entry, rank=place) for place, entry in enumerate(entries, start=1))
