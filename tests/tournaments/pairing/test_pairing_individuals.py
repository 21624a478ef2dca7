"""The draw of individuals with changing partners."""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seats import Side
from tournaments.pairing.board import Method, board_of
from tournaments.pairing.certificate_individuals import fewest_spread_squares
from tournaments.pairing.checker import check
from tournaments.pairing.field import (
    ByeCode,
    EntryState,
    Field,
    PairingRefusedError,
    PastBye,
    PastTable,
    ReasonCode,
    RefusalCode,
)
from tournaments.pairing.individuals import draw
from tournaments.pairing.table_costs import SPLITS, costs_of
from tournaments.pairing.table_program import gaps, legal_tables, relaxed, smaller_gaps
from tournaments.pairing.table_search import best_tables


def no_groups(_place):
    return ()


def people(size, points=None, groups=no_groups):
    points = points or [0] * size
    return tuple(EntryState(place, place + 1, points[place], groups(place)) for place in range(size))


def play(size, rounds, seed, method=None, groups=no_groups, *, ahead=False):
    """An event with random results: all tables and sit-outs, and the draws; `ahead`: the number of rounds is known."""
    chance = random.Random(seed)
    points = [0] * size
    tables, byes, draws = [], [], []
    for number in range(1, rounds + 1):
        order = sorted(range(size), key=lambda entry: (-points[entry], entry))
        states = tuple(EntryState(entry, rank, points[entry], groups(entry)) for rank, entry in enumerate(order, 1))
        field = Field(states, tuple(tables), tuple(byes), rounds_after=(rounds - number) * ahead)
        drawn = draw(field, chance.randrange(1000), method if number > 1 else None)
        draws.append(drawn)
        byes += [PastBye(number, bye.entry) for bye in drawn.byes]
        for table in drawn.tables:
            tables.append(PastTable(number, table.side_a, table.side_b, table.first_dealer))
            for winner in chance.choice((table.side_a, table.side_b)):
                points[winner] += 2
    return tables, byes, draws


def partners(tables):
    return Counter(frozenset(side) for table in tables for side in (table.side_a, table.side_b))


def opponents(tables):
    return Counter(frozenset(pair) for table in tables for pair in product(table.side_a, table.side_b))


def mates(tables):
    return Counter(frozenset(pair) for table in tables for pair in combinations((*table.side_a, *table.side_b), 2))


@pytest.mark.parametrize("method", [Method.STANDING, Method.LOT])
@pytest.mark.parametrize(("size", "rounds"), [(8, 4), (13, 5), (48, 8), (50, 6)])
def test_no_partner_twice_and_fair_sit_outs(size, rounds, method):
    tables, byes, draws = play(size, rounds, 1, method)

    assert max(partners(tables).values()) == 1
    assert max(Counter(bye.entry for bye in byes).values(), default=0) <= 1
    assert len(byes) == rounds * (size % 4)
    for drawn in draws:
        seated = [entry for table in drawn.tables for entry in (*table.side_a, *table.side_b)]
        assert sorted(seated + [bye.entry for bye in drawn.byes]) == list(range(size))


def test_48_people_over_8_rounds_never_meet_an_opponent_twice():
    tables, _, _ = play(48, 8, 2)

    assert max(opponents(tables).values()) == 1


def test_102_people_over_8_rounds_have_16_different_sit_outs():
    tables, byes, _ = play(102, 8, 3)

    assert len({bye.entry for bye in byes}) == len(byes) == 16
    assert max(partners(tables).values()) == 1


@pytest.mark.parametrize("seed", range(5))
def test_12_people_drawn_by_lot_meet_three_table_mates_again_in_round_2(seed):
    tables, _, draws = play(12, 2, seed, Method.LOT)

    again = sum(times - 1 for times in mates(tables).values())
    assert again == 3
    assert draws[1].certificate.opponents_again == 0


def test_the_lowest_ranked_sit_out_and_whoever_sat_out_does_not():
    field = Field(people(10), (PastTable(1, (0, 1), (2, 3)),), (PastBye(1, 9),))

    drawn = draw(field, 1)

    assert [(bye.entry, bye.code) for bye in drawn.byes] == [(8, ByeCode.LOWEST_WITHOUT), (7, ByeCode.LOWEST_WITHOUT)]


