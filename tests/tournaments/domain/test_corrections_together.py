"""Two people correct, accept or look at the same moment: exactly one change is made, and nothing is half stored."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests.factories import member
from tests.factories.fixture_f import FixtureF, fixture_f
from tests.tournaments.domain.test_together import together
from tournaments.domain.change import broken_links
from tournaments.domain.corrections import accept_correction, propose_correction, reject_correction
from tournaments.domain.official import make_official, settle_if_due
from tournaments.domain.publishing import publish_ranking
from tournaments.domain.rounds import close_round
from tournaments.enums import ResultState
from tournaments.models import Championship, CorrectionRequest, Publication, Round

pytestmark = pytest.mark.django_db(transaction=True)

REPETITIONS = range(5)


def official() -> FixtureF:
    found = fixture_f(rounds=2)
    close_round(found.rounds[1].pk)
    make_official(found.rounds[1].pk)
    return found


def proposed(found: FixtureF, *deals: int) -> CorrectionRequest:
    table = found.rounds[0].tables.get(number=1)
    organiser = member(found.championship.association)
    return propose_correction(
        table.pk, deals, expected_version=table.version, reason="counted again", answered_yes=True, actor=organiser
    )


@pytest.mark.parametrize("_repetition", REPETITIONS)
def test_two_organisers_accept_one_correction(_repetition):
    found = official()
    request = proposed(found, 40, 30, 37, 50)
    one, other = member(found.championship.association), member(found.championship.association)

    answers = together(
        lambda: accept_correction(request.pk, actor=one), lambda: accept_correction(request.pk, actor=other)
    )

    table = found.rounds[0].tables.get(number=1)
    assert answers == ["done", "request_decided"]
    assert list(table.results.values_list("version", "state")) == [(1, "superseded"), (2, "confirmed")]
    assert broken_links(Championship.objects.get()) == []


@pytest.mark.parametrize("_repetition", REPETITIONS)
def test_one_accepts_while_the_other_rejects(_repetition):
    found = official()
    request = proposed(found, 40, 30, 37, 50)
    one, other = member(found.championship.association), member(found.championship.association)

    answers = together(
        lambda: accept_correction(request.pk, actor=one),
        lambda: reject_correction(request.pk, reason="no", actor=other),
    )

    request.refresh_from_db()
    counting = found.rounds[0].tables.get(number=1).results.get(state=ResultState.CONFIRMED)
    assert answers == ["done", "request_decided"]
    assert counting.version == (2 if request.state == "accepted" else 1)


@pytest.mark.parametrize("_repetition", REPETITIONS)
def test_two_propose_for_one_table(_repetition):
    found = official()

    answers = together(lambda: proposed(found, 40, 30, 37, 50), lambda: proposed(found, 40, 30, 38, 50))

    assert answers == ["done", "request_open"]
    assert CorrectionRequest.objects.count() == 1


@pytest.mark.parametrize("_repetition", REPETITIONS)
def test_everybody_looks_when_the_time_has_come(_repetition):
    cache.clear()
    found = fixture_f(rounds=2)
    publish_ranking(found.championship.pk)
    Publication.objects.update(published_at=timezone.now() - timedelta(minutes=31))
    championships = [Championship.objects.get() for _ in range(4)]

    answers = together(*(lambda each=each: settle_if_due(each) for each in championships))

    assert answers == ["done"] * 4
    assert set(Round.objects.values_list("state", flat=True)) == {"official"}
    assert Championship.objects.get().events.filter(type="round_official").count() == 2
    assert broken_links(Championship.objects.get()) == []
