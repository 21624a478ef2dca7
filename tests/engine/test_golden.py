"""Every attainable number of points has a witness: a recorded deal that the checker accepts (rules, paragraph 10)."""

import lzma
from pathlib import Path
from random import Random

import pytest

from engine.attainable import attainable, is_attainable_triple, points_by_tricks
from engine.record import Record, written
from engine.record_reader import records
from engine.rulesets import FIVE, RULESETS, SIX, SURSELVA, FiveGroup, FoolNoEmpty, RuleSet, ScartOnMatch
from engine.verify import first_offence
from tests.engine.golden.find import FOLDER, skewed_playout
from tests.engine.table import replayed, with_rules

UNNAMED = [
    pytest.param(with_rules(SIX, six_group=3), id="six by threes"),
    pytest.param(with_rules(SIX, six_group=6), id="six by sixes"),
    pytest.param(with_rules(FIVE, five_group=FiveGroup.TRICK), id="five by tricks"),
    pytest.param(with_rules(SURSELVA, scart_on_match=ScartOnMatch.STAYS), id="scart stays"),
    pytest.param(with_rules(SURSELVA, fool_no_empty=FoolNoEmpty.LOSE), id="Fool lost without an empty"),
]


def golden(name: str) -> tuple[str, list[Record]]:
    text = lzma.decompress((Path(FOLDER) / f"{name}.txt.xz").read_bytes()).decode()
    return text, list(records(text))


@pytest.mark.parametrize("name", RULESETS)
def test_10_witnesses_verify_and_show_every_attainable_result(name: str) -> None:
    text, found = golden(name)
    sets = attainable(RULESETS[name])

    offences = [first_offence(record) for record in found]

    assert offences == [None] * len(found)
    assert {record.rules for record in found} == {RULESETS[name]}
    assert {record.piles[record.dealer.number].points for record in found} == sets.dealer
    assert {pile.points for record in found for pile in record.piles[1:]} == sets.other
    assert {record.dealer.number for record in found} == {0}
    assert "\n".join(map(written, found)) == text


def test_10_witnesses_stay_within_the_bounds_of_their_tricks() -> None:
    for record in golden("surselva")[1]:
        dealer, other = record.piles

        assert dealer.points in points_by_tricks(dealer=True)[dealer.tricks]
        assert other.points in points_by_tricks(dealer=False)[other.tricks]


def test_10_witnesses_of_three_players_are_attainable_triples() -> None:
    for record in golden("three")[1]:
        dealer, second, third = (pile.points for pile in record.piles)

        assert is_attainable_triple(dealer, second, third, record.rules)


@pytest.mark.parametrize("rules", UNNAMED)
def test_10_options_without_a_name_reach_every_result_too(rules: RuleSet) -> None:
    rng, sets = Random(72), attainable(rules)
    dealer: set[int] = set()
    other: set[int] = set()

    for _ in range(20_000):
        played = skewed_playout(rng, rules)
        if played.points[0] not in dealer or not other.issuperset(played.points[1:]):
            dealer.add(played.points[0])
            other.update(played.points[1:])
            assert replayed(played, rules).settlement.points == played.points
        if (dealer, other) == (sets.dealer, sets.other):
            break

    assert (dealer, other) == (sets.dealer, sets.other)


def test_10_no_deal_leaves_the_bounds_of_its_tricks() -> None:
    rng = Random(10)
    bounds = [points_by_tricks(dealer=True), points_by_tricks(dealer=False)]

    for _ in range(3_000):
        played = skewed_playout(rng, SURSELVA)

        for party in (0, 1):
            assert played.points[party] in bounds[party][played.tricks[party]]
