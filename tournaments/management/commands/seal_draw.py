"""Seal the next draw, open the seal with the cards of the hall, or give it up."""

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.rounds import publish_round
from tournaments.domain.seals import give_up_seal, open_seal, seal_round, seals_of
from tournaments.exports.json import Data, seal_json
from tournaments.management.base import ChampionshipCommand
from tournaments.management.commands.show_round import print_round
from tournaments.models import Championship, Seal
from tournaments.tasks import queue_round_prints


class Command(ChampionshipCommand):
    help = "Seal the next draw and print the seal; with --cards draw the sealed round, with --give-up let it go."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--absent", type=int, nargs="+", default=[], metavar="NUMBER", help="entries that miss this round"
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--cards", metavar="CODES", help="the cards drawn in the hall: 'cK t21 n r3 b10 sJ'")
        what.add_argument("--give-up", action="store_true", help="draw without the seal; it stays in sight")
        parser.add_argument("--publish", action="store_true", help="with --cards: publish the round at once")
        parser.add_argument(
            "--accept-open", default="", metavar="REASON", help="with --cards: draw although tables are open"
        )

    def handle(self, **options: Any) -> None:
        championship = self.championship(options["slug"])
        if options["cards"] is not None:
            self.draw(championship, **options)
        elif options["give_up"]:
            self.tell(championship, give_up_seal(championship.pk))
        else:
            self.tell(championship, seal_round(championship.pk, absent=tuple(options["absent"])))

    def draw(self, championship: Championship, **options: Any) -> None:
        """Draw the sealed round, and print it as `show_round` does."""
        round_ = open_seal(championship.pk, cards=options["cards"], accept_open=options["accept_open"])
        if options["publish"]:
            publish_round(round_.pk)
            queue_round_prints(round_.pk)
        print_round(self, championship, round_.number)

    def tell(self, championship: Championship, seal: Seal) -> None:
        """Print a seal as the API has it, in words with the list that it was made of."""
        (line,) = (each for each in seals_of(championship, seal.round_number) if each.seal == seal.seal)
        data: Data = {"championship": championship.slug, "round": line.round, **seal_json(line)}
        what = _("Seal of round %(round)s, given up:") if line.given_up_at else _("Seal of round %(round)s:")
        self.answer(data, "\n".join([what % {"round": line.round}, line.seal, "", *line.lines]))
