"""Import a list of entries."""

import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from tournaments.domain.directory import directory
from tournaments.domain.refusal import Problem
from tournaments.domain.registration import apply_import, store_preview
from tournaments.imports import KnownPerson, read_entries
from tournaments.imports.entries import Kind
from tournaments.management.base import REFUSED, ChampionshipCommand, words


class Command(ChampionshipCommand):
    help = "Import entries from a CSV or XLSX file: good rows are stored, problem rows are reported."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help="the file, - for standard input")
        parser.add_argument("--dry-run", action="store_true", help="read and report, store nothing")

    def handle(self, **options: Any) -> None:
        championship = self.championship(options["slug"])
        kind: Kind = "pairs" if championship.is_pairs else "individuals"
        found = read_entries(
            self.read(options["file"]),
            options["file"],
            kind,
            known_people=[KnownPerson(**asdict(person)) for person in directory(championship)],
            taken_numbers=set(championship.entries.values_list("number", flat=True)),
        )
        preview = found.to_json()
        problems = preview["problems"]
        for problem in problems:
            self.stderr.write(words(problem))
        if found.refused:
            self.answer(preview, "")
            sys.exit(REFUSED)
        if options["dry_run"]:
            self.answer(preview, f"{len(preview['rows'])} rows, {len(problems)} problems")
            return
        batch = store_preview(championship.pk, filename=options["file"], preview=preview)
        applied = apply_import(batch.pk, decisions={})
        refused = [problem.as_json() for problem in applied.problems]
        for problem in refused:
            self.stderr.write(words(problem))
        if not applied.entries:
            self.refuse([Problem(each["code"], each) for each in (*problems, *refused)])
        self.answer(
            {
                "imported": [entry.number for entry in applied.entries],
                "import": batch.pk,
                "problems": [*problems, *refused],
            },
            f"{len(applied.entries)} entries imported, {len(problems) + len(refused)} problems",
        )
