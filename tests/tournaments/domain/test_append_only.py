"""The database itself refuses to change or remove what was written down, on both engines."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.factories import ChampionshipFactory, UserFactory, enter, key, seat_round
from tournaments.enums import ResultState
from tournaments.models import Event, ResultVersion, append_only

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
OF_THIS_DATABASE = (
    [
        pytest.param("TRUNCATE tournaments_event", id="truncate-events"),
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
    ]
)


@pytest.mark.parametrize("statement", OF_THIS_DATABASE)
def test_the_log_is_not_emptied_by_a_back_door(round_, statement):
    connection.check_constraints()

    words = refusal_of(statement)

    assert words in {append_only.LOG_TEXT, append_only.RESULT_TEXT}
    assert (Event.objects.exists(), ResultVersion.objects.exists()) == (True, True)


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


def test_every_trigger_is_there(round_):
    assert append_only.missing(connection) == []


def test_triggers_that_were_lost_are_found_and_come_back(round_):
    connection.check_constraints()

    append_only.lift(connection)
    lost = append_only.missing(connection)
    append_only.install(connection)

    assert lost == [trigger.name for trigger in append_only.triggers_of(connection)]
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
