"""Print the ranking."""

import json
from argparse import ArgumentParser
from typing import Any

from tournaments.domain.standings import ranking
from tournaments.exports.csv import standings_csv
from tournaments.exports.json import standings_json
from tournaments.management.base import ChampionshipCommand


def signed(net: int) -> str:
    """`+12`, `-8`, `0`: as a terminal shows it."""
    return f"{net:+}" if net else "0"


class Command(ChampionshipCommand):
    help = "Print the ranking, of the last round with results or after an earlier one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--after", type=int, metavar="ROUND")
        parser.add_argument("--format", choices=("table", "json", "csv"), default="table")

    def handle(self, **options: Any) -> None:
        board = ranking(self.championship(options["slug"]), after=options["after"])
        if self.as_json or options["format"] == "json":
            self.stdout.write(json.dumps(standings_json(board), ensure_ascii=False))
        elif options["format"] == "csv":
            self.stdout.write(standings_csv(board).decode("utf-8-sig"))
        else:
            for row in board.rows:
                sums = row.standing
                self.stdout.write(
                    f"{sums.rank:3}  {row.number:4}  {row.name:50}  {sums.tournament_points:4}  {signed(sums.net):>5}"
                )
