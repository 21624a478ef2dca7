#!/usr/bin/env python3
"""Start the site, test it, or manage it, from nothing but a Python.

    python3 start.py [--empty] [--host H] [--port N]     the site, with a made-up championship on the first start
    python3 start.py test [pytest arguments]             everything that can be tested
    python3 start.py manage COMMAND …                    a management command in the prepared environment

Any Python from 3.9 on can run this file; it looks for a Python 3.12 or newer by itself, makes an environment beside
this file and installs the locked packages into it. Only the standard library is used here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
OLDEST = (3, 12)
WINDOWS = os.name == "nt"
NO_PYTHON = (
    "Troccas needs Python 3.12 or newer and could neither find nor fetch one: install Python from your system's "
    "package manager (on Debian and Ubuntu python3 with python3-venv), or set TROCCAS_PYTHON to one that is there."
)


class StartError(Exception):
    """One sentence for the person at the keyboard."""


# --- Which Python ----------------------------------------------------------------------------------------------------


def candidates() -> Iterator[str]:
    """Interpreters that may be there, best first. Some only pretend to be: see version_of."""
    yield sys.executable
    names = ("python3.13", "python3.12", "python3.14", "python3", "python")
    yield from filter(None, map(shutil.which, names))
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    for folder in sorted(pyenv.glob("3.*"), key=_numbers, reverse=True):
        yield str(folder / ("python.exe" if WINDOWS else "bin/python"))
    if WINDOWS and shutil.which("py"):
        for minor in (13, 12, 14):
            found = _answer(["py", f"-3.{minor}", "-c", "import sys; print(sys.executable)"])
            if found:
                yield found


def version_of(python: str) -> tuple[int, ...] | None:
    """(3, 13) when this interpreter really answers and can make environments, else None.

    A pyenv shim or a Windows store link is a file that runs and is no Python; Debian's python3 without python3-venv has
    no ensurepip.
    """
    answer = _answer([python, "-c", "import sys, venv, ensurepip; print(*sys.version_info[:2])"])
    return tuple(map(int, answer.split())) if answer else None


def find_python() -> str:
    """Path of a Python that is new enough.

    Raises StartError when there is none and none can be fetched, or when TROCCAS_PYTHON names an unsuitable one.
    """
    wanted = os.environ.get("TROCCAS_PYTHON")
    if wanted:
        if (version_of(wanted) or (0,)) < OLDEST:
            raise StartError(f"TROCCAS_PYTHON is {wanted}, which is not a working Python 3.12 or newer.")
        return wanted
    for python in dict.fromkeys(candidates()):
        if (version_of(python) or (0,)) >= OLDEST:
            return python
    return fetched_python()


def fetched_python() -> str:
    """Path of a Python 3.13 that uv fetches into a folder of ours. Needs the internet."""
    say("No Python 3.12 or newer is here: fetching one.")
    folder = HERE / ".venv-uv"
    python = interpreter_in(folder)
    managed = {**os.environ, "UV_PYTHON_INSTALL_DIR": str(folder / "pythons"), "UV_PYTHON_PREFERENCE": "only-managed"}
    try:
        if not python.exists():
            run([sys.executable, "-m", "venv", str(folder)])
        run([*pip(python), "install", "--require-hashes", "-r", str(HERE / "requirements-uv.lock")])
        run([str(python), "-m", "uv", "python", "install", "--quiet", "3.13"], env=managed)
    except (OSError, subprocess.CalledProcessError) as failure:
        raise StartError(NO_PYTHON) from failure
    found = _answer([str(python), "-m", "uv", "python", "find", "3.13"], env=managed)
    if not found:
        raise StartError(NO_PYTHON)
    return found


def _numbers(folder: Path) -> list[int]:
    return [int(part) for part in folder.name.split(".") if part.isdigit()]


def _answer(command: list[str], env: dict[str, str] | None = None) -> str:
    """What a command prints, or nothing when it fails, hangs or is not there."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=20, check=True, env=env
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


# --- The environment -------------------------------------------------------------------------------------------------


def interpreter_in(folder: Path) -> Path:
    """The Python of an environment folder."""
    return folder / ("Scripts/python.exe" if WINDOWS else "bin/python")


def environment(name: str, lock_name: str) -> str:
    """Path of the Python of the environment `name`, made or brought up to date when the lock file has changed."""
    folder, lock = HERE / name, HERE / lock_name
    python = interpreter_in(folder)
    installed = folder / "installed-lock.sha256"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    usable = (version_of(str(python)) or (0,)) >= OLDEST
    if usable and installed.exists() and installed.read_text() == wanted:
        return str(python)
    usable = usable and bool(_answer([*pip(python), "--version"]))  # else the making of it was interrupted
    base = "" if usable else find_python()
    say(f"Preparing {name} from {lock_name} (once; about half a minute).")
    installed.unlink(missing_ok=True)
    try:
        if not usable:
            run([base, "-m", "venv", "--clear", str(folder)])
        run([*pip(python), "install", "--require-hashes", "-r", str(lock)])
    except subprocess.CalledProcessError as failure:
        raise StartError(
            "The packages could not be installed (see above): check the internet connection and start again."
        ) from failure
    installed.write_text(wanted)
    return str(python)


def pip(python: Path) -> list[str]:
    """The pip of that Python, with only its errors shown."""
    return [str(python), "-m", "pip", "-qq", "--disable-pip-version-check", "--no-input"]


# --- Running ---------------------------------------------------------------------------------------------------------


def say(sentence: str) -> None:
    """Tell the person at the keyboard, without disturbing what a command prints for programs."""
    print(sentence, file=sys.stderr, flush=True)


def run(command: list[str], env: dict[str, str] | None = None) -> None:
    """Run one preparing step; what it prints goes to standard error. Raises CalledProcessError when it fails."""
    subprocess.run(command, check=True, stdout=sys.stderr, env=env, cwd=HERE)


def become(python: str, *arguments: str) -> int:
    """Go on as that Python: the same process where the system can do that, so that a signal reaches the right one."""
    os.chdir(HERE)
    command = [python, *arguments]
    if not WINDOWS:
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(python, command)  # noqa: S606
    child = subprocess.Popen(command)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the child got it too and is stopping its own children
            continue


def main(arguments: list[str]) -> int:
    """Exit code: 0 done, 1 could not, 2 wrong usage."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command in ("-h", "--help"):
        print(__doc__)
        return 0
    if command == "test":
        return become(environment(".venv-test", "requirements-test.lock"), "-m", "tests", *rest)
    if command == "manage":
        return become(environment(".venv", "requirements.lock"), "-m", "troccas_site.prepared", *rest)
    if command and not command.startswith("-"):
        say(f"“{command}” is not a command of start.py; there are test and manage, see --help.")
        return 2
    return become(environment(".venv", "requirements.lock"), "-m", "troccas_site.quickstart", *arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except StartError as reason:
        say(str(reason))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
