"""The server's books held against what the phones were told."""

from collections import Counter
from collections.abc import Iterable

from .running import Hall, SideOfTable


def reconciled(hall: Hall, told: Iterable[SideOfTable]) -> dict[str, object]:
    """What became of every result that a phone was told is saved (`told`), read from rows and from the log.

    `lost`: told as saved, but there is no such version. `doubled`: stored more than once.
    """
    from tournaments.domain.change import broken_links  # noqa: PLC0415 - after django.setup()
    from tournaments.enums import ResultState, TableState  # noqa: PLC0415
    from tournaments.models import Championship, ResultVersion, Table  # noqa: PLC0415

    championship = Championship.objects.get(slug=hall.slug)
    stored = Counter(
        (table, source, tuple(deals))
        for table, source, deals in ResultVersion.objects.filter(table__round__championship=championship).values_list(
            "table__number", "source", "deals"
        )
    )
    events = Counter(
        (payload["table"], payload["source"])
        for payload in championship.events.filter(type__startswith="result_").values_list("payload", flat=True)
    )
    wanted = [(side.table, f"side_{side.side}", points_of_a(side)) for side in told]
    tables = Table.objects.filter(round__championship=championship)
    return {
        "told_saved": len(wanted),
        "lost": sum(stored[each] == 0 for each in wanted),
        "doubled": sum(count > 1 for count in stored.values()) + sum(count > 1 for count in events.values()),
        "tables": tables.count(),
        "tables_confirmed": tables.filter(state=TableState.CONFIRMED).count(),
        "confirmed_versions": ResultVersion.objects.filter(
            table__round__championship=championship, state=ResultState.CONFIRMED
        ).count(),
        "round_complete_events": championship.events.filter(type="round_complete").count(),
        "log_verifies": broken_links(championship) == [],
    }


def points_of_a(side: SideOfTable) -> tuple[int, ...]:
    """What this side reports, in card points of side A."""
    return side.deals if side.side == "a" else tuple(72 - points for points in side.deals)
