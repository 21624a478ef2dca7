"""`python -m engine`: JSON on standard output, exit codes 0, 1, 2."""

import io
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.attainable import attainable
from engine.rulesets import FIVE, SIX, SURSELVA, THREE


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command; return its exit code and the JSON it printed."""

    def command(*arguments: str) -> tuple[int, Any]:
        code = main(list(arguments))
        return code, json.loads(capsys.readouterr().out)

    return command


def test_count(run: Any) -> None:
    assert run("count", "cK t21 n r3 c2 c3", "--json") == (0, {"points": 14, "cards": 6, "groups": 2})
    assert run("count", "cK t21 n r3", "--tricks", "1", "--side", "other") == (
        0,
        {"points": 13, "cards": 4, "groups": 1},
    )
    assert run("count", "cK c2 c3 c4", "--players", "5") == (
        0,
        {"points": 16, "cards": 4, "groups": 2, "unit": "third"},
    )


def test_count_reads_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("cN cQ\n"))

    assert run("count", "-") == (0, {"points": 6, "cards": 2, "groups": 1})


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param(["cX"], {"code": "UNKNOWN_CARD", "card": "cX"}, id="unknown"),
        pytest.param(["c1 c1"], {"code": "CARD_TWICE", "card": "c1"}, id="twice"),
        pytest.param(["c1", "--side", "other"], {"code": "PILE", "cards": 1, "possible": [0, 4]}, id="pile"),
        pytest.param(["c1", "--tricks", "20"], {"code": "TRICKS", "tricks": 20, "most": 19}, id="tricks"),
    ],
)
def test_count_refuses(run: Any, arguments: list[str], problem: dict[str, object]) -> None:
    assert run("count", *arguments) == (1, {"problems": [problem]})


def test_attainable(run: Any) -> None:
    four, three, five, six = (attainable(rules) for rules in (SURSELVA, THREE, FIVE, SIX))

    assert run("attainable") == (0, {"dealer": sorted(four.dealer), "other": sorted(four.other)})
    assert run("attainable", "--ruleset", "three") == (
        0,
        {"triples": 3081, "dealer": sorted(three.dealer), "other": sorted(three.other)},
    )
    assert run("attainable", "--ruleset", "five") == (
        0,
        {"unit": "third", "dealer": sorted(five.dealer), "other": sorted(five.other)},
    )
    assert run("attainable", "--ruleset", "six") == (0, {"side": sorted(six.dealer)})


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no command"),
        pytest.param(["count"], id="no cards"),
        pytest.param(["attainable", "--ruleset", "tarock"], id="unknown rule set"),
        pytest.param(["play"], id="no seed"),
        pytest.param(["play", "--seed", "1", "--count", "-1"], id="negative count"),
    ],
)
def test_wrong_use_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


def test_play_and_verify(run: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["play", "--seed", "5", "--count", "3"]) == 0
    text = capsys.readouterr().out
    assert main(["play", "--seed", "5", "--count", "3"]) == 0
    assert capsys.readouterr().out == text
    assert main(["play", "--seed", "6", "--count", "3", "--players", "random"]) == 0
    assert capsys.readouterr().out != text
    file = tmp_path / "deals.txt"
    file.write_text(text, encoding="utf-8")

    assert run("verify", str(file), str(file)) == (0, {"deals": 6, "ok": True})


def test_verify_says_where_a_record_was_changed(
    run: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["play", "--seed", "5", "--count", "3"])
    first, second, third = capsys.readouterr().out.split("troccas-record 1\n")[1:]
    winner = second.split("trick 7: ")[1].split(", ")[1][0]
    wrong = str((int(winner) + 1) % 4)
    second = second.replace(
        second.split("trick 7: ")[1].split("\n")[0],
        second.split("trick 7: ")[1].split("\n")[0].replace(f", {winner} takes", f", {wrong} takes"),
    )
    text = "".join(f"troccas-record 1\n{record}" for record in (first, second, third.replace("hand 1", "hand 9")))
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))

    code, answer = run("verify", "-")

    assert code == 1
    assert answer["problems"][0] == {
        "code": "WINNER",
        "file": "-",
        "record": 2,
        "trick": 7,
        "seat": int(wrong),
        "expected": int(winner),
    }
    assert answer["problems"][1] == {"code": "FORMAT", "file": "-", "record": 3, "line": 7, "expected": "hand 1:"}


def test_verify_refuses_what_it_cannot_read(run: Any, tmp_path: Path) -> None:
    binary, empty, missing = tmp_path / "binary", tmp_path / "empty", tmp_path / "missing"
    binary.write_bytes(b"\xff\xfe\x00")
    empty.write_text("")

    code, answer = run("verify", str(binary), str(empty), str(missing))

    assert code == 1
    assert answer["problems"] == [
        {"code": "FORMAT", "file": str(binary), "error": "UnicodeDecodeError"},
        {"code": "FORMAT", "file": str(empty), "record": 1, "line": 1, "expected": "troccas-record 1"},
        {"code": "FORMAT", "file": str(missing), "error": "FileNotFoundError"},
    ]


def test_commands_work_on_pipes_and_the_package_needs_the_standard_library_only() -> None:
    played = subprocess.run(
        [sys.executable, "-S", "-m", "engine", "play", "--seed", "1"], capture_output=True, text=True, check=True
    )

    verified = subprocess.run(
        [sys.executable, "-S", "-m", "engine", "verify", "-"],
        input=played.stdout,
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(verified.stdout) == {"deals": 1, "ok": True}


def test_importing_the_engine_loads_only_the_standard_library_and_takes_little_time() -> None:
    script = (
        "import sys, time, json; start = time.process_time(); import engine.simulate, engine.verify, engine.recount; "
        "seconds = time.process_time() - start; "
        "print(json.dumps([seconds, sorted({name.partition('.')[0] for name in sys.modules})]))"
    )

    runs = [
        json.loads(subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, check=True).stdout)
        for _ in range(3)
    ]
    seconds = min(run[0] for run in runs)  # the least disturbed one
    modules = runs[0][1]

    foreign = {name for name in modules if name not in sys.stdlib_module_names} - {"engine", "__main__"}
    assert foreign <= {name for name in foreign if name.startswith("_")}
    assert seconds < 0.1


def test_the_package_runs_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["engine", "count", "cN cQ"])
    monkeypatch.delitem(sys.modules, "engine.__main__")

    with pytest.raises(SystemExit) as ended:
        runpy.run_module("engine", run_name="__main__")

    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out)["points"] == 6


def test_play_stops_quietly_when_nobody_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    with os.fdopen(writer, "w") as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        code = main(["play", "--seed", "1", "--count", "3"])

    assert code == 0
