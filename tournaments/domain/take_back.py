"""Taking back what one has just typed: for a slip of the finger, noticed at once."""

from datetime import timedelta

from django.contrib.auth.models import User

from tournaments.enums import ResultState, RoundState, Source, TableState
from tournaments.models import ResultVersion, Table

from .change import changing
from .footprints import RowChange
from .refusal import refused
from .undo import undo_correction
from .versions import championship_of_table, fresh, move_on, standing_claims

#: How long one may take back what one has just typed. The page offers it for 30 seconds; the request may take a while.
TAKE_BACK_WITHIN = timedelta(seconds=60)


def take_back(table_id: int, *, version: int, actor: User) -> Table:
    """Take back what this person has just keyed for a table: all is as if it had not been typed.

    Claims of the sides stand again as they did; where it was a correction, what counted before counts again. Raises
    `Refused`: `stale`, `nothing_to_take_back`, `round_closed` (a first result), `undo_depends`, `undo_used`.
    """
    with changing(championship_of_table(table_id), actor) as change:
        table = fresh(table_id)
        if table.version != version:
            raise refused("stale", version=table.version, expected=version)
        keyed = table.results.filter(version=version, source=Source.OFFICE, author=actor).first()
        recent = keyed is not None and change.time - keyed.created_at <= TAKE_BACK_WITHIN
        if recent and table.state == TableState.CORRECTED:
            undo_correction(change, table)
            return fresh(table_id)
        if table.round.state != RoundState.PUBLISHED:
            raise refused("round_closed", round=table.round.number)
        if keyed is None or not recent or table.state not in {TableState.CONFIRMED, TableState.CONFLICT}:
            raise refused("nothing_to_take_back")
        replaced = claims_replaced_by(keyed)
        ResultVersion.objects.filter(pk=keyed.pk).update(state=ResultState.SUPERSEDED)
        ResultVersion.objects.filter(pk__in=replaced, table=table).update(state=ResultState.CLAIMED)
        claims = standing_claims(table)
        states = (TableState.OPEN, TableState.CLAIMED, TableState.CONFLICT)
        move_on(table, states[min(len({tuple(claim.deals) for claim in claims}), 2)])
        change.record(
            "result_taken_back",
            round=table.round.number,
            table=table.number,
            version=table.version,
            state=str(table.state),
            claims=[str(claim.source) for claim in claims],
        )
        return table


def claims_replaced_by(keyed: ResultVersion) -> list[int]:
    """Keys of the claims that stood until this was typed: a walk-over replaces them all, a new number one's own.

    Raises `Refused`: `nothing_to_take_back` when so much was done since that nobody knows any more.
    """
    for footprint in keyed.table.round.championship.footprints.order_by("-sequence"):
        rows = [row for row in map(RowChange.from_json, footprint.rows) if row.model is ResultVersion]
        if any(row.key == keyed.pk and row.before is None for row in rows):
            return [row.key for row in rows if row.before and row.before.get("state") == ResultState.CLAIMED]
    raise refused("nothing_to_take_back")
