"""The page of a table on a phone without script and cookies: report, confirm, deny, mend."""

import pytest

from tests.factories import ChampionshipFactory, enter, seat_round
from tests.tournaments.views.phones import DEALS, Phone
from tournaments.enums import SideName, TableState
from tournaments.models import Table

pytestmark = pytest.mark.django_db
A, B = SideName.A, SideName.B


@pytest.fixture
def table(db: None) -> Table:
    """Table 1 of round 1 of championship `c`: A gives first; C and D sit at table 2."""
    championship = ChampionshipFactory(slug="c", is_public=True, rounds=3)
    a, b, c, d = enter(championship, *"ABCD")
    return seat_round(championship, [(a, b), (c, d)]).tables.select_related("round__championship").get(number=1)


def state(table: Table) -> str:
    table.refresh_from_db()
    return table.state


def test_report_and_agree(table):
    first = Phone().scan(table, A)
    first.types(*DEALS)
    claimed = state(table)
    other = Phone().scan(table, B)
    other.press("do", "agree")

    assert (first.status, other.status) == (200, 200)
    assert "Saved" in first.words
    assert "Confirmed by both sides" in other.words
    assert (claimed, state(table)) == (TableState.CLAIMED, TableState.CONFIRMED)
