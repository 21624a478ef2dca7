"""A full hall reports: phones that double-click while many people read the ranking. Prints JSON.

    .venv-test/bin/python -m tests.load.hall [--phones 200] [--spectators 1000] [--seconds 10] [--database-url URL]

Every phone opens its link and taps "Send" twice at once, all within `--seconds`; every spectator asks for the public
ranking every ten seconds, for twice as long. A trivial page (a redirect) is asked for beside them, four times a second:
times are milliseconds from the moment a request was due, and `submit_to_trivial` is the ratio of the medians. In the
end the server's rows and log are held against what the phones were told. Exit code 1 when anything was lost or doubled
or answered with an error.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from .clients import Network, Phone, Spectator, Timetable, poll_times
from .measuring import FAILED, Measured
from .reconcile import reconciled
from .running import Hall, running_hall

TRIVIAL = "/en/accounts/logout/"
POLL_EVERY = 10
SECONDS_TO_BE_SEEN = 30


def main(arguments: list[str]) -> int:
    """Exit code: 0 when every result that was told as saved is there exactly once and nothing failed."""
    parser = argparse.ArgumentParser(prog="tests.load.hall")
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--database-url", default=os.environ.get("DATABASE_URL"))
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="troccas-hall-") as folder,
        running_hall(options.phones // 2, Path(folder), options.database_url) as hall,
    ):
        report = reports(hall, options.spectators, options.seconds)
    people = f"{options.phones} phones double-click within {options.seconds:g} s, {options.spectators} people read"
    print(json.dumps({**about(people, options), **report}, indent=1))
    return 0 if is_clean(report, options.phones) else 1


def about(what: str, options: argparse.Namespace) -> dict[str, object]:
    return {
        "what": what,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "database": "PostgreSQL" if options.database_url else "SQLite, synchronous=FULL",
    }


def reports(hall: Hall, spectators: int, seconds: float) -> dict[str, object]:
    """Let it all happen, and hold the books against each other."""
    rng, network, timetable = Random(1), Network(hall.address), Timetable()
    scans, submits, polls, trivial = Measured(), Measured(), Measured(), Measured()
    phones = [Phone(network, side) for side in hall.sides]
    ranking = f"/en/{hall.slug}/standings/"
    warmed = [Spectator(network, ranking).poll() for _ in range(8)]  # the first page of each worker, before it counts
    for phone in phones:
        opened = rng.uniform(0, seconds / 2)
        timetable.add(opened, scans, phone.scan)
        tapped = rng.uniform(opened + seconds / 10, seconds)
        for _tap in range(2):
            timetable.add(tapped, submits, phone.send)
    for _ in range(spectators):
        spectator = Spectator(network, ranking)
        for moment in poll_times(rng, 2 * seconds, POLL_EVERY):
            timetable.add(moment, polls, spectator.poll)
    for quarter in range(int(8 * seconds)):
        timetable.add(quarter / 4, trivial, lambda: status_of(network, TRIVIAL))
    timetable.run()
    measured = {"scan": scans, "submit": submits, "poll": polls, "trivial": trivial}
    return {
        **{f"{name}_ms": each.as_json() for name, each in measured.items()},
        "submit_to_trivial": ratio(submits, trivial),
        "answers_5xx": sum(each.answers(500, 599) for each in measured.values()) + sum(s >= 500 for s in warmed),
        "answers_4xx": sum(each.answers(400, 499) for each in measured.values()),
        "no_answer": sum(each.statuses[FAILED] for each in measured.values()),
        "seconds_until_public": seconds_until_public(hall, network),
        **reconciled(hall, [phone.side for phone in phones if phone.told_saved]),
    }


def status_of(network: Network, path: str) -> int:
    answer = network.ask("GET", path)
    return FAILED if answer is None else answer.status


def ratio(one: Measured, other: Measured) -> float | None:
    times = [each.as_json().get("median") for each in (one, other)]
    return round(float(str(times[0])) / float(str(times[1])), 1) if all(times) else None


def seconds_until_public(hall: Hall, network: Network) -> float | None:
    """After all is over: how long until the public ranking says that no table is open (None: it never did)."""
    begun = time.monotonic()
    while time.monotonic() - begun < SECONDS_TO_BE_SEEN:
        answer = network.ask("GET", f"/en/{hall.slug}/standings.json")
        if answer is not None and answer.status == 200 and answer.json()["open_tables"] == 0:
            return round(time.monotonic() - begun, 2)
        time.sleep(0.2)
    return None


def is_clean(report: dict[str, object], phones: int) -> bool:
    wanted = {
        "told_saved": phones,
        "lost": 0,
        "doubled": 0,
        "answers_5xx": 0,
        "answers_4xx": 0,
        "no_answer": 0,
        "tables_confirmed": phones // 2,
        "confirmed_versions": phones // 2,
        "round_complete_events": 1,
        "log_verifies": True,
    }
    return report["seconds_until_public"] is not None and {name: report[name] for name in wanted} == wanted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
