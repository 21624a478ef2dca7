"""A hall that runs: the real web server on a database of its own, with a round that everybody is about to report."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

import django
import psycopg
from django.core.management import call_command
from django.utils import timezone

from troccas_site.quickstart import answers, free_port, web_server
from troccas_site.supervisor import Supervisor

SECONDS_TO_START = 60


@dataclass(frozen=True, slots=True)
class SideOfTable:
    """Where a phone stands: its link, and the card points that its side will report."""

    table: int
    side: str
    token: str
    deals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hall:
    """A running site with one published round. `sides` are all sides of all tables, opponents one after the other."""

    address: str
    slug: str
    sides: tuple[SideOfTable, ...]
    supervisor: Supervisor

    def web_process(self) -> int:
        """Process id of the web server; its children are the workers."""
        process = self.supervisor.children[0].process
        if process is None:
            raise ProcessLookupError("the web server is just being started again")
        return process.pid

    def workers(self) -> list[int]:
        """Process ids of the workers that run now."""
        pid = self.web_process()
        listed = Path(f"/proc/{pid}/task/{pid}/children")
        if listed.parent.exists():
            return [int(child) for child in listed.read_text(encoding="ascii").split()]
        found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)  # no Linux
        return [int(child) for child in found.stdout.split()]

    def kill_worker(self, choice: int) -> None:
        """`kill -9` of one worker, chosen by a number by chance."""
        workers = self.workers()
        if workers:
            os.kill(workers[choice % len(workers)], signal.SIGKILL)

    def kill_all(self) -> None:
        """`kill -9` of the server and all its workers at once; the supervisor starts it again."""
        os.killpg(self.web_process(), signal.SIGKILL)


@contextmanager
def running_hall(tables: int, folder: Path, database_url: str | None = None) -> Iterator[Hall]:
    """A hall on SQLite in `folder`, or in a new database beside `database_url`."""
    with own_database(database_url) as url:
        os.environ |= {"TROCCAS_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "troccas_site.settings.local"}
        os.environ |= {"DATABASE_URL": url} if url else {}
        django.setup()
        slug, sides = furnish(tables)
        with served(folder) as (address, supervisor):
            yield Hall(address, slug, sides, supervisor)


@contextmanager
def own_database(database_url: str | None) -> Iterator[str | None]:
    """A new PostgreSQL database in the cluster of this address; None stays None (SQLite)."""
    if not database_url:
        os.environ.pop("DATABASE_URL", None)
        yield None
        return
    server, name = database_url.rpartition("/")[0], f"hall_{uuid4().hex[:12]}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield f"{server}/{name}"
    finally:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def furnish(tables: int) -> tuple[str, tuple[SideOfTable, ...]]:
    """Make the championship and its published round."""
    from tournaments.catalogues import compile_catalogues  # noqa: PLC0415 - after django.setup()
    from tournaments.domain.links import Link, token_of  # noqa: PLC0415
    from tournaments.enums import Preset, SideName  # noqa: PLC0415
    from tournaments.management.demo import DemoPlan, make_demo  # noqa: PLC0415

    compile_catalogues()
    call_command("migrate", verbosity=0)
    plan = DemoPlan(
        slug="hall",
        seed=1,
        stage="paired",
        preset=Preset.CANTONAL,
        entries=2 * tables,
        rounds=7,
        day=date(2026, 11, 7),
    )
    championship = make_demo(plan)
    round_ = championship.rounds.get(number=1)
    # They have played for forty minutes: nobody is asked why the result comes so early.
    type(round_).objects.filter(pk=round_.pk).update(published_at=timezone.now() - timedelta(minutes=40))
    sides = []
    for table in round_.tables.order_by("number"):
        # Plausible numbers, other ones at each table: nobody is asked about those either.
        points = [20 + table.number % 30, 20 + table.number // 30, 40, 33]
        for side in SideName:
            link = Link(championship.pk, 1, table.number, side, table.link_serial)
            token = token_of(link, key=championship.link_key, generation=championship.link_generation)
            own = points if side == SideName.A else [72 - each for each in points]
            sides.append(SideOfTable(table.number, str(side), token, tuple(own)))
    return championship.slug, tuple(sides)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Supervisor]]:
    """The web server as `start.py` runs it, kept alive as `start.py` keeps it, on this machine's own address."""
    (folder / "logs").mkdir(exist_ok=True)
    with redirect_stdout(sys.stderr):  # what it says of a taken port does not belong to the report
        port = free_port("127.0.0.1", None)
    address = f"http://127.0.0.1:{port}"
    supervisor = Supervisor(tell=lambda _sentence: None)
    supervisor.start(web_server("127.0.0.1", port, folder / "logs" / "web.log"))
    keeper = threading.Thread(target=keep, args=(supervisor,), daemon=True)
    deadline = time.monotonic() + SECONDS_TO_START
    try:
        while not answers(address):
            if time.monotonic() > deadline:
                raise TimeoutError(supervisor.children[0].last_words())
            time.sleep(0.1)
        keeper.start()
        yield address, supervisor
    finally:
        supervisor.stopping.set()
        if keeper.is_alive():
            keeper.join()
        supervisor.stop()


def keep(supervisor: Supervisor) -> None:
    while supervisor.wait(0.05):
        pass
