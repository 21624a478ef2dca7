"""What a draw starts from and what it answers; the same for every format.

A side is a tuple of entry ids: one id where pairs are fixed, two where partners change.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum

from engine.seats import Side

type EntryId = Hashable
type SideIds = tuple[EntryId, ...]
type Proof = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class EntryState:
    """One entry that plays in the round to be drawn.

    `rank`: 1 is best; equal ranks are taken in the order of `Field.entries`. `points`: what makes score
    groups. `groups`: names of families or clubs; two entries that share one are kept apart. `table`: the
    table number this entry must sit at (a wheelchair, a player with a child); it has no influence on opponents.
    """

    id: EntryId
    rank: int = 1
    points: int = 0
    groups: tuple[str, ...] = ()
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table of an earlier round, played or not: the two sides, and which of them gave first."""

    round: int
    side_a: SideIds
    side_b: SideIds
    first_dealer: Side | None = None


@dataclass(frozen=True, slots=True)
class PastBye:
    """An entry sat out an earlier round, by draw or by hand. Absences are not byes."""

    round: int
    entry: EntryId


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays the round to be drawn, and everything that happened before.

    `tables` and `byes` may name entries that no longer play. `rounds_after`: how many rounds are to be
    drawn after this one; small fields keep them free of repeats (look-ahead). `table_numbers`: the
    numbers standing in the hall, in the order of use; beyond its end (or empty) 1, 2, 3 … are taken.
    """

    entries: tuple[EntryState, ...]
    tables: tuple[PastTable, ...] = ()
    byes: tuple[PastBye, ...] = ()
    rounds_after: int = 0
    table_numbers: tuple[int, ...] = ()


class ReasonCode(StrEnum):
    """Why a table is as it is; the first reason of a table is the main one."""

    BY_LOT = "BY_LOT"
    """Drawn by lot: no ranking was looked at."""
    BY_SCHEDULE = "BY_SCHEDULE"
    """Stood in the schedule before the event."""
    BRACKET = "BRACKET"
    """The two places of the knock-out bracket come together here."""
    THIRD_PLACE = "THIRD_PLACE"
    """The losers of the semi-finals play for the third place."""
    SAME_POINTS = "SAME_POINTS"
    """Both have `points`."""
    NEAREST_POINTS = "NEAREST_POINTS"
    """`points` and `points_b` differ: the smallest gaps that the harder aims leave."""
    REPEAT = "REPEAT"
    """They met in `rounds`; no round without a repeat was possible (or no fairer one)."""
    PARTNERS_AGAIN = "PARTNERS_AGAIN"
    """`entries` were partners in `rounds`; no round without a repeated partner was found."""
    OPPONENTS_AGAIN = "OPPONENTS_AGAIN"
    """`entries` were opponents in `rounds`."""
    OTHER_ROLE = "OTHER_ROLE"
    """`entries` are at one table again in the other role: partners who were opponents in `rounds`, or the reverse."""
    GROUP_TOGETHER = "GROUP_TOGETHER"
    """Both (or `entries` of the table) belong to `groups`; it could not be avoided without breaking a harder aim."""
    FIXED_TABLE = "FIXED_TABLE"
    """The table number was asked for."""
    BY_HAND = "BY_HAND"
    """The organiser changed this table."""


class ByeCode(StrEnum):
    """Why an entry sits out."""

    LOWEST_WITHOUT = "LOWEST_WITHOUT"
    """The lowest-ranked of those with the fewest byes so far."""
    LOWEST_POSSIBLE = "LOWEST_POSSIBLE"
    """As before, but lower-ranked ones would have forced a repeat, now or in a later round."""
    SECOND_BYE = "SECOND_BYE"
    """Sits out again although another has not yet: everything else would have been a repeat."""
    IDLE = "IDLE"
    """The schedule or the bracket has no complete table for it in this round."""
    BY_LOT = "BY_LOT"
    """Drawn by lot among those with the fewest byes so far."""
    BY_HAND = "BY_HAND"
    """The organiser decided it."""


@dataclass(frozen=True, slots=True)
class TableReason:
    """One reason with its data; what does not belong to the code is None or empty."""

    code: ReasonCode
    points: int | None = None
    points_b: int | None = None
    rounds: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    entries: tuple[EntryId, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """One table of the new round, the better-ranked side as a; `first_dealer` is the side that gives first."""

    number: int
    side_a: SideIds
    side_b: SideIds
    first_dealer: Side
    reasons: tuple[TableReason, ...]


@dataclass(frozen=True, slots=True)
class DrawnBye:
    """One entry that sits out, why, and how often it had sat out before."""

    entry: EntryId
    code: ByeCode
    before: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was promised and what was reached; everything can be computed again from field and seed.

    `repeats`: tables whose sides have met before (individuals: sides that were partners before);
    `repeats_bound`: no draw of this field has fewer. `opponents_again`, `opponents_third`: individuals
    that are opponents again, and for the third time or more. `other_role`: twos of individuals that are partners now
    and were opponents before, or the reverse. Each has a `…_bound`: no draw that is no worse in the harder aims has
    fewer. `other_role_bound` is None where that is no aim; all of it where nobody counted: schedules, earlier releases.
    `proofs`: prices that prove such bounds (`meeting_prices.py`), by name: of each entry in the order of the field,
    then of each harder aim.
    `gap_squares`: sum over tables of the squared gap between highest and lowest points;
    `gap_squares_bound`: the same if everybody could meet anybody, so no draw has less.
    `second_byes`: how many earlier sit-outs those who sit out have more than those with the fewest.
    `groups_together`: how many twos at a table (pairs: tables) break keep-apart.
    `free_rounds_after`: how many of the `rounds_after` were found to stay possible without a repeat; None: nobody has
    looked, as after a change by hand.
    `inputs_hash`: SHA-256 of the field in a canonical text. `tables_hash`: the same of who sits where, who gives first
    and who sits out; empty where it is not counted yet, or an earlier release drew.
    """

    method: str
    seed: int
    inputs_hash: str
    repeats: int
    repeats_bound: int
    gap_squares: int
    gap_squares_bound: int
    groups_together: int
    second_byes: int
    rounds_after: int
    free_rounds_after: int | None
    opponents_again: int = 0
    opponents_third: int = 0
    opponents_again_bound: int | None = None
    opponents_third_bound: int | None = None
    other_role: int | None = None
    other_role_bound: int | None = None
    proofs: tuple[Proof, ...] = ()
    tables_hash: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: tables in order of number, who sits out, and the certificate."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[DrawnBye, ...]
    certificate: Certificate


