"""Lanes and planes do to many numbers at once what plain arithmetic does to each."""

from random import Random

import pytest

from engine.lanes import LANES, Lanes
from engine.planes import added, as_bytes, chosen, constant, exchange, is_higher, is_value, joined, kept, turns

DEALS = 200
EVERYWHERE = (1 << DEALS) - 1


def tricks(values: list[int] | bytes, players: int) -> list[list[int]]:
    """The values in groups of one for each player."""
    return [list(values[start : start + players]) for start in range(0, len(values), players)]


@pytest.mark.parametrize("lanes", LANES.values(), ids=map(str, LANES))
def test_lanes_compare_and_fill(lanes: Lanes) -> None:
    rng = Random(1)
    numbers, limits = ([rng.randrange(128) for _ in range(lanes.plays)] for _ in range(2))
    smaller = [min(pair) for pair in zip(numbers, limits, strict=True)]
    first, second, third = (int.from_bytes(bytes(values)) for values in (numbers, limits, smaller))

    assert list(lanes.whole(first).to_bytes(lanes.plays)) == [255 if number else 0 for number in numbers]
    assert list(lanes.all_but(3).to_bytes(lanes.plays)) == [0 if place == 3 else 255 for place in range(lanes.plays)]
    assert (lanes.are_at_most(third, second), lanes.are_at_most(second, second)) == (True, True)
    assert (lanes.are_at_most(first, second), lanes.are_at_most(second, first)) == (False, False)


@pytest.mark.parametrize("lanes", LANES.values(), ids=map(str, LANES))
def test_lanes_spread_over_tricks(lanes: Lanes) -> None:
    rng, players = Random(2), lanes.players
    values = [rng.randrange(players) for _ in range(lanes.plays)]
    number = int.from_bytes(bytes(values))
    single = [0 if place % players != 1 else value for place, value in enumerate(values)]
    firsts = [trick[0] for trick in tricks(values, players)]

    led = lanes.led(number)
    only = lanes.only(int.from_bytes(bytes(single)))
    seats = lanes.round_table(led + lanes.steps)
    next_led = lanes.moved_up(led, 2)

    assert tricks(led.to_bytes(lanes.plays), players) == [[first] * players for first in firsts]
    assert tricks(only.to_bytes(lanes.plays), players) == [[trick[1]] * players for trick in tricks(single, players)]
    assert tricks(seats.to_bytes(lanes.plays), players) == [
        [(first + step) % players for step in range(players)] for first in firsts
    ]
    assert tricks(next_led.to_bytes(lanes.plays), players) == [[first] * players for first in [*firsts[1:], 2]]


def number_of(values: list[int], width: int) -> list[int]:
    """The planes of these values, one for each deal."""
    return [sum((value >> bit & 1) << deal for deal, value in enumerate(values)) for bit in range(width)]


def test_planes_calculate_in_every_deal() -> None:
    rng = Random(3)
    ours, theirs = ([rng.randrange(32) for _ in range(DEALS)] for _ in range(2))
    marks = [rng.randrange(2) for _ in range(DEALS)]
    first, second, where = number_of(ours, 5), number_of(theirs, 5), number_of(marks, 1)[0]
    both = list(zip(ours, theirs, marks, strict=True))

    higher, seven = is_higher(first, second, EVERYWHERE), is_value(first, 7, EVERYWHERE)
    one, other = list(first), list(second)
    exchange(one, other, where)

    assert as_bytes(first, DEALS) == bytes(ours)
    assert as_bytes(added(first, second, 6), DEALS) == bytes(own + their for own, their, _ in both)
    assert as_bytes(kept(first, where), DEALS) == bytes(own * mark for own, _, mark in both)
    assert as_bytes(chosen(first, second, where), DEALS) == bytes(their if mark else own for own, their, mark in both)
    assert (as_bytes(one, DEALS), as_bytes(other, DEALS)) == (
        bytes(their if mark else own for own, their, mark in both),
        bytes(own if mark else their for own, their, mark in both),
    )
    assert as_bytes([higher], DEALS) == bytes(own > their for own, their, _ in both)
    assert as_bytes([seven], DEALS) == bytes(own == 7 for own in ours)
    assert joined(kept(first, where), kept(second, EVERYWHERE ^ where)) == chosen(second, first, where)
    assert as_bytes(constant(19, 5, EVERYWHERE), DEALS) == bytes([19]) * DEALS


def test_turns_are_taken_by_every_deal_once() -> None:
    planes = turns(DEALS, 3)

    assert [plane >> 1 & 1 for plane in planes] == [0, 1, 0]
    assert (sum(planes), planes[0] & planes[1] | planes[1] & planes[2]) == (EVERYWHERE, 0)
