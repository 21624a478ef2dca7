"""The whole state of a championship as one text: two states are the same when their texts are."""

import json

from tournaments.domain.footprints import COUNTERS, WATCHED, rows_of
from tournaments.domain.standings import Reader
from tournaments.enums import ResultState
from tournaments.models import Championship, EntryMember, ResultVersion


def canonical(championship: Championship) -> str:
    """All rows and all rankings, without the log, versions that no longer stand, and counters that only rise."""
    championship = Championship.objects.get(pk=championship.pk)
    members = EntryMember.objects.filter(championship=championship).order_by("pk").values_list()
    rankings = {
        f"{number} {public}": Reader(championship, public=public).ranking(number).as_json()
        for number in championship.rounds.order_by("number").values_list("number", flat=True)
        for public in (False, True)
    }
    return json.dumps([canonical_rows(championship.pk), list(members), rankings], sort_keys=True, default=str)


def canonical_rows(championship_id: int) -> str:
    """The rows alone, from which the rankings follow."""
    rows = {}
    for model in WATCHED:
        counters = COUNTERS.get(model, set())
        rows[model._meta.model_name] = [
            {name: value for name, value in row.items() if name not in counters}
            for _key, row in sorted(rows_of(model, championship_id).items())
            if not (model is ResultVersion and row["state"] == ResultState.SUPERSEDED)
        ]
    return json.dumps(rows, sort_keys=True, default=str)
