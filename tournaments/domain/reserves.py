"""Who goes on to the final, and who moves up when one of them withdraws before it is drawn (product.md G4)."""

from dataclasses import dataclass

from tournaments.enums import EntryState, StageKind
from tournaments.models import Championship, Entry

from .change import Actor, changing
from .refusal import refused
from .standings import RankedEntry, ranking

#: So many reserves are named.
NAMED = 3


@dataclass(frozen=True, slots=True)
class FinalList:
    """The field of a final between the last round before it and its first draw, best first.

    `withdrawn` would have been in it, `moved_up` are those of the `finalists` who are in it for them. `reserves` come
    next. `tied`: two who share a rank stand on both sides of the line, so nobody is named beside it.
    """

    finalists: tuple[RankedEntry, ...]
    withdrawn: tuple[RankedEntry, ...]
    moved_up: tuple[RankedEntry, ...]
    reserves: tuple[RankedEntry, ...]
    tied: bool


def final_list(championship: Championship, *, public: bool = False) -> FinalList | None:
    """The field as the ranking gives it; None before the last preliminary round is complete, and once it is drawn."""
    final = championship.stages.filter(kind=StageKind.FINAL).order_by("position").first()
    wanted = championship.finalists
    if final is None or final.qualified is not None or not wanted:
        return None
    before = championship.stages.filter(position__lt=final.position).values_list("rounds_planned", flat=True)
    board = ranking(championship, public=public)
    if board.after_round != sum(before) or board.open_tables:
        return None
    playing = [row for row in board.rows if not row.withdrawn]
    finalists, reserves = playing[:wanted], playing[wanted:]
    last = max((board.rows.index(row) for row in finalists), default=-1)
    return FinalList(
        finalists=tuple(finalists),
        withdrawn=tuple(row for row in board.rows[: last + 1] if row.withdrawn),
        moved_up=tuple(row for row in finalists if board.rows.index(row) >= wanted),
        reserves=tuple(reserves[:NAMED]),
        tied=bool(reserves) and same_rank(finalists[-1], reserves[0]),
    )


def same_rank(one: RankedEntry, other: RankedEntry) -> bool:
    return one.standing.rank == other.standing.rank


def move_up(championship_id: int, number: int, *, actor: Actor = None) -> Entry:
    """A finalist withdraws, and the next reserve takes the place; returns the reserve. Results stay.

    Raises `Refused`: `no_final_list` (the final is drawn, or the rounds before it are not complete), `not_a_finalist`,
    `no_reserve`, `cut_tied` and `reserve_tied` (two share the rank that decides).
    """
    with changing(championship_id, actor) as change:
        championship = change.championship
        field = final_list(championship)
        if field is None:
            raise refused("no_final_list")
        if number not in {row.number for row in field.finalists}:
            raise refused("not_a_finalist", number=number)
        if not field.reserves:
            raise refused("no_reserve")
        reserve = field.reserves[0]
        if field.tied:
            both = [field.finalists[-1].number, reserve.number]
            raise refused("cut_tied", finalists=championship.finalists, entries=both)
        if len(field.reserves) > 1 and same_rank(reserve, field.reserves[1]):
            raise refused("reserve_tied", entries=[row.number for row in field.reserves[:2]])
        championship.entries.filter(number=number).update(state=EntryState.WITHDRAWN)
        change.record("reserve_moved_up", entry=number, state=str(EntryState.WITHDRAWN), reserve=reserve.number)
        return championship.entries.get(number=reserve.number)
