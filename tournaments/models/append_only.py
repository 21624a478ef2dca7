"""What the database itself refuses: to change or remove what was written down.

Events are never updated, deleted or truncated. Of a version of a result only what became of it (`state`) and what may
have to be cleared for privacy (a reason in words, the mark of a device) can change; its table, numbers, source, author
and time never do, and it is never deleted. The words of a reason beside an event can be cleared, and nothing else. The
code does not do any of this; the triggers hold against everybody else
who reaches the database, and against a mistake in the code.

SQLite drops the triggers of a table that a migration rebuilds, so they are installed again after each `migrate`.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

EVENTS, RESULTS, REASONS = "tournaments_event", "tournaments_resultversion", "tournaments_eventreason"

LOG_TEXT = "The event log is append-only: an event is never changed and never removed."
RESULT_TEXT = "A version of a result is never changed and never removed: store a new version instead."
REASON_TEXT = "A reason beside an event is never changed and never removed; its words can be cleared."

#: Columns of a version that stay as they were written.
FIXED_COLUMNS = (
    "id",
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

#: Rows that one of the same values would replace: each unique constraint, as SQLite's OR REPLACE would obey it.
SAME_EVENT = (
    """there.id = NEW.id OR (there.championship_id = NEW.championship_id AND there."sequence" = NEW."sequence")"""
)
SAME_RESULT = (
    "there.id = NEW.id OR (there.table_id = NEW.table_id AND there.version = NEW.version)"
    " OR there.idempotency_key = NEW.idempotency_key"
    " OR (there.table_id = NEW.table_id AND there.state = 'confirmed' AND NEW.state = 'confirmed')"
    " OR (there.table_id = NEW.table_id AND there.source = NEW.source"
    " AND there.state = 'claimed' AND NEW.state = 'claimed')"
)
SAME_REASON = "there.id = NEW.id OR there.event_id = NEW.event_id"


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger: what it refuses (`UPDATE`, `DELETE`, `TRUNCATE`, `INSERT`), and on which table.

    `columns`: an UPDATE is only refused when one of them changes (none: always), or when `cleared` becomes anything but
    empty. `replacing`: a statement is refused
    where another row, `there`, would have to go for it; only SQLite knows such statements (OR REPLACE).
    """

    name: str
    table: str
    refuses: str
    text: str
    columns: tuple[str, ...] = ()
    cleared: str = ""
    replacing: str = ""


