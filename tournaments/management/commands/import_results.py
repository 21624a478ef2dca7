"""Import the results of a round."""

import sys
from argparse import ArgumentParser
from typing import Any

from tournaments.domain.refusal import Problem
from tournaments.domain.results import store_file_results
from tournaments.imports import read_results
from tournaments.management.base import REFUSED, ChampionshipCommand, words


class Command(ChampionshipCommand):
    help = "Import results of a round from a CSV or XLSX file; they are confirmed at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("round", type=int)
        parser.add_argument("file", help="the file, - for standard input")
        parser.add_argument("--dry-run", action="store_true", help="read and report, store nothing")
        parser.add_argument("--replace", default="", metavar="REASON", help="replace other confirmed results")

    def handle(self, **options: Any) -> None:
        round_ = self.round(options["slug"], options["round"])
        tables = dict(round_.tables.values_list("number", "first_dealer"))
        found = read_results(self.read(options["file"]), options["file"], tables)
        preview = found.to_json()
        for problem in preview["problems"]:
            self.stderr.write(words(problem))
        if found.refused:
            self.answer(preview, "")
            sys.exit(REFUSED)
        if options["dry_run"]:
            self.answer(preview, f"{len(preview['rows'])} rows, {len(preview['problems'])} problems")
            return
        rows = {row.table: row.deals for row in found.usable if row.table is not None}
        stored = store_file_results(round_.pk, rows, replace_reason=options["replace"])
        refused = [problem.as_json() for problem in stored.problems]
        if stored.disputed:
            disputed = ", ".join(map(str, stored.disputed))
            self.stderr.write(f"A side says something else, so nothing counts yet: tables {disputed}")
        for problem in refused:
            self.stderr.write(words(problem))
        if not stored.stored and not stored.unchanged:
            self.refuse([Problem(each["code"], each) for each in (*preview["problems"], *refused)])
        self.answer(
            {
                "round": round_.number,
                "stored": list(stored.stored),
                "disputed": list(stored.disputed),
                "unchanged": list(stored.unchanged),
                "questions": [question.as_json() for question in stored.questions],
                "problems": [*preview["problems"], *refused],
            },
            f"{len(stored.stored)} stored, {len(stored.disputed)} of them disputed, {len(stored.unchanged)} unchanged, "
            f"{len(preview['problems']) + len(refused)} problems",
        )
