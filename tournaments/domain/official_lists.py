"""Who stands in an official ranking: written down in the log when a round becomes official, and the same ever after.

Somebody who is entered later is not in it; somebody who withdraws later without having played stays in it.
"""

from collections.abc import Iterable

from tournaments.enums import RoundState
from tournaments.models import Championship, Entry, Round


def official_lists(championship: Championship, rounds: Iterable[Round]) -> dict[int, frozenset[int]]:
    """Numbers of the entries in the ranking after each official round; earlier releases did not write them down."""
    official = {round_.number for round_ in rounds if round_.state == RoundState.OFFICIAL}
    if not official:
        return {}
    told = championship.events.filter(type="round_official").order_by("sequence").values_list("payload", flat=True)
    lists = {payload["round"]: frozenset(payload["ranked"]) for payload in told if "ranked" in payload}
    return {number: ranked for number, ranked in lists.items() if number in official}


def listed(entries: Iterable[Entry]) -> set[int]:
    """Keys of those of these entries (of one championship) that stand in an official ranking."""
    found = list(entries)
    if not found:
        return set()
    championship = found[0].championship
    ranked = frozenset[int]().union(*official_lists(championship, championship.rounds.all()).values())
    return {entry.pk for entry in found if entry.number in ranked}
