"""Points off in an official ranking: one organiser proposes, another one decides."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import member
from tests.factories.fixture_f import FixtureF, fixture_f
from tests.tournaments.domain.canonical import canonical
from tests.tournaments.views.reading import main, rows
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official
from tournaments.domain.penalties import give_penalty
from tournaments.domain.penalty_requests import (
    accept_penalty,
    impact_of_request,
    propose_lift,
    propose_penalty,
    reject_penalty,
)
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import close_round
from tournaments.domain.standings import ranking
from tournaments.domain.undo import undoable
from tournaments.models import Championship, Event, EventReason, Penalty, PenaltyRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def found() -> FixtureF:
    """Four pairs after two rounds, of which both are official; entry 2 has lost a point after round 1."""
    found = fixture_f(rounds=4, slug="f")
    give_penalty(found.championship.pk, 2, points=1, reason="late", after_round=1)
    close_round(found.rounds[1].pk)
    make_official(found.rounds[1].pk)
    return found


@pytest.fixture
def one(found) -> User:
    return member(found.championship.association)


@pytest.fixture
def other(found) -> User:
    return member(found.championship.association)


def points() -> dict[int, int]:
    return {row.number: row.standing.tournament_points for row in ranking(Championship.objects.get()).rows}


def asked(found: FixtureF, actor: User | None, **changed) -> PenaltyRequest:
    values = {"number": 1, "points": 2, "reason": "cards on the floor", "after_round": 1} | changed
    return propose_penalty(found.championship.pk, values.pop("number"), **values, actor=actor)


def happened() -> list[tuple[str, dict]]:
    events = Event.objects.filter(type__startswith="penalty").order_by("sequence")[1:]
    return [(event.type, event.payload) for event in events]


def test_points_are_off_when_a_second_organiser_has_accepted_it(found, one, other):
    before = points()

    request = asked(found, one)
    waiting = points()
    accept_penalty(request.pk, actor=other)

    assert waiting == before
    assert points() == before | {1: before[1] - 2}
    penalty = Penalty.objects.latest("pk")
    assert (penalty.points, penalty.reason, penalty.after_round) == (2, "cards on the floor", 1)
    said = {"entry": 1, "points": 2, "round": 1, "reason_kept": True}
    assert happened() == [
        ("penalty_proposed", said | {"lifts": False}),
        ("penalty_accepted", said | {"lifts": False}),
        ("penalty_given", said),
    ]
    request.refresh_from_db()
    assert (request.state, request.proposed_by, request.decided_by) == ("accepted", one, other)
    assert check_log(Championship.objects.get()).problems == ()


def test_points_are_given_back_the_same_way(found, one, other):
    before = points()

    request = propose_lift(Penalty.objects.get().pk, reason="the clock was wrong", actor=one)
    waiting = points()
    accept_penalty(request.pk, actor=other)

    assert waiting == before
    assert points() == before | {2: before[2] + 1}
    assert [type_ for type_, _ in happened()] == ["penalty_proposed", "penalty_accepted", "penalty_lifted"]
    assert set(EventReason.objects.filter(event__type__in=[type_ for type_, _ in happened()]).values_list("text")) == {
        ("the clock was wrong",)
    }
    assert Penalty.objects.get().reason == "late"
    assert check_log(Championship.objects.get()).problems == ()


def test_a_rejected_proposal_changes_nothing_and_may_be_made_again(found, one):
    before = points()

    reject_penalty(asked(found, one).pk, reason="nobody saw it", actor=one)
    again = asked(found, one)

    assert points() == before
    assert [each.state for each in PenaltyRequest.objects.all()] == ["rejected", "proposed"]
    assert again.entry.number == 1
    assert EventReason.objects.get(event__type="penalty_rejected").text == "nobody saw it"
    assert check_log(Championship.objects.get()).problems == ()


def test_nothing_is_rejected_or_given_back_without_a_reason(found, one):
    request = asked(found, one)

    with pytest.raises(Refused, match="reject_reason_missing"):
        reject_penalty(request.pk, reason=" ", actor=one)
    with pytest.raises(Refused, match="lift_reason_missing"):
        propose_lift(Penalty.objects.get().pk, reason="", actor=one)

    assert PenaltyRequest.objects.get().state == "proposed"


def test_nobody_accepts_their_own_and_nobody_without_an_account_proposes(found, one):
    request = asked(found, one)

    with pytest.raises(Refused, match="same_organiser"):
        accept_penalty(request.pk, actor=one)
    with pytest.raises(Refused, match="no_account"):
        accept_penalty(request.pk)
    with pytest.raises(Refused, match="no_account"):
        asked(found, None, number=3)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        pytest.param({"points": 0}, "penalty_points", id="no-points"),
        pytest.param({"reason": " "}, "penalty_reason_missing", id="no-reason"),
        pytest.param({"after_round": 3}, "penalty_round", id="not-drawn"),
        pytest.param({"number": 9}, "unknown_entry", id="nobody"),
        pytest.param({"number": 1}, "penalty_request_open", id="one-waits-already"),
    ],
)
def test_what_is_no_proposal(found, one, values, code):
    asked(found, one)

    with pytest.raises(Refused) as refusal:
        asked(found, one, **values)

    assert refusal.value.code == code


def test_before_a_ranking_is_official_nobody_has_to_agree(one):
    found = fixture_f(rounds=2)

    with pytest.raises(Refused, match="penalty_not_official"):
        asked(found, one, after_round=0)


def test_what_is_decided_is_not_decided_again_and_not_undone(found, one, other):
    request = asked(found, one)
    accept_penalty(request.pk, actor=other)

    with pytest.raises(Refused, match="request_decided"):
        accept_penalty(request.pk, actor=other)

    last = undoable(Championship.objects.get())
    assert last is None or last.type not in {"penalty_given", "penalty_accepted"}


@pytest.mark.parametrize("lifts", [False, True], ids=["given", "lifted"])
def test_the_impact_says_what_accepting_really_does(found, one, other, lifts):
    request = propose_lift(Penalty.objects.get().pk, reason="not they", actor=one) if lifts else asked(found, one)
    before = ranking(Championship.objects.get())
    state = canonical(found.championship)

    impact = impact_of_request(Championship.objects.get(), request)

    assert canonical(found.championship) == state
    accept_penalty(request.pk, actor=other)
    after = ranking(Championship.objects.get())
    ranks = {row.number: row.standing.rank for row in before.rows}
    moved = [(r.number, ranks[r.number], r.standing.rank) for r in after.rows if ranks[r.number] != r.standing.rank]
    assert [(each.number, each.before, each.after) for each in impact.moved] == moved
    number = request.entry.number
    assert [(each.number, each.points) for each in impact.sums] == [
        (number, (before.row(number).standing.tournament_points, after.row(number).standing.tournament_points))
    ]


# On the pages --------------------------------------------------------------------------------------------------------


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def mark_on(client: Client) -> str:
    return client.get(reverse("office_corrections", args=["f"])).context["penalties"][0][1].mark


def test_one_proposes_on_the_page_and_another_accepts_what_they_have_seen(found, one, other):
    before = points()
    first, second = logged_in(one), logged_in(other)
    form = {"entry": 1, "points": 2, "after_round": 2, "reason": "cards on the floor"}

    sent = first.post(reverse("office_penalties", args=["f"]), form, follow=True)
    own = main(first.get(reverse("office_corrections", args=["f"])).content.decode())
    page = main(second.get(reverse("office_corrections", args=["f"])).content.decode())
    decide = reverse("office_penalty_decide", args=["f", PenaltyRequest.objects.get().pk])
    unseen = second.post(decide, {"do": "accept", "seen": "other"})
    waiting = points()
    done = second.post(decide, {"do": "accept", "seen": mark_on(second)})

    assert "It counts when another organiser has accepted it." in sent.content.decode()
    assert "Take it back" in own
    assert "Accept it" not in own
    assert f"points {before[1]} → {before[1] - 2}" in page
    assert "2 points off" in page
    assert "cards on the floor" in page
    assert (unseen.status_code, waiting) == (409, before)
    assert (done.status_code, points()[1]) == (302, before[1] - 2)
    history = [row[2] for row in rows(second.get(reverse("office_history", args=["f"])).content.decode())][:3]
    assert [line.split(" points taken off")[0].split(";")[0] for line in history] == [
        "Entry 1 got a penalty",
        "Entry 1: a change of the points off was accepted",
        "Entry 1: a change of the points off was proposed",
    ]
    assert all("reason: cards on the floor" in line for line in history)


def test_lifting_in_an_official_ranking_is_proposed(found, one, other):
    first, second = logged_in(one), logged_in(other)
    lift = reverse("office_penalty_lift", args=["f", Penalty.objects.get().pk])

    page = main(first.get(lift).content.decode())
    sent = first.post(lift, {"reason": "the clock was wrong"})
    decide = reverse("office_penalty_decide", args=["f", PenaltyRequest.objects.get().pk])
    overview = main(second.get(reverse("office", args=["f"])).content.decode())
    second.post(decide, {"do": "accept", "seen": mark_on(second)})

    assert "This ranking is official" in page
    assert "Propose it" in page
    assert sent.headers["Location"] == reverse("office_corrections", args=["f"])
    assert "waits for a second organiser" in overview
    assert Penalty.objects.get().lifted_by == other


def test_rejecting_on_the_page_asks_why_and_says_it(found, one, other):
    first, second = logged_in(one), logged_in(other)
    asked(found, one)
    decide = reverse("office_penalty_decide", args=["f", PenaltyRequest.objects.get().pk])

    silent = second.post(decide, {"do": "reject", "reason": ""})
    long = second.post(decide, {"do": "reject", "reason": "x" * 301})
    done = second.post(decide, {"do": "reject", "reason": "nobody saw it"}, follow=True)

    assert silent.status_code == 422
    assert "Give a reason. It stands in the history of the office." in silent.content.decode()
    assert (long.status_code, "x" * 301 in long.content.decode()) == (422, True)
    assert "Reason: nobody saw it" in main(done.content.decode())
    history = rows(first.get(reverse("office_history", args=["f"])).content.decode())
    assert "reason: nobody saw it" in history[0][2]


def test_who_is_alone_is_told_what_to_do(found, one):
    page = main(logged_in(one).get(reverse("office_penalties", args=["f"])).content.decode())

    assert "Official up to round 2" in page
    assert "You are the only organiser." in page
