"""Processes of their own that do something at the same moment, each with its own connection to the test database."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

#: Seconds after which a process is taken to hang.
PATIENCE = 60

SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Racer:
    """A process that waits for jobs."""

    process: SpawnProcess
    pipe: Connection


@dataclass(frozen=True, slots=True)
class Race:
    """Two processes at the start."""

    racers: tuple[Racer, ...]

    def run(self, *jobs: tuple[Callable[..., Any], dict[str, Any]]) -> list[str]:
        """Let each process do one job, all at once; sorted: `done`, the code of a refusal, or a fault in words.

        A job is a function of `tournaments.domain` and its arguments.
        """
        for racer, (function, arguments) in zip(self.racers, jobs, strict=True):
            racer.pipe.send((function.__module__, function.__name__, arguments))
        answers = []
        for racer in self.racers:
            if not racer.pipe.poll(PATIENCE):
                raise TimeoutError(f"process {racer.process.pid} does not answer")
            answers.append(racer.pipe.recv())
        return sorted(answers)


@contextmanager
def racing(database: str, number: int = 2) -> Iterator[Race]:
    """Processes that wait at a barrier, on this test database; they end with the block."""
    barrier, racers = SPAWN.Barrier(number), []
    for _ in range(number):
        here, there = SPAWN.Pipe()
        process = SPAWN.Process(target=run_jobs, args=(there, barrier, database), daemon=True)
        process.start()
        racers.append(Racer(process, here))
    try:
        yield Race(tuple(racers))
    finally:
        for racer in racers:
            racer.pipe.send(None)
        for racer in racers:
            racer.process.join(10)
            racer.process.kill()


def run_jobs(pipe: Connection, barrier: Any, database: str) -> None:
    """The process: set up Django on the test database, then do jobs until there are no more."""
    # the settings of the tests make a folder of their own unless they run for another test process
    os.environ.setdefault("PYTEST_XDIST_WORKER", "race")
    os.environ["DJANGO_SETTINGS_MODULE"] = "troccas_site.settings.test"
    import django  # noqa: PLC0415 - the settings have to be named first

    django.setup()
    from django.db import connection  # noqa: PLC0415

    connection.settings_dict["NAME"] = database
    connection.ensure_connection()
    while (job := pipe.recv()) is not None:
        pipe.send(outcome(barrier, *job))
    connection.close()


def outcome(barrier: Any, module: str, name: str, arguments: dict[str, Any]) -> str:
    from importlib import import_module  # noqa: PLC0415

    from tournaments.domain.refusal import Refused  # noqa: PLC0415

    function = getattr(import_module(module), name)
    barrier.wait(PATIENCE)
    try:
        function(**arguments)
    except Refused as refusal:
        return refusal.code
    except Exception as fault:  # noqa: BLE001 - the test has to see every fault
        return repr(fault)
    return "done"
