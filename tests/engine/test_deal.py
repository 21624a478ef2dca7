"""Seats, the draw, the pack and the packets (rules, paragraphs 3 and 4)."""

from random import Random

import pytest

from engine.cards import PACK
from engine.cardset import WHOLE_PACK, CardSet
from engine.deal import (
    Deal,
    allowed_modes,
    check_mode,
    cut_pack,
    pack_of_packets,
    packet_sizes,
    prepared_pack,
    shuffled_pack,
)
from engine.draw import Seating, drawn_trumps, seating
from engine.errors import Code, EngineError
from engine.notation import cards_text, parse_cards
from engine.rulesets import (
    CLASSIC_EN,
    FIVE,
    LITERAL_DE,
    RULESETS,
    SIX,
    SURSELVA,
    THREE,
    DealerForce,
    DeckPrep,
    DeficitMeasure,
    DeficitScope,
    ExposeLast,
    FirstLead,
    JackCaller,
    JackFigure,
    JackSameHand,
    JackTrigger,
    Knock,
    RuleSet,
    TeamDraw,
    ruleset,
)
from engine.seats import Seat, Side, seats
from tests.engine.table import deal_of, with_rules


def test_3_1_play_runs_to_the_right_and_partners_sit_opposite() -> None:
    assert [seat.next() for seat in seats()] == [Seat.S1, Seat.S2, Seat.S3, Seat.S0]
    assert [seat.partner for seat in seats()] == [Seat.S2, Seat.S3, Seat.S0, Seat.S1]
    assert [seat.side for seat in seats(6)] == [Side.A, Side.B] * 3
    assert (Side.A.other, Side.B.other) == (Side.B, Side.A)


def test_3_2_the_draw_stops_when_all_have_a_trump() -> None:
    pack = parse_cards("c1 t5 n c2 t21 t7 c3 t2 t9")  # seats 0..3: 1 draws t5; 0 draws t21, then 2 t7, 3 .., 3 t2

    trumps = drawn_trumps(pack, 4)

    assert cards_text(trumps) == "t21 t5 t7 t2"


def test_3_2_who_has_a_trump_gets_no_more_cards() -> None:
    pack = parse_cards("t4 t3 t2 c1 c2 c3 t1 t9")

    assert cards_text(drawn_trumps(pack, 4)) == "t4 t3 t2 t1"


@pytest.mark.parametrize(
    ("trumps", "expected"),
    [
        pytest.param("t2 t9 t5 t20", Seating((0, 1, 2, 3), Seat.S0), id="partners already opposite"),
        pytest.param("t2 t5 t9 t20", Seating((0, 2, 1, 3), Seat.S0), id="two change places"),
        pytest.param("t5 t20 t9 t2", Seating((1, 0, 2, 3), Seat.S3), id="the lowest keeps the place"),
    ],
)
def test_3_3_and_3_4_low_trumps_play_together_and_the_lowest_deals(trumps: str, expected: Seating) -> None:
    assert seating(parse_cards(trumps)) == expected


def test_3_3_in_every_draw_the_two_lowest_sit_opposite() -> None:
    for seed in range(200):
        trumps = drawn_trumps(shuffled_pack(Random(seed)), 4)
        table = seating(trumps)
        ranks = [trumps[person].rank for person in table.people]

        assert ranks[table.first_dealer.number] == min(ranks)
        assert {ranks.index(rank) % 2 for rank in sorted(ranks)[:2]} == {table.first_dealer.number % 2}
        assert sorted(table.people) == [0, 1, 2, 3]


def test_3_5_fixed_pairs_keep_their_places() -> None:
    rules = with_rules(SURSELVA, team_draw=TeamDraw.FIXED)

    assert seating(parse_cards("t20 t5 t9 t2"), rules) == Seating((0, 1, 2, 3), Seat.S3)


