"""Prints that are made in the background: through a real worker over a real broker, and with a broker that is down."""

import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from celery.contrib.testing.worker import TestWorkController
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments import tasks
from tournaments.domain.publishing import publish_ranking
from tournaments.enums import RoundState
from tournaments.exports import prints
from tournaments.exports.publications import path_of
from tournaments.models import Publication, Round
from troccas_site.celery import app

KINDS = ["results-office-1", "seating-name-1", "seating-table-1", "slips-a5-1", "slips-a6-1"]


@pytest.fixture(autouse=True)
def files(settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def published_round(*, publish: bool = True) -> Round:
    championship = ChampionshipFactory(rounds=1)
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    return seat_round(championship, [(a, b), (c, d)], publish=publish)


def published_ranking() -> Publication:
    round_ = published_round()
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)
    return publish_ranking(round_.championship_id)


def organiser_with_draft() -> tuple[Client, Round]:
    """Somebody who may publish, and a drawn round."""
    round_ = published_round(publish=False)
    client = Client()
    client.force_login(member(round_.championship.association))
    return client, round_


def address(name: str, round_: Round) -> str:
    return reverse(name, args=[round_.championship.slug, round_.number])


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> None:
    """Until the worker has done it."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the worker has not done it"
        time.sleep(0.05)


def made(folder: Path) -> list[str]:
    """Kind and language of the prints in the folder, without the mark of what is in them."""
    return sorted(path.stem.rsplit("-", 1)[0] for path in folder.glob("prints/*/[!.]*.pdf"))


@pytest.mark.celery
def test_the_worker_makes_the_prints_of_a_round(celery_worker: TestWorkController, files: Path) -> None:
    round_ = published_round()

    tasks.queue_round_prints(round_.pk, "it")

    wait_for(lambda: len(made(files)) == len(KINDS))
    assert made(files) == [f"{kind}-it" for kind in KINDS]


@pytest.mark.celery
def test_the_worker_writes_the_files_of_a_published_ranking(celery_worker: TestWorkController, files: Path) -> None:
    publication = published_ranking()

    tasks.queue_publication(publication.pk)

    expected = sorted(f"ranking-{language}.{kind}" for language in ("de", "en", "it", "rm") for kind in tasks.MAKERS)
    folder = path_of(publication, "pdf", "en").parent
    wait_for(lambda: len(list(folder.glob("[!.]*"))) == len(expected))
    assert sorted(path.name for path in folder.iterdir()) == expected


@pytest.mark.celery
def test_who_publishes_a_round_finds_its_slips_made(
    celery_worker: TestWorkController, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, round_ = organiser_with_draft()

    client.post(address("office_round_publish", round_), {"version": round_.version})

    wait_for(lambda: len(made(files)) == len(KINDS))
    monkeypatch.setattr(prints, "render", lambda *_given: pytest.fail("it was made again"))
    assert client.get(address("slips", round_)).headers["Content-Type"] == "application/pdf"


@pytest.mark.django_db(transaction=True)
def test_a_round_is_published_while_the_broker_is_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    client, round_ = organiser_with_draft()
    monkeypatch.setattr(app.conf, "broker_write_url", f"redis+socket://{tmp_path / 'nobody-listens.sock'}")

    response = client.post(address("office_round_publish", round_), {"version": round_.version})

    round_.refresh_from_db()
    assert (response.status_code, round_.state) == (302, RoundState.PUBLISHED)
    assert client.get(address("slips", round_)).content.startswith(b"%PDF")


@pytest.mark.celery
def test_nothing_is_queued_for_a_change_that_was_taken_back(celery_worker: TestWorkController, files: Path) -> None:
    taken_back, kept = published_round(), published_round()

    with transaction.atomic():
        tasks.queue_round_prints(taken_back.pk, "de")
        transaction.set_rollback(True)
    tasks.queue_round_prints(kept.pk, "de")

    wait_for(lambda: len(made(files)) >= len(KINDS))
    assert [path.name for path in (files / "prints").iterdir()] == [str(kept.championship_id)]


@pytest.mark.django_db
def test_the_same_prints_are_made_once(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = published_round()
    tasks.render_round_prints(round_.pk, "de")
    before = {path: path.stat().st_mtime_ns for path in files.rglob("*.pdf")}
    monkeypatch.setattr(prints, "render", lambda *_given: pytest.fail("it was made again"))

    tasks.render_round_prints(round_.pk, "de")

    assert {path: path.stat().st_mtime_ns for path in files.rglob("*.pdf")} == before


@pytest.mark.django_db
def test_a_draft_has_no_prints(files: Path) -> None:
    draft = published_round(publish=False)

    tasks.render_round_prints(draft.pk, "de")

    assert made(files) == []


@pytest.mark.django_db
def test_a_round_that_is_gone_is_no_error(files: Path) -> None:
    tasks.render_round_prints(987654, "de")
    tasks.freeze_publication(987654)

    assert list(files.iterdir()) == []


@pytest.mark.django_db
def test_a_published_file_stays_as_it_was_first_written(files: Path) -> None:
    publication = published_ranking()
    tasks.freeze_publication(publication.pk)
    before = {path: path.read_bytes() for path in files.rglob("*.*")}
    type(publication.championship).objects.update(name="Another name")

    tasks.freeze_publication(publication.pk)

    assert {path: path.read_bytes() for path in files.rglob("*.*")} == before
    assert len(before) == 16


@pytest.mark.django_db
def test_the_published_pdf_names_its_round(files: Path) -> None:
    publication = published_ranking()

    tasks.freeze_publication(publication.pk)

    pdf = path_of(publication, "pdf", "en").read_bytes()
    assert "Ranking after round 1" in pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text()


@pytest.mark.django_db
def test_a_broker_that_is_down_does_not_stop_a_publication(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks, tmp_path: Path, caplog
) -> None:
    round_ = published_round()
    monkeypatch.setattr(app.conf, "broker_write_url", f"redis+socket://{tmp_path / 'nobody-listens.sock'}")

    started = time.monotonic()
    with django_capture_on_commit_callbacks(execute=True):
        tasks.queue_round_prints(round_.pk, "de")

    assert time.monotonic() - started < 3
    assert [record.message for record in caplog.records if record.name == "tournaments.tasks"] == ["task_not_queued"]
