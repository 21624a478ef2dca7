"""Make a demo championship."""

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from tournaments.enums import Pairing, Preset
from tournaments.management.base import ChampionshipCommand
from tournaments.management.demo import STAGES, DemoPlan, make_demo
from tournaments.models import Championship

#: Ways to draw that need no file.
FORMATS = tuple(each for each in Pairing.values if each != Pairing.PRESCRIBED)


class Command(ChampionshipCommand):
    help = "Make a championship of invented people; one that is there already stays as it is."
    takes_slug = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--stage", choices=STAGES, default="played")
        parser.add_argument("--seed", type=int, default=1)
        kind = parser.add_mutually_exclusive_group()
        kind.add_argument("--pairs", type=int, default=51)
        kind.add_argument("--individuals", type=int)
        parser.add_argument("--rounds", type=int, default=8)
        parser.add_argument("--pairing", choices=FORMATS, help="how the rounds are drawn (by standing)")
        parser.add_argument("--absent", type=int, default=0, metavar="COUNT", help="so many entries miss each round")
        parser.add_argument("--slug", default="demo")

    def handle(self, **options: Any) -> None:
        slug = options["slug"]
        exists = Championship.objects.filter(slug=slug).exists()
        if not exists:
            make_demo(
                DemoPlan(
                    slug=slug,
                    seed=options["seed"],
                    stage=options["stage"],
                    preset=Preset.VILLAGE if options["individuals"] else Preset.CANTONAL,
                    entries=options["individuals"] or options["pairs"],
                    rounds=options["rounds"],
                    pairing=Pairing(options["pairing"] or Pairing.STANDING),
                    absent=options["absent"],
                    day=timezone.localdate(),
                )
            )
        self.answer({"championship": slug, "created": not exists}, f"{slug}: {'unchanged' if exists else 'made'}")
