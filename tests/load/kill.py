"""`kill -9` while a hall reports: of one web worker or of all at once, at moments by chance. Prints JSON.

    .venv-test/bin/python -m tests.load.kill [--kills 20] [--seconds-a-kill 3] [--phones 200] [--spectators 1000]
                                             [--seed N] [--database-url URL]

Each phone does what its page does without a network: the same request again until an answer says "saved". The server is
kept alive as `start.py` keeps it. Exit code 1 when a result that was told as saved is not there exactly once, when a
phone was never told, or when the log does not verify.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from .clients import Network, Phone, Spectator, Timetable, in_background, poll_times
from .hall import POLL_EVERY, about
from .measuring import FAILED, Measured
from .reconcile import reconciled
from .running import Hall, running_hall

PAUSE = 0.3
"""Seconds before a phone tries again."""
PATIENCE = 120
"""Seconds that the phones go on after the last kill before they give up."""


def main(arguments: list[str]) -> int:
    """Exit code: 0 when nothing that was acknowledged is lost."""
    parser = argparse.ArgumentParser(prog="tests.load.kill")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seconds-a-kill", type=float, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--database-url", default=os.environ.get("DATABASE_URL"))
    options = parser.parse_args(arguments)
    options.seconds = options.kills * options.seconds_a_kill
    people = f"{options.phones} phones report within {options.seconds:g} s and {options.spectators} people read"
    with (
        tempfile.TemporaryDirectory(prefix="troccas-kill-") as folder,
        running_hall(options.phones // 2, Path(folder), options.database_url) as hall,
    ):
        report = killed(hall, options.kills, options.spectators, options.seconds, Random(options.seed))
    print(
        json.dumps(
            {**about(f"{options.kills} kills while {people}", options), "seed": options.seed, **report}, indent=1
        )
    )
    return 0 if is_clean(report, options.phones, options.kills) else 1


def killed(hall: Hall, kills: int, spectators: int, seconds: float, rng: Random) -> dict[str, object]:
    """Let all phones report within this time while many read, and kill at so many moments of it."""
    done: Counter[str] = Counter()
    moments = sorted(rng.uniform(0, seconds) for _ in range(kills))
    choices = [rng.randrange(1000) for _ in moments]

    def kill(over: threading.Event) -> None:
        begun = time.monotonic()
        for number, (moment, choice) in enumerate(zip(moments, choices, strict=True)):
            if over.wait(max(0, begun + moment - time.monotonic())):
                return
            done[kill_once(hall, everything=number % 3 == 2, choice=choice)] += 1

    network = Network(hall.address)
    starts = [rng.uniform(0, seconds) for _ in hall.sides]
    phones = [Phone(network, side) for side in hall.sides]
    end = time.monotonic() + seconds + PATIENCE
    readers, polls = reading(network, hall, spectators, seconds, rng)
    with in_background(kill), in_background(lambda _over: readers.run()), ThreadPoolExecutor(len(phones)) as people:
        for each in [people.submit(report_later, *pair, end) for pair in zip(phones, starts, strict=True)]:
            each.result()
        while sum(done.values()) < kills and time.monotonic() < end:
            time.sleep(0.1)
    told = [phone.side for phone in phones if phone.told_saved]
    answers = {"polls": polls.statuses.total(), "polls_unanswered": polls.statuses[FAILED]}
    return {"kills": dict(done), **answers, "polls_5xx": polls.answers(500, 599), **reconciled(hall, told)}


def reading(network: Network, hall: Hall, spectators: int, seconds: float, rng: Random) -> tuple[Timetable, Measured]:
    """Everybody who reads the ranking meanwhile. Who gets no answer comes back with the next turn."""
    timetable, polls = Timetable(), Measured()
    for _ in range(spectators):
        spectator = Spectator(network, f"/en/{hall.slug}/standings/")
        for moment in poll_times(rng, seconds, POLL_EVERY):
            timetable.add(moment, polls, spectator.poll)
    return timetable, polls


def report_later(phone: Phone, start: float, end: float) -> None:
    time.sleep(start)
    phone.keep_trying(end, PAUSE)


def kill_once(hall: Hall, *, everything: bool, choice: int) -> str:
    """Kill one worker, or the server and all of its workers; wait for the server if it is just being started."""
    for _ in range(600):
        try:
            if everything:
                # The supervisor waits longer after each failure; here it is the test that fails it.
                hall.supervisor.children[0].failures = 0
                hall.kill_all()
            else:
                hall.kill_worker(choice)
        except (ProcessLookupError, FileNotFoundError):
            time.sleep(0.1)
        else:
            return "all" if everything else "one worker"
    return "nothing to kill"


def is_clean(report: dict[str, object], phones: int, kills: int) -> bool:
    wanted = {
        "told_saved": phones,
        "lost": 0,
        "doubled": 0,
        "tables_confirmed": phones // 2,
        "confirmed_versions": phones // 2,
        "round_complete_events": 1,
        "log_verifies": True,
    }
    counted = report["kills"]
    killed_all = isinstance(counted, dict) and counted.get("one worker", 0) + counted.get("all", 0) == kills
    return killed_all and {name: report[name] for name in wanted} == wanted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
