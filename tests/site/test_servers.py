"""A service of the tests that is missing or dies is a failure with its name, never a skipped test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.__main__ import Phase, browser_tests, main, suite_on_postgresql
from tests.servers import Service, ServiceError, postgresql, valkey


def test_a_killed_valkey_is_named(tmp_path: Path) -> None:
    with valkey(tmp_path) as service:
        service.process.kill()
        service.process.wait()

        with pytest.raises(ServiceError, match=r"^Valkey \(process \d+\) ended with code -9 during the tests"):
            service.check()


def test_a_killed_postgresql_is_named() -> None:
    with postgresql() as service:
        service.process.kill()
        service.process.wait()

        with pytest.raises(ServiceError, match=r"^PostgreSQL \(process \d+\) ended with code -9 during the tests"):
            service.check()


def test_a_missing_valkey_is_named(tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match=r"^Valkey cannot be run"), valkey(tmp_path, tmp_path / "valkey-server"):
        pytest.fail("It runs.")


def test_a_missing_postgresql_is_named(tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match=r"^PostgreSQL cannot be run"), postgresql(tmp_path):
        pytest.fail("It runs.")


def test_a_service_that_dies_during_a_phase_fails_it(monkeypatch: pytest.MonkeyPatch) -> None:
    servers: list[Service] = []

    @contextmanager
    def remembered() -> Iterator[Service]:
        with postgresql() as server:
            servers.append(server)
            yield server

    def suite_in_which_it_dies(_arguments: object, _url: str) -> tuple[str, str]:
        servers[0].process.kill()
        servers[0].process.wait()
        return "passed", "12 passed"

    monkeypatch.setattr("tests.__main__.postgresql", remembered)
    monkeypatch.setattr("tests.__main__.suite", suite_in_which_it_dies)

    outcome = Phase("On PostgreSQL", lambda: suite_on_postgresql([])).outcome()

    assert (outcome.state, outcome.note) == (
        "FAILED",
        f"PostgreSQL (process {servers[0].process.pid}) ended with code -9 during the tests.",
    )


@pytest.mark.parametrize(("required", "state"), [("1", "FAILED"), ("", "NOT RUN")])
def test_a_missing_browser_is_a_failure_where_one_is_required(
    monkeypatch: pytest.MonkeyPatch, required: str, state: str
) -> None:
    monkeypatch.setattr("tests.__main__.chromium", lambda: None)
    monkeypatch.setenv("TROCCAS_REQUIRE_BROWSER", required)

    outcome = browser_tests([])

    assert outcome == (state, "no Chromium is installed (Debian and Ubuntu: apt install chromium)")


def test_every_phase_runs_and_one_failure_fails_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.__main__.tool", lambda name, *_: ("FAILED" if name == "ruff" else "passed", ""))
    monkeypatch.setattr("tests.__main__.suite", lambda *_: ("passed", "12 passed"))
    monkeypatch.setattr("tests.__main__.suite_on_postgresql", lambda _: ("passed", "12 passed"))
    monkeypatch.setattr("tests.__main__.browser_tests", lambda _: ("NOT RUN", "no Chromium"))

    code = main([])

    summary = capsys.readouterr().out.partition("=== Summary ===\n")[2]
    assert (code, summary.splitlines()) == (
        1,
        [
            "  FAILED        0 s  Lint",
            "  FAILED        0 s  Format",
            "  passed        0 s  Types",
            "  passed        0 s  Tests on SQLite, tasks over Valkey: 12 passed",
            "  passed        0 s  Tests on PostgreSQL, tasks over Valkey: 12 passed",
            "  NOT RUN       0 s  Tests in a browser: no Chromium",
            "",
            "2 of 6 parts failed.",
        ],
    )
