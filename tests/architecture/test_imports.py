"""Who may import whom. The contracts are in pyproject.toml."""

import pytest
from importlinter import cli


def test_import_contracts(capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.lint_imports(no_cache=True)

    assert code == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out