@pytest.mark.parametrize("seed", range(8))
def test_8_people_over_7_rounds_partner_everybody_once_and_oppose_everybody_twice(seed):
    tables, _, draws = play(8, 7, seed, ahead=True)

    everyone = list(map(frozenset, combinations(range(8), 2)))
    assert partners(tables) == Counter(everyone)
    assert opponents(tables) == Counter(everyone * 2)
    assert [drawn.certificate.free_rounds_after for drawn in draws] == [6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("seed", range(3))
def test_5_people_over_5_rounds_sit_out_in_turn_and_partner_everybody(seed):
    tables, byes, _ = play(5, 5, seed, ahead=True)

    assert sorted(bye.entry for bye in byes) == list(range(5))
    assert partners(tables) == Counter(map(frozenset, combinations(range(5), 2)))


def test_rounds_that_cannot_stay_perfect_are_drawn_as_the_best_now():
    tables, _, draws = play(8, 10, 1, ahead=True)

    assert [drawn.certificate.repeats for drawn in draws][:6] == [0] * 6
    assert len(tables) == 20


def test_as_few_partners_repeat_in_a_larger_field_as_must():
    past = [PastTable(number, (0, mate), (90, 91)) for number, mate in enumerate(range(1, 20), start=1)]
    past += [PastTable(number, (1, mate), (90, 91)) for number, mate in enumerate(range(2, 20), start=1)]

    drawn = draw(Field(people(20), tuple(past)), 1)

    assert (drawn.certificate.repeats, drawn.certificate.repeats_bound) == (1, 1)


def test_another_sits_out_where_partners_would_have_to_repeat():
    past = [PastTable(number, side, (9, 9)) for number, side in enumerate(combinations(range(4), 2), start=1)]
    field = Field(people(5), tuple(past))

    drawn = draw(field, 1)

    assert drawn.certificate.repeats == drawn.certificate.repeats_bound == 1
    assert len(drawn.byes) == 1


def test_repeated_partners_are_named_and_bounded():
    past = tuple(PastTable(number, side, (9, 9)) for number, side in enumerate(combinations(range(4), 2), start=1))

    drawn = draw(Field(people(4), past), 1)

    (table,) = drawn.tables
    assert drawn.certificate.repeats == drawn.certificate.repeats_bound == 2
    assert [reason.code for reason in table.reasons[:2]] == [ReasonCode.PARTNERS_AGAIN] * 2
    assert {reason.entries for reason in table.reasons[:2]} == {table.side_a, table.side_b}


def test_equal_points_sit_together():
    field = Field(people(12, [4] * 4 + [2] * 4 + [0] * 4), (PastTable(1, (0, 4), (8, 9)),))

    drawn = draw(field, 1)

    assert [sorted((*table.side_a, *table.side_b)) for table in drawn.tables] == [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [8, 9, 10, 11],
    ]
    assert (drawn.certificate.gap_squares, drawn.certificate.gap_squares_bound) == (0, 0)


def test_clubs_are_kept_apart_where_points_allow():
    field = Field(people(16, groups=lambda place: (f"club {place % 4}",)), (PastTable(1, (0, 1), (2, 3)),))

    drawn = draw(field, 1)

    assert drawn.certificate.groups_together == 0


def test_a_shared_club_is_named():
    field = Field(people(4, groups=lambda place: ("Trun",) if place < 2 else ()))

    (table,) = draw(field, 1).tables

    reason = table.reasons[-1]
    assert (reason.code, reason.groups, set(reason.entries)) == (ReasonCode.GROUP_TOGETHER, ("Trun",), {0, 1})
    assert {0, 1} not in (set(table.side_a), set(table.side_b))


def test_best_and_worst_play_the_middle():
    field = Field(people(4), (PastTable(1, (0, 9), (8, 7)),))

    (table,) = draw(field, 1).tables

    assert (table.side_a, table.side_b) == ((0, 3), (1, 2))


def test_the_side_that_gave_less_gives_first():
    tables = (PastTable(1, (0, 9), (3, 8), Side.B),)

    (table,) = draw(Field(people(4), (*tables, PastTable(2, (0, 7), (5, 6), Side.B))), 1).tables

    giving = table.side_a if table.first_dealer is Side.A else table.side_b
    assert 0 in giving


@pytest.mark.parametrize("size", [0, 3])
def test_fewer_than_four_are_refused(size):
    with pytest.raises(PairingRefusedError) as refused:
        draw(Field(people(size)), 1)

    assert (refused.value.code, refused.value.data) == (RefusalCode.TOO_FEW, {"given": size, "needed": 4})


def test_the_same_seed_gives_the_same_draw():
    field = Field(people(50))

    assert draw(field, 3) == draw(field, 3)
    assert draw(field, 3).tables != draw(field, 4).tables


def test_a_known_draw_stays_the_same_on_every_machine():
    drawn = draw(Field(people(16)), 2026)

    assert [(table.side_a, table.side_b, table.first_dealer.value) for table in drawn.tables] == [
        ((9, 11), (5, 6), "a"),
        ((15, 1), (8, 0), "a"),
        ((2, 12), (7, 3), "a"),
        ((14, 13), (4, 10), "b"),
    ]


def fours_of(size):
    for mates_ in combinations(range(1, size), 3):
        rest = [place for place in range(1, size) if place not in mates_]
        if not rest:
            yield [(0, *mates_)]
        else:
            yield [(0, *mates_), tuple(rest)]


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.integers(0, 6), min_size=8, max_size=8),
    st.lists(st.permutations(range(8)), max_size=4),
    st.lists(st.sampled_from("xyz"), min_size=8, max_size=8),
    st.booleans(),
)
def test_eight_people_sit_as_brute_force_would_seat_them(points, past, clubs, mind_other_role):
    tables = tuple(
        PastTable(number, (seats[at], seats[at + 1]), (seats[at + 2], seats[at + 3]))
        for number, seats in enumerate(past, start=1)
        for at in (0, 4)
    )
    field = Field(people(8, points, lambda place: (clubs[place],)), tables)

    drawn = draw(field, 1, Method.STANDING, mind_other_role=mind_other_role)

    found = [(*table.side_a, *table.side_b) for table in drawn.tables]
    assert cost(field, found, mind_other_role) == min(
        cost(
            field,
            [tuple(four[seat] for seat in split) for four, split in zip(fours, splits, strict=True)],
            mind_other_role,
        )
        for fours in fours_of(8)
        for splits in product(SPLITS, repeat=2)
    )


