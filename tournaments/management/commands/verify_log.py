"""Check the log of a championship."""

from typing import Any

from tournaments.domain.log_checks import check_log
from tournaments.management.base import ChampionshipCommand


class Command(ChampionshipCommand):
    help = "Compute the chain of the log, results, states and rankings again; ends with 1 and says what does not fit."

    def handle(self, **options: Any) -> None:
        found = check_log(self.championship(options["slug"]))
        if not found.ok:
            self.refuse(found.problems)
        words = f"{found.events} events, unbroken; {found.results} results and all rankings follow from them"
        self.answer(found.as_json(), words)
