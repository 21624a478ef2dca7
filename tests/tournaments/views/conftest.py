"""A round to type results for, and somebody who may."""

import pytest
from django.test import Client

from tests.factories import ChampionshipFactory, enter, member, seat_round
from tournaments.enums import Role
from tournaments.models import Round


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
