"""Import a list of entries."""

import json
from argparse import ArgumentParser

from tournaments.domain.refusal import Problem
from tournaments.domain.registration import apply_import, store_preview
from tournaments.imports import read_entries
from tournaments.management.base import ChampionshipCommand, words


class Command(ChampionshipCommand):
    help = "Import entries from a CSV or XLSX file: good rows are stored, problem rows are reported."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help="the file, - for standard input")
        parser.add_argument("--dry-run", action="store_true", help="read and report, store nothing")

    def handle(self, **options) -> None:
        championship = self.championship(options["slug"])
        preview = read_entries(self.read(options["file"]), options["file"], championship.kind).to_json()
        problems = preview["problems"]
        for problem in problems:
            self.stderr.write(words(problem))
        if not preview["rows"]:
            if self.as_json:
                self.stdout.write(json.dumps(preview, ensure_ascii=False))
            raise SystemExit(1)
        if options["dry_run"]:
            self.answer(preview, f"{len(preview['rows'])} rows, {len(problems)} problems")
            return
        batch = store_preview(championship.pk, filename=options["file"], preview=preview)
        applied = apply_import(batch.pk, decisions={})
        refused = [problem.as_json() for problem in applied.problems]
        for problem in refused:
            self.stderr.write(words(problem))
        if not applied.entries:
            self.refuse([Problem(p["code"], p) for p in (*problems, *refused)])
        self.answer(
            {
                "imported": [entry.number for entry in applied.entries],
                "import": batch.pk,
                "problems": [*problems, *refused],
            },
            f"{len(applied.entries)} entries imported, {len(problems) + len(refused)} problems",
        )
