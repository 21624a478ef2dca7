"""The life of a round: drawn, published, closed, or taken back.

`draws.py` decides who meets whom; here it becomes rows.
"""

import secrets
from collections.abc import Hashable, Sequence
from typing import Any

from django.db.models import F

from engine.seats import Side
from tournaments.enums import PENDING_STATES, ByeReason, EntryState, RoundState, SideName, StageKind
from tournaments.models import Bye, Championship, Entry, ResultVersion, Round, Seal, Seat, Stage, Table
from tournaments.pairing.field import DrawnTable

from .change import Actor, Change, changing
from .draw_records import stored, stored_inputs, stored_reason
from .draws import draw_of, inputs_of, qualified
from .log_told import rules_of
from .refusal import refused
from .seated import seated

#: Seeds are below 2^53, so that every program that reads JSON reads them exactly.
SEEDS = 2**53


def draw_round(
    championship_id: int,
    *,
    seed: int | None = None,
    accept_open: str = "",
    absent: Sequence[int] = (),
    actor: Actor = None,
) -> Round:
    """Draw the next round as a proposal that only the office sees.

    Closes the round before by itself when all its tables are confirmed; `accept_open` is the public reason for
    drawing although some are not. `absent` are numbers of entries that miss this round.
    Raises `Refused`: `round_drawn`, `open_tables`, `round_sealed` (type the cards, or give the seal up),
    `no_more_rounds`, `cut_tied`, `unknown_entry`, and as `draws.draw_of` does.
    """
    with changing(championship_id, actor) as change:
        return draw_next(change, seed, accept_open=accept_open, absent=absent)


def draw_next(
    change: Change, seed: int | None, *, accept_open: str = "", absent: Sequence[int] = (), sealed: str = ""
) -> Round:
    """The next draw, inside a change that is already running. `sealed`: the seal that gave the seed."""
    championship = change.championship
    before = last_round(championship)
    closed_before = before is not None and close_before_draw(change, before, accept_open)
    number = before.number + 1 if before else 1
    if not sealed and championship.seals.standing().filter(round_number=number).exists():
        raise refused("round_sealed", round=number)
    stage = stage_of(championship, number)
    fix_finalists(championship, stage, number)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    missing = known_entries(championship, absent)
    inputs = inputs_of(championship, stage, number, seed, missing)
    drawn = draw_of(inputs, seed)
    mark = {"sealed": sealed} if sealed else {}
    kept = {**stored(drawn), "inputs": stored_inputs(inputs), "closed_before": closed_before, **mark}
    round_ = start_round(change, stage, number, seed, kept)
    add_tables(round_, drawn.tables)
    add_byes(round_, ByeReason.SITS_OUT, [bye.entry for bye in drawn.byes])
    add_byes(round_, ByeReason.ABSENT, sorted(missing))
    change.record(
        "round_drawn",
        round=number,
        seed=seed,
        tables=len(drawn.tables),
        accepted_open=bool(accept_open),
        reason=accept_open if closed_before else "",
        inputs=drawn.certificate.inputs_hash,
        rules=rules_of(championship),
        **({} if stage.qualified is None else {"qualified": stage.qualified}),
        **seated(round_),
        **mark,
    )
    return round_


def known_entries(championship: Championship, absent: Sequence[int]) -> frozenset[int]:
    """Those of these numbers that would play. Raises `Refused`: `unknown_entry`."""
    states = dict(championship.entries.filter(number__in=absent).values_list("number", "state"))
    if unknown := sorted(set(absent) - states.keys()):
        raise refused("unknown_entry", number=unknown[0])
    return frozenset(number for number, state in states.items() if state != EntryState.WITHDRAWN)


