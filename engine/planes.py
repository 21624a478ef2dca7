"""Facts and numbers of thousands of deals at once.

A *plane* is a big integer whose bit i tells whether something is true in deal i ("seat 2 leads", "this card is a
trump"). `&`, `|` and `^` on planes work on all deals at a time. What is not true is the plane `^` the one of all deals.

A *number* is a list of planes, lowest bit first: bit i of the planes is the number of deal i in binary digits.
"""

from functools import cache

Plane = int
Number = list[Plane]


def nought(width: int) -> Number:
    """Return the number that is 0 in every deal."""
    return [0] * width


def constant(value: int, width: int, everywhere: Plane) -> Number:
    """Return the number that is the same in every deal."""
    return [everywhere if value >> bit & 1 else 0 for bit in range(width)]


def kept(number: Number, where: Plane) -> Number:
    """Return the number in these deals, 0 in others."""
    return [plane & where for plane in number]


def joined(first: Number, second: Number) -> Number:
    """Return the number that is the one or the other, where at most one of them is not 0."""
    return [one | other for one, other in zip(first, second, strict=True)]


def chosen(first: Number, second: Number, where: Plane) -> Number:
    """Return the second number in these deals, the first in others."""
    return [one ^ ((one ^ other) & where) for one, other in zip(first, second, strict=True)]


def exchange(first: Number, second: Number, where: Plane) -> None:
    """Let two numbers change places in these deals."""
    for bit, (one, other) in enumerate(zip(first, second, strict=True)):
        change = (one ^ other) & where
        first[bit] ^= change
        second[bit] ^= change


def added(first: Number, second: Number, width: int) -> Number:
    """Return the sums of two numbers."""
    total, carry = [], 0
    for place in range(width):
        one = first[place] if place < len(first) else 0
        other = second[place] if place < len(second) else 0
        either = one ^ other
        total.append(either ^ carry)
        carry = (one & other) | (either & carry)
    return total


def is_value(number: Number, value: int, everywhere: Plane) -> Plane:
    """Return where a number has this value."""
    found = everywhere
    for bit, plane in enumerate(number):
        found &= plane if value >> bit & 1 else everywhere ^ plane
    return found


def is_higher(first: Number, second: Number, everywhere: Plane) -> Plane:
    """Return where the first number is higher than the second."""
    higher, equal = 0, everywhere
    for one, other in zip(reversed(first), reversed(second), strict=True):
        differs = one ^ other
        higher |= equal & one & differs
        equal &= everywhere ^ differs
    return higher


@cache
def turns(deals: int, length: int) -> list[Plane]:
    """Return planes that take turns: every so manieth deal, beginning with each of the first ones."""
    first = int(("0" * (length - 1) + "1") * (deals // length + 1), 2)
    return [(first << start) & ((1 << deals) - 1) for start in range(length)]


def as_bytes(number: Number, deals: int) -> bytes:
    """Return a number below 256 as a byte for each deal."""
    total, ones = 0, _ones(deals)
    for bit, plane in enumerate(number):
        digits = format(plane, f"0{deals}b").encode()  # a character, "0" or "1", for each deal
        total += (int.from_bytes(digits) & ones) << bit
    return total.to_bytes(deals)[::-1]


@cache
def _ones(deals: int) -> int:
    return int.from_bytes(b"\1" * deals)
