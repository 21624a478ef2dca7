"""The keyboard grid without its script: what is typed is stored, or comes back with the reason."""

import pytest
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, member, seat_round

pytestmark = pytest.mark.django_db


def test_smoke(client):
    championship = ChampionshipFactory(slug="c")
    a, b, c, d, e = enter(championship, "A", "B", "C", "D", "E")
    client.force_login(member(championship.association))
    for name in ("office", "office_rounds", "office_standings"):
        assert client.get(reverse(name, args=["c"])).status_code == 200
    round_ = seat_round(championship, [(a, b), (c, d)], byes=[e], publish=False)
    assert client.get(reverse("office_draw", args=["c", 1])).status_code == 200
    assert client.post(reverse("office_round_publish", args=["c", 1])).status_code == 302
    for name in ("office", "office_rounds", "office_standings"):
        assert client.get(reverse(name, args=["c"])).status_code == 200
    for name in ("office_round", "office_round_live", "office_results_import"):
        assert client.get(reverse(name, args=["c", 1])).status_code == 200
    assert client.get(reverse("office_table", args=["c", 1, 1])).status_code == 200
