"""Fixture F (formats.md §5): four pairs, two rounds, with the values that every output must show."""

from dataclasses import dataclass

from tournaments.models import Championship, Round

from . import ChampionshipFactory, enter, key, seat_round

DEALS = {
    (1, 1): (40, 30, 36, 50),  # A–B
    (1, 2): (20, 44, 44, 44),  # C–D
    (2, 1): (36, 36, 36, 36),  # C–A
    (2, 2): (72, 0, 37, 35),  # B–D
}

#: Per pair: card points, net, buns, schliats, deals won.
SUMS = {"A": (300, 12, 18, 6, 2), "B": (276, -12, 43, 55, 3), "C": (296, 8, 24, 16, 3), "D": (280, -8, 53, 61, 3)}
POINTS = {"table": {"A": 3, "B": 1, "C": 3, "D": 1}, "deal": {"A": 9, "B": 7, "C": 10, "D": 6}}
ORDER = {"table": "ACDB", "deal": "CABD"}


@dataclass(frozen=True)
class FixtureF:
    championship: Championship
    rounds: tuple[Round, Round]

    def correct(self) -> None:
        """Deal 1 of A–B from 40 to 44: A has net +16 and 304 card points, B −16."""
        key(self.rounds[0], 1, 44, 30, 36, 50, reason="slip read wrongly")
        self.championship.refresh_from_db()


def fixture_f(*, fill: bool = True, **options) -> FixtureF:
    """The championship with both rounds published; `fill` keys its four results."""
    championship = ChampionshipFactory(**options)
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    first = seat_round(championship, [(a, b), (c, d)])
    if not fill:
        return FixtureF(championship, (first, first))
    for table in (1, 2):
        key(first, table, *DEALS[1, table])
    second = seat_round(championship, [(c, a), (b, d)])
    for table in (1, 2):
        key(second, table, *DEALS[2, table])
    championship.refresh_from_db()
    return FixtureF(championship, (first, second))
