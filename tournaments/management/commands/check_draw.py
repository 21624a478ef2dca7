"""Make a draw anew and compare."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.draw_checks import DrawCheck, check_draw
from tournaments.domain.refusal import Problem, Refused
from tournaments.management.base import REFUSED, ChampionshipCommand
from tournaments.models import Round
from tournaments.views.messages import sentence


class Command(ChampionshipCommand):
    help = "Make the draw of a round anew from what was stored, compare it, and confirm it independently."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("round", type=int)

    def handle(self, **options: Any) -> None:
        championship = self.championship(options["slug"])
        rounds = Round.objects.select_related("championship", "stage")
        round_ = rounds.filter(championship=championship, number=options["round"]).first()
        if round_ is None:
            raise Refused(Problem("no_round", {"round": options["round"]}))
        found = check_draw(round_)
        if found.ok:
            self.answer(found.as_json(), "\n".join(lines(found)))
            return
        if self.as_json:
            self.stdout.write(json.dumps(found.as_json(), ensure_ascii=False))
        for line in lines(found):
            self.stderr.write(line)
        sys.exit(REFUSED)


def lines(found: DrawCheck) -> list[str]:
    """What was found, in sentences."""
    first = _("Round %(round)s: the draw is the one that its seed gives.") if found.ok else _("Round %(round)s:")
    if found.ok and found.sealed:
        first += " " + _("It was sealed beforehand: the log, the list, the cards and the seed fit the seal.")
    findings = [f"{sentence(each)} [{each.code}]" for each in (*found.problems, *found.notes)]
    return [first % {"round": found.round}, *findings]
