"""Check the log of a championship."""

from typing import Any

from tournaments.domain.change import broken_links
from tournaments.domain.refusal import Problem
from tournaments.management.base import ChampionshipCommand


class Command(ChampionshipCommand):
    help = "Compute the chain of the log again; ends with 1 and names the first event that does not fit."

    def handle(self, **options: Any) -> None:
        championship = self.championship(options["slug"])
        broken = broken_links(championship)
        if broken:
            self.refuse([Problem("log_broken", {"event": number}) for number in broken[:1]])
        events = championship.revision
        self.answer({"events": events, "ok": True, "head": championship.last_event_hash}, f"{events} events, unbroken")
