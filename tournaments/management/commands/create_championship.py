"""Make a championship from a preset."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.text import slugify

from tournaments.domain.championships import create_championship
from tournaments.enums import Pairing, PointsPer, Preset
from tournaments.management.base import ChampionshipCommand
from tournaments.models import Association
from tournaments.models.names import folded


class Command(ChampionshipCommand):
    help = "Make a championship from a preset; a missing association is made."
    takes_slug = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--preset", choices=[Preset.CANTONAL, Preset.VILLAGE], default=Preset.CANTONAL)
        parser.add_argument("--name", required=True)
        parser.add_argument("--slug", default="")
        parser.add_argument("--association", help="its name; a missing one is made (default: the only one there is)")
        parser.add_argument("--rounds", type=int, help="rounds of the whole championship, without a final")
        parser.add_argument("--pairing", choices=Pairing.values, help="how the first stage is drawn")
        parser.add_argument("--points-per", choices=PointsPer.values)
        parser.add_argument("--date", type=date.fromisoformat, help="first day, as 2026-11-07")

    def handle(self, **options: Any) -> None:
        association = association_named(options["association"])
        championship = create_championship(
            association=association,
            name=options["name"],
            slug=options["slug"],
            preset=Preset(options["preset"]),
            starts_on=options["date"] or timezone.localdate(),
            rounds=options["rounds"],
            final_rounds=0 if options["rounds"] else None,
            pairing=Pairing(options["pairing"]) if options["pairing"] else None,
            points_per=options["points_per"],
        )
        self.answer({"championship": championship.slug}, f"{championship.name}: {championship.slug}")


def association_named(name: str | None) -> Association:
    """The association of this name, made when missing; without a name the only one there is, or "Troccas"."""
    if name is None and Association.objects.count() == 1:
        return Association.objects.get()
    name = name or "Troccas"
    return Association.objects.get_or_create(slug=slugify(folded(name))[:60] or "troccas", defaults={"name": name})[0]
