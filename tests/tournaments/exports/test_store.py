"""Prints that were made are kept, whole, and only as long as they are right."""

import json
import logging
from pathlib import Path

import pytest
from django.db import transaction

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.publishing import publish_ranking
from tournaments.exports import prints, publications
from tournaments.exports.prints import Print
from tournaments.exports.store import path_of, stored, write_whole
from tournaments.models import Publication


def document(words: str = "first", kind: str = "slips-a5-1") -> Print:
    return Print(7, kind, "slips", {"lang": "de", "title": words})


def published(*names: str, **fields: int) -> Publication:
    """A ranking of two entries after a round, published."""
    championship = ChampionshipFactory(rounds=1, **fields)
    first, second = enter(championship, *names)
    key(seat_round(championship, [(first, second)]), 1, 40, 30, 36, 50)
    return publish_ranking(championship.pk)


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was really rendered, in order."""
    titles: list[str] = []

    def render(_template: str, data: dict[str, str]) -> bytes:
        titles.append(data["title"])
        return f"%PDF {data['title']}".encode()

    monkeypatch.setattr(prints, "render", render)
    return titles


def test_a_print_is_made_once(made: list[str]) -> None:
    answers = [stored(document()), stored(document())]

    assert (answers, made) == ([b"%PDF first"] * 2, ["first"])


def test_a_change_makes_a_new_file_and_removes_the_old_one(files: Path) -> None:
    stored(document("first"))

    answer = stored(document("second"))

    assert answer == b"%PDF second"
    assert [path.read_bytes() for path in files.rglob("*.pdf")] == [b"%PDF second"]


def test_other_prints_stay(files: Path) -> None:
    stored(document("one", "slips-a5-1"))
    stored(document("eleven", "slips-a5-11"))

    stored(document("one again", "slips-a5-1"))

    assert sorted(path.read_bytes() for path in files.rglob("*.pdf")) == [b"%PDF eleven", b"%PDF one again"]


def test_a_new_edition_of_the_templates_has_other_files(monkeypatch: pytest.MonkeyPatch) -> None:
    before = path_of(document())
    monkeypatch.setattr(prints, "edition", lambda: "another")

    assert path_of(document()) != before


def test_a_full_disk_costs_the_file_and_not_the_print(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, files: Path
) -> None:
    def full(_self: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)

    with caplog.at_level(logging.ERROR):
        answer = stored(document())

    assert (answer, caplog.messages, [path for path in files.rglob("*") if path.is_file()]) == (
        b"%PDF first",
        ["print_not_kept"],
        [],
    )


def test_a_file_is_replaced_whole(files: Path) -> None:
    path = files / "folder" / "file.pdf"
    write_whole(path, b"old" * 1000)

    write_whole(path, b"new")

    assert ([each.name for each in path.parent.iterdir()], path.read_bytes()) == (["file.pdf"], b"new")


@pytest.mark.django_db
def test_a_full_disk_costs_the_file_and_not_the_published_ranking(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    def full(_path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device")

    publication = published("A", "B")
    monkeypatch.setattr(publications, "write_whole", full)

    answer = publications.publication_file(publication, "json", "en")

    assert (json.loads(answer)["after_round"], list(files.rglob("*.json"))) == (1, [])


@pytest.mark.django_db
def test_a_database_that_begins_anew_never_answers_with_files_of_the_one_before() -> None:
    with transaction.atomic():
        first = published("Ursin", "Nesa")
        publications.publication_file(first, "csv", "en")
        transaction.set_rollback(True)
    second = published("Gion", "Maria", pk=first.championship_id)

    content = publications.publication_file(second, "csv", "en").decode()

    assert first.number == second.number
    assert "Gion" in content
