"""Keeping child processes alive, and ending them all together.

Why not honcho: it stops everything as soon as one process ends, and in a full hall the pages must stay when the worker
of the PDFs falls over.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

WINDOWS = os.name == "nt"
HEALTHY_SECONDS = 60
LONGEST_PAUSE = 30
SECONDS_TO_STOP = 10
LARGEST_LOG = 5_000_000


@dataclass(slots=True)
class Child:
    """A process to keep running. What it prints goes to `log`."""

    name: str
    command: Sequence[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started: float = 0
    failures: int = 0
    due: float = 0

    def start(self) -> None:
        """Start the process, in a session of its own: Ctrl-C reaches the parent alone, which then stops each child."""
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(  # noqa: S603
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=not WINDOWS,
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
            )
        self.started = time.monotonic()

    def stop(self) -> None:
        """Ask the process to end; `kill` makes it."""
        if self.process and self.process.poll() is None:
            if WINDOWS:
                self.kill()
            else:
                self.process.terminate()

    def kill(self) -> None:
        """End the process and whatever it has started."""
        if not self.process or self.process.poll() is not None:
            return
        if WINDOWS:
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self.process.pid)], check=False)  # noqa: S603, S607
        else:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def last_words(self) -> str:
        """The end of the log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-12:])


@dataclass(slots=True)
class Supervisor:
    """Runs children until it is told to stop. `tell` gets a sentence for the person at the keyboard."""

    tell: Callable[[str], None]
    children: list[Child] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def listen(self) -> None:
        """From now on Ctrl-C and a request to end stop the children first."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda *_: self.stopping.set())

    def start(self, child: Child) -> None:
        """Start a child and keep it running from now on."""
        child.start()
        self.children.append(child)

    def wait(self, seconds: float = 0.3) -> bool:
        """Look after the children for a moment. Returns False when it is time to end."""
        for child in self.children:
            self._look_after(child)
        return not self.stopping.wait(seconds)

    def stop(self) -> None:
        """End every child: politely, and after ten seconds or at a second Ctrl-C without asking."""
        self.stopping.clear()
        for child in self.children:
            child.stop()
        deadline = time.monotonic() + SECONDS_TO_STOP
        while any(child.process and child.process.poll() is None for child in self.children):
            if self.stopping.wait(0.05) or time.monotonic() > deadline:
                break
        for child in self.children:
            child.kill()

    def _look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.due:
                child.start()
            return
        code = child.process.poll()
        if code is None:
            if now - child.started > HEALTHY_SECONDS:
                child.failures = 0
            return
        child.process = None
        child.failures += 1
        pause = min(LONGEST_PAUSE, 2**child.failures - 1)
        child.due = now + pause
        self.tell(f"The {child.name} ended by itself (code {code}) and is started again in {pause} s. Its last words:")
        self.tell(child.last_words())


def _end_with_parent() -> None:
    """Linux: end this child too when its parent is killed without a chance to stop it."""
    import ctypes  # noqa: PLC0415

    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
