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
PREVIEWED, NEXT_ROUND = 100, 8


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
        "preview": preview(),
    }


def preview() -> dict[str, object]:
    """Seconds from the click on "Draw" to the whole page of the proposal, redirect included; one that is drawn anew."""
    from random import Random  # noqa: PLC0415

    from django.contrib.auth import get_user_model  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.urls import reverse  # noqa: PLC0415

    from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw  # noqa: PLC0415
    from tournaments.enums import Preset, Role  # noqa: PLC0415
    from tournaments.management.demo import DemoPlan, make_demo, play_round  # noqa: PLC0415
    from tournaments.models import Membership  # noqa: PLC0415

    plan = DemoPlan("hundred", 1, "registered", Preset.CANTONAL, PREVIEWED, NEXT_ROUND, date(2026, 11, 7))
    championship, chance = make_demo(plan), Random(1)
    for number in range(1, NEXT_ROUND):
        round_ = draw_round(championship.pk, seed=number)
        publish_round(round_.pk)
        play_round(round_, chance)
        close_round(round_.pk)
    organiser = get_user_model().objects.create_user("organiser")
    Membership.objects.create(user=organiser, association=championship.association, role=Role.ORGANISER)
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(organiser)
    times = []
    for _ in range(6):
        begun = time.perf_counter()
        page = client.post(reverse("office_rounds", args=["hundred"]), follow=True)
        times.append(time.perf_counter() - begun)
        assert page.redirect_chain[-1][0] == reverse("office_draw", args=["hundred", NEXT_ROUND])  # noqa: S101
        undo_draw(championship.rounds.get(number=NEXT_ROUND).pk)
    return {"what": f"{PREVIEWED} pairs, round {NEXT_ROUND}", "click_to_page_s": round(statistics.median(times[1:]), 2)}


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
