"""When results become official, and how they are corrected afterwards."""

from datetime import date, datetime, time, timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.factories.fixture_f import FixtureF, fixture_f
from tournaments.domain.corrections import (
    accept_correction,
    has_second_organiser,
    open_requests,
    propose_correction,
    reject_correction,
)
from tournaments.domain.deadlines import ends
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official, settle, settle_due, settle_if_due
from tournaments.domain.publishing import publish_ranking
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import PersonData, edit_entry, remove_entry, withdraw_entry
from tournaments.domain.results import key_result
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.standings import ranking
from tournaments.enums import Outcome, PointsPer, RequestState, ResultState, Role, RoundState, StageKind, TableState
from tournaments.exports.prints import ranking_print
from tournaments.exports.publications import publication_pdf
from tournaments.models import Championship, Publication, ResultVersion, Round, Stage
from tournaments.tasks import settle_official
from tournaments.templatetags.dates import day_time
from troccas_site.celery import app

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_looks() -> None:
    cache.clear()


def played(**options) -> FixtureF:
    """Fixture F, both rounds closed, one stage of two rounds."""
    found = fixture_f(rounds=2, **options)
    close_round(found.rounds[1].pk)
    found.championship.refresh_from_db()
    return found


def states(championship: Championship) -> list[str]:
    return list(Round.objects.filter(championship=championship).order_by("number").values_list("state", flat=True))


def ago(publication: Publication, **past: int) -> datetime:
    """Let a list have been posted earlier."""
    at = timezone.now() - timedelta(**past)
    Publication.objects.filter(pk=publication.pk).update(published_at=at)
    return at


# When ------------------------------------------------------------------------------------------------------------


def test_the_last_session_ends_half_an_hour_after_the_final_list():
    found = played()
    assert ends(found.championship) == {1: None, 2: None}

    posted = publish_ranking(found.championship.pk).published_at

    assert ends(found.championship) == dict.fromkeys((1, 2), posted + timedelta(minutes=30))
    assert settle(found.championship.pk) == []


def test_the_minutes_are_a_setting_and_a_later_list_prolongs_nothing():
    found = played(correction_minutes=5)
    first = publish_ranking(found.championship.pk)
    key(found.rounds[1], 1, 40, 36, 36, 36, reason="slip read wrongly")
    publish_ranking(found.championship.pk)

    assert ends(found.championship)[2] == first.published_at + timedelta(minutes=5)


def test_a_ranking_that_is_not_the_last_ends_nothing():
    found = fixture_f(rounds=3)
    publish_ranking(found.championship.pk)

    assert ends(found.championship) == {1: None, 2: None}


def test_the_first_day_ends_when_the_second_begins():
    found = fixture_f(rounds=2, final_on=date(2026, 11, 8), final_starts_at=time(11), finalists=2)
    Stage.objects.create(championship=found.championship, position=2, kind=StageKind.FINAL, rounds_planned=1)

    start = timezone.make_aware(datetime(2026, 11, 8, 11))  # noqa: DTZ001 - aware a moment later

    assert ends(found.championship) == {1: start, 2: start}


