"""Draw the next round."""

from argparse import ArgumentParser
from typing import Any

from tournaments.domain.rounds import draw_round, publish_round
from tournaments.management.base import ChampionshipCommand
from tournaments.management.commands.show_round import print_round
from tournaments.tasks import queue_round_prints


class Command(ChampionshipCommand):
    help = "Draw the next round and print it; refused while the round before has unconfirmed tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--seed", type=int, help="seed of the draw, a whole number from 0")
        parser.add_argument("--publish", action="store_true", help="publish it at once")
        parser.add_argument(
            "--absent", type=int, nargs="+", default=[], metavar="NUMBER", help="entries that miss this round"
        )
        parser.add_argument("--accept-open", default="", metavar="REASON", help="draw although tables are open")

    def handle(self, **options: Any) -> None:
        championship = self.championship(options["slug"])
        round_ = draw_round(
            championship.pk, seed=options["seed"], accept_open=options["accept_open"], absent=options["absent"]
        )
        if options["publish"]:
            publish_round(round_.pk)
            queue_round_prints(round_.pk)
        print_round(self, championship, round_.number)
