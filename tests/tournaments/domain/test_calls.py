"""Calls between the office and the tables."""

import pytest

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.calls import answer_wish, call_organiser, call_table, calls_of, end_call
from tournaments.domain.change import broken_links
from tournaments.domain.claims import claim_result
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import close_round
from tournaments.enums import SideName
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    championship = ChampionshipFactory()
    a, b, c, d = enter(championship, *"ABCD")
    return seat_round(championship, [(a, b), (c, d)])


def table(round_, number=1):
    return round_.tables.get(number=number)


def called(round_):
    return list(calls_of(Round.objects.get(pk=round_.pk)).tables)


def wishes(round_):
    return [(wish.table, wish.side) for wish in calls_of(Round.objects.get(pk=round_.pk)).wishes]


def test_a_table_is_called_once_until_it_says_something(round_):
    organiser = member(round_.championship.association)
    call_table(table(round_, 2).pk, actor=organiser)
    call_table(table(round_, 2).pk, actor=organiser)
    before = called(round_)

    claim_result(table(round_, 2).pk, SideName.A, (40, 30, 36, 50), seen_version=0)

    assert (before, called(round_)) == ([2], [])
    assert round_.championship.events.filter(type="table_called").count() == 1


def test_the_office_stops_calling(round_):
    call_table(table(round_).pk)
    end_call(table(round_).pk)
    end_call(table(round_).pk)

    assert called(round_) == []
    assert round_.championship.events.filter(type="table_call_ended").count() == 1


def test_a_table_with_a_result_is_not_called(round_):
    key(round_, 1, 40, 30, 36, 50)

    with pytest.raises(Refused) as refusal:
        call_table(table(round_).pk)

    assert refusal.value.code == "reported"


def test_a_side_waits_for_the_organiser_until_somebody_has_been_there(round_):
    call_organiser(table(round_).pk, SideName.B)
    call_organiser(table(round_).pk, SideName.B)
    call_organiser(table(round_, 2).pk, SideName.A)
    waiting = wishes(round_)

    answer_wish(table(round_).pk)

    assert waiting == [(1, SideName.B), (2, SideName.A)]
    assert wishes(round_) == [(2, SideName.A)]
    assert list(round_.championship.events.filter(type="organiser_called").values_list("actor_kind", "payload")) == [
        ("side_b", {"round": 1, "table": 1, "side": "b"}),
        ("side_a", {"round": 1, "table": 2, "side": "a"}),
    ]
    round_.championship.refresh_from_db()
    assert broken_links(round_.championship) == []


def test_a_closed_round_calls_nobody(round_):
    call_table(table(round_).pk)
    call_organiser(table(round_).pk, SideName.A)
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 40, 30, 36, 50)
    close_round(round_.pk)

    assert (called(round_), wishes(round_)) == ([], [])
    for ask in (lambda: call_table(table(round_).pk), lambda: call_organiser(table(round_).pk, SideName.A)):
        with pytest.raises(Refused) as refusal:
            ask()
        assert refusal.value.code == "round_closed"
