"""Print a round."""

from argparse import ArgumentParser
from typing import Any

from tournaments.domain.refusal import Problem, Refused
from tournaments.domain.seals import seals_of
from tournaments.domain.sheets import EntryLine, SheetTable, round_sheet
from tournaments.enums import Outcome
from tournaments.exports.json import round_json
from tournaments.management.base import ChampionshipCommand
from tournaments.models import Championship


class Command(ChampionshipCommand):
    help = "Print a round: who sits where, and the results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("round", type=int)

    def handle(self, **options: Any) -> None:
        print_round(self, self.championship(options["slug"]), options["round"])


def print_round(command: ChampionshipCommand, championship: Championship, number: int) -> None:
    """Print a round as `show_round` does."""
    sheet = round_sheet(championship, number)
    if sheet is None:
        raise Refused(Problem("no_round", {"round": number}))
    lines = [
        f"{table.number:3}  {names(table.a)}  :  {names(table.b)}  " + " ".join(said(table)) for table in sheet.tables
    ]
    data = round_json(sheet, seals_of(championship, number))
    command.answer(data, "\n".join([*lines, *(f"  –  {entry.name}" for entry in sheet.sits_out)]))


def said(table: SheetTable) -> list[str]:
    """The deals of a table, and how it ended where it was not played; its state without a result."""
    if table.deals is None:
        return [str(table.state.label)]
    ended = [] if table.outcome == Outcome.PLAYED else [str(table.outcome.label)]
    return [*map(str, table.deals), *ended]


def names(side: tuple[EntryLine, ...]) -> str:
    return ", ".join(entry.name for entry in side)
