"""Import the results of a round."""

import sys
from argparse import ArgumentParser
from typing import Any

from tournaments.domain.file_results import FileImpact, impact_of_file, store_file_results
from tournaments.domain.refusal import Problem
from tournaments.enums import Outcome
from tournaments.imports import read_results
from tournaments.management.base import REFUSED, ChampionshipCommand, words
from tournaments.models import Round
from tournaments.views.first_look import impact_lines
from tournaments.views.result_words import replaced_words


class Command(ChampionshipCommand):
    help = "Import results of a round from a CSV or XLSX file; they are confirmed at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("round", type=int)
        parser.add_argument("file", help="the file, - for standard input")
        dry = "read and report, with --replace also what it would change; store nothing"
        parser.add_argument("--dry-run", action="store_true", help=dry)
        parser.add_argument("--replace", default="", metavar="REASON", help="replace other confirmed results")
        parser.add_argument("--reason", default="", help="why tables were not played to the end; both sides read it")

    def handle(self, **options: Any) -> None:
        round_ = self.round(options["slug"], options["round"])
        tables = dict(round_.tables.values_list("number", "first_dealer"))
        found = read_results(self.read(options["file"]), options["file"], tables, fewest=round_.championship.odd_points)
        preview = found.to_json()
        for problem in preview["problems"]:
            self.stderr.write(words(problem))
        if found.refused:
            self.answer(preview, "")
            sys.exit(REFUSED)
        if options["dry_run"]:
            summary = f"{len(preview['rows'])} rows, {len(preview['problems'])} problems"
            impact = (
                impact_of_file(round_, found.deals, outcomes=found.outcomes) if options["replace"].strip() else None
            )
            more = {} if impact is None else {"impact": impact_json(impact)}
            self.answer(preview | more, "\n".join([summary, *(impact_words(round_, impact) if impact else ())]))
            return
        reasons = {"reason": options["reason"], "replace_reason": options["replace"]}
        stored = store_file_results(round_.pk, found.deals, outcomes=found.outcomes, **reasons)
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


def impact_json(found: FileImpact) -> dict[str, Any]:
    """What storing would change: results that are replaced, ranks, who comes into the final or falls out, rounds."""
    impact = found.impact
    cut = impact.cut
    return {
        "after_round": impact.after_round,
        "replaced": [
            {"table": each.table, "before": side_a(each.before), "after": side_a(each.after)} for each in found.replaced
        ],
        "moved": [{"number": each.number, "before": each.before, "after": each.after} for each in impact.moved],
        "comes_in": list(cut.comes_in) if cut else [],
        "falls_out": list(cut.falls_out) if cut else [],
        "rounds": [{"round": each.number, "open": each.is_open, "tables": list(each.tables)} for each in impact.rounds],
    }


def side_a(result: tuple[tuple[int, ...], Outcome]) -> dict[str, Any]:
    """As `show_round` has it: `outcome` only where a table was not played to the end."""
    deals, outcome = result
    return {"deals": list(deals)} | ({} if outcome == Outcome.PLAYED else {"outcome": str(outcome)})


def impact_words(round_: Round, found: FileImpact) -> list[str]:
    """The same in sentences."""
    return [
        *(replaced_words(each) for each in found.replaced),
        *impact_lines(round_.championship, found.impact, most=len(found.impact.moved)),
    ]
