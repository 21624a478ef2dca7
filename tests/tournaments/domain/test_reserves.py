"""A finalist withdraws overnight, and the next reserve moves up (product.md G4)."""

import pytest

from tests.factories import ChampionshipFactory, UserFactory, enter, key, seat_round
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.reserves import FinalList, final_list, move_up
from tournaments.domain.rounds import draw_round, undo_draw
from tournaments.domain.standings import ranking
from tournaments.domain.undo import undo_last
from tournaments.enums import EntryState, StageKind
from tournaments.models import Championship, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    """Eight pairs after one round: 1, 3, 5 and 7 have won, each by less than the one before; four go on."""
    return played(40, 39, 38, 37)


def played(*points: int, finalists: int = 4) -> Championship:
    championship = ChampionshipFactory(slug="c", rounds=1, finalists=finalists)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    entries = enter(championship, *"ABCDEFGH")
    round_ = seat_round(championship, list(zip(entries[::2], entries[1::2], strict=True)))
    for table, each in enumerate(points, 1):
        key(round_, table, each, each, each, each)
    championship.refresh_from_db()
    return championship


def numbers(field: FinalList | None) -> tuple[list[int], ...]:
    assert field is not None
    parts = (field.finalists, field.withdrawn, field.moved_up, field.reserves)
    return tuple([row.number for row in part] for part in parts)


def test_the_field_and_its_reserves_are_in_the_order_of_the_ranking(championship: Championship) -> None:
    assert numbers(final_list(championship)) == ([1, 3, 5, 7], [], [], [8, 6, 4])


def test_a_finalist_withdraws_and_the_first_reserve_moves_up(championship: Championship) -> None:
    reserve = move_up(championship.pk, 3)

    championship.refresh_from_db()
    assert reserve.number == 8
    assert numbers(final_list(championship)) == ([1, 5, 7, 8], [3], [8], [6, 4, 2])
    assert championship.entries.get(number=3).state == EntryState.WITHDRAWN
    event = championship.events.order_by("sequence").last()
    assert (event.type, event.payload) == ("reserve_moved_up", {"entry": 3, "state": "withdrawn", "reserve": 8})


def test_a_reserve_who_cannot_come_either_is_passed_over(championship: Championship) -> None:
    withdraw_entry(championship.entries.get(number=8).pk)

    assert move_up(championship.pk, 1).number == 6


def test_the_final_is_drawn_among_those_who_moved_up(championship: Championship) -> None:
    move_up(championship.pk, 1)

    final = draw_round(championship.pk, seed=1)

    assert final.stage.qualified == [3, 5, 7, 8]
    assert final_list(Championship.objects.get()) is None


def test_the_line_in_the_ranking_moves_down_to_who_moved_up(championship: Championship) -> None:
    before = ranking(championship).cut

    move_up(championship.pk, 1)

    assert (before, ranking(Championship.objects.get()).cut) == (4, 5)


def test_it_is_taken_back_as_if_it_had_never_been(championship: Championship) -> None:
    who = UserFactory()
    before = final_list(championship)
    move_up(championship.pk, 3, actor=who)

    undo_last(championship.pk, championship.events.latest("sequence").sequence, actor=who)

    championship.refresh_from_db()
    assert final_list(championship) == before
    assert championship.entries.get(number=3).state == EntryState.REGISTERED


def test_with_the_draw_taken_back_a_reserve_can_move_up_again(championship: Championship) -> None:
    final = draw_round(championship.pk, seed=1)
    with pytest.raises(Refused) as refusal:
        move_up(championship.pk, 1)
    undo_draw(final.pk)

    move_up(championship.pk, 1)

    assert refusal.value.code == "no_final_list"
    assert draw_round(championship.pk, seed=1).stage.qualified == [3, 5, 7, 8]


@pytest.mark.parametrize(
    ("points", "finalists", "number", "code"),
    [
        pytest.param((40, 39, 38), 4, 1, "no_final_list", id="a-table-is-open"),
        pytest.param((40, 39, 38, 37), 4, 8, "not_a_finalist", id="who-is-no-finalist"),
        pytest.param((40, 39, 38, 37), 4, 99, "not_a_finalist", id="who-is-not-there"),
        pytest.param((40, 39, 38, 37), 8, 1, "no_reserve", id="all-go-on"),
        pytest.param((40, 40, 38, 37), 1, 1, "cut_tied", id="the-line-runs-through-a-tie"),
        pytest.param((40, 39, 39, 37), 1, 1, "reserve_tied", id="two-reserves-are-level"),
    ],
)
def test_what_the_ranking_does_not_decide_is_refused_and_nothing_changes(
    points: tuple[int, ...], finalists: int, number: int, code: str
) -> None:
    championship = played(*points, finalists=finalists)
    head = championship.head

    with pytest.raises(Refused) as refusal:
        move_up(championship.pk, number)

    championship.refresh_from_db()
    assert (refusal.value.code, championship.head) == (code, head)