def seat_by_hand(
    championship_id: int,
    tables: Sequence[tuple[Sequence[Entry], Sequence[Entry]]],
    *,
    byes: Sequence[Entry] = (),
    actor: Actor = None,
) -> Round:
    """A round whose tables somebody else decided: a schedule from a file, a drawing of lots in the hall.

    Side A gives first at tables with an odd number. Raises `Refused` as `draw_round` does.
    """
    with changing(championship_id, actor) as change:
        before = last_round(change.championship)
        closed_before = before is not None and close_before_draw(change, before, "")
        number = before.number + 1 if before else 1
        stage = stage_of(change.championship, number)
        drawn = [
            DrawnTable(
                number=place,
                side_a=tuple(entry.number for entry in a),
                side_b=tuple(entry.number for entry in b),
                first_dealer=Side.A if place % 2 else Side.B,
                reasons=(),
            )
            for place, (a, b) in enumerate(tables, 1)
        ]
        round_ = start_round(change, stage, number, 0, {"method": "by_hand", "closed_before": closed_before})
        add_tables(round_, drawn)
        add_byes(round_, ByeReason.SITS_OUT, [entry.number for entry in byes])
        rules = rules_of(change.championship)
        change.record("round_seated", round=number, tables=len(drawn), rules=rules, **seated(round_))
        return round_


def last_round(championship: Championship) -> Round | None:
    return championship.rounds.order_by("-number").first()


def close_before_draw(change: Change, before: Round, accept_open: str) -> bool:
    """Close the round before the next draw; False when it was closed already."""
    if before.state == RoundState.DRAFT:
        raise refused("round_drawn", round=before.number)
    if before.state != RoundState.PUBLISHED:
        return False
    close(change, before, accept_open)
    return True


def close(change: Change, round_: Round, accept_open: str = "") -> None:
    pending = list(round_.tables.filter(state__in=PENDING_STATES).order_by("number").values_list("number", flat=True))
    if pending and not accept_open.strip():
        raise refused("open_tables", round=round_.number, tables=pending)
    round_.state, round_.closed_at, round_.accepted_open = RoundState.CLOSED, change.time, accept_open.strip()
    move_on(round_, "state", "closed_at", "accepted_open")


def move_on(round_: Round, *fields: str) -> None:
    """Store these fields and raise the round's version, on the condition that nobody else did."""
    values: dict[str, Any] = {name: getattr(round_, name) for name in fields}
    moved = Round.objects.filter(pk=round_.pk, version=round_.version).update(version=F("version") + 1, **values)
    if not moved:
        raise refused("stale_round", round=round_.number)
    round_.version += 1


def stage_of(championship: Championship, number: int) -> Stage:
    """The stage that a round belongs to by the plan."""
    planned = 0
    for stage in championship.stages.order_by("position"):
        planned += stage.rounds_planned
        if number <= planned:
            return stage
    raise refused("no_more_rounds", planned=planned)


def fix_finalists(championship: Championship, stage: Stage, number: int) -> None:
    """Write down who plays the final when its first round is drawn; later corrections do not change it."""
    if stage.kind == StageKind.FINAL and stage.qualified is None:
        stage.qualified = qualified(championship, number - 1)
        stage.save(update_fields=["qualified"])


def start_round(change: Change, stage: Stage, number: int, seed: int, certificate: dict[str, Any]) -> Round:
    """The round itself. Drawn again after it was taken back, its versions begin where no old page has seen one."""
    championship = change.championship
    again = championship.events.filter(type__in=("round_drawn", "round_seated"), payload__round=number).exists()
    return Round.objects.create(
        version=championship.revision + 1 if again else 1,
        championship=change.championship,
        stage=stage,
        number=number,
        seed=seed,
        draw=certificate,
        drawn_by=change.actor,
        drawn_at=change.time,
    )


def add_tables(round_: Round, drawn: Sequence[DrawnTable]) -> None:
    entries: dict[Hashable, int] = dict(round_.championship.entries.values_list("number", "pk"))
    tables = Table.objects.bulk_create(
        Table(
            round=round_,
            number=table.number,
            first_dealer=table.first_dealer,
            version=round_.version - 1,
            link_serial=round_.version - 1,
            reasons=[stored_reason(reason) for reason in table.reasons],
        )
        for table in drawn
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, entry_id=entries[entry], side=side, position=position)
        for table, seated in zip(tables, drawn, strict=True)
        for side, numbers in ((SideName.A, seated.side_a), (SideName.B, seated.side_b))
        for position, entry in enumerate(numbers, 1)
    )