class RefusalCode(StrEnum):
    TOO_FEW = "TOO_FEW"
    """`given` entries are not enough for one table; `needed` are."""
    ENTRY_TWICE = "ENTRY_TWICE"
    """`given` stands in the field twice."""
    NO_WINNER = "NO_WINNER"
    """Of the two entries `given` of a knock-out table not exactly one has won."""
    TABLE_TWICE = "TABLE_TWICE"
    """Entries that do not meet ask for the same table number `given`."""
    NOT_IN_DRAW = "NOT_IN_DRAW"
    """`given` neither plays nor sits out in this round."""
    NOTHING_CHANGES = "NOTHING_CHANGES"
    """Exchanging the two `given` leaves everybody with whom they were."""
    BRACKET_FIXED = "BRACKET_FIXED"
    """Who meets whom in a knock-out follows from the results; nothing can be exchanged."""
    FORMAT_UNFIT = "FORMAT_UNFIT"
    """The format `given` is not for these entries: for pairs alone, or for individuals alone."""
    NO_SCHEDULE = "NO_SCHEDULE"
    """No schedule of this kind is known for `given` entries; for `sizes` there is one."""
    SEAL_GUESSABLE = "SEAL_GUESSABLE"
    """The secret of a sealed draw is not 32 to 64 hexadecimal digits."""
    CARDS_UNREADABLE = "CARDS_UNREADABLE"
    """The card `given` does not exist or was drawn already."""
    TOO_FEW_CARDS = "TOO_FEW_CARDS"
    """`given` cards were drawn; `needed` are."""


class PairingRefusedError(ValueError):
    """No draw can be made of this field; nothing has changed. `.code` and `.data` say why."""

    def __init__(self, code: RefusalCode, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data
