"""Fixture F the whole way: typed into the grid or imported from a file, and read back by the public in every format."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from tests.factories import ChampionshipFactory, enter, member, seat_round
from tests.factories.fixture_f import DEALS
from tournaments.models import Championship, Round

from .test_same_numbers import CASES, READERS, Row

pytestmark = pytest.mark.django_db

CORRECTION = (44, 30, 36, 50)

type Put = Callable[[Round, int, tuple[int, ...], str], None]


@pytest.fixture
def championship(points_per: str) -> Championship:
    cache.clear()
    return ChampionshipFactory(points_per=points_per, is_public=True, slug="f", rounds=2)


@pytest.fixture(params=["typed", "imported"])
def put(request: pytest.FixtureRequest, championship: Championship, tmp_path: Path) -> Put:
    """Enter a result as an organiser types it, or as a file brings it."""
    client = Client()
    client.force_login(member(championship.association))

    def typed(round_: Round, number: int, deals: tuple[int, ...], reason: str) -> None:
        table = round_.tables.get(number=number)
        fields = {f"d{deal}": points for deal, points in enumerate(deals, 1)}
        data = {"notation": "points", "version": table.version, "control": "", "reason": reason, "key": "", **fields}
        address = f"/en/f/office/rounds/{round_.number}/tables/{number}/result/"
        data["yes"] = " ".join(map(str, deals))  # what is asked is so
        answer = client.post(address, data)
        if mark := re.search(r'name="seen" value="([^"]+)"', answer.content.decode()):  # what the correction changes
            client.post(address, {**data, "seen": mark[1]})

    def imported(round_: Round, number: int, deals: tuple[int, ...], reason: str) -> None:
        file = tmp_path / "results.csv"
        file.write_text("table;deal 1;deal 2;deal 3;deal 4\n" + ";".join(map(str, (number, *deals))) + "\n")
        options = ["--replace", reason] if reason else []
        call_command("import_results", "f", str(round_.number), str(file), *options, stdout=io.StringIO())

    return {"typed": typed, "imported": imported}[request.param]


@pytest.mark.parametrize(("points_per", "correct", "expected"), CASES)
def test_fixture_f_typed_or_imported_reads_back_exactly(
    championship: Championship, put: Put, correct: bool, expected: list[Row]
) -> None:
    a, b, c, d = enter(championship, *"ABCD")
    for number, pairs in ((1, [(a, b), (c, d)]), (2, [(c, a), (b, d)])):
        round_ = seat_round(championship, pairs)
        for table in (1, 2):
            put(round_, table, DEALS[number, table], "")
    if correct:
        put(championship.rounds.get(number=1), 1, CORRECTION, "misread")

    public = Client()
    files = {name: read(public.get(f"/en/f/standings.{name}").content) for name, read in READERS.items()}
    page = public.get("/en/f/standings/").content.decode()

    assert files == dict.fromkeys(READERS, expected)
    assert re.findall(r'href="/en/f/entries/(\d+)/"', page) == [str(row[1]) for row in expected]