def add_byes(round_: Round, reason: ByeReason, numbers: Sequence[Hashable]) -> None:
    entries: dict[Hashable, int] = dict(round_.championship.entries.values_list("number", "pk"))
    Bye.objects.bulk_create(Bye(round=round_, entry_id=entries[number], reason=reason) for number in numbers)


def publish_round(round_id: int, *, expected_version: int | None = None, actor: Actor = None) -> Round:
    """Let everybody see the round.

    Raises `Refused`: `round_published`, `stale_round`, `withdrawn_seated` with the entries' numbers, `no_round`.
    """
    with changing(championship_of(round_id), actor) as change:
        round_ = Round.objects.get(pk=round_id)
        if round_.state != RoundState.DRAFT:
            raise refused("round_published", round=round_.number)
        if expected_version not in {None, round_.version}:
            raise refused("stale_round", round=round_.number)
        withdrawn = round_.seats.filter(entry__state=EntryState.WITHDRAWN).order_by("entry__number")
        if withdrawn:
            raise refused("withdrawn_seated", entries=list(withdrawn.values_list("entry__number", flat=True)))
        round_.state, round_.published_at = RoundState.PUBLISHED, change.time
        move_on(round_, "state", "published_at")
        change.record("round_published", round=round_.number)
        return round_


def championship_of(round_id: int) -> int:
    """The championship of a round. Raises `Refused` when it was taken back meanwhile."""
    found = Round.objects.filter(pk=round_id).values_list("championship", flat=True).first()
    if found is None:
        raise refused("no_round")
    return found


def close_round(round_id: int, *, actor: Actor = None) -> Round:
    """End a round. Raises `Refused`: `open_tables` with their numbers, `round_not_published`, `round_closed`."""
    with changing(championship_of(round_id), actor) as change:
        round_ = Round.objects.get(pk=round_id)
        if round_.state == RoundState.DRAFT:
            raise refused("round_not_published", round=round_.number)
        if round_.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=round_.number)
        close(change, round_)
        change.record("round_closed", round=round_.number)
        return round_


def undo_draw(round_id: int, *, reason: str = "", actor: Actor = None) -> int:
    """Take the last round back as if it had never been drawn, and return its number.

    The round before is opened again if this draw had closed it. What was sealed for a later round is given up. A
    `reason` stays in the history of the office.
    Raises `Refused`: `no_round`, `not_the_last_round`, `round_played`.
    """
    with changing(championship_of(round_id), actor) as change:
        round_ = Round.objects.select_related("stage").get(pk=round_id)
        if last_round(change.championship) != round_:
            raise refused("not_the_last_round", round=round_.number)
        if ResultVersion.objects.filter(table__round=round_).exists():
            raise refused("round_played", round=round_.number)
        reopened = bool(round_.draw.get("closed_before")) and reopen(change.championship, round_.number - 1)
        if round_.stage.rounds.count() == 1:
            Stage.objects.filter(pk=round_.stage_id).update(qualified=None)
        number = round_.number
        give_up_seals(change)
        round_.delete()
        change.record("round_undone", round=number, reopened=reopened, reason=reason)
        return number


def give_up_seals(change: Change) -> None:
    """Give up what is sealed: it was made from a round that is taken back."""
    for seal in change.championship.seals.standing().order_by("pk"):
        give_up(change, seal)


def give_up(change: Change, seal: Seal) -> None:
    """Draw without this seal; that it was sealed stays in sight."""
    seal.given_up_at = change.time
    seal.save(update_fields=["given_up_at"])
    change.record("seal_given_up", round=seal.round_number, seal=seal.seal)


def reopen(championship: Championship, number: int) -> bool:
    """Let a round be played on, because the draw that had closed it is taken back; whether it is open again."""
    before = championship.rounds.get(number=number)
    if before.state == RoundState.OFFICIAL:  # its time for corrections is over, whatever becomes of the next draw
        return False
    before.state, before.closed_at, before.accepted_open = RoundState.PUBLISHED, None, ""
    move_on(before, "state", "closed_at", "accepted_open")
    return True
