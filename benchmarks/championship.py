"""A big championship: 200 pairs, 12 rounds. Prints JSON: medians of processor time in milliseconds.

    python3 start.py manage shell < /dev/null   # once, to make the environment
    .venv/bin/python -m benchmarks.championship

Runs on a database of its own in a temporary folder. A trivial page is measured in the same run as the yardstick.
"""

import json
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import date

PAIRS, ROUNDS = 200, 12


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"TROCCAS_DATA": folder, "DJANGO_SETTINGS_MODULE": "troccas_site.settings.local"}
        import django  # noqa: PLC0415 - the environment comes first

        django.setup()
        print(json.dumps(measure(), indent=1))


def measure() -> dict[str, object]:
    from django.core.cache import cache  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from tournaments.domain.draws import draw  # noqa: PLC0415
    from tournaments.domain.standings import ranking  # noqa: PLC0415
    from tournaments.enums import Preset  # noqa: PLC0415
    from tournaments.management.demo import DemoPlan, make_demo  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    begun = time.perf_counter()
    championship = make_demo(
        DemoPlan(
            slug="big",
            seed=1,
            stage="published",
            preset=Preset.CANTONAL,
            entries=PAIRS,
            rounds=ROUNDS,
            day=date(2026, 11, 7),
        )
    )
    made = time.perf_counter() - begun
    client = Client(HTTP_HOST="127.0.0.1")
    page = f"/en/{championship.slug}/standings/"

    def from_rows() -> None:
        cache.clear()
        ranking(championship)

    def draw_last() -> None:
        draw(championship, championship.stages.get(), ROUNDS, 1, frozenset())

    def cached_page() -> None:
        assert client.get(page).status_code == 200  # noqa: S101

    def rendered_page() -> None:
        cache.clear()
        cached_page()

    cached_page()
    queries: list[str] = []

    def counted(execute: Callable[..., object], sql: str, *rest: object) -> object:
        queries.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(counted):
        cached_page()
    return {
        "what": f"{PAIRS} pairs, {ROUNDS} rounds",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "whole_championship_s": round(made, 2),
        "standings_from_rows_cpu_ms": median_ms(from_rows),
        "draw_round_12_cpu_ms": median_ms(draw_last),
        "public_page_rendered_cpu_ms": median_ms(rendered_page),
        "public_page_cached_cpu_ms": median_ms(cached_page, repeat=50),
        "trivial_page_cpu_ms": median_ms(lambda: client.get("/en/accounts/logout/"), repeat=50),
        "public_page_cached_queries": len(queries),
    }


def median_ms(action: Callable[[], object], *, repeat: int = 9) -> float:
    """Median processor time of the action in milliseconds, after one run that does not count."""
    action()
    times = []
    for _ in range(repeat):
        begun = time.process_time()
        action()
        times.append(time.process_time() - begun)
    return round(1000 * statistics.median(times), 2)


if __name__ == "__main__":
    main()
