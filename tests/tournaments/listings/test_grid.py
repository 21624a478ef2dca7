"""How the grid and the draw name a side in short."""

import pytest

from tournaments.domain.sheets import EntryLine
from tournaments.listings.grid import family_names


def entry(*names: str) -> EntryLine:
    return EntryLine(1, " – ".join(names), "", tuple((name, "", name) for name in names))


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ([entry("Anna Caduff", "Reto Tuor")], "Caduff\u00a0– Tuor"),
        ([entry("Anna Caduff (Vella)", "Tuor")], "Caduff\u00a0– Tuor"),
        ([entry("Gion Nuth"), entry("Orsin Spescha (giuven)")], "G.\u00a0Nuth\u00a0– O.\u00a0Spescha"),
        ([entry("Rest Antoni Levy"), entry("Mengia")], "R.\u00a0Levy\u00a0– Mengia"),
    ],
    ids=["pair", "pair with additions", "single persons", "more given names, and one name alone"],
)
def test_family_names(side, words):
    assert family_names(side) == words
