"""What of a plan cannot come out as it looks: too few rounds for a knock-out, more rounds than there are opponents.

Nothing of it is refused: an organiser may know better. It is said while it can still be changed.
"""

from tournaments.enums import Kind, Pairing, StageKind
from tournaments.models import Championship
from tournaments.pairing.field import PairingRefusedError
from tournaments.pairing.formats import PairingFormat, rounds_of, schedule_of

from .draws import said
from .refusal import Problem

#: Ways to draw that know a schedule for some numbers of entries alone.
OF_SOME_SIZES = frozenset({PairingFormat.WHIST, PairingFormat.STRANGERS})


def doubts(kind: str, pairing: str, entries: int, rounds: int, finalists: int | None = None) -> list[Problem]:
    """Doubts about one stage of so many entries and rounds; `finalists` is how many go on from it (None: nobody)."""
    found = []
    chosen = PairingFormat(pairing)
    data = {"rounds": rounds, "entries": entries}
    if finalists and finalists > entries:
        found.append(Problem("many_finalists", {"finalists": finalists, "entries": entries}))
    if entries < fewest(kind):  # there is no draw at all, and that is said where one is asked for
        return found
    needed = rounds_of(chosen, entries)
    if chosen in OF_SOME_SIZES and kind == Kind.INDIVIDUALS and (missing := missing_schedule(chosen, entries, rounds)):
        found.append(missing)
    elif chosen is PairingFormat.KNOCKOUT:
        if needed and rounds != needed:
            code = "knockout_short" if rounds < needed else "knockout_long"
            found.append(Problem(code, {**data, "needed": needed}))
    elif needed and rounds > needed:
        found.append(Problem("schedule_over", {**data, "needed": needed}))
    elif chosen in {PairingFormat.STANDING, PairingFormat.LOT} and rounds > (most := rounds_without_repeat(entries)):
        found.append(Problem("meet_again" if kind == Kind.PAIRS else "partners_again", {**data, "most": most}))
    return found


def fewest(kind: str) -> int:
    """Entries that make one table."""
    return 2 if kind == Kind.PAIRS else 4


def missing_schedule(chosen: PairingFormat, entries: int, rounds: int) -> Problem | None:
    """That there is no such schedule for so many; None where there is one."""
    try:
        schedule_of(chosen, entries, rounds)
    except PairingRefusedError as error:
        return said(error).problems[0]
    return None


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
        if stage.pairing == Pairing.PRESCRIBED and not stage.schedule:
            found.append(Problem("schedule_missing"))
    return found
