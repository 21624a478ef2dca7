"""A task travels through a real broker to a real worker."""

import time

import pytest
from celery import shared_task
from celery.contrib.testing.worker import TestWorkController
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db import transaction


@shared_task(name="tests.deactivate")
def deactivate(user_id: int) -> None:
    get_user_model().objects.filter(pk=user_id).update(is_active=False)


@pytest.mark.celery
def test_a_task_queued_on_commit_is_done_by_the_worker(celery_worker: TestWorkController) -> None:
    gion = get_user_model().objects.create_user("gion")

    with transaction.atomic():
        deactivate.delay_on_commit(gion.pk)

    assert is_deactivated(gion)


@pytest.mark.celery
def test_a_task_of_a_change_that_is_undone_is_never_queued(celery_worker: TestWorkController) -> None:
    gion, lina = (get_user_model().objects.create_user(name) for name in ("gion", "lina"))

    with transaction.atomic():
        deactivate.delay_on_commit(gion.pk)
        transaction.set_rollback(True)
    with transaction.atomic():
        deactivate.delay_on_commit(lina.pk)

    assert is_deactivated(lina)
    gion.refresh_from_db()
    assert gion.is_active


def is_deactivated(user: AbstractUser) -> bool:
    """Whether the worker has done its work within 20 seconds."""
    deadline = time.monotonic() + 20
    while user.is_active and time.monotonic() < deadline:
        time.sleep(0.02)
        user.refresh_from_db()
    return not user.is_active
