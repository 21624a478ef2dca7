"""start.py finds a Python and says in one sentence what is wrong."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def start() -> ModuleType:
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def program(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return file


def test_the_running_python_answers(start: ModuleType) -> None:
    version = start.version_of(sys.executable)

    assert version == sys.version_info[:2]


@pytest.mark.parametrize(
    "text",
    ["echo 'pyenv: python3.13: command not found' >&2; exit 127", "exit 0", "kill -9 $$"],
    ids=["a shim without its Python", "silent", "killed"],
)
def test_what_only_pretends_to_be_a_python_does_not_answer(start: ModuleType, tmp_path: Path, text: str) -> None:
    pretender = program(tmp_path, "python3", text)

    version = start.version_of(str(pretender))

    assert version is None


def test_a_new_python_is_found_behind_old_ones(
    start: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin", "python3.13", "exit 127")
    program(tmp_path / "bin", "python3", "echo 3 9")
    program(tmp_path / "pyenv/versions/3.9.18/bin", "python", "echo 3 9")
    new = program(tmp_path / "pyenv/versions/3.12.1/bin", "python", "echo 3 12")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin/python3"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.delenv("TROCCAS_PYTHON", raising=False)
    monkeypatch.setattr(start.shutil, "which", {name: str(tmp_path / "bin" / name) for name in ("python3",)}.get)

    found = start.find_python()

    assert found == str(new)


def test_the_chosen_python_must_be_new_enough(
    start: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = program(tmp_path, "python3.9", "echo 3 9")
    monkeypatch.setenv("TROCCAS_PYTHON", str(old))

    with pytest.raises(start.StartError) as refusal:
        start.find_python()

    assert str(refusal.value) == f"TROCCAS_PYTHON is {old}, which is not a working Python 3.12 or newer."


def test_an_unknown_command_is_wrong_usage() -> None:
    done = subprocess.run([sys.executable, "start.py", "serve"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        "“serve” is not a command of start.py; there are test and manage, see --help.\n",
    )


def test_packages_are_installed_again_only_when_the_lock_has_changed(
    start: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "requirements.lock").write_text("one\n")
    ran: list[list[str]] = []
    monkeypatch.setattr(start, "HERE", tmp_path)
    monkeypatch.setattr(start, "find_python", lambda: sys.executable)
    monkeypatch.setattr(start, "run", lambda command: ran.append(command) or _make_python(command))

    for lock in ("one\n", "one\n", "two\n"):
        (tmp_path / "requirements.lock").write_text(lock)
        start.environment(".venv", "requirements.lock")

    assert [command[1:3] + command[-1:] for command in ran] == [
        ["-m", "venv", str(tmp_path / ".venv")],
        ["-m", "pip", str(tmp_path / "requirements.lock")],
        ["-m", "pip", str(tmp_path / "requirements.lock")],
    ]


def _make_python(command: list[str]) -> None:
    if command[2] == "venv":
        python = Path(command[-1]) / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.symlink_to(sys.executable)