def test_a_final_on_the_same_day_ends_the_preliminary_part_when_it_begins():
    found = fixture_f(rounds=2, finalists=2)
    Stage.objects.create(championship=found.championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    final = draw_round(found.championship.pk)
    assert ends(found.championship) == {1: None, 2: None}

    final = publish_round(final.pk)

    assert ends(found.championship) == {1: final.published_at, 2: final.published_at, 3: None}
    assert settle(found.championship.pk) == [1, 2]
    assert states(found.championship) == ["official", "official", "published"]


# Who -------------------------------------------------------------------------------------------------------------


def due() -> FixtureF:
    found = played()
    ago(publish_ranking(found.championship.pk), minutes=40)
    found.championship.refresh_from_db()
    return found


def test_whoever_looks_makes_official_what_is_due():
    found = due()

    settle_if_due(found.championship)

    assert states(found.championship) == ["official", "official"]
    assert found.championship.revision == Championship.objects.get().revision
    assert ranking(found.championship).official


def test_the_clock_makes_official_what_is_due_once():
    found = due()
    found.championship.refresh_from_db()

    settle_official()

    assert states(found.championship) == ["official", "official"]
    assert settle_due() == []
    events = found.championship.events.filter(type="round_official").order_by("sequence")
    assert [event.payload for event in events] == [
        {
            "round": number,
            "by_time": True,
            "until": ends(found.championship)[number].isoformat(),
            "ranked": [1, 2, 3, 4],
        }
        for number in (1, 2)
    ]
    assert Round.objects.get(number=2).official_at == ends(found.championship)[2]


def test_a_correction_that_comes_too_late_is_refused_although_nobody_looked():
    found = due()

    with pytest.raises(Refused) as refusal:
        key(found.rounds[0], 1, 40, 30, 37, 50, reason="too late")

    assert refusal.value.code == "result_official"
    assert states(found.championship) == ["official", "official"]


def test_the_organiser_ends_corrections_by_hand():
    found = played()
    organiser = member(found.championship.association)

    make_official(found.rounds[1].pk, actor=organiser)

    assert states(found.championship) == ["official", "official"]
    assert set(found.rounds[0].tables.values_list("state", flat=True)) == {TableState.OFFICIAL}
    with pytest.raises(Refused, match="round_official"):
        make_official(found.rounds[1].pk, actor=organiser)


def test_a_round_that_is_played_does_not_become_official():
    found = fixture_f(rounds=2)

    with pytest.raises(Refused, match="round_not_closed"):
        make_official(found.rounds[1].pk)


def test_a_round_with_an_open_table_waits_and_so_do_those_after_it():
    championship = ChampionshipFactory(rounds=2)
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    first = seat_round(championship, [(a, b), (c, d)])
    key(first, 1, 40, 40, 40, 40)
    draw_round(championship.pk, accept_open="slip is lost")
    first.refresh_from_db()

    with pytest.raises(Refused) as refusal:
        make_official(first.pk)

    assert refusal.value.problems[0].data == {"tables": [2]}


def test_a_draw_that_is_taken_back_does_not_open_an_official_round():
    found = fixture_f(rounds=3)
    third = draw_round(found.championship.pk)
    make_official(found.rounds[1].pk)

    undo_draw(third.pk)

    assert states(found.championship) == ["official", "official"]


def test_a_table_that_was_corrected_before_still_says_so():
    found = played()
    key(found.rounds[0], 1, 40, 30, 37, 50, reason="slip read wrongly")

    make_official(found.rounds[1].pk)

    corrects = ResultVersion.objects.filter(state=ResultState.CONFIRMED, table__round=found.rounds[0])
    assert list(corrects.order_by("table__number").values_list("corrects", flat=True)) == [True, False]


# Four eyes -------------------------------------------------------------------------------------------------------


@pytest.fixture
def official() -> FixtureF:
    found = played(points_per=PointsPer.DEAL)
    make_official(found.rounds[1].pk)
    return found


def order(championship: Championship) -> list[int]:
    return [row.number for row in ranking(Championship.objects.get(pk=championship.pk)).rows]


def proposal(found: FixtureF, organiser, **options):
    table = found.rounds[0].tables.get(number=1)
    values = {"expected_version": table.version, "reason": "counted again", **options}
    return propose_correction(table.pk, (40, 30, 37, 50), actor=organiser, **values)


def test_nothing_counts_until_another_organiser_accepts(official: FixtureF):
    one, other = member(official.championship.association), member(official.championship.association)

    request = proposal(official, one)

    assert order(official.championship) == [3, 1, 2, 4]
    assert open_requests(official.championship) == [request]
    accepted = accept_correction(request.pk, actor=other)
    assert accepted.state == RequestState.ACCEPTED
    assert order(official.championship) == [1, 3, 4, 2]
    table = official.rounds[0].tables.get(number=1)
    assert (table.state, table.version) == (TableState.OFFICIAL, 2)
    new = table.results.get(state=ResultState.CONFIRMED)
    assert (new.deals, new.reason, new.author, new.corrects) == ([40, 30, 37, 50], "counted again", other, True)
    types = list(official.championship.events.order_by("-sequence").values_list("type", flat=True)[:3])
    assert types == ["result_corrected", "correction_accepted", "correction_proposed"]


def test_nobody_accepts_a_correction_of_their_own(official: FixtureF):
    one = member(official.championship.association)
    request = proposal(official, one)

    with pytest.raises(Refused, match="same_organiser"):
        accept_correction(request.pk, actor=one)

    assert order(official.championship) == [3, 1, 2, 4]


def test_a_program_neither_proposes_nor_accepts(official: FixtureF):
    with pytest.raises(Refused, match="no_account"):
        proposal(official, None)

    request = proposal(official, member(official.championship.association))
    with pytest.raises(Refused, match="no_account"):
        accept_correction(request.pk)


def test_a_rejected_correction_leaves_everything_and_another_may_follow(official: FixtureF):
    one, other = member(official.championship.association), member(official.championship.association)
    request = proposal(official, one)

    rejected = reject_correction(request.pk, reason="the slip says so", actor=other)

    assert rejected.state == RequestState.REJECTED
    assert order(official.championship) == [3, 1, 2, 4]
    with pytest.raises(Refused, match="request_decided"):
        accept_correction(request.pk, actor=other)
    assert proposal(official, one).state == RequestState.PROPOSED


def test_one_correction_of_a_table_is_open_at_a_time(official: FixtureF):
    one = member(official.championship.association)
    proposal(official, one)

    with pytest.raises(Refused, match="request_open"):
        proposal(official, one)


def test_a_correction_of_a_table_that_changed_since_is_overtaken(official: FixtureF):
    one, other = member(official.championship.association), member(official.championship.association)
    request = proposal(official, one)
    official.rounds[0].tables.filter(number=1).update(version=7)

    assert accept_correction(request.pk, actor=other).state == RequestState.STALE

    assert order(official.championship) == [3, 1, 2, 4]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        pytest.param({"reason": " "}, "reason_missing", id="no reason"),
        pytest.param({"expected_version": 0}, "stale", id="an old page"),
        pytest.param({"outcome": Outcome.NEITHER}, "deals_unfit", id="four deals and nobody came"),
    ],
)
def test_what_cannot_be_proposed(official: FixtureF, options, code):
    with pytest.raises(Refused) as refusal:
        proposal(official, member(official.championship.association), **options)

    assert refusal.value.code == code


