"""What the commands of a championship share: how they answer, and with which exit code (interfaces.md)."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tournaments.domain.refusal import Problem, Refused
from tournaments.models import Championship, Round
from tournaments.views.messages import sentence

REFUSED = 1


class ChampionshipCommand(BaseCommand):
    """A command that answers in words, or with `--json` in exactly one JSON object on standard output.

    A refusal ends it with exit code 1 and `{"problems": [{"code": …}]}`; a wrong call ends it with 2.
    """

    takes_slug = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        if self.takes_slug:
            parser.add_argument("slug", help="address part of the championship")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def execute(self, *args: Any, **options: Any) -> str | None:
        self.as_json = options.get("json", False)
        try:
            return super().execute(*args, **options)
        except Refused as refusal:
            self.refuse(refusal.problems)
        except BrokenPipeError:  # the reader (`| head`) has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return None

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Say why not, and end with exit code 1."""
        listed = [problem.as_json() for problem in problems]
        if self.as_json:
            self.stdout.write(json.dumps({"problems": listed}, ensure_ascii=False))
        for problem in listed:
            self.stderr.write(words(problem))
        sys.exit(REFUSED)

    def answer(self, data: Mapping[str, Any], text: str) -> None:
        """Print the answer once, in the form that was asked for."""
        self.stdout.write(json.dumps(data, ensure_ascii=False) if self.as_json else text)

    def championship(self, slug: str) -> Championship:
        championship = Championship.objects.filter(slug=slug).first()
        if championship is None:
            raise Refused(Problem("no_championship", {"slug": slug}))
        return championship

    def round(self, slug: str, number: int) -> Round:
        round_ = self.championship(slug).rounds.filter(number=number).first()
        if round_ is None:
            raise Refused(Problem("no_round", {"round": number}))
        return round_

    def read(self, file: str) -> bytes:
        """The bytes of a file, `-` for standard input."""
        if file == "-":
            return sys.stdin.buffer.read()
        try:
            return Path(file).read_bytes()
        except OSError as error:
            raise Refused(Problem("unreadable", {"file": file})) from error


def words(problem: Mapping[str, Any]) -> str:
    """A problem as a line: where it is, its sentence, its code."""
    places = {_("row"): problem.get("row"), _("table"): problem.get("table")}
    where = [f"{word} {number}" for word, number in places.items() if number]
    return ": ".join([*where, f"{sentence(problem)} [{problem['code']}]"])
