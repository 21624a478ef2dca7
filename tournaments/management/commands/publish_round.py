"""Publish a round."""

from argparse import ArgumentParser
from typing import Any

from tournaments.domain.rounds import publish_round
from tournaments.management.base import ChampionshipCommand
from tournaments.tasks import queue_round_prints


class Command(ChampionshipCommand):
    help = "Publish a round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("round", type=int)

    def handle(self, **options: Any) -> None:
        round_ = publish_round(self.round(options["slug"], options["round"]).pk)
        queue_round_prints(round_.pk)
        self.answer({"round": round_.number, "state": round_.state}, f"{round_.number}: {round_.get_state_display()}")
