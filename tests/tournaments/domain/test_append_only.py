"""The database itself refuses to change or remove what was written down, on both engines."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.factories import ChampionshipFactory, UserFactory, enter, key, seat_round
from tournaments.domain.results import key_result, withdraw_result
from tournaments.enums import ResultState
from tournaments.models import Event, EventReason, ResultVersion, append_only

pytestmark = pytest.mark.django_db

ON_POSTGRESQL = connection.vendor == "postgresql"


@pytest.fixture
def round_():
    championship = ChampionshipFactory()
    round_ = seat_round(championship, [tuple(enter(championship, "A", "B"))])
    key(round_, 1, 40, 30, 36, 50)
    return round_


def refusal_of(statement, *values) -> str:
    """The sentence with which the database refuses a statement."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
    return str(refusal.value).splitlines()[0]


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE tournaments_event SET type = 'x'", id="update"),
        pytest.param("UPDATE tournaments_event SET actor_id = NULL", id="update-of-the-actor"),
        pytest.param("DELETE FROM tournaments_event", id="delete"),
    ],
)
def test_an_event_is_never_changed_nor_removed(round_, statement):
    before = list(Event.objects.values())

    words = refusal_of(statement)

    assert words == append_only.LOG_TEXT
    assert list(Event.objects.values()) == before


#: What only one of the two databases knows.
COLUMNS = ", ".join(f'"{field.column}"' for field in Event._meta.local_fields)
RESULT_COLUMNS = ", ".join(f'"{field.column}"' for field in ResultVersion._meta.local_fields)
OTHER_DEALS = RESULT_COLUMNS.replace('"deals"', "'[1, 2, 3, 4]'")
FORGED = (
    f"INSERT OR REPLACE INTO tournaments_resultversion ({RESULT_COLUMNS}) "  # noqa: S608
    f"SELECT {OTHER_DEALS} FROM tournaments_resultversion"
)
OF_THIS_DATABASE = (
    [
        pytest.param("TRUNCATE tournaments_event CASCADE", id="truncate-events"),
        pytest.param("TRUNCATE tournaments_championship CASCADE", id="truncate-all-that-belongs-to-championships"),
        pytest.param("TRUNCATE tournaments_resultversion", id="truncate-results"),
    ]
    if ON_POSTGRESQL
    else [
        pytest.param(
            f"INSERT OR REPLACE INTO tournaments_event ({COLUMNS}) SELECT {COLUMNS} FROM tournaments_event",  # noqa: S608
            id="insert-or-replace",
        ),
        pytest.param("DELETE FROM tournaments_event WHERE 1 = 1", id="delete-all"),
        pytest.param(
            f"{FORGED} WHERE state = 'superseded'",
            id="replace-a-version-by-its-id",
        ),
        pytest.param(
            FORGED.replace('SELECT "id"', "SELECT id + 99"),
            id="replace-a-version-by-its-number",
        ),
        pytest.param(
            "UPDATE OR REPLACE tournaments_resultversion SET state = 'confirmed' WHERE state = 'superseded'",
            id="push-out-what-counts",
        ),
        pytest.param(
            "UPDATE OR REPLACE tournaments_resultversion SET idempotency_key = 'second' WHERE version = 1",
            id="push-out-by-a-key",
        ),
        pytest.param(
            "UPDATE OR REPLACE tournaments_resultversion SET id = (SELECT max(id) FROM tournaments_resultversion)",
            id="push-out-by-an-id",
        ),
    ]
)


@pytest.mark.parametrize("statement", OF_THIS_DATABASE)
def test_nothing_is_emptied_or_replaced_by_a_back_door(round_, statement):
    table = round_.tables.get()
    key_result(table.pk, (41, 30, 36, 50), expected_version=1, reason="misread", idempotency_key="second")
    connection.check_constraints()
    before = list(Event.objects.values()), list(ResultVersion.objects.values())

    words = refusal_of(statement)

    assert words in {append_only.LOG_TEXT, append_only.RESULT_TEXT, append_only.REASON_TEXT}
    assert (list(Event.objects.values()), list(ResultVersion.objects.values())) == before


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"deals": [41, 30, 36, 50]}, id="numbers"),
        pytest.param({"source": "side_a"}, id="source"),
        pytest.param({"version": 9}, id="version"),
        pytest.param({"created_at": "2026-01-01T00:00:00Z"}, id="time"),
    ],
)
def test_a_version_of_a_result_never_changes(round_, values):
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        ResultVersion.objects.update(**values)

    assert str(refusal.value).splitlines()[0] == append_only.RESULT_TEXT


def test_the_author_of_a_version_never_changes(round_):
    author = UserFactory()

    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        ResultVersion.objects.update(author=author)

    assert str(refusal.value).splitlines()[0] == append_only.RESULT_TEXT