TRIGGERS = (
    Trigger("event_never_updated", EVENTS, "UPDATE", LOG_TEXT),
    Trigger("event_never_deleted", EVENTS, "DELETE", LOG_TEXT),
    Trigger("event_never_truncated", EVENTS, "TRUNCATE", LOG_TEXT),
    Trigger("event_never_replaced", EVENTS, "INSERT", LOG_TEXT, replacing=SAME_EVENT),
    Trigger("result_version_never_updated", RESULTS, "UPDATE", RESULT_TEXT, FIXED_COLUMNS),
    Trigger("result_version_never_deleted", RESULTS, "DELETE", RESULT_TEXT),
    Trigger("result_version_never_truncated", RESULTS, "TRUNCATE", RESULT_TEXT),
    Trigger("result_version_never_replaced", RESULTS, "INSERT", RESULT_TEXT, replacing=SAME_RESULT),
    Trigger("result_version_never_pushed_out", RESULTS, "UPDATE", RESULT_TEXT, replacing=SAME_RESULT),
    Trigger("reason_never_updated", REASONS, "UPDATE", REASON_TEXT, ("id", "event_id"), cleared="text"),
    Trigger("reason_never_deleted", REASONS, "DELETE", REASON_TEXT),
    Trigger("reason_never_truncated", REASONS, "TRUNCATE", REASON_TEXT),
    Trigger("reason_never_replaced", REASONS, "INSERT", REASON_TEXT, replacing=SAME_REASON),
    Trigger("reason_never_pushed_out", REASONS, "UPDATE", REASON_TEXT, replacing=SAME_REASON),
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
    """Have the triggers; those that are there as they should be stay."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL_FUNCTION)
        there, tables = stored(connection), set(connection.introspection.table_names(cursor))
        for trigger in triggers_of(connection):
            if trigger.table not in tables:  # a later migration makes it, and its triggers
                continue
            statement = made(known_columns(trigger, connection), connection.vendor)
            if plain(there.get(trigger.name, "")) == plain(statement):
                continue
            if connection.vendor != "postgresql":
                cursor.execute(f'DROP TRIGGER IF EXISTS "{trigger.name}"')
            cursor.execute(statement)


def known_columns(trigger: Trigger, connection: BaseDatabaseWrapper) -> Trigger:
    """The trigger for the table as it is: an earlier migration may not know a column yet that a later one adds."""
    with connection.cursor() as cursor:
        there = {column.name for column in connection.introspection.get_table_description(cursor, trigger.table)}
    return replace(trigger, columns=tuple(column for column in trigger.columns if column in there))


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
    """Names of the triggers that should be there and are not, do not fire, or do something else."""
    there = stored(connection)
    return [
        trigger.name
        for trigger in triggers_of(connection)
        if plain(there.get(trigger.name, "")) != plain(made(known_columns(trigger, connection), connection.vendor))
    ]


#: Triggers that fire in every session, and whose function is ours; a disabled one counts as none.
POSTGRESQL_TRIGGERS = """
SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true) FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND btrim(prosrc, E' \n') = btrim(%s, E' \n')
"""


def stored(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The triggers of this database that fire: the statement that made each, by its name."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL_TRIGGERS, [POSTGRESQL_FUNCTION.split("$$")[1]])
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return dict(cursor.fetchall())


def plain(statement: str) -> str:
    """A statement without what a database writes in its own way: quotes, brackets, spaces, casts to text."""
    return re.sub(r"::text|[\s\"()]", "", statement).lower().replace("createorreplace", "create")


def install_after_migrate(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **_options: Any) -> None:  # noqa: ARG001
    """After `migrate`: a table that was rebuilt has lost its triggers (nothing to do where the tables are gone)."""
    connection = connections[using]
    if {EVENTS, RESULTS} <= set(connection.introspection.table_names()):
        install(connection)


def triggers_of(connection: BaseDatabaseWrapper) -> list[Trigger]:
    """Those that this database needs: SQLite knows no TRUNCATE, PostgreSQL no statement that replaces a row."""
    if connection.vendor == "postgresql":
        return [trigger for trigger in TRIGGERS if not trigger.replacing]
    return [trigger for trigger in TRIGGERS if trigger.refuses != "TRUNCATE"]


def made(trigger: Trigger, vendor: str) -> str:
    """The statement that makes a trigger."""
    differs = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
    changes = [f'OLD."{column}" {differs} NEW."{column}"' for column in trigger.columns]
    if words := trigger.cleared:
        changes.append(f"""(OLD."{words}" {differs} NEW."{words}" AND NEW."{words}" <> '')""")
    when = " OR ".join(changes)
    if trigger.replacing:
        other = "there.id <> OLD.id AND " if trigger.refuses == "UPDATE" else ""
        when = f'EXISTS (SELECT 1 FROM "{trigger.table}" AS there WHERE {other}({trigger.replacing}))'  # noqa: S608 - names of our own
    condition = f" WHEN ({when})" if when else ""
    if vendor == "postgresql":
        each = "STATEMENT" if trigger.refuses == "TRUNCATE" else "ROW"
        return (
            f'CREATE OR REPLACE TRIGGER "{trigger.name}" BEFORE {trigger.refuses} ON "{trigger.table}" '
            f"FOR EACH {each}{condition} EXECUTE FUNCTION tournaments_append_only('{trigger.text}')"
        )
    return (
        f'CREATE TRIGGER "{trigger.name}" BEFORE {trigger.refuses} ON "{trigger.table}" '
        f"FOR EACH ROW{condition} BEGIN SELECT RAISE(ABORT, '{trigger.text}'); END"
    )
