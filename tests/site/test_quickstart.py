"""The quick start as a person meets it: processes, sentences, ports."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from troccas_site import quickstart as module

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120


@dataclass
class Quickstart:
    """A running quick start and what it has printed."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as output:
            self.lines.extend(iter(output.readline, ""))

    def children(self) -> dict[str, int]:
        """Process ids of web server (granian), worker and clock (beat)."""
        names = r"-m (?:celery .*?)?(granian|worker|beat) "
        found = re.findall(rf"^\s*{self.process.pid}\s+(\d+) .*{names}", processes(), re.MULTILINE)
        return {name: int(pid) for pid, name in found}

    def end(self) -> int:
        """Kill what still runs and wait for the last line. Returns the exit code."""
        if self.process.poll() is None:
            self.process.kill()
        code = self.process.wait()
        self.reader.join()
        return code


def processes() -> str:
    """All processes as lines of parent, process id and command. Small containers have no ps, but Linux has /proc."""
    if sys.platform != "linux":
        return subprocess.run(["ps", "-A", "-o", "ppid=,pid=,args="], capture_output=True, text=True, check=True).stdout
    return "\n".join(filter(None, map(_process, Path("/proc").glob("[0-9]*"))))


def _process(folder: Path) -> str:
    try:
        command = (folder / "cmdline").read_text().replace("\0", " ")
        parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
    except OSError:  # it has ended meanwhile
        return ""
    return f"{parent} {folder.name} {command}"


@pytest.fixture
def quickstart(tmp_path: Path) -> Iterator[Callable[..., Quickstart]]:
    """Starts `start.py`'s second half on a data folder of its own."""
    running: list[Quickstart] = []
    ours = ("DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "ALLOWED_HOSTS")
    environment = {name: value for name, value in os.environ.items() if name not in ours}

    def begin(*arguments: str) -> Quickstart:
        process = subprocess.Popen(
            [sys.executable, "-m", "troccas_site.quickstart", "--host", "127.0.0.1", *arguments],
            cwd=ROOT,
            env={**environment, "TROCCAS_DATA": str(tmp_path / "data")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started = Quickstart(process)
        running.append(started)
        return started

    yield begin
    for started in running:
        started.end()


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def runs(pid: int) -> bool:
    """Whether a process is there and more than an entry that nobody has read yet."""
    return re.search(rf"^\s*\d+\s+{pid} \S", processes(), re.MULTILINE) is not None


def test_a_day_of_the_quick_start(quickstart: Callable[..., Quickstart]) -> None:
    port = free_port()
    started = quickstart("--empty", "--port", str(port))
    until(lambda: len(started.children()) == 3)

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/en/", timeout=10) as page:
        assert page.status == 200
    first = started.children()

    os.kill(first["worker"], signal.SIGKILL)
    until(lambda: started.children().get("worker") not in (None, first["worker"]))
    second = started.children()
    assert second["granian"] == first["granian"]
    assert "The worker ended by itself (code -9) and is started again in 1 s. Its last words:\n" in started.lines

    started.process.send_signal(signal.SIGINT)
    assert started.process.wait(SECONDS) == 0
    until(lambda: started.lines[-1] == "Stopped.\n")
    assert [name for name, pid in second.items() if runs(pid)] == []


if sys.platform == "linux":  # elsewhere a killed parent cannot take its children along

    def test_children_end_with_a_killed_parent(quickstart: Callable[..., Quickstart]) -> None:
        started = quickstart("--empty", "--port", str(free_port()))
        until(lambda: len(started.children()) == 3)
        children = started.children()

        started.process.kill()
        started.process.wait()

        until(lambda: not any(runs(pid) for pid in children.values()))


def test_the_demo_is_made_once_and_the_password_stays(quickstart: Callable[..., Quickstart], tmp_path: Path) -> None:
    passwords, demos = [], []
    for _ in range(2):
        started = quickstart("--port", str(free_port()))
        until(lambda started=started: "Ctrl-C stops it.\n" in started.lines)
        passwords.append([line for line in started.lines if "Password" in line])
        demos.append([line for line in started.lines if "made-up championship" in line])
        started.process.send_signal(signal.SIGTERM)
        assert started.process.wait(SECONDS) == 0

    assert (
        passwords[0] == passwords[1] == [f"  Password:          {(tmp_path / 'data/organiser_password').read_text()}\n"]
    )
    assert [len(lines) for lines in demos] == [1, 0]


def test_a_port_that_was_asked_for_and_is_taken_stops_with_a_sentence(quickstart: Callable[..., Quickstart]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        started = quickstart("--empty", "--port", str(port))
        code = started.process.wait(SECONDS)

    until(lambda: started.lines)
    assert (code, started.lines) == (
        1,
        [f"Port {port} is taken by another program; choose another one with --port.\n"],
    )


def test_a_taken_port_moves_to_the_next_free_one_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        first = taken.getsockname()[1]
        monkeypatch.setattr(module, "FIRST_PORT", first)

        port = module.free_port("127.0.0.1", None)

    assert first < port < first + 100
    assert capsys.readouterr().out == f"Port {first} is taken by another program; using {port} instead.\n"


def test_an_address_of_another_computer_is_refused_with_a_sentence() -> None:
    with pytest.raises(module.CannotStartError) as refusal:
        module.free_port("192.0.2.77", None)

    assert str(refusal.value) == "192.0.2.77 is not an address of this computer; leave --host away."
