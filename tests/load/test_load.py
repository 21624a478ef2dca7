"""The load programs at a tenth of their size. What is asked is that nothing is lost; times are for the benchmark.

With TROCCAS_NIGHTLY=1 they run at full size.
"""

import json
import os
import socket
import subprocess
import sys
from contextlib import suppress

from troccas_site.quickstart import FIRST_PORT
from troccas_site.settings.base import BASE_DIR

NIGHTLY = os.environ.get("TROCCAS_NIGHTLY") == "1"
HALL = ("--phones", "200", "--spectators", "1000", "--seconds", "10")
TENTH_OF_HALL = ("--phones", "20", "--spectators", "100", "--seconds", "5")
KILL = ("--kills", "20", "--phones", "200", "--spectators", "1000")
TENTH_OF_KILL = ("--kills", "3", "--phones", "20", "--spectators", "100")
#: The site of the programs has settings and a data folder of its own; the database server is that of this run.
OTHERS = ("TROCCAS_DATA", "DJANGO_SETTINGS_MODULE", "CELERY_BROKER_URL", "SECRET_KEY")


def run(program: str, *options: str) -> tuple[int, dict]:
    """Run a program while the first port is taken."""
    env = {name: value for name, value in os.environ.items() if name not in OTHERS}
    with socket.socket() as site:
        with suppress(OSError):  # else somebody's site runs on this port already, which is just as well
            site.bind(("127.0.0.1", FIRST_PORT))
            site.listen()
        done = subprocess.run(
            [sys.executable, "-m", f"tests.load.{program}", *options],
            cwd=BASE_DIR,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_a_hall_reports_and_nothing_is_lost_or_doubled():
    options = HALL if NIGHTLY else TENTH_OF_HALL

    code, report = run("hall", *options)

    errors = {name: report[name] for name in ("answers_5xx", "answers_4xx", "no_answer", "lost", "doubled")}
    assert errors == dict.fromkeys(errors, 0), report
    assert report["told_saved"] == int(options[1]), report
    assert (code, report["log_verifies"]) == (0, True), report


def test_no_acknowledged_result_is_lost_when_the_server_is_killed():
    code, report = run("kill", *(KILL if NIGHTLY else TENTH_OF_KILL))

    assert (report["lost"], report["doubled"], report["polls_5xx"]) == (0, 0, 0)
    assert report["told_saved"] == report["tables_confirmed"] * 2
    assert (code, report["log_verifies"]) == (0, True), report
