"""Whole schedules known before the first round: round robin for pairs, rotations for individuals.

A schedule knows only places 0 … size − 1; `scheduled.draw` seats entries at them.
"""

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

from tournaments.pairing.starters import STARTERS

type SidePlaces = tuple[int, ...]
type TablePlaces = tuple[SidePlaces, SidePlaces]
type Shift = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Schedule:
    """Tables of each round as two sides of places; who is at no table sits out."""

    size: int
    rounds: tuple[tuple[TablePlaces, ...], ...]


class NoScheduleError(ValueError):
    """No schedule of this kind is known for so many; `.sizes` are those near by for which one is."""

    def __init__(self, size: int, sizes: tuple[int, ...]) -> None:
        super().__init__(f"no such schedule for {size}")
        self.size = size
        self.sizes = sizes


def round_robin(size: int) -> Schedule:
    """Everyone meets everyone once (circle method); an odd field has one idle place a round.

    The place that stands still and the others take turns at side a, so sides are balanced within one.
    """
    even = size + size % 2
    turning = even - 1
    rounds = []
    for number in range(turning):
        pairs = [(turning, number) if number % 2 else (number, turning)]
        pairs += [((number + step) % turning, (number - step) % turning) for step in range(1, even // 2)]
        rounds.append(tuple(((a,), (b,)) for a, b in pairs if max(a, b) < size))
    return Schedule(size, tuple(rounds))


def whist(size: int) -> Schedule:
    """Everyone partners everyone once and opposes everyone twice: size − 1 rounds, or size with one sitting out.

    For every multiple of four up to 40, and for primes and squares of primes 4k + 1. Raises NoScheduleError.
    """
    if size in STARTERS:
        return Schedule(size, tuple(_cyclic(size, number) for number in range(size - 1)))
    field = _field_of(size)
    if size % 4 != 1 or field is None:
        raise NoScheduleError(size, _near(size, size, has_whist))
    return Schedule(size, tuple(_powers(field, shift) for shift in range(size)))


def has_whist(size: int) -> bool:
    """Whether `whist` knows a schedule for so many."""
    return size in STARTERS or (size % 4 == 1 and _field_of(size) is not None)


def _near(size: int, fewest: int, known: Callable[[int], bool]) -> tuple[int, ...]:
    """The next smaller number that is known, if any, and the next larger one; from `fewest` on there are some."""
    below = next((each for each in range(size - 1, 3, -1) if known(each)), None)
    above = next(each for each in count(max(size, fewest - 1) + 1) if known(each))
    return (above,) if below is None else (below, above)


def _cyclic(size: int, number: int) -> tuple[TablePlaces, ...]:
    seats = [size - 1 if place is None else (place + number) % (size - 1) for place in STARTERS[size]]
    fours = [seats[start : start + 4] for start in range(0, size, 4)]
    return tuple(((first, third), (second, fourth)) for first, second, third, fourth in fours)


@dataclass(frozen=True, slots=True)
class _Field:
    """The field of p or p² elements, numbered 0 … size − 1; number a + p·b stands for a + b·√root."""

    prime: int
    size: int
    root: int
    """A number without a square root modulo p; unused in a field of p elements."""

    def add(self, x: int, y: int) -> int:
        p = self.prime
        return (x % p + y % p) % p + (x // p + y // p) % p * p

    def times(self, x: int, y: int) -> int:
        p = self.prime
        (a, b), (c, d) = (x % p, x // p), (y % p, y // p)
        return (a * c + b * d * self.root) % p + (a * d + b * c) % p * p

    def powers(self) -> list[int]:
        """All elements but 0, as the powers of one of them."""
        for generator in range(2, self.size):
            found = [1]
            while (following := self.times(found[-1], generator)) != 1:
                found.append(following)
            if len(found) == self.size - 1:
                return found
        return [1]


def _field_of(size: int) -> _Field | None:
    for prime in range(3, size + 1, 2):
        if size % prime:
            continue
        if size not in {prime, prime * prime}:
            return None
        squares = {number * number % prime for number in range(prime)}
        return _Field(prime, size, next(number for number in range(prime) if number not in squares))
    return None


def _powers(field: _Field, shift: int) -> tuple[TablePlaces, ...]:
    """With w a generator and k = size // 4: w^i, w^(i+2k) against w^(i+k), w^(i+3k), all moved by `shift`."""
    powers = field.powers()
    quarter = field.size // 4

    def place(exponent: int) -> int:
        return field.add(powers[exponent], shift)

    return tuple(
        ((place(i), place(i + 2 * quarter)), (place(i + quarter), place(i + 3 * quarter))) for i in range(quarter)
    )


def strangers(size: int, rounds: int) -> Schedule:
    """Nobody shares a table with anybody twice. Raises NoScheduleError where none of so many rounds is known.

    Four columns of n = size / 4: table t seats a[t], b[t + x], c[t + y], d[t + z], where x, y, z and their
    differences are new modulo n in every round. Sixteen people fill a plane of five rounds instead.
    """
    if size == 16 and rounds <= 5:
        return Schedule(size, tuple(_plane_of_16()[:rounds]))
    tables = size // 4
    shifts = _shifts(tables, rounds) if size % 4 == 0 and size else None
    if shifts is None:
        raise NoScheduleError(size, _near(size, min(16, 4 * rounds), lambda each: has_strangers(each, rounds)))
    columns = [list(range(at, at + tables)) for at in range(0, size, tables)]
    return Schedule(size, tuple(_turned(columns, shift) for shift in shifts))


def has_strangers(size: int, rounds: int) -> bool:
    """Whether `strangers` knows a schedule for so many."""
    if size == 16 and rounds <= 5:
        return True
    return size % 4 == 0 and size > 0 and _shifts(size // 4, rounds) is not None


def _turned(columns: list[list[int]], shift: Shift) -> tuple[TablePlaces, ...]:
    """The first column stands still, each other one is turned by its shift."""
    first, *others = columns
    second, third, fourth = (column[by:] + column[:by] for column, by in zip(others, shift, strict=True))
    return tuple(zip(zip(first, second, strict=True), zip(third, fourth, strict=True), strict=True))


@cache
def _shifts(tables: int, rounds: int) -> tuple[Shift, ...] | None:
    """The shift of each round: a formula where the tables have neither factor 2 nor 3, else a search."""
    if rounds > tables:
        return None
    if tables % 2 and tables % 3:
        return tuple((number, 2 * number % tables, 3 * number % tables) for number in range(rounds))
    search = _ShiftSearch(tables, rounds)
    return tuple(search.found) if search.complete() else None


@dataclass(slots=True)
class _ShiftSearch:
    """Depth first, round by round; gives up after so many tries."""

    tables: int
    rounds: int
    tries_left: int = 200_000
    found: list[Shift] = dataclasses.field(default_factory=list)
    used: tuple[set[int], ...] = dataclasses.field(default_factory=lambda: tuple(set() for _ in range(6)))

    def complete(self) -> bool:
        x = len(self.found)
        if x == self.rounds:
            return True
        for y, z in ((y, z) for y in self._unused(x, 1, 3) for z in self._unused(x, 2, 4)):
            self.tries_left -= 1
            if self.tries_left < 0:
                return False
            if (z - y) % self.tables in self.used[5]:
                continue
            new = tuple(each % self.tables for each in (x, y, z, y - x, z - x, z - y))
            self._take(new)
            self.found.append((x, y, z))
            if self.complete():
                return True
            self.found.pop()
            self._give_back(new)
        return False

    def _unused(self, x: int, by: int, difference: int) -> Iterator[int]:
        """Shifts that are new, and whose difference to x is."""
        taken, apart = self.used[by], self.used[difference]
        return (each for each in range(self.tables) if each not in taken and (each - x) % self.tables not in apart)

    def _take(self, new: tuple[int, ...]) -> None:
        for each, seen in zip(new, self.used, strict=True):
            seen.add(each)

    def _give_back(self, new: tuple[int, ...]) -> None:
        for each, seen in zip(new, self.used, strict=True):
            seen.remove(each)


def _plane_of_16() -> list[tuple[TablePlaces, ...]]:
    """The lines of the plane over the field of four elements, one direction a round; place = 4·row + column."""
    times = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
    rounds = []
    for slope in range(4):
        lines = [[4 * x + (times[slope][x] ^ start) for x in range(4)] for start in range(4)]
        rounds.append(lines)
    rounds.append([[4 * x + y for y in range(4)] for x in range(4)])
    return [tuple(((i, j), (k, m)) for i, j, k, m in lines) for lines in rounds]
