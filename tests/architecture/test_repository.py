"""What the whole repository keeps to."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
CODE = ("engine", "scoring", "tournaments", "troccas_site")
PYTHON = [
    ROOT / "start.py",
    ROOT / "manage.py",
    *(file for part in (*CODE, "tests") for file in (ROOT / part).rglob("*.py")),
]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

#: What a template must not contain, and why.
FORBIDDEN_IN_TEMPLATES = {
    "text that is not escaped": re.compile(r"\|\s*safe\b|\bautoescape\s+off|\|\s*safeseq\b"),
    "a script in the page": re.compile(r"<script\b(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", re.IGNORECASE),
    "a style in the page": re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE),
    "a handler in an attribute": re.compile(r"\son[a-z]+\s*=\s*[\"']|javascript:|hx-on", re.IGNORECASE),
    "an address of another site or data in an address": re.compile(r"(?:src|href)\s*=\s*[\"'](?:https?:|//|data:)"),
}


def relative(files: list[Path]) -> list[str]:
    return sorted(file.relative_to(ROOT).as_posix() for file in files)


def test_lock_files_contain_no_address() -> None:
    locks = sorted(ROOT.glob("*.lock"))

    with_address = [lock.name for lock in locks if "://" in lock.read_text()]

    assert (len(locks), with_address) == (3, [])


def test_every_locked_package_has_a_hash() -> None:
    unhashed = [
        line
        for lock in ROOT.glob("*.lock")
        for line in lock.read_text().replace("\\\n", " ").splitlines()
        if line.strip() and "--hash=sha256:" not in line
    ]

    assert unhashed == []


def test_a_file_is_named_after_its_subject() -> None:
    nameless = [file for file in PYTHON if file.stem in {"utils", "helpers", "services", "util", "misc", "common"}]

    assert relative(nameless) == []


def test_nothing_is_left_for_later() -> None:
    unfinished = [file for file in PYTHON if _unfinished(file.read_text(encoding="utf-8"))]

    assert relative(unfinished) == []


@pytest.mark.parametrize("what", FORBIDDEN_IN_TEMPLATES)
def test_templates_contain_nothing_that_the_policy_forbids(what: str) -> None:
    with_it = [file for file in TEMPLATES if FORBIDDEN_IN_TEMPLATES[what].search(file.read_text(encoding="utf-8"))]

    assert relative(with_it) == []


def test_code_never_calls_text_safe() -> None:
    trusting = [file for part in CODE for file in (ROOT / part).rglob("*.py") if "mark_safe" in file.read_text("utf-8")]

    assert relative(trusting) == []


def test_our_scripts_set_no_markup_and_run_no_text() -> None:
    dangerous = re.compile(r"(?:inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|document\.write|\beval\(|new Function")
    ours = [file for file in (ROOT / "tournaments" / "static").rglob("*.js") if "vendor" not in file.parts]

    assert relative([file for file in ours if dangerous.search(file.read_text(encoding="utf-8"))]) == []


@pytest.mark.django_db
def test_migrations_are_in_step_with_the_models(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("makemigrations", "--check", "--dry-run")

    assert capsys.readouterr().out == "No changes detected\n"


def _unfinished(source: str) -> bool:
    """Whether a file has a stub, a note of something to do, or a test that is not run."""
    return any(map(_is_stub, ast.walk(ast.parse(source)))) or any(
        re.search(r"\b(?:T[O]DO|F[I]XME|XXX)\b", token.string)
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    )


def _is_stub(node: ast.AST) -> bool:
    if isinstance(node, ast.Raise) and node.exc is not None:
        return "NotImplementedError" in ast.dump(node.exc)
    if isinstance(node, ast.Attribute):
        return node.attr in {"skip", "skipif", "xfail"} and "pytest" in ast.dump(node)
    return False
