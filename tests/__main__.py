"""Everything that can be tested, in phases: `python3 start.py test [pytest arguments]`.

Every phase runs even when one before it failed. Arguments go to each pytest run.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from defusedxml import ElementTree

from tests.chromium import chromium
from tests.servers import ServiceError, postgresql

HERE = Path(__file__).resolve().parents[1]
COUNTED = ("tests", "failures", "errors", "skipped")
SERVICE_ERROR = "ServiceError: "
NOTHING_CHOSEN = ("NOT RUN", "no test was chosen")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a phase. `note` is empty or says why in one sentence."""

    name: str
    state: str
    seconds: float
    note: str = ""

    def line(self) -> str:
        """One line of the summary."""
        return f"  {self.state:<8} {self.seconds:6.0f} s  {self.name}{': ' if self.note else ''}{self.note}"


@dataclass(frozen=True, slots=True)
class Phase:
    """A named part of the test run; `run` returns (state, note)."""

    name: str
    run: Callable[[], tuple[str, str]]

    def outcome(self) -> Outcome:
        """Run the phase below its heading."""
        print(f"\n=== {self.name} ===", flush=True)
        begun = time.monotonic()
        try:
            state, note = self.run()
        except ServiceError as error:
            print(error, flush=True)
            state, note = "FAILED", str(error).splitlines()[0]
        except KeyboardInterrupt:
            state, note = "FAILED", "interrupted"
        return Outcome(self.name, state, time.monotonic() - begun, note)


def tool(*command: str) -> tuple[str, str]:
    """A tool of the environment, as a module."""
    code = _run(["-m", *command])
    return ("passed", "") if code == 0 else ("FAILED", f"exit code {code}")


def pytest_run(arguments: Sequence[str], env: dict[str, str] | None = None) -> tuple[str, str]:
    """One run of pytest; the note says how many tests did what."""
    with tempfile.TemporaryDirectory(prefix="troccas-report-") as folder:
        report = Path(folder) / "report.xml"
        code = _run(["-m", "pytest", f"--junitxml={report}", *arguments], env)
        note = counted(report) if report.exists() else f"exit code {code}"
    return ("passed" if code == 0 else "FAILED"), note


def counted(report: Path) -> str:
    """The numbers of a JUnit report in words, and the first service that was missing or died."""
    root = ElementTree.parse(report).getroot()
    suites = list(root.iter("testsuite"))
    number = {name: sum(int(suite.get(name, "0")) for suite in suites) for name in COUNTED}
    passed = number.pop("tests") - sum(number.values())
    words = [f"{passed} passed", *(f"{count} {name}" for name, count in number.items() if count)]
    causes = [problem.get("message", "") for kind in ("error", "failure") for problem in root.iter(kind)]
    services = [cause.partition(SERVICE_ERROR)[2].splitlines()[0] for cause in causes if SERVICE_ERROR in cause]
    return ", ".join(words) + (f". {services[0]}" if services else "")


def suite(arguments: Sequence[str], database_url: str | None = None) -> tuple[str, str]:
    """The tests without a browser, in as many processes as there are cores."""
    paths, options = split(arguments)
    chosen = [path for path in paths if not in_browser(path)]
    if paths and not chosen:
        return NOTHING_CHOSEN
    env = {} if database_url is None else {"DATABASE_URL": database_url}
    return pytest_run(["-n", "auto", "--maxprocesses", "8", *options, *chosen], env)


def suite_on_postgresql(arguments: Sequence[str]) -> tuple[str, str]:
    """The same tests on a PostgreSQL cluster of their own. Raises ServiceError when it is missing or dies."""
    with postgresql() as server:
        result = suite(arguments, server.url)
        server.check()
    return result


def browser_tests(arguments: Sequence[str]) -> tuple[str, str]:
    """The tests in a real Chromium; without one they are not run, and that is a failure where one is required."""
    if chromium() is None:
        required = os.environ.get("TROCCAS_REQUIRE_BROWSER") == "1"
        note = "no Chromium is installed (Debian and Ubuntu: apt install chromium)"
        return ("FAILED" if required else "NOT RUN"), note
    paths, options = split(arguments)
    chosen = [path for path in paths if in_browser(path)]
    if paths and not chosen:
        return NOTHING_CHOSEN
    return pytest_run([*options, *(chosen or ["tests/browser"])])


def split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Arguments of pytest as (paths of tests, everything else)."""
    paths = [argument for argument in arguments if argument.startswith("tests") and _file(argument).exists()]
    return paths, [argument for argument in arguments if argument not in paths]


def in_browser(path: str) -> bool:
    """Whether a path of tests belongs to the run with a browser."""
    return _file(path).is_relative_to(HERE / "tests" / "browser")


def main(arguments: Sequence[str]) -> int:
    """Exit code: 0 when nothing failed."""
    phases = [
        Phase("Lint", lambda: tool("ruff", "check")),
        Phase("Format", lambda: tool("ruff", "format", "--check")),
        Phase("Types", lambda: tool("mypy")),
        Phase("Tests on SQLite, tasks over Valkey", lambda: suite(arguments)),
        Phase("Tests on PostgreSQL, tasks over Valkey", lambda: suite_on_postgresql(arguments)),
        Phase("Tests in a browser", lambda: browser_tests(arguments)),
    ]
    outcomes = [phase.outcome() for phase in phases]
    print("\n=== Summary ===")
    print("\n".join(outcome.line() for outcome in outcomes))
    failed = [outcome.name for outcome in outcomes if outcome.state == "FAILED"]
    print(f"\n{len(failed)} of {len(outcomes)} parts failed." if failed else "\nNothing failed.", flush=True)
    return 1 if failed else 0


def _file(path: str) -> Path:
    """The file or folder of `tests/folder/test_file.py::test_name`."""
    return (HERE / path.partition("::")[0]).resolve()


def _run(command: Sequence[str], env: dict[str, str] | None = None) -> int:
    """Exit code of a Python command without the settings of the site that may be around."""
    ours = ("DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "ALLOWED_HOSTS")
    clean = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run([sys.executable, *command], cwd=HERE, env={**clean, **(env or {})}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