def test_9_single_players_keep_their_places_and_six_are_drawn() -> None:
    assert seating(parse_cards("t20 t5 t9"), THREE) == Seating((0, 1, 2), Seat.S1)
    assert seating(parse_cards("t1 t2 t3 t4 t5 t6"), SIX) == Seating((0, 4, 2, 3, 1, 5), Seat.S0)


def test_4_a_shuffled_pack_has_all_cards_and_depends_on_the_generator_only() -> None:
    assert CardSet.of(shuffled_pack(Random(4))) == WHOLE_PACK
    assert shuffled_pack(Random(4)) == shuffled_pack(Random(4)) != shuffled_pack(Random(5))


def test_4_a_cut_changes_the_beginning_only() -> None:
    cut = cut_pack(Random(1), PACK)

    start = cut.index(PACK[0])
    assert 0 < start < 78
    assert cut[start:] + cut[:start] == PACK


@pytest.mark.parametrize(
    ("prep", "is_cut"),
    [pytest.param(DeckPrep.SHUFFLE, False, id="shuffle"), pytest.param(DeckPrep.CUT, True, id="cut")],
)
def test_4_deck_prep(prep: DeckPrep, is_cut: bool) -> None:
    rules = with_rules(SURSELVA, deck_prep=prep)

    pack = prepared_pack(Random(3), rules, PACK)

    start = pack.index(PACK[0])
    assert (pack[start:] + pack[:start] == PACK) is is_cut
    assert prepared_pack(Random(3), rules) == shuffled_pack(Random(3))


@pytest.mark.parametrize(
    ("rules", "mode", "others", "dealer"),
    [
        pytest.param(SURSELVA, 3, [6, 6, 7], [6, 6, 9], id="three packets"),
        pytest.param(SURSELVA, 2, [9, 10], [9, 12], id="two packets"),
        pytest.param(SURSELVA, 1, [19], [21], id="one packet"),
        pytest.param(THREE, 3, [8, 8, 9], [8, 8, 12], id="three players"),
        pytest.param(FIVE, 3, [5, 5, 5], [5, 5, 8], id="five players"),
        pytest.param(SIX, 3, [4, 4, 5], [4, 4, 5], id="six players"),
    ],
)
def test_4_and_9_packets(rules: RuleSet, mode: int, others: list[int], dealer: list[int]) -> None:
    deal = deal_of(rules, Seat.S2, mode=mode)

    sizes = {seat: [len(packet) for packet in deal.packets_of(seat)] for seat in rules.seats}

    assert sizes == {seat: dealer if seat is Seat.S2 else others for seat in rules.seats}
    assert deal.packets == len(others)
    assert sum(map(len, deal.hands(deal.packets))) == 78
    assert pack_of_packets(Seat.S2, [deal.packets_of(seat) for seat in rules.seats]) == deal.pack


def test_4_the_first_packet_goes_to_the_dealers_right() -> None:
    deal = Deal(SURSELVA, Seat.S3, PACK)

    assert deal.giving_order == (Seat.S0, Seat.S1, Seat.S2, Seat.S3)
    assert deal.packets_of(Seat.S0)[0] == PACK[:6]
    assert deal.packets_of(Seat.S3)[2] == PACK[69:]


def test_4_a_mode_nobody_knows_is_refused() -> None:
    with pytest.raises(EngineError) as refused:
        packet_sizes(THREE, 2)

    assert refused.value.problem.as_json() == {"code": "DEAL_MODE", "mode": 2, "rule": "4", "legal": [3]}


@pytest.mark.parametrize(
    ("total", "modes"),
    [
        pytest.param(12, (3,), id="ahead"),
        pytest.param(-8, (3,), id="eight behind"),
        pytest.param(-9, (3, 2), id="nine behind"),
        pytest.param(-17, (3, 2), id="seventeen behind"),
        pytest.param(-18, (3, 2, 1), id="eighteen behind"),
    ],
)
def test_4_the_side_behind_may_ask_for_fewer_packets(total: int, modes: tuple[int, ...]) -> None:
    assert allowed_modes(SURSELVA, total) == modes


