"""A table calls the organiser; the office sees it until somebody has gone there."""

import pytest

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain.calls import answer_call, call_of, call_organiser, open_calls
from tournaments.domain.change import broken_links
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.versions import fresh
from tournaments.enums import SideName
from tournaments.models import Round

pytestmark = pytest.mark.django_db

A, B = SideName.A, SideName.B


@pytest.fixture
def round_() -> Round:
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    return seat_round(championship, [(a, b), (c, d)])


def call(round_: Round, number: int, side: SideName):
    return call_organiser(round_.tables.get(number=number).pk, side)


def seen(round_: Round) -> list[tuple]:
    return [(each.round, each.table, each.sides) for each in open_calls(round_.championship)]


def events(round_: Round) -> list[tuple]:
    found = round_.championship.events.filter(type__contains="call").order_by("sequence")
    return list(found.values_list("type", "actor_kind", "payload"))


def test_the_office_sees_who_waits_and_who_waits_longest(round_):
    call(round_, 2, A)
    call(round_, 1, B)

    assert seen(round_) == [(1, 2, (A,)), (1, 1, (B,))]


def test_calling_again_stores_nothing_and_the_other_side_joins(round_):
    first = call(round_, 1, A)
    again = call(round_, 1, A)
    both = call(round_, 1, B)

    assert again == first
    assert (both.sides, both.since) == ((A, B), first.since)
    assert events(round_) == [
        ("organiser_called", "side_a", {"round": 1, "table": 1}),
        ("organiser_called", "side_b", {"round": 1, "table": 1}),
    ]


def test_an_answered_call_is_gone_and_the_table_may_call_anew(round_):
    call(round_, 1, A)
    answer_call(round_.championship_id, 1, 1)
    gone = seen(round_)
    call(round_, 1, A)

    assert gone == []
    assert seen(round_) == [(1, 1, (A,))]
    assert broken_links(fresh(round_.tables.first().pk).round.championship) == []


def test_where_nobody_waits_nothing_is_answered(round_):
    with pytest.raises(Refused) as refusal:
        answer_call(round_.championship_id, 1, 2)

    assert [problem.as_json() for problem in refusal.value.problems] == [{"code": "no_call", "table": 2}]


def test_a_round_that_is_over_waits_for_nobody_in_the_office_list(round_):
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 41, 30, 36, 50)
    call(round_, 1, A)
    close_round(round_.pk)

    assert seen(round_) == []
    assert call_of(fresh(round_.tables.get(number=1).pk)).sides == (A,)


def test_a_table_of_a_round_that_is_over_cannot_call(round_):
    for number in (1, 2):
        key(round_, number, 40 + number, 30, 36, 50)
    close_round(round_.pk)

    with pytest.raises(Refused) as refusal:
        call(round_, 1, A)

    assert (refusal.value.code, events(round_)) == ("round_closed", [])


def test_calls_of_a_draw_that_was_discarded_are_gone(round_):
    call(round_, 1, A)
    undo_draw(round_.pk)
    again = publish_round(draw_round(round_.championship_id, seed=1).pk)

    before = seen(again), call_of(fresh(again.tables.get(number=1).pk))
    call(again, 1, A)

    assert before == ([], None)
    assert seen(again) == [(1, 1, (A,))]


def test_a_table_that_is_not_published_cannot_call():
    championship = ChampionshipFactory()
    a, b = enter(championship, *"AB")
    draft = seat_round(championship, [(a, b)], publish=False)

    with pytest.raises(Refused) as refusal:
        call(draft, 1, A)

    assert refusal.value.code == "round_not_published"
