"""Bring the catalogues of translations in step with the code, list what is missing, compile them."""

from argparse import ArgumentParser
from typing import Any

from babel.messages.catalog import Message
from django.core.management.base import BaseCommand

from tournaments.catalogues import (
    TRANSLATED,
    compile_catalogues,
    strings_in_code,
    untranslated,
    updated_catalogue,
    write_catalogue,
)


class Command(BaseCommand):
    help = "Brings the catalogues of translations in step with the code and compiles them."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--compile", action="store_true", help="only compile")
        parser.add_argument("--missing", action="store_true", help="only list what has no translation")
        parser.add_argument("--prune", action="store_true", help="forget translations of strings no longer used")

    def handle(self, **options: Any) -> None:
        if options["missing"]:
            self._list_missing()
            return
        if not options["compile"]:
            self._update(prune=options["prune"])
        for file in compile_catalogues():
            self.stdout.write(f"compiled {file.parts[-3]}")

    def _update(self, *, prune: bool) -> None:
        found = strings_in_code()
        for language in TRANSLATED:
            catalogue = updated_catalogue(language, found)
            write_catalogue(language, catalogue, prune=prune)
            self.stdout.write(f"{language}: {len(catalogue)} strings, {len(untranslated(catalogue))} untranslated")

    def _list_missing(self) -> None:
        found = strings_in_code()
        for language in TRANSLATED:
            for message in untranslated(updated_catalogue(language, found)):
                self.stdout.write(f"{language}: {_places(message)}: {message.id!r}")


def _places(message: Message) -> str:
    return ", ".join(dict.fromkeys(place for place, _line in message.locations))
