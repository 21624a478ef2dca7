"""Fixture F of formats.md, played and keyed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.models import Championship

type MakeFixtureF = Callable[..., Championship]


@pytest.fixture
def fixture_f(db: None) -> MakeFixtureF:
    """Four pairs, two rounds, as a public championship; `correct` changes deal 1 of A–B from 40 to 44."""

    def make(points_per: str = "table", *, correct: bool = False) -> Championship:
        championship = ChampionshipFactory(
            points_per=points_per, is_public=True, name="Campiunadi da Sumvitg", rounds=2
        )
        a, b, c, d = enter(championship, "A", "B", "C", "D")
        first = seat_round(championship, [(a, b), (c, d)])
        key(first, 1, 40, 30, 36, 50)
        key(first, 2, 20, 44, 44, 44)
        second = seat_round(championship, [(c, a), (b, d)])
        key(second, 1, 36, 36, 36, 36)
        key(second, 2, 72, 0, 37, 35)
        if correct:
            key(first, 1, 44, 30, 36, 50, reason="typed wrongly")
        championship.refresh_from_db()
        return championship

    return make


@pytest.fixture(autouse=True)
def files(settings, tmp_path: Path) -> Path:
    """A folder of its own for the files that a test makes."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path
