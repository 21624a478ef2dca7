"""`start.py manage COMMAND …`: a management command in an environment in which it can work.

Catalogues are compiled and the tables made first, so that no command fails in a fresh clone for want of either.
"""

import os
import sys

import django
from django.core.management import call_command, execute_from_command_line
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.catalogues import compile_catalogues

#: Commands that look after the tables or the catalogues themselves.
UNPREPARED = {"", "help", "version", "migrate", "makemigrations", "showmigrations", "sqlmigrate", "messages", "flush"}


def prepare() -> None:
    """Set Django up, with compiled catalogues and all tables.

    The embedded database is always brought up to date, another one only while it is empty: the administrator of a
    server decides when its tables change.
    """
    compile_catalogues()
    django.setup()
    executor = MigrationExecutor(connection)
    ours = "DATABASE_URL" not in os.environ or not executor.loader.applied_migrations
    if ours and executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
    connection.close()


def main(arguments: list[str]) -> None:
    """Run one management command. Ends the process with the exit code of the command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "troccas_site.settings.local")
    command = arguments[0] if arguments else ""
    if command not in UNPREPARED:
        prepare()
    execute_from_command_line(["manage.py", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