def test_4_options_of_being_behind() -> None:
    gap = with_rules(SURSELVA, deficit_measure=DeficitMeasure.GAP)
    session = with_rules(SURSELVA, deficit_scope=DeficitScope.SESSION)
    strict = with_rules(SURSELVA, deficit_inclusive=False)

    assert allowed_modes(gap, -5) == (3, 2)
    assert allowed_modes(session, 0, -20) == (3, 2, 1)
    assert allowed_modes(session, -20, 0) == (3,)
    assert (allowed_modes(strict, -9), allowed_modes(strict, -18), allowed_modes(strict, -19)) == (
        (3,),
        (3, 2),
        (3, 2, 1),
    )
    assert allowed_modes(SIX, -40) == (3,)


def test_4_a_side_not_far_enough_behind_is_refused() -> None:
    check_mode(SURSELVA, 2, -9)

    with pytest.raises(EngineError) as refused:
        check_mode(SURSELVA, 1, -9)

    assert refused.value.problem.as_json() == {"code": "DEAL_MODE", "mode": 1, "rule": "4", "legal": [2, 3]}


@pytest.mark.parametrize(
    ("option", "shown"),
    [
        pytest.param(ExposeLast.NONE, set(), id="none"),
        pytest.param(ExposeLast.NON_DEALERS, {Seat.S1, Seat.S2, Seat.S3}, id="non_dealers"),
        pytest.param(ExposeLast.ALL, {Seat.S0, Seat.S1, Seat.S2, Seat.S3}, id="all"),
    ],
)
def test_4_expose_last(option: ExposeLast, shown: set[Seat]) -> None:
    deal = deal_of(with_rules(SURSELVA, expose_last=option))

    assert deal.exposed == {seat: deal.packets_of(seat)[-1][-1] for seat in shown}


@pytest.mark.parametrize(
    ("option", "leader"),
    [
        pytest.param(FirstLead.RIGHT_OF_DEALER, Seat.S0, id="right"),
        pytest.param(FirstLead.DEALER, Seat.S3, id="dealer"),
    ],
)
def test_7_1_first_lead(option: FirstLead, leader: Seat) -> None:
    assert with_rules(SURSELVA, first_lead=option).first_leader(Seat.S3) is leader


def test_12_named_rule_sets() -> None:
    assert list(RULESETS) == ["surselva", "classic_en", "literal_de", "three", "five", "six"]
    assert (
        with_rules(
            SURSELVA,
            name="classic_en",
            first_lead=FirstLead.DEALER,
            jack_trigger=JackTrigger.KING_IN_TRICK,
            jack_caller=JackCaller.TRICK_WINNER,
            jack_figure=JackFigure.EXEMPT,
            knock=Knock.ALLOWED,
            deck_prep=DeckPrep.CUT,
        )
        == CLASSIC_EN
    )
    assert (
        with_rules(
            SURSELVA,
            name="literal_de",
            jack_first_time_only=False,
            jack_same_hand=JackSameHand.OFF,
            dealer_force=DealerForce.OFF,
        )
        == LITERAL_DE
    )
    assert ruleset("surselva") is ruleset("surselva/1") is SURSELVA


@pytest.mark.parametrize("name", ["tarock", "surselva/2", "", "surselva/"])
def test_12_an_unknown_rule_set_is_refused(name: str) -> None:
    with pytest.raises(EngineError) as refused:
        ruleset(name)

    assert refused.value.code is Code.UNKNOWN_RULESET
    assert "surselva" in str(refused.value)


def test_9_numbers_of_cards_and_parties() -> None:
    numbers = [(rules.cards_each, rules.scart_size, rules.parties) for rules in (THREE, SURSELVA, FIVE, SIX)]

    assert numbers == [(25, 3, 3), (19, 2, 2), (15, 3, 5), (13, 0, 2)]
    assert [SIX.party_of(seat) for seat in SIX.seats] == [0, 1, 0, 1, 0, 1]