def cost(field, tables, mind_other_role):
    """The strict order of aims of a round, written down once more without the code under test."""
    partnered, opposed = partners(field.tables), opponents(field.tables)
    state = {entry.id: entry for entry in field.entries}
    sides = [frozenset(side) for i, j, k, m in tables for side in ((i, j), (k, m))]
    against = [frozenset(pair) for i, j, k, m in tables for pair in product((i, j), (k, m))]

    def together(pairs):
        return sum(len({state[each].groups for each in pair}) == 1 for pair in pairs)

    def spread(four):
        points = [state[place].points for place in four]
        return (max(points) - min(points)) ** 2

    return (
        sum(min(partnered[side], 3) for side in sides),
        sum(opposed[pair] > 1 for pair in against),
        sum(opposed[pair] == 1 for pair in against),
        mind_other_role * (sum(opposed[side] > 0 for side in sides) + sum(partnered[pair] > 0 for pair in against)),
        sum(spread(four) for four in tables),
        together(sides),
        together(against),
        sum(abs(i + j - k - m) for i, j, k, m in tables),
    )


@settings(deadline=None, max_examples=12)
@given(st.integers(4, 30), st.integers(0, 4), st.integers(0, 99), st.sampled_from([None, Method.LOT]))
def test_everybody_exactly_once_and_the_bounds_hold(size, rounds, seed, method):
    _, _, draws = play(size, rounds + 1, seed, method)

    for drawn in draws:
        seated = [entry for table in drawn.tables for entry in (*table.side_a, *table.side_b)]
        assert sorted(seated + [bye.entry for bye in drawn.byes]) == list(range(size))
        assert drawn.certificate.repeats >= drawn.certificate.repeats_bound
        assert drawn.certificate.gap_squares >= drawn.certificate.gap_squares_bound
        assert [table.number for table in drawn.tables] == list(range(1, size // 4 + 1))


@given(st.lists(st.integers(0, 20), min_size=8, max_size=8))
def test_fours_in_order_have_the_smallest_spread(points):
    assert fewest_spread_squares(points) == min(
        sum((max(points[place] for place in four) - min(points[place] for place in four)) ** 2 for four in fours)
        for fours in fours_of(8)
    )


def test_prices_fit_63_bits_with_1000_people_and_points_per_deal():
    field = Field(people(1000, [place % 113 for place in range(1000)]), (PastTable(1, (0, 1), (2, 3)),))

    costs = costs_of(board_of(field, 1, Method.STANDING), mind_other_role=True)

    assert costs.high_span < 2**63
    assert costs.low_span < 2**63
    assert costs.spread > 0


def test_the_softest_aims_are_dropped_where_63_bits_are_too_few():
    field = Field(people(200, [place * 100_000 for place in range(200)]), (PastTable(1, (0, 1), (2, 3)),))

    costs = costs_of(board_of(field, 1, Method.STANDING), mind_other_role=False)

    assert (costs.spread > 0, costs.balance) == (True, 0)
    assert costs.low_span < 2**63


def test_searching_longer_is_never_worse():
    board = board_of(Field(people(40, [place % 9 for place in range(40)])), 1, Method.STANDING)
    costs = costs_of(board, mind_other_role=False)

    def low(steps):
        tables = best_tables(costs, range(40), random.Random(5), steps)
        high, low, _ = costs.price(np.array(tables))
        return int(high.sum()), int(low.sum())

    assert low(30) <= low(10) <= low(1)


def test_sitting_out_twice_is_better_than_a_repeated_partner():
    past = [PastTable(number, side, (9, 9)) for number, side in enumerate(combinations(range(4), 2), start=1)]
    field = Field(people(5), tuple(past), tuple(PastBye(7, place) for place in range(4)))

    drawn = draw(field, 1)

    assert [(bye.entry, bye.code) for bye in drawn.byes] == [(3, ByeCode.SECOND_BYE)]
    assert (drawn.certificate.repeats, drawn.certificate.repeats_bound) == (1, 1)


def played_48():
    """Round 8 of an event of 48, as a field."""
    tables, byes, _ = play(48, 7, 4)
    chance = random.Random(9)
    points = [2 * chance.randrange(6) for _ in range(48)]
    order = sorted(range(48), key=lambda entry: -points[entry])
    return Field(
        tuple(EntryState(entry, rank, points[entry]) for rank, entry in enumerate(order, 1)), tuple(tables), tuple(byes)
    )


def test_quality_has_smaller_gaps_and_no_repeat_more():
    field = played_48()

    quick, better = draw(field, 1), draw(field, 1, quality=True)

    assert better.certificate.gap_squares <= quick.certificate.gap_squares
    assert (better.certificate.repeats, better.certificate.opponents_again) == (0, 0)
    assert check(field, better).passed


def test_the_program_over_whole_tables_finds_a_seating_that_the_search_starts_far_from():
    board = board_of(played_48(), 1, Method.STANDING)
    costs = costs_of(board, mind_other_role=False)
    players = list(range(48))
    quick = np.array(best_tables(costs, players, random.Random(1), 20))

    found = smaller_gaps(costs, players, quick)

    bound, _ = relaxed(costs, players, legal_tables(costs, players))
    assert bound - 1e-6 <= gaps(costs, found).sum() < gaps(costs, quick).sum()
    assert sorted(found.ravel().tolist()) == players
    assert not costs.price(found)[0].any()


def test_the_program_leaves_alone_what_cannot_be_better():
    board = board_of(Field(people(16, [4] * 8 + [0] * 8), (PastTable(1, (0, 90), (91, 92)),)), 1, Method.STANDING)
    costs = costs_of(board, mind_other_role=False)

    assert smaller_gaps(costs, list(range(16)), np.arange(16).reshape(-1, 4)) is None


@pytest.mark.parametrize("people_who_met", [16, 1], ids=["everybody met everybody", "one met everybody"])
def test_the_program_says_so_where_no_seating_is_left(people_who_met):
    past = [PastTable(1, (i, j), (90, 91)) for i, j in combinations(range(16), 2) if i < people_who_met]
    board = board_of(Field(people(16), tuple(past)), 1, Method.STANDING)
    costs = costs_of(board, mind_other_role=False)

    assert relaxed(costs, list(range(16)), legal_tables(costs, list(range(16))))[0] == float("inf")


def test_48_people_over_14_rounds_repeat_neither_partner_nor_opponent():
    tables, _, _ = play(48, 14, 5)

    assert max(partners(tables).values()) == 1
    assert max(opponents(tables).values()) == 1
