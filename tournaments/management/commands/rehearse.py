"""Play the whole event beforehand."""

from argparse import ArgumentParser
from typing import Any

from tournaments.domain.rehearsal import rehearse
from tournaments.management.base import ChampionshipCommand
from tournaments.views.rehearsal_words import rehearsal_words


class Command(ChampionshipCommand):
    help = "Play all rounds with the real entries and random results; nothing is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--seed", type=int, default=1, help="seed of draws and results, a whole number from 0")

    def handle(self, **options: Any) -> None:
        championship = self.championship(options["slug"])
        found = rehearse(championship, seed=options["seed"])
        self.answer(found.as_json(), "\n".join(rehearsal_words(found, pairs=championship.is_pairs)))
