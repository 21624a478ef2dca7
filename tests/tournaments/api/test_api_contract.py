"""The description and the answers agree: schemathesis asks what the description allows, and what it does not."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.factories import ChampionshipFactory, enter, key, seat_round
from troccas_site.wsgi import application

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
)


@pytest.fixture
def sumvitg(db: None) -> None:
    """A site with one public championship in the middle of its second round."""
    championship = ChampionshipFactory(is_public=True, slug="sumvitg")
    a, b, c, d, e = enter(championship, "A", "B", "C", "D", "E")
    first = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(first, 1, 40, 30, 36, 50)
    key(first, 2, 20, 44, 44, 44)
    key(seat_round(championship, [(c, a), (b, e)], byes=[d]), 1, 36, 36, 36, 36)


@pytest.fixture(autouse=True)
def _connection_stays_open() -> Iterator[None]:
    """As Django's own test client does: the end of a request does not close the connection of the test."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


api = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)


@api.parametrize()
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_every_answer_is_as_described(case: schemathesis.Case, sumvitg: None) -> None:
    case.call_and_validate(checks=CHECKS)


@api.parametrize()
@settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_every_answer_about_what_there_is_is_as_described(case: schemathesis.Case, sumvitg: None) -> None:
    if "slug" in case.path_parameters:
        case.path_parameters["slug"] = "sumvitg"

    case.call_and_validate(checks=CHECKS[:4])
