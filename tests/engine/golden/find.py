"""How the witness deals of this folder were found: `python -m tests.engine.golden.find [RULESET …]`, run by hand.

Deals are played at random, most of them with the strong cards pushed to one party, until every attainable number of
points of the dealer's party and of another party has been seen. Each deal kept is played again by the readable engine,
which writes its record; the records of a rule set are kept in one compressed file.
"""

import lzma
import sys
from pathlib import Path
from random import Random

from engine.attainable import attainable
from engine.cards import PACK
from engine.playout import Playout, Table
from engine.record import record_of, written
from engine.rulesets import RULESETS, RuleSet
from tests.engine.table import replayed

FOLDER = Path(__file__).parent
_STRENGTH = [3 if card.is_trump else 2 * (card.value == 5) + card.rank / 14 for card in PACK]


class _SkewedTable(Table):
    """A table at which one party gets more of the strong cards, or of the counting cards."""

    skew = 0.0
    favoured = 0

    def deal(self) -> tuple[bytes, ...]:
        rules, rng = self.rules, self.random
        by_value = rng() < 0.3
        weight = [card.value if by_value else _STRENGTH[card.index] for card in PACK]
        order = sorted(range(78), key=lambda card: self.skew * weight[card] + rng(), reverse=True)
        seats = sorted(range(rules.players), key=lambda seat: (seat % rules.parties != self.favoured, rng()))
        friends = sum(seat % rules.parties == self.favoured for seat in seats)
        hands: list[list[int]] = [[] for _ in seats]
        for group in (seats[:friends], seats[friends:]):
            size = sum(rules.cards_each + (rules.scart_size if seat == self.dealer else 0) for seat in group)
            cards, order = order[:size], order[size:]
            cards.sort(key=lambda _: rng())
            for seat in group:
                take = rules.cards_each + (rules.scart_size if seat == self.dealer else 0)
                hands[seat], cards = cards[:take], cards[take:]
        return tuple(map(bytes, hands))


def skewed_playout(rng: Random, rules: RuleSet) -> Playout:
    """A random deal by seat 0, in which one party may be favoured."""
    _SkewedTable.skew = rng.choice((0.0, 0.1, 0.2, 0.4, 0.8, 2.0))
    _SkewedTable.favoured = rng.randrange(rules.parties)
    return _SkewedTable(rng, rules, 0).played_out()


def witnesses(rules: RuleSet, most: int) -> list[Playout]:
    """Deals that together show every attainable number of points, as far as found in so many deals."""
    rng, found = Random(72), []
    sets = attainable(rules)
    missing = {("dealer", points) for points in sets.dealer} | {("other", points) for points in sets.other}
    tried = 0
    while missing and tried < most:
        tried += 1
        played = skewed_playout(rng, rules)
        seen = {("dealer", played.points[0])} | {("other", points) for points in played.points[1:]}
        if seen & missing:
            missing -= seen
            found.append(played)
    print(rules.name, tried, "deals,", len(found), "kept, missing:", sorted(missing), flush=True)  # noqa: T201
    return found


def main(names: list[str]) -> None:
    """Search, and write one file for each rule set."""
    for name in names or list(RULESETS):
        rules = RULESETS[name]
        text = "\n".join(written(record_of(replayed(played, rules))) for played in witnesses(rules, 3_000_000))
        (FOLDER / f"{name}.txt.xz").write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main(sys.argv[1:])
