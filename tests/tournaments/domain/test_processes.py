"""Two people at the same moment, in processes of their own: exactly one change, nothing lost, nothing doubled.

A hundred times each. `test_together` does the same with threads for more kinds of changes.
"""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.factories import ChampionshipFactory, enter, member
from tests.tournaments.domain.race import Race, racing
from tournaments.domain.claims import agree, claim_result
from tournaments.domain.log_checks import check_log
from tournaments.domain.results import key_result, withdraw_result
from tournaments.domain.rounds import close_round, draw_round, publish_round, undo_draw
from tournaments.domain.undo import undo_last, undoable
from tournaments.enums import ResultState, RoundState, SideName, TableState
from tournaments.models import Championship, ResultVersion, Table

pytestmark = pytest.mark.django_db(transaction=True)

REPETITIONS = range(100)
OURS, OTHERS = (40, 30, 36, 50), (41, 31, 37, 51)


@pytest.fixture(scope="module")
def race(django_db_setup: None) -> Iterator[Race]:
    """Two processes for all tests of this file: one process a repetition would take most of the time."""
    with racing(str(connection.settings_dict["NAME"])) as started:
        yield started


@pytest.fixture
def championship() -> Championship:
    """Four pairs at the two tables of the first round."""
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")
    publish_round(draw_round(championship.pk, seed=1).pk)
    return championship


def tables(championship: Championship) -> list[Table]:
    return list(Table.objects.filter(round__championship=championship).order_by("number"))


def open_again(table_id: int) -> None:
    """The table as it was before anybody spoke."""
    table = Table.objects.get(pk=table_id)
    if table.state != TableState.OPEN:
        withdraw_result(table_id, expected_version=table.version, reason="once more")


def typed(table: Table, deals: tuple[int, ...] = OURS) -> tuple:
    options = {"table_id": table.pk, "deals": deals, "expected_version": table.version, "answered_yes": True}
    return key_result, options


def confirmed(table: Table) -> int:
    return ResultVersion.objects.filter(table=table, state=ResultState.CONFIRMED).count()


def counts_of(championship: Championship, type_: str) -> int:
    return championship.events.filter(type=type_).count()


def holds(championship: Championship) -> bool:
    championship.refresh_from_db()
    return check_log(championship).problems == ()


def test_the_same_table_twice(race: Race, championship: Championship) -> None:
    answers = []

    for _ in REPETITIONS:
        table = tables(championship)[0]
        answers.append((race.run(typed(table), typed(table, OTHERS)), confirmed(table)))
        open_again(table.pk)

    assert answers == [(["done", "stale"], 1)] * len(REPETITIONS)
    assert counts_of(championship, "result_confirmed") == len(REPETITIONS)
    assert holds(championship)


def test_the_last_two_tables_of_a_round(race: Race, championship: Championship) -> None:
    answers = []

    for _ in REPETITIONS:
        one, other = tables(championship)
        said = race.run(typed(one), typed(other))
        answers.append((said, counts_of(championship, "round_complete") - len(answers)))
        open_again(one.pk)
        open_again(other.pk)

    assert answers == [(["done", "done"], 1)] * len(REPETITIONS)
    assert holds(championship)


def test_two_draws(race: Race, championship: Championship) -> None:
    for table in tables(championship):
        key_result(table.pk, OURS, expected_version=0, answered_yes=True)
    close_round(championship.rounds.get().pk)
    answers = []

    for _ in REPETITIONS:
        said = race.run(*((draw_round, {"championship_id": championship.pk, "seed": seed}) for seed in (1, 2)))
        drawn = championship.rounds.get(number=2)
        answers.append((said, drawn.tables.count()))
        undo_draw(drawn.pk)

    assert answers == [(["done", "round_drawn"], 2)] * len(REPETITIONS)
    assert counts_of(championship, "round_drawn") == len(REPETITIONS) + 1
    assert holds(championship)


def test_both_sides_say_the_same(race: Race, championship: Championship) -> None:
    answers = []

    for _ in REPETITIONS:
        table = tables(championship)[0]
        seen = {"table_id": table.pk, "seen_version": table.version, "answered_yes": True}
        theirs = tuple(72 - points for points in OURS)
        said = race.run(
            (claim_result, seen | {"side": SideName.A, "deals": OURS}),
            (claim_result, seen | {"side": SideName.B, "deals": theirs}),
        )
        table.refresh_from_db()
        answers.append((said, str(table.state), confirmed(table)))
        open_again(table.pk)

    assert answers == [(["done", "done"], "confirmed", 1)] * len(REPETITIONS)
    assert counts_of(championship, "result_confirmed") == len(REPETITIONS)
    assert holds(championship)


def test_the_office_and_a_side_confirm(race: Race, championship: Championship) -> None:
    answers = []

    for _ in REPETITIONS:
        table = tables(championship)[0]
        claim_result(table.pk, SideName.A, OURS, seen_version=table.version, answered_yes=True)
        table.refresh_from_db()
        agreed = {"table_id": table.pk, "side": SideName.B, "version": table.version}
        said = race.run((agree, agreed), typed(table))
        table.refresh_from_db()
        answers.append(("done" in said, str(table.state), confirmed(table)))
        open_again(table.pk)

    assert answers == [(True, "confirmed", 1)] * len(REPETITIONS)
    assert counts_of(championship, "result_confirmed") == len(REPETITIONS)
    assert holds(championship)


def test_two_take_the_same_thing_back(race: Race, championship: Championship) -> None:
    gion, round_ = member(championship.association), championship.rounds.get()
    undo_draw(round_.pk)
    round_ = draw_round(championship.pk, seed=1)
    answers = []

    for _ in REPETITIONS:
        publish_round(round_.pk, actor=gion)
        undo = {"championship_id": championship.pk, "expected_event": undoable(championship).event}
        answers.append(race.run((undo_last, undo), (undo_last, undo)))

    round_.refresh_from_db()
    assert answers == [["done", "nothing_to_undo"]] * len(REPETITIONS)
    assert (counts_of(championship, "undone"), round_.state) == (len(REPETITIONS), RoundState.DRAFT)
    assert holds(championship)
