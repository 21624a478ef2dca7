"""Requests of organisers, times and the serials of slips follow from the log, too; older events need not say them."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from tests.factories import ChampionshipFactory, enter, member
from tests.factories.fixture_f import FixtureF, fixture_f
from tournaments.domain.change import event_hash
from tournaments.domain.corrections import accept_correction, propose_correction, reject_correction
from tournaments.domain.links import invalidate_slip
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official, settle
from tournaments.domain.penalties import give_penalty
from tournaments.domain.penalty_requests import accept_penalty, propose_lift, propose_penalty, reject_penalty
from tournaments.domain.publishing import publish_ranking
from tournaments.domain.rounds import draw_round, publish_round, undo_draw
from tournaments.domain.swaps import swap_entries
from tournaments.domain.undo import undo_last, undoable
from tournaments.models import Championship, CorrectionRequest, PenaltyRequest, Publication, Round, Table, append_only
from tournaments.views.messages import sentences

pytestmark = pytest.mark.django_db


def problems(championship: Championship) -> list[dict]:
    return [problem.as_json() for problem in check_log(Championship.objects.get(pk=championship.pk)).problems]


# Official rounds ---------------------------------------------------------------------------------------------------


@pytest.fixture
def found() -> FixtureF:
    """Fixture F, published and official, with every kind of proposal in every state."""
    found = fixture_f(rounds=2, slug="f")
    championship, people = found.championship, [member(found.championship.association) for _ in range(2)]
    given = give_penalty(championship.pk, 2, points=1, reason="late", after_round=1)
    publish_ranking(championship.pk, actor=people[0])
    make_official(found.rounds[1].pk, actor=people[0])
    why = {"reason": "the slip says something else"}
    for number, decide, said in ((1, accept_correction, {}), (2, reject_correction, why), (2, None, {})):
        table = found.rounds[0].tables.get(number=number)
        how = {"expected_version": table.version, "reason": "counted again", "answered_yes": True}
        asked = propose_correction(table.pk, (41, 30, 36, 50), **how, actor=people[0])
        if decide is not None:
            decide(asked.pk, **said, actor=people[1])
    lift = propose_lift(given.pk, **why, actor=people[0])
    accept_penalty(lift.pk, actor=people[1])
    off = {"points": 2, "reason": "cards on the floor", "after_round": 0}
    reject_penalty(propose_penalty(championship.pk, 1, **off, actor=people[0]).pk, **why, actor=people[1])
    propose_penalty(championship.pk, 1, **off, actor=people[1])
    return found


def test_requests_times_and_published_rankings_hold(found):
    assert problems(found.championship) == []
    assert sorted(CorrectionRequest.objects.values_list("state", flat=True)) == ["accepted", "proposed", "rejected"]
    assert sorted(PenaltyRequest.objects.values_list("state", flat=True)) == ["accepted", "proposed", "rejected"]


LATER = F("proposed_at") + timedelta(microseconds=1)
CHANGES = {
    "points-asked-for": (PenaltyRequest, {"state": "proposed"}, {"points": 9}, "log_penalty_requests"),
    "a-rejection-that-was-none": (PenaltyRequest, {"state": "rejected"}, {"state": "stale"}, "log_penalty_requests"),
    "who-decided": (PenaltyRequest, {"state": "accepted"}, {"decided_by": None}, "log_penalty_requests"),
    "numbers-asked-for": (CorrectionRequest, {"state": "proposed"}, {"deals": [1, 2, 3, 4]}, "log_correction_requests"),
    "who-proposed": (CorrectionRequest, {"state": "rejected"}, {"proposed_by": None}, "log_correction_requests"),
    "when-it-was-proposed": (
        CorrectionRequest,
        {"state": "accepted"},
        {"proposed_at": LATER},
        "log_correction_requests",
    ),
    "publication-of-a-round": (Round, {"number": 1}, {"published_at": timezone.now()}, "log_times"),
    "closing-of-a-round": (Round, {"number": 2}, {"closed_at": None}, "log_times"),
    "end-of-corrections": (Round, {"number": 2}, {"correct_until": timezone.now()}, "log_times"),
    "when-it-was-official": (Round, {"number": 1}, {"official_at": timezone.now()}, "log_times"),
    "publication-of-a-ranking": (Publication, {"number": 1}, {"published_at": timezone.now()}, "log_publications"),
    "revision-of-a-ranking": (Publication, {"number": 1}, {"revision": 1}, "log_publications"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_was_changed_behind_the_log_is_found(found, change):
    model, rows, values, code = change
    assert model.objects.filter(**rows).update(**values) == 1

    codes = [problem["code"] for problem in problems(found.championship)]

    assert codes == [code]


@pytest.mark.parametrize(
    ("model", "code"),
    [
        pytest.param(PenaltyRequest, "log_penalty_requests", id="points-off"),
        pytest.param(CorrectionRequest, "log_correction_requests", id="correction"),
        pytest.param(Publication, "log_publications", id="ranking"),
    ],
)
def test_what_was_removed_is_found(found, model, code):
    model.objects.order_by("pk").first().delete()

    codes = [problem["code"] for problem in problems(found.championship)]

    assert codes == [code]


def test_every_new_problem_has_a_sentence(found):
    for model, rows, values, _code in CHANGES.values():
        model.objects.filter(**rows).update(**values)
    Table.objects.update(link_serial=77)

    words = sentences(check_log(Championship.objects.get()).problems)

    assert len(words) >= len(CHANGES) - 4
    assert [each for each in words if "%(" in each or "log_" in each or "…" in each] == []


def test_the_end_by_the_clock_is_known():
    found = fixture_f(rounds=2)
    publication = publish_ranking(found.championship.pk)
    Championship.objects.update(correction_minutes=0)
    settle(found.championship.pk)

    assert Round.objects.get(number=2).official_at == publication.published_at
    assert problems(found.championship) == []


# Slips -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def drawn() -> Championship:
    """Nine pairs. The first draw was discarded; in the second one two were exchanged, and a slip was lost."""
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCDEFGHI")
    gion = member(championship.association)
    undo_draw(draw_round(championship.pk, seed=1, actor=gion).pk, actor=gion)
    round_ = draw_round(championship.pk, seed=2, actor=gion)
    one, other = (round_.tables.get(number=n).seats.get(side="a").entry.number for n in (1, 2))
    swap_entries(round_.pk, one, other, reason="they came together", actor=gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)
    publish_round(round_.pk, actor=gion)
    invalidate_slip(round_.tables.get(number=3).pk, actor=gion)
    return championship


def test_serials_of_slips_hold(drawn):
    told = drawn.events.get(type="undone").payload["serials"]
    serials = [*Table.objects.order_by("number").values_list("round__number", "number", "link_serial")]

    assert problems(drawn) == []
    assert [(round_, table, serial + (table == 3)) for round_, table, serial in told] == serials


def test_a_discarded_draw_that_is_brought_back_has_new_slips():
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")
    gion = member(championship.association)
    undo_draw(draw_round(championship.pk, seed=1, actor=gion).pk, actor=gion)
    undo_last(championship.pk, undoable(championship).event, actor=gion)

    assert problems(championship) == []
    assert set(Table.objects.values_list("link_serial", flat=True)) == {championship.events.get(type="undone").sequence}


@pytest.mark.parametrize("table", [1, 3], ids=["as-drawn", "made-invalid"])
def test_a_slip_that_was_made_valid_again_is_found(drawn, table):
    Table.objects.filter(number=table).update(link_serial=F("link_serial") - 1)

    assert problems(drawn) == [{"code": "log_serials", "round": 1, "tables": [table]}]


# Events of earlier releases ----------------------------------------------------------------------------------------


def forget(championship: Championship, *names: str) -> None:
    """Let the events say nothing of this, as earlier releases did; the chain is made anew."""
    previous = "0" * 64
    with append_only.lifted():
        for event in championship.events.order_by("sequence"):
            event.payload = {name: value for name, value in event.payload.items() if name not in names}
            event.previous_hash = previous
            event.hash = previous = event_hash(event)
            event.save(update_fields=["payload", "previous_hash", "hash"])
    Championship.objects.filter(pk=championship.pk).update(last_event_hash=previous)


def test_events_without_serials_hold(drawn):
    forget(drawn, "serials")

    assert problems(drawn) == []


def test_of_events_without_serials_the_last_one_made_invalid_is_known(drawn):
    forget(drawn, "serials")
    Table.objects.update(link_serial=0)

    assert problems(drawn) == [{"code": "log_serials", "round": 1, "tables": [3]}]


def test_events_without_the_end_of_corrections_hold():
    found = fixture_f(rounds=2)
    publish_ranking(found.championship.pk)
    Championship.objects.update(correction_minutes=0)
    settle(found.championship.pk)
    forget(found.championship, "until")

    assert problems(found.championship) == []


def test_requests_hold_when_their_events_say_less(found):
    forget(found.championship, "replayed", "version", "lifts")

    codes = {problem["code"] for problem in problems(found.championship)}

    assert codes & {"log_correction_requests", "log_penalty_requests"} == set()
