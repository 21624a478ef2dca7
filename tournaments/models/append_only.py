"""What the database itself refuses: to change or remove what was written down.

Events are never updated, deleted or truncated. Of a version of a result only what became of it (`state`) and what may
have to be cleared for privacy (a reason in words, the mark of a device) can change; its table, numbers, source, author
and time never do, and it is never deleted. The code does not do any of this; the triggers hold against everybody else
who reaches the database, and against a mistake in the code.

SQLite drops the triggers of a table that a migration rebuilds, so they are installed again after each `migrate`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

EVENTS, RESULTS = "tournaments_event", "tournaments_resultversion"

LOG_TEXT = "The event log is append-only: an event is never changed and never removed."
RESULT_TEXT = "A version of a result is never changed and never removed: store a new version instead."

#: Columns of a version that stay as they were written.
FIXED_COLUMNS = (
    "table_id",
    "version",
    "source",
    "deals",
    "outcome",
    "replayed",
    "corrects",
    "questions",
    "author_id",
    "created_at",
    "handed_over",
)


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger: what it refuses (`UPDATE`, `DELETE`, `TRUNCATE`, `INSERT` of a row that is there), and on which table.

    `columns`: an UPDATE is only refused when one of them changes (none: always).
    """

    name: str
    table: str
    refuses: str
    text: str
    columns: tuple[str, ...] = ()


TRIGGERS = (
    Trigger("event_never_updated", EVENTS, "UPDATE", LOG_TEXT),
    Trigger("event_never_deleted", EVENTS, "DELETE", LOG_TEXT),
    Trigger("event_never_truncated", EVENTS, "TRUNCATE", LOG_TEXT),
    Trigger("event_never_replaced", EVENTS, "INSERT", LOG_TEXT),
    Trigger("result_version_never_updated", RESULTS, "UPDATE", RESULT_TEXT, FIXED_COLUMNS),
    Trigger("result_version_never_deleted", RESULTS, "DELETE", RESULT_TEXT),
    Trigger("result_version_never_truncated", RESULTS, "TRUNCATE", RESULT_TEXT),
)

#: Each refusal ends as an IntegrityError of Django on both databases.
POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION tournaments_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'restrict_violation';
END
$$
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Have the triggers; those that are there stay."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL_FUNCTION)
        for trigger in triggers_of(connection):
            # an earlier migration may not know a column yet that a later one adds
            there = {column.name for column in connection.introspection.get_table_description(cursor, trigger.table)}
            columns = tuple(column for column in trigger.columns if column in there)
            cursor.execute(made(replace(trigger, columns=columns), connection.vendor))


def lift(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away. Only `lifted` and a migration back use this."""
    with connection.cursor() as cursor:
        for trigger in triggers_of(connection):
            on_table = f' ON "{trigger.table}"' if connection.vendor == "postgresql" else ""
            cursor.execute(f'DROP TRIGGER IF EXISTS "{trigger.name}"{on_table}')


@contextmanager
def lifted(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """A transaction without the triggers: to remove a whole championship, or to empty the database of a test.

    Nobody else can write without the triggers meanwhile: both databases lock the tables until the end.
    """
    connection = connections[using]
    with transaction.atomic(using=using):
        connection.check_constraints()  # PostgreSQL drops no trigger of a table with checks that are still to be made
        lift(connection)
        yield
        connection.check_constraints()
        install(connection)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of the triggers that should be there and are not."""
    catalogue = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(catalogue)
        there = {name for (name,) in cursor.fetchall()}
    return [trigger.name for trigger in triggers_of(connection) if trigger.name not in there]


def install_after_migrate(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **_options: Any) -> None:  # noqa: ARG001
    """After `migrate`: a table that was rebuilt has lost its triggers (nothing to do where the tables are gone)."""
    connection = connections[using]
    if {EVENTS, RESULTS} <= set(connection.introspection.table_names()):
        install(connection)


def triggers_of(connection: BaseDatabaseWrapper) -> list[Trigger]:
    """Those that this database needs: SQLite knows no TRUNCATE, PostgreSQL no INSERT that replaces a row."""
    without = "INSERT" if connection.vendor == "postgresql" else "TRUNCATE"
    return [trigger for trigger in TRIGGERS if trigger.refuses != without]


def made(trigger: Trigger, vendor: str) -> str:
    """The statement that makes a trigger."""
    differs = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
    when = " OR ".join(f'OLD."{column}" {differs} NEW."{column}"' for column in trigger.columns)
    if trigger.refuses == "INSERT":
        same = 'id = NEW.id OR (championship_id = NEW.championship_id AND "sequence" = NEW."sequence")'
        when = f'EXISTS (SELECT 1 FROM "{trigger.table}" WHERE {same})'  # noqa: S608 - names of our own
    condition = f" WHEN ({when})" if when else ""
    if vendor == "postgresql":
        each = "STATEMENT" if trigger.refuses == "TRUNCATE" else "ROW"
        return (
            f'CREATE OR REPLACE TRIGGER "{trigger.name}" BEFORE {trigger.refuses} ON "{trigger.table}" '
            f"FOR EACH {each}{condition} EXECUTE FUNCTION tournaments_append_only('{trigger.text}')"
        )
    return (
        f'CREATE TRIGGER IF NOT EXISTS "{trigger.name}" BEFORE {trigger.refuses} ON "{trigger.table}" '
        f"FOR EACH ROW{condition} BEGIN SELECT RAISE(ABORT, '{trigger.text}'); END"
    )
