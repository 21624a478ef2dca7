"""Points off for an entry, with the reason that the list shows (formats.md §4). A penalty can be lifted again."""

from tournaments.enums import RoundState
from tournaments.models import Championship, Entry, Penalty

from .change import Actor, Change, changing
from .refusal import refused

#: More than this is a slip of the finger: an entry could be taken out of the ranking instead.
MOST_POINTS = 99


def give_penalty(
    championship_id: int, number: int, *, points: int, reason: str, after_round: int, actor: Actor = None
) -> Penalty:
    """Take points off an entry in every ranking after this round and later ones (0: from the start).

    Raises `Refused`: `unknown_entry`, `penalty_points`, `penalty_reason_missing`, `penalty_round`, `penalty_official`.
    """
    with changing(championship_id, actor) as change:
        entry = checked(change, number, points, reason, after_round)
        refuse_official(change, after_round)
        return give(change, entry, points, reason, after_round)


def checked(change: Change, number: int, points: int, reason: str, after_round: int) -> Entry:
    """Whom this penalty concerns. Raises `Refused` for what is no penalty."""
    entry = change.championship.entries.filter(number=number).first()
    if entry is None:
        raise refused("unknown_entry", number=number)
    if not 1 <= points <= MOST_POINTS:
        raise refused("penalty_points", most=MOST_POINTS)
    if not reason.strip():
        raise refused("penalty_reason_missing")
    drawn = change.championship.rounds.published().order_by("-number").values_list("number", flat=True).first() or 0
    if not 0 <= after_round <= drawn:
        raise refused("penalty_round", drawn=drawn)
    return entry


def give(change: Change, entry: Entry, points: int, reason: str, after_round: int) -> Penalty:
    """Take the points off; somebody has looked whether that may be."""
    penalty = Penalty.objects.create(
        entry=entry, points=points, reason=reason.strip()[:300], after_round=after_round, created_by=change.actor
    )
    change.record("penalty_given", entry=entry.number, points=points, round=after_round, reason=reason)
    return penalty


def lift_penalty(penalty_id: int, *, reason: str, actor: Actor = None) -> Penalty:
    """Give the points back, as if they had never been off; the penalty stays in the books of the office.

    The reason stands beside the event. Raises `Refused`: `penalty_lifted`, `lift_reason_missing`, `penalty_official`.
    """
    championship = Penalty.objects.values_list("entry__championship", flat=True).get(pk=penalty_id)
    with changing(championship, actor) as change:
        penalty = to_lift(penalty_id, reason)
        refuse_official(change, penalty.after_round)
        lift(change, penalty, reason)
        return penalty


def to_lift(penalty_id: int, reason: str) -> Penalty:
    """A penalty that can be lifted for this reason. Raises `Refused`: `penalty_lifted`, `lift_reason_missing`."""
    penalty = Penalty.objects.select_related("entry").get(pk=penalty_id)
    if penalty.lifted_at is not None:
        raise refused("penalty_lifted")
    if not reason.strip():
        raise refused("lift_reason_missing")
    return penalty


def lift(change: Change, penalty: Penalty, reason: str) -> None:
    """Give the points back; somebody has looked whether that may be."""
    penalty.lifted_at, penalty.lifted_by = change.time, change.actor
    penalty.save(update_fields=["lifted_at", "lifted_by"])
    said = {"entry": penalty.entry.number, "points": penalty.points, "round": penalty.after_round}
    change.record("penalty_lifted", **said, reason=reason)


def refuse_official(change: Change, after_round: int) -> None:
    """A ranking that is official is not changed by one person alone: `penalty_requests` has the way for two."""
    if touches_official(change.championship, after_round):
        raise refused("penalty_official")


def touches_official(championship: Championship, after_round: int) -> bool:
    """Whether points off after this round change a ranking that is official."""
    return championship.rounds.filter(number__gte=max(after_round, 1), state=RoundState.OFFICIAL).exists()


def penalties_given(championship: Championship) -> list[Penalty]:
    """All penalties for the office, the newest first, also the lifted ones."""
    found = Penalty.objects.filter(entry__championship=championship).order_by("-pk")
    people = ("entry__members__person",)
    return list(found.select_related("entry", "created_by", "lifted_by").prefetch_related(*people))
