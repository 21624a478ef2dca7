"""Two people at the same moment: exactly one change is made, the other person is told, nothing is half stored.

Real threads, each with its own connection, on the database of the run.
"""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection, connections

from tests.factories import ChampionshipFactory, enter, seat_round
from tournaments.domain.change import broken_links
from tournaments.domain.refusal import Refused
from tournaments.domain.results import key_result
from tournaments.domain.rounds import draw_round, publish_round
from tournaments.enums import ResultState

pytestmark = pytest.mark.django_db(transaction=True)

REPETITIONS = range(10)


def together(*actions: Callable[[], object]) -> list[str]:
    """Run the actions at once and return, sorted, "done" or the code of the refusal of each."""
    barrier, answers = Barrier(len(actions)), []

    def run(action: Callable[[], object]) -> None:
        try:
            barrier.wait(timeout=10)
            action()
            answers.append("done")
        except Refused as refusal:
            answers.append(refusal.code)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    connection.close()
    return sorted(answers)


@pytest.mark.parametrize("_repetition", REPETITIONS)
def test_two_scorers_at_one_table(_repetition):
    championship = ChampionshipFactory()
    round_ = seat_round(championship, [tuple(enter(championship, "A", "B"))])
    table = round_.tables.get()

    answers = together(
        lambda: key_result(table.pk, (40, 30, 36, 50), expected_version=0),
        lambda: key_result(table.pk, (41, 31, 37, 51), expected_version=0),
    )

    championship.refresh_from_db()
    assert answers == ["done", "stale"]
    assert table.results.filter(state=ResultState.CONFIRMED).count() == table.results.count() == 1
    assert broken_links(championship) == []


@pytest.mark.parametrize("_repetition", REPETITIONS)
def test_two_organisers_draw(_repetition):
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")

    answers = together(lambda: draw_round(championship.pk, seed=1), lambda: draw_round(championship.pk, seed=2))

    championship.refresh_from_db()
    assert answers == ["done", "round_drawn"]
    assert championship.rounds.get().tables.count() == 2
    assert broken_links(championship) == []


@pytest.mark.parametrize("_repetition", REPETITIONS)
def test_two_organisers_publish(_repetition):
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")
    round_ = draw_round(championship.pk)

    answers = together(*[lambda: publish_round(round_.pk, expected_version=1)] * 2)

    assert answers == ["done", "round_published"]


def test_ten_tables_at_once_lose_nothing():
    championship = ChampionshipFactory()
    entries = enter(championship, *(f"P{number}" for number in range(20)))
    round_ = seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))

    answers = together(
        *(
            lambda pk=pk: key_result(pk, (40, 30, 36, 50), expected_version=0, answered_yes=True)
            for pk in round_.tables.values_list("pk", flat=True)
        )
    )

    championship.refresh_from_db()
    assert answers == ["done"] * 10
    assert championship.events.filter(type="result_confirmed").count() == 10
    assert broken_links(championship) == []
