"""A table is called until it has said something."""

import pytest

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.claims import claim_result
from tournaments.domain.refusal import Refused
from tournaments.domain.rounds import close_round
from tournaments.domain.table_calls import call_table, called_tables, end_call
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
    return list(called_tables(Round.objects.get(pk=round_.pk)))


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


def test_a_closed_round_calls_nobody(round_):
    call_table(table(round_).pk)
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 40, 30, 36, 50)
    close_round(round_.pk)

    with pytest.raises(Refused) as refusal:
        call_table(table(round_).pk)

    assert called(round_) == []
    assert refusal.value.code == "round_closed"
