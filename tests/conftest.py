"""What every test can use: a real broker and worker, and catalogues that are compiled."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import hypothesis
import pytest
from celery.contrib.testing.worker import TestWorkController, start_worker
from django.conf import settings
from django.test import TransactionTestCase
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests.servers import Service, valkey
from tournaments.catalogues import compile_catalogues
from tournaments.models import append_only
from troccas_site.celery import app

#: A test that uses one of these commits for real, so what it queues on commit goes to the broker.
COMMITTING = {"transactional_db", "live_server", "celery_worker", "django_capture_on_commit_callbacks"}


# A busy machine is slow, and that is not a fault of the code under test.
hypothesis.settings.register_profile("suite", deadline=None)
hypothesis.settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """Make the data folder and compile the catalogues, once for all test processes."""
    if not hasattr(config, "workerinput"):
        settings.DATA_DIR.mkdir()
        compile_catalogues()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the data folder of this run."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A page leaves its language behind in the thread; each test begins in English."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def broker_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The Valkey that CELERY_BROKER_URL of the test settings names."""
    folder = Path(app.conf.broker_url.removeprefix("redis+socket://")).parent
    folder.mkdir(parents=True, exist_ok=True)
    with valkey(folder) as service:
        yield service
        service.check()


@pytest.fixture
def broker(broker_service: Service) -> Iterator[Service]:
    """An empty broker. When it has died the test ends with an error that says so."""
    broker_service.check()
    app.control.purge()
    yield broker_service
    broker_service.check()


@pytest.fixture(autouse=True)
def _broker_for_what_commits(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("django_db")
    if COMMITTING.intersection(request.fixturenames) or (marker and marker.kwargs.get("transaction")):
        request.getfixturevalue("broker")


@pytest.fixture(scope="session")
def _running_worker(
    broker_service: Service, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[TestWorkController]:
    # Celery runs Django's system checks when a worker starts, and those look at the database.
    with ExitStack() as stack:
        with django_db_blocker.unblock():
            worker = stack.enter_context(start_worker(app, pool="threads", concurrency=2, perform_ping_check=False))
        yield worker


@pytest.fixture
def celery_worker(_running_worker: TestWorkController, transactional_db: None, broker: Service) -> TestWorkController:
    """A real Celery worker over a real Valkey, in threads of this process: it sees what the test has committed."""
    return _running_worker


@pytest.fixture(autouse=True)
def _our_loggers_speak() -> None:
    """A worker or a tool that sets up logging in one test may silence loggers that were there before it."""
    logging.disable(logging.NOTSET)
    for name, logger in logging.root.manager.loggerDict.items():
        if name.startswith("tournaments") and isinstance(logger, logging.Logger):
            logger.disabled, logger.propagate = False, True
            logger.setLevel(logging.NOTSET)


@pytest.fixture(autouse=True, scope="session")
def _a_test_database_may_be_emptied() -> Iterator[None]:
    """The one place where tests lift the triggers of the log: what a test has committed is removed after it."""
    empty = TransactionTestCase._fixture_teardown

    def emptied(test: TransactionTestCase) -> None:
        with append_only.lifted():
            empty(test)

    with patch.object(TransactionTestCase, "_fixture_teardown", emptied):
        yield
