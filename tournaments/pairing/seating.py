"""Where the drawn sides sit, and which of them gives first."""

import random
from collections.abc import Sequence
from itertools import count

from engine.seats import Side
from tournaments.pairing.meetings import Past


def table_numbers(asked: Sequence[tuple[int | None, ...]], standing: Sequence[int] = ()) -> list[int]:
    """A number for each table, in the order given: the best table gets the first free number.

    `asked`: the numbers its entries must have, if any (the first one counts). `standing`: the numbers
    in the hall in their order of use; after them, the whole numbers from 1 that are not among them.
    """
    fixed = [next((number for number in numbers if number is not None), None) for numbers in asked]
    taken = {number for number in fixed if number is not None}
    others = (number for number in count(1) if number not in standing)
    free = (number for source in (standing, others) for number in source if number not in taken)
    return [next(free) if number is None else number for number in fixed]


def first_dealer(past: Past, side_a: Sequence[int], side_b: Sequence[int], chance: random.Random) -> Side:
    """The side that has given first less often; else the one that did not last time; else by chance.

    Sides are places in the order of `past`.
    """
    giving_a = sum([past.giving[place] for place in side_a])
    giving_b = sum([past.giving[place] for place in side_b])
    if giving_a != giving_b:
        return Side.A if giving_a < giving_b else Side.B
    last_a = sum([past.gave_last[place] for place in side_a])
    last_b = sum([past.gave_last[place] for place in side_b])
    if last_a != last_b:
        return Side.A if last_a < last_b else Side.B
    return chance.choice((Side.A, Side.B))