def test_before_it_is_official_nobody_has_to_be_asked():
    found = played()

    with pytest.raises(Refused, match="not_official"):
        proposal(found, member(found.championship.association))


def test_a_single_organiser_has_nobody_to_ask(official: FixtureF):
    one = member(official.championship.association)
    member(official.championship.association, Role.SCORER)
    assert not has_second_organiser(official.championship, one)

    member(official.championship.association, Role.ADMIN)

    assert has_second_organiser(official.championship, one)


def test_an_official_result_is_not_replaced_from_a_file(official: FixtureF):
    table = official.rounds[0].tables.get(number=1)

    with pytest.raises(Refused, match="result_official"):
        key_result(table.pk, (40, 30, 37, 50), expected_version=table.version, reason="file", answered_yes=True)

    assert RoundState(Round.objects.get(number=1).state) == RoundState.OFFICIAL


def test_the_list_that_is_posted_says_when_it_becomes_official():
    found = played()
    publication = publish_ranking(found.championship.pk)
    board = ranking(Championship.objects.get())

    posted = publication.published_at + timedelta(minutes=30)

    assert board.official_from == posted
    print_ = ranking_print(found.championship, board, public=True)
    assert print_.data["note"].endswith(f"official from {day_time(posted)}")
    assert publication_pdf(publication, publication.standings).startswith(b"%PDF")


def test_the_clock_asks_for_a_task_that_exists():
    tasks = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert settle_official.name in tasks
    assert tasks <= set(app.tasks)


# The list stays what it was ---------------------------------------------------------------------------------------


def lists(championship: Championship) -> dict[int, list[int]]:
    """Who stands in the ranking after each round."""
    found = Championship.objects.get(pk=championship.pk)
    return {number: sorted(row.number for row in ranking(found, after=number).rows) for number in (1, 2)}


def test_who_is_entered_later_stands_in_no_official_list():
    found = played()
    make_official(found.rounds[0].pk)

    enter(found.championship, "Late")

    assert lists(found.championship) == {1: [1, 2, 3, 4], 2: [1, 2, 3, 4, 5]}
    assert list(check_log(Championship.objects.get(pk=found.championship.pk)).problems) == []


def test_who_never_played_stays_in_an_official_list_whatever_becomes_of_it():
    found = played()
    (late,) = enter(found.championship, "Late")
    make_official(found.rounds[0].pk)

    withdraw_entry(late.pk)
    people = [PersonData("Late Uno"), PersonData("Late Dus")]
    with pytest.raises(Refused) as removal:
        remove_entry(late.pk)
    with pytest.raises(Refused) as renumbering:
        edit_entry(late.pk, people=people, number=9)

    assert lists(found.championship) == {1: [1, 2, 3, 4, 5], 2: [1, 2, 3, 4]}
    assert (removal.value.code, renumbering.value.code) == ("entry_used", "number_fixed")
    assert list(check_log(Championship.objects.get(pk=found.championship.pk)).problems) == []
