"""What of a plan cannot come out as it looks: too few rounds for a knock-out, more rounds than there are opponents.

Nothing of it is refused: an organiser may know better. It is said while it can still be changed.
"""

from tournaments.enums import Kind, Pairing, StageKind
from tournaments.models import Championship
from tournaments.pairing.formats import PairingFormat, rounds_of

from .refusal import Problem


def doubts(kind: str, pairing: str, entries: int, rounds: int, finalists: int | None = None) -> list[Problem]:
    """Doubts about one stage of so many entries and rounds; `finalists` is how many go on from it (None: nobody)."""
    found = []
    chosen = PairingFormat(pairing)
    data = {"rounds": rounds, "entries": entries}
    if finalists and finalists > entries:
        found.append(Problem("many_finalists", {"finalists": finalists, "entries": entries}))
    needed = rounds_of(chosen, entries)
    if chosen is PairingFormat.KNOCKOUT and needed and rounds < needed:
        found.append(Problem("knockout_short", {**data, "needed": needed}))
    elif needed and rounds > needed:
        found.append(Problem("schedule_over", {**data, "needed": needed}))
    elif chosen in {PairingFormat.STANDING, PairingFormat.LOT} and rounds > (most := rounds_without_repeat(entries)):
        found.append(Problem("meet_again" if kind == Kind.PAIRS else "partners_again", {**data, "most": most}))
    return found


def rounds_without_repeat(entries: int) -> int:
    """In so many rounds everybody can meet, or partner, somebody new; in an odd field one waits each time."""
    return max(0, entries - 1 + entries % 2)


def doubts_of(championship: Championship) -> list[Problem]:
    """Doubts about every stage, with those who take part (before the first entry: with as many as are expected)."""
    playing = championship.entries.playing().filter(stand_in=False).count() or championship.expected_entries
    found = []
    stages = list(championship.stages.order_by("position"))
    has_final = any(stage.kind == StageKind.FINAL for stage in stages)
    for stage in stages:
        final = stage.kind == StageKind.FINAL
        entries = min(championship.finalists or playing, playing) if final else playing
        go_on = championship.finalists if has_final and not final else None
        found += doubts(championship.kind, Pairing(stage.pairing), entries, stage.rounds_planned, go_on)
    return found
