"""Individuals who meet again: counted, named, bounded, and confirmed by the independent checker."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import individuals
from tournaments.pairing.board import Method, board_of
from tournaments.pairing.checker import Fault, check
from tournaments.pairing.checker_bounds import ClaimCode
from tournaments.pairing.checker_meetings import Meetings
from tournaments.pairing.checker_recount import count, history_of
from tournaments.pairing.field import DrawnTable, EntryState, Field, PastBye, PastTable, ReasonCode
from tournaments.pairing.meeting_aims import SitOuts, aims_of
from tournaments.pairing.meeting_bounds import cheapest_seats, strangers_left
from tournaments.pairing.meeting_prices import bound_of, priced
from tournaments.pairing.swap import swapped
from tournaments.pairing.swap_warnings import WarningCode
from tournaments.pairing.table_costs import SPLITS

CLAIMS = {
    "opponents_third": ClaimCode.FEWEST_OPPONENTS_THIRD,
    "opponents_again": ClaimCode.FEWEST_OPPONENTS_AGAIN,
    "other_role": ClaimCode.FEWEST_OTHER_ROLE,
}


def people(size):
    return tuple(EntryState(place, place + 1) for place in range(size))


def past_by_chance(size, rounds, seed):
    """Rounds with everybody seated by chance: many meet again."""
    chance = random.Random(seed)
    tables, byes = [], []
    for number in range(1, rounds + 1):
        order = chance.sample(range(size), size)
        tables += [
            PastTable(number, tuple(order[at : at + 2]), tuple(order[at + 2 : at + 4]))
            for at in range(0, size - size % 4, 4)
        ]
        byes += [PastBye(number, each) for each in order[size - size % 4 :]]
    return Field(people(size), tuple(tables), tuple(byes))


def drawn_in_turn(size, rounds, seed, method=Method.LOT, *, mind_other_role=False):
    """The field of each round of an event, and its draw."""
    tables, byes = (), ()
    for number in range(1, rounds + 1):
        field = Field(people(size), tables, byes)
        drawn = individuals.draw(field, seed + number, method, mind_other_role=mind_other_role)
        yield field, drawn
        tables += tuple(PastTable(number, each.side_a, each.side_b, each.first_dealer) for each in drawn.tables)
        byes += tuple(PastBye(number, each.entry) for each in drawn.byes)


def all_rounds(size):
    """Every round of up to nine people: who sits out, and the tables."""
    for out in combinations(range(size), size % 4):
        playing = [place for place in range(size) if place not in out]
        for mates in combinations(playing[1:], 3):
            four = (playing[0], *mates)
            rest = tuple(place for place in playing if place not in four)
            fours = [four, rest] if rest else [four]
            for splits in product(SPLITS, repeat=len(fours)):
                yield out, [[group[seat] for seat in split] for group, split in zip(fours, splits, strict=True)]


def costs(field, out, tables):
    """What a round costs, counted once more: partners, sit-outs too early, opponents thrice and twice, other role."""
    opponents = [frozenset(two) for table in field.tables for two in product(table.side_a, table.side_b)]
    partners = [frozenset(side) for table in field.tables for side in (table.side_a, table.side_b)]
    with_ = [frozenset(side) for i, j, k, m in tables for side in ((i, j), (k, m))]
    against = [frozenset(two) for i, j, k, m in tables for two in product((i, j), (k, m))]
    byes = [sum(bye.entry == place for bye in field.byes) for place in range(len(field.entries))]
    return (
        sum(two in partners for two in with_),
        sum(byes[place] for place in out) - sum(sorted(byes)[: len(out)]),
        sum(opponents.count(two) > 1 for two in against),
        sum(two in opponents for two in against),
        sum(two in opponents for two in with_) + sum(two in partners for two in against),
    )


def said(drawn):
    """Counts and bounds of a certificate, in the order of `costs`."""
    found = drawn.certificate
    counts = (
        found.repeats,
        found.second_byes,
        found.opponents_third,
        found.opponents_again,
        found.other_role,
    )
    bounds = (found.opponents_third_bound, found.opponents_again_bound, found.other_role_bound)
    return counts, bounds


@settings(deadline=None, max_examples=40)
@given(st.integers(4, 9), st.integers(0, 6), st.integers(0, 10**6), st.sampled_from(Method))
def test_no_round_of_few_people_is_below_the_bounds(size, rounds, seed, method):
    field = past_by_chance(size, rounds, seed)
    drawn = individuals.draw(field, seed, method, mind_other_role=True)

    counts, bounds = said(drawn)

    out = [bye.entry for bye in drawn.byes]
    every = [costs(field, out, tables) for out, tables in all_rounds(size)]
    assert counts == costs(field, out, [(*each.side_a, *each.side_b) for each in drawn.tables])
    for at, bound in enumerate(bounds, 2):
        no_worse = [each[at] for each in every if all(map(int.__le__, each[:at], counts[:at]))]
        assert bound <= min(no_worse) <= counts[at]
    if counts == min(every):
        assert bounds == counts[2:]


@settings(deadline=None, max_examples=40)
@given(st.integers(4, 9), st.integers(1, 6), st.integers(0, 10**6))
def test_prices_and_cheapest_seats_are_below_every_round_that_is_no_worse(size, rounds, seed):
    field = past_by_chance(size, rounds, seed)
    board = board_of(field, seed, Method.STANDING)
    every = [costs(field, out, tables) for out, tables in all_rounds(size)]
    here = random.Random(seed).choice(every)
    reached = dict(
        zip(("repeats", "opponents_third", "opponents_again", "other_role"), here[:1] + here[2:], strict=True)
    )
    aims, sit_outs = aims_of(board, reached), SitOuts.of(board.past.byes, here[1])

    for at, aim in enumerate(aims[1:], 1):
        bound, prices = priced(aim, aims[:at], sit_outs)
        fewest = min(each[at + 1] for each in every if all(map(int.__le__, each[: at + 1], here[: at + 1])))
        assert cheapest_seats(aim, aims[:at], sit_outs) <= bound <= fewest
        assert bound == bound_of(prices[:size], prices[size:], [each.reached for each in aims[:at]], sit_outs)


@pytest.mark.parametrize("method", [Method.LOT, Method.STANDING])
@pytest.mark.parametrize(("size", "rounds"), [(8, 9), (11, 8), (12, 8), (14, 8), (24, 10)])
def test_the_checker_confirms_counts_and_bounds(size, rounds, method):
    for field, drawn in drawn_in_turn(size, rounds, 3, method, mind_other_role=True):
        found = check(field, drawn)

        assert found.faults == ()
        reached = {
            claim
            for name, claim in CLAIMS.items()
            if getattr(drawn.certificate, name) == getattr(drawn.certificate, f"{name}_bound")
        }
        assert {each.code for each in found.proved} & {*CLAIMS.values()} == reached


def test_of_twelve_people_drawn_by_lot_three_meet_again_and_no_fewer_can():
    _, (field, drawn) = drawn_in_turn(12, 2, 1)

    named = [reason for table in drawn.tables for reason in table.reasons if reason.code is ReasonCode.OTHER_ROLE]
    assert (drawn.certificate.other_role, drawn.certificate.other_role_bound) == (3, 3)
    assert [reason.rounds for reason in named] == [(1,)] * 3
    assert ClaimCode.FEWEST_OTHER_ROLE in {each.code for each in check(field, drawn).proved}


def test_beyond_a_dozen_people_prices_prove_it():
    *_, (field, drawn) = drawn_in_turn(16, 4, 3)

    counts = drawn.certificate
    assert counts.other_role == counts.other_role_bound > 0
    assert [name for name, _ in counts.proofs] == ["other_role"]
    assert ClaimCode.FEWEST_OTHER_ROLE in {each.code for each in check(field, drawn).proved}


def test_by_standing_it_is_counted_and_no_aim_unless_asked_for():
    *_, (field, drawn) = drawn_in_turn(16, 4, 3, Method.STANDING)

    codes = {reason.code for table in drawn.tables for reason in table.reasons}
    assert drawn.certificate.other_role > 0
    assert drawn.certificate.other_role_bound is None
    assert ReasonCode.OTHER_ROLE not in codes
    assert check(field, drawn).passed


def forged(drawn, **change):
    return replace(drawn, certificate=replace(drawn.certificate, **change))


def raised(proofs):
    """The same prices, one of them a whole meeting higher."""
    ((name, prices),) = proofs
    return ((name, (prices[0] + 1_000_000, *prices[1:])),)


def negative(proofs):
    """Prices that pay for what a harder aim costs."""
    ((name, prices),) = proofs
    return ((name, (*prices[:-1], -1)),)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda said: {"other_role_bound": said.other_role_bound + 1}, id="a higher bound"),
        pytest.param(lambda _: {"proofs": ()}, id="no proof"),
        pytest.param(lambda said: {"proofs": raised(said.proofs)}, id="a price too high"),
        pytest.param(lambda said: {"proofs": negative(said.proofs)}, id="a negative price of a harder aim"),
        pytest.param(lambda said: {"proofs": (("other_role", said.proofs[0][1][1:]),)}, id="a price is missing"),
    ],
)
def test_a_bound_that_is_not_proved_is_a_fault(change):
    *_, (field, drawn) = drawn_in_turn(16, 4, 3)

    found = check(field, forged(drawn, **change(drawn.certificate)))

    assert [(fault.code, fault.data["claim"]) for fault in found.faults] == [
        (Fault.NOT_FEWEST, ClaimCode.FEWEST_OTHER_ROLE)
    ]


def test_a_wrong_count_and_a_name_left_out_are_faults():
    *_, (field, drawn) = drawn_in_turn(16, 4, 3)
    at = next(at for at, table in enumerate(drawn.tables) if table.reasons[-1].code is ReasonCode.OTHER_ROLE)
    short = replace(drawn.tables[at], reasons=drawn.tables[at].reasons[:-1])
    tables = (*drawn.tables[:at], short, *drawn.tables[at + 1 :])

    miscounted = check(field, forged(drawn, other_role=drawn.certificate.other_role + 1))
    unnamed = check(field, replace(drawn, tables=tables))

    assert [(fault.code, fault.data["name"]) for fault in miscounted.faults] == [(Fault.COUNT_WRONG, "other_role")]
    assert [(fault.code, dict(fault.data)) for fault in unnamed.faults] == [
        (Fault.REASON_WRONG, {"table": short.number, "code": ReasonCode.OTHER_ROLE})
    ]


def test_a_certificate_of_an_earlier_release_passes_and_claims_nothing():
    *_, (field, drawn) = drawn_in_turn(14, 6, 1)
    old = forged(drawn, opponents_again_bound=None, opponents_third_bound=None, other_role=None, other_role_bound=None)
    tables = tuple(
        replace(each, reasons=tuple(why for why in each.reasons if why.code is not ReasonCode.OTHER_ROLE))
        for each in drawn.tables
    )

    found = check(field, replace(old, tables=tables))

    assert drawn.certificate.opponents_again > 0
    assert found.faults == ()
    assert ClaimCode.FEWEST_OPPONENTS_AGAIN in {each.code for each in found.unproved}


def everybody_met(size, strangers):
    """A past in which the first one has been opponent of all but so many; the others have met nobody else."""
    others = range(1, size - strangers)
    return Field(people(size), tuple(PastTable(each, (0, 900), (each, 901)) for each in others))


@pytest.mark.parametrize(
    ("strangers", "bound"), [(3, 0), (2, 0), (1, 1), (0, 1)], ids=["three new", "two new", "one new", "nobody new"]
)
def test_large_fields_count_the_cheapest_seats(strangers, bound):
    field = everybody_met(44, strangers)
    board = board_of(field, 1, Method.STANDING)
    drawn = individuals.draw(field, 1, Method.STANDING)

    (again,) = (aim for aim in aims_of(board, {"opponents_again": 2}))
    tables = tuple(
        DrawnTable(at // 4 + 1, (at, at + 1), (at + 2, at + 3), drawn.tables[0].first_dealer, ())
        for at in range(0, 44, 4)
    )
    history = history_of(field)
    checked = Meetings(field, history, count(field, history, tables, [], 2)).proven("opponents_again", ())

    assert strangers_left(board) is (strangers >= 3)
    assert (cheapest_seats(again, [], SitOuts.of(board.past.byes, 0)), checked) == (bound, bound)
    assert check(field, drawn).passed


def test_an_exchange_warns_and_says_what_it_costs():
    *_, (field, drawn) = drawn_in_turn(16, 3, 3)
    found = [
        swapped(field, drawn, one, other)
        for one in drawn.tables[0].side_a
        for other in (*drawn.tables[1].side_a, *drawn.tables[1].side_b)
    ]

    worse = [each for each in found if each.price.other_role > 0]
    assert worse
    for each in worse:
        assert WarningCode.OTHER_ROLE in {warning.code for warning in each.warnings}
        assert check(field, each.draw).passed
