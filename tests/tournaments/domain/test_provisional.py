"""A provisional ranking counts what is claimed; everything that decides reads what is confirmed."""

import pytest
from django.urls import reverse

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.views.reading import main
from tournaments.domain.claims import claim_result
from tournaments.domain.rounds import draw_round
from tournaments.domain.standings import ranking
from tournaments.enums import Role, SideName
from tournaments.models import Round

pytestmark = pytest.mark.django_db

OURS, THEIRS = (40, 30, 36, 50), (31, 42, 36, 22)


CLAIMS = ((2, SideName.A, OURS), (3, SideName.A, OURS), (3, SideName.B, THEIRS))


@pytest.fixture
def round_() -> Round:
    """Table 1 confirmed, table 2 claimed, table 3 in conflict."""
    return played("c", CLAIMS)


def played(slug: str, claims: tuple = ()) -> Round:
    championship = ChampionshipFactory(slug=slug, rounds=2)
    a, b, c, d, e, f = enter(championship, *"ABCDEF")
    round_ = seat_round(championship, [(a, b), (c, d), (e, f)])
    key(round_, 1, 36, 36, 36, 37)
    for number, side, deals in claims:
        table = round_.tables.get(number=number)
        claim_result(table.pk, side, deals, seen_version=table.version, answered_yes=True)
    round_.championship.refresh_from_db()
    return round_


def nets(board) -> dict[int, int]:
    return {row.number: row.standing.net for row in board.rows}


def test_only_what_is_confirmed_counts(round_):
    board = ranking(round_.championship)

    assert nets(board) == {1: 1, 2: -1, 3: 0, 4: 0, 5: 0, 6: 0}
    assert (board.open_tables, board.claimed) == ((2, 3), 0)


def test_the_provisional_ranking_counts_a_claim_and_no_conflict(round_):
    board = ranking(round_.championship, provisional=True)

    assert nets(board) == {1: 1, 2: -1, 3: 12, 4: -12, 5: 0, 6: 0}
    assert (board.open_tables, board.claimed) == ((3,), 1)


def test_a_draw_is_the_same_as_if_nobody_had_claimed_anything(round_):
    silent = played("silent")

    drawn = [draw_round(each.championship_id, seed=1, accept_open="the last bus") for each in (round_, silent)]

    seats = [list(each.seats.order_by("entry__number").values_list("table__number", "side")) for each in drawn]
    assert seats[0] == seats[1]


def test_the_office_says_that_it_is_provisional(client, round_):
    client.force_login(member(round_.championship.association, Role.VIEWER))
    address = reverse("office_standings", args=["c"])

    plain, provisional = (main(client.get(address, query).content.decode()) for query in ({}, {"provisional": "1"}))

    assert "Count 1 claimed table, too (provisional)" in plain
    assert "Provisional: 1 table claimed, not confirmed" in provisional
    assert "CSV" in plain
    assert "CSV" not in provisional