def test_a_version_of_a_result_is_never_removed(round_):
    words = refusal_of("DELETE FROM tournaments_resultversion")

    assert words == append_only.RESULT_TEXT


def test_what_became_of_a_version_and_words_that_may_name_somebody_can_change(round_):
    ResultVersion.objects.update(state=ResultState.SUPERSEDED, reason="", device="")

    assert ResultVersion.objects.get().state == ResultState.SUPERSEDED


@pytest.fixture
def reason(round_):
    withdraw_result(round_.tables.get().pk, expected_version=1, reason="the slip of table 2")
    return EventReason.objects.get()


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE tournaments_eventreason SET text = 'another one'", id="other-words"),
        pytest.param("UPDATE tournaments_eventreason SET event_id = event_id - 1", id="another-event"),
        pytest.param("UPDATE tournaments_eventreason SET event_id = event_id - 1, text = ''", id="cleared-and-moved"),
        pytest.param("DELETE FROM tournaments_eventreason", id="delete"),
        *(
            [pytest.param("TRUNCATE tournaments_eventreason", id="truncate")]
            if ON_POSTGRESQL
            else [
                pytest.param(
                    "INSERT OR REPLACE INTO tournaments_eventreason (event_id, text) "
                    "SELECT event_id, 'x' FROM tournaments_eventreason",
                    id="insert-or-replace",
                )
            ]
        ),
    ],
)
def test_a_reason_beside_an_event_never_changes(reason, statement):
    connection.check_constraints()
    before = list(EventReason.objects.values())

    words = refusal_of(statement)

    assert words == append_only.REASON_TEXT
    assert list(EventReason.objects.values()) == before


def test_the_words_of_a_reason_can_be_cleared(reason):
    EventReason.objects.update(text="")

    assert list(EventReason.objects.values_list("event", "text")) == [(reason.event_id, "")]


def test_every_trigger_is_there(round_):
    assert append_only.missing(connection) == []


def test_triggers_that_were_lost_are_found_and_come_back(round_):
    connection.check_constraints()

    append_only.lift(connection)
    lost = append_only.missing(connection)
    append_only.install(connection)

    assert lost == [trigger.name for trigger in append_only.triggers_of(connection)]
    assert append_only.missing(connection) == []


def anew(rest: str, *, on: str = "tournaments_event") -> str:
    replacing = " OR REPLACE" if ON_POSTGRESQL else ""
    return f"CREATE{replacing} TRIGGER event_never_updated BEFORE UPDATE ON {on} {rest}"


DROPPED = "DROP TRIGGER event_never_updated"
PASSING = "FUNCTION {}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
REFUSING = f"FOR EACH ROW BEGIN SELECT RAISE(ABORT, '{append_only.LOG_TEXT}'); END"
ALL = [trigger.name for trigger in append_only.triggers_of(connection)]

#: Triggers of the right name that do not refuse what they should, and which are missing then.
TAMPERED = (
    {
        "disabled": (["ALTER TABLE tournaments_event DISABLE TRIGGER event_never_updated"], ALL[:1]),
        "for-replicas": (["ALTER TABLE tournaments_event ENABLE REPLICA TRIGGER event_never_updated"], ALL[:1]),
        "other-condition": (
            [anew("FOR EACH ROW WHEN (OLD.id < 0) EXECUTE FUNCTION tournaments_append_only('no')")],
            ALL[:1],
        ),
        "other-function": (
            [
                f"CREATE {PASSING.format('nothing')}",
                anew(f"FOR EACH ROW EXECUTE FUNCTION nothing('{append_only.LOG_TEXT}')"),
            ],
            ALL[:1],
        ),
        "function-that-lets-pass": ([f"CREATE OR REPLACE {PASSING.format('tournaments_append_only')}"], ALL),
    }
    if ON_POSTGRESQL
    else {
        "no-op": ([DROPPED, anew("BEGIN SELECT 1; END")], ALL[:1]),
        "other-table": ([DROPPED, anew(REFUSING, on="tournaments_seal")], ALL[:1]),
    }
)


@pytest.mark.parametrize(("statements", "expected"), TAMPERED.values(), ids=TAMPERED)
def test_a_trigger_that_only_has_the_name_is_missing_and_made_anew(round_, statements, expected):
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)

    lost = append_only.missing(connection)
    append_only.install(connection)

    assert lost == expected
    assert append_only.missing(connection) == []


def test_a_lift_ends_with_every_trigger_in_its_place(round_):
    with append_only.lifted():
        Event.objects.all().delete()

    assert Event.objects.count() == 0
    assert append_only.missing(connection) == []


def test_a_lift_that_fails_changes_nothing(round_):
    before = Event.objects.count()

    def fail():
        Event.objects.all().delete()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), append_only.lifted():
        fail()

    assert Event.objects.count() == before
    assert append_only.missing(connection) == []
