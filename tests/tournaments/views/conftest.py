"""A round to type results for, and somebody who may."""

import pytest
from django.test import Client

from tests.factories import ChampionshipFactory, enter, member, seat_round
from tournaments.enums import Role
from tournaments.models import Round, Table


@pytest.fixture
def open_round(db: None) -> Round:
    """Two tables of championship `c`: A–B (A gives first), C–D (D gives first); E sits out."""
    championship = ChampionshipFactory(slug="c", rounds=2)
    a, b, c, d, e = enter(championship, "A", "B", "C", "D", "E")
    return seat_round(championship, [(a, b), (c, d)], byes=[e])


@pytest.fixture
def scorer(client: Client, open_round: Round) -> Client:
    client.force_login(member(open_round.championship.association, Role.SCORER))
    return client


@pytest.fixture
def table(db: None) -> Table:
    """Table 1 of round 1 of the public championship `c`, played for an hour: A gives first; C and D sit at table 2."""
    championship = ChampionshipFactory(slug="c", name="Campiunadi", is_public=True, rounds=3)
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    round_ = seat_round(championship, [(a, b), (c, d)])
    return Table.objects.select_related("round__championship", "round__stage").get(round=round_, number=1)
