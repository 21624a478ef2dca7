"""The tables of a stage that an organiser brings in a file."""

from collections.abc import Sequence

from tournaments.enums import Pairing
from tournaments.models import Stage
from tournaments.pairing.prescribed import Row, RowProblem, problems_of

from .change import Actor, changing
from .refusal import Problem, Refused, refused

#: Numbers of rounds of a file; beyond, it is a slip of the pen.
MOST_ROUNDS = 100


def store_schedule(championship_id: int, position: int, rows: Sequence[Row], *, actor: Actor = None) -> Stage:
    """Keep the tables of a stage, and draw it by them from now on.

    Raises `Refused`: `schedule_used` when a round of it is drawn, `schedule_empty`, and every problem of the rows
    (`schedule_stranger`, `schedule_twice`, `schedule_sides`, `schedule_round_missing`, with `row` where there is one).
    """
    with changing(championship_id, actor) as change:
        stage = change.championship.stages.get(position=position)
        if stage.schedule and any(each.get("inputs", {}).get("format") == Pairing.PRESCRIBED for each in drawn(stage)):
            raise refused("schedule_used")
        if not rows:
            raise refused("schedule_empty")
        playing = set(change.championship.entries.playing().values_list("number", flat=True))
        entries = playing if stage.qualified is None else playing & set(stage.qualified)
        if max(row.round for row in rows) > MOST_ROUNDS:
            raise refused("schedule_round_missing", round=MOST_ROUNDS + 1)
        if found := [problem(each) for each in problems_of(rows, entries, change.championship.seats_per_side)]:
            raise Refused(*found)
        stage.schedule = [[row.round, list(row.side_a), list(row.side_b)] for row in rows]
        stage.pairing = Pairing.PRESCRIBED
        stage.save(update_fields=["schedule", "pairing"])
        change.record("schedule_stored", stage=position, rows=len(rows))
        return stage


def drawn(stage: Stage) -> list[dict[str, dict[str, str]]]:
    return list(stage.rounds.values_list("draw", flat=True))


def problem(found: RowProblem) -> Problem:
    given = {"row": found.line, "number": found.entry, "round": found.round}
    code = f"schedule_{found.code.lower()}"
    return Problem(code, {key: value for key, value in given.items() if value is not None})
