"""Shapes of what the API answers; rankings and rounds as in interfaces.md."""

from datetime import date, datetime
from typing import Literal

from ninja import Field, Schema

from tournaments.enums import ByeReason, Kind, Outcome, RoundState, SideName, TableState


class ProblemOut(Schema):
    """Why there is no answer: a stable code, and the parameter that is wrong."""

    code: str
    parameter: str | None = None
    reason: str | None = None


class ProblemsOut(Schema):
    problems: list[ProblemOut]


class IndexOut(Schema):
    """Addresses to begin with."""

    openapi: str
    championships: str


class ChampionshipLineOut(Schema):
    """`rounds` is the number of the last published round, 0 before the first."""

    slug: str
    name: str
    edition: int | None
    place: str
    starts_on: date
    ends_on: date
    rounds: int
    rounds_planned: int


class ChampionshipsOut(Schema):
    championships: list[ChampionshipLineOut]


class ChampionshipOut(Schema):
    """`keys` is the order of the ranking; `rounds` are the numbers of the published ones."""

    slug: str
    name: str
    association: str
    edition: int | None
    place: str
    kind: Kind
    starts_on: date
    final_on: date | None
    entries: int
    rounds: list[int]
    rounds_planned: int
    points_per: Literal["table", "deal"]
    keys: list[str]


class EntryOut(Schema):
    """An entry as a list names it: `Gion Caduff – Lina Tuor`, `Trun / Ilanz`."""

    number: int
    name: str
    place: str


class EntryLineOut(EntryOut):
    """`stand_in` is there (and true) where the entry plays without being ranked."""

    club: str
    withdrawn: bool
    stand_in: bool = False


class EntriesOut(Schema):
    championship: str
    entries: list[EntryLineOut]


class StandingOut(EntryOut):
    """A row of the ranking; the rank after a shared one skips."""

    rank: int
    shared: bool
    tournament_points: int
    net: int
    buns: int
    schliats: int
    card_points: int
    deals_won: int
    tables: int
    tables_won: int
    byes: int
    with_substitute: bool = False


class PenaltyOut(Schema):
    """Points taken off the entry of this number, in every ranking after that round (0: from the start), and why."""

    number: int
    points: int
    after_round: int
    reason: str


class StandingsOut(Schema):
    """The ranking after a round. `open_tables`: how many of its tables do not count yet."""

    championship: str
    after_round: int
    as_of: datetime
    open_tables: int
    entries: list[StandingOut]
    penalties: list[PenaltyOut] = Field(default_factory=list)


class RoundLineOut(Schema):
    """A published round. `open_tables` is null while its results are hidden."""

    round: int
    state: RoundState
    tables: int
    open_tables: int | None


class RoundsOut(Schema):
    championship: str
    rounds: list[RoundLineOut]


class TableOut(Schema):
    """Side a's four deals in card points, null without a result. With single persons a side is a list of two.

    `outcome` is there only for a table that was not played to the end; then there are fewer deals.
    """

    number: int
    a: EntryOut | list[EntryOut]
    b: EntryOut | list[EntryOut]
    first_dealer: SideName
    state: TableState
    deals: list[int] | None
    outcome: Outcome = Outcome.PLAYED


class SealOut(Schema):
    """A seal of a draw: SHA-256 over the round's number, the secret and `lines`.

    `secret`, `cards` and `seed` are null until it is opened; `lines` are empty while they would tell hidden results.
    `state` is `broken` while it stands although the list has changed since: it is sealed anew, or drawn without.
    """

    state: Literal["standing", "broken", "opened", "given_up"]
    seal: str
    sealed_at: datetime
    secret: str | None
    cards: str | None
    seed: int | None
    lines: list[str]


class SealsOut(Schema):
    """Every seal of a round, the first one first; also before the round is drawn."""

    championship: str
    round: int
    seals: list[SealOut]


class RoundOut(Schema):
    """`changed`: the organiser's public reasons, where the draw was changed by hand (else missing).

    `seals`: there when the round was sealed before its draw.
    """

    round: int
    state: RoundState
    tables: list[TableOut]
    byes: list[EntryOut]
    changed: list[str] = Field(default_factory=list)
    seals: list[SealOut] = Field(default_factory=list)


class StepOut(Schema):
    """A round of an entry: its own card points in `deals`, its net at the table and over all rounds so far."""

    round: int
    table: int | None
    partners: list[EntryOut]
    opponents: list[EntryOut]
    gives_first: bool
    deals: list[int] | None
    net: int | None
    running: int
    bye: ByeReason | None
    corrected: bool
    outcome: Outcome = Outcome.PLAYED


class PathOut(Schema):
    entry: EntryLineOut
    after_round: int
    standing: StandingOut | None
    rounds: list[StepOut]
