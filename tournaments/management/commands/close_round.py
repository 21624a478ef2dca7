"""Close a round."""

from argparse import ArgumentParser
from typing import Any

from tournaments.domain.rounds import close_round
from tournaments.management.base import ChampionshipCommand


class Command(ChampionshipCommand):
    help = "Close a round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("round", type=int)

    def handle(self, **options: Any) -> None:
        round_ = close_round(self.round(options["slug"], options["round"]).pk)
        self.answer({"round": round_.number, "state": round_.state}, f"{round_.number}: {round_.get_state_display()}")
