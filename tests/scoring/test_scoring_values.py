"""Balance of a deal, and results that cannot be built wrong."""

import pytest

from engine.seats import Side
from scoring import balance
from scoring.table_result import DealScore, TableResult, dealer_of


@pytest.mark.parametrize(
    ("points", "net", "buns", "schliats"),
    [(41, 5, 5, 0), (31, -5, 0, 5), (36, 0, 0, 0), (72, 36, 36, 0), (0, -36, 0, 36)],
)
def test_balance_round_the_midline(points, net, buns, schliats):
    assert (balance.net(points), balance.buns(points), balance.schliats(points)) == (net, buns, schliats)
    assert balance.points_from_net(net) == points


def test_worked_example_of_the_rules():
    assert balance.running((40, 30)) == (4, -2)


@pytest.mark.parametrize(
    ("behind", "packets"), [(0, 3), (-8, 3), (-9, 2), (-17, 2), (-18, 1), (-144, 1), (20, 3)], ids=str
)
def test_fewest_packets(behind, packets):
    assert balance.fewest_packets(behind) == packets


def test_the_sides_give_in_turn():
    assert [dealer_of(deal, Side.B) for deal in (1, 2, 3, 4)] == [Side.B, Side.A, Side.B, Side.A]


def test_result_of_a_table():
    result = TableResult.of_points((40, 30, 36, 50), Side.A)

    assert result.points == (40, 30, 36, 50)
    assert (result.card_points, result.net, result.running) == (156, 12, (4, -2, -2, 12))
    assert [deal.dealer for deal in result.deals] == [Side.A, Side.B, Side.A, Side.B]
    assert result.is_finished
    assert not TableResult.of_points((40, 30)).is_finished


@pytest.mark.parametrize(
    ("points", "dealer"), [(73, None), (-1, None), (1, Side.A), (71, Side.B)], ids=["73", "-1", "a gave", "b gave"]
)
def test_impossible_deals_cannot_be_built(points, dealer):
    with pytest.raises(ValueError, match=r"card points|cannot end on 1"):
        DealScore(points, dealer)


def test_five_deals_are_no_result():
    with pytest.raises(ValueError, match="four deals"):
        TableResult.of_points((36,) * 5)
