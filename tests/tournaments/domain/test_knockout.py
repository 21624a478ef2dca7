"""A knock-out in which tables fall away: the bracket goes on with who is left, or is over and says who has won."""

import pytest

from tests.factories import ChampionshipFactory, enter, key
from tests.tournaments.domain.test_draw_checks import codes
from tournaments.domain.brackets import has_final, rounds_to_play
from tournaments.domain.impact import impact_of
from tournaments.domain.late import winners_changed
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import withdraw_entry
from tournaments.domain.rounds import close_round, draw_round, publish_round
from tournaments.enums import Outcome, Pairing
from tournaments.models import Championship, Entry, Round, Seat

pytestmark = pytest.mark.django_db

PLANNED = 3


@pytest.fixture
def championship() -> Championship:
    """Eight pairs whose quarter-finals are played."""
    championship = ChampionshipFactory(rounds=PLANNED)
    championship.stages.update(pairing=Pairing.KNOCKOUT)
    enter(championship, *"ABCDEFGH")
    play(championship)
    return championship


def play(championship: Championship) -> Round:
    """Draw, publish and play the next round: side A wins each table."""
    round_ = publish_round(draw_round(championship.pk, seed=1).pk)
    for table in round_.tables.all():
        key(round_, table.number, 40, 40, 40, 40)
    championship.refresh_from_db()
    return round_


def sides(number: int) -> list[set[int]]:
    """Who sits at each table of a round."""
    tables: dict[int, set[int]] = {}
    for table, entry in Seat.objects.filter(round__number=number).values_list("table__number", "entry__number"):
        tables.setdefault(table, set()).add(entry)
    return [tables[number] for number in sorted(tables)]


def winners() -> list[int]:
    """Who has won the quarter-finals, in the order of the bracket of the next round's tables."""
    return list(
        Seat.objects.filter(round__number=1, side="a").order_by("table").values_list("entry__number", flat=True)
    )


def withdraw(*numbers: int) -> None:
    for entry in Entry.objects.filter(number__in=numbers):
        withdraw_entry(entry.pk)


def refusal_of(championship: Championship) -> list[dict[str, object]]:
    with pytest.raises(Refused) as refusal:
        draw_round(championship.pk, seed=2)
    return [each.as_json() for each in refusal.value.problems]


def nobody_came(round_: Round, number: int) -> None:
    key(round_, number, outcome=Outcome.NEITHER, reason="Neither came.")


def test_when_all_semi_finals_fall_away_the_final_is_drawn(championship):
    draw_round(championship.pk, seed=1)
    one, other = ({*each} for each in sides(2))
    Round.objects.get(number=2).delete()
    leaving = (min(one), min(other))
    withdraw(*leaving)

    final = play(championship)

    assert sides(2) == [(one | other) - {*leaving}]
    assert (has_final(final), rounds_to_play(championship, final)) == (True, 2)
    assert codes(2) == ([], [])
    assert refusal_of(championship)[0]["code"] == "knockout_won"


def test_who_is_left_alone_has_won(championship):
    left, *others = winners()
    withdraw(*others)

    last = Round.objects.get(number=1)

    assert rounds_to_play(championship, last) == 1
    assert refusal_of(championship) == [{"code": "knockout_won", "given": left}]
    assert list(championship.rounds.values_list("number", "state")) == [(1, "published")]


def test_the_last_entry_of_all_has_won(championship):
    left = winners()[0]
    withdraw(*(number for number in range(1, 9) if number != left))

    assert refusal_of(championship) == [{"code": "knockout_won", "given": left}]


def test_when_all_who_were_left_leave_nobody_has_won(championship):
    withdraw(*winners())

    assert refusal_of(championship) == [{"code": "knockout_over"}]


def test_where_neither_side_came_both_are_out_and_the_others_go_on():
    championship = ChampionshipFactory(rounds=PLANNED)
    championship.stages.update(pairing=Pairing.KNOCKOUT)
    enter(championship, *"ABCDEFGH")
    first = publish_round(draw_round(championship.pk, seed=1).pk)
    nobody_came(first, 1)
    for number in (2, 3, 4):
        key(first, number, 40, 40, 40, 40)

    semi = draw_round(championship.pk, seed=2)

    away = sides(1)[0]
    out = {bye.entry.number for bye in semi.byes.all()}
    assert (len(sides(2)), len(out)) == (1, 1)
    assert not away & (out | sides(2)[0])
    assert codes(2) == ([], [])
    assert winners_changed(championship) is None


def test_where_nobody_comes_to_any_table_it_is_over():
    championship = ChampionshipFactory(rounds=PLANNED)
    championship.stages.update(pairing=Pairing.KNOCKOUT)
    enter(championship, *"ABCD")
    first = publish_round(draw_round(championship.pk, seed=1).pk)
    for number in (1, 2):
        nobody_came(first, number)

    assert rounds_to_play(championship, first) == 1
    assert refusal_of(championship) == [{"code": "knockout_over"}]


def test_one_semi_final_to_which_nobody_comes_decides_the_event(championship):
    semi = publish_round(draw_round(championship.pk, seed=2).pk)
    key(semi, 1, 40, 40, 40, 40)
    nobody_came(semi, 2)
    close_round(semi.pk)
    winner = semi.seats.get(table__number=1, side="a").entry.number

    assert rounds_to_play(championship, semi) == 2
    assert refusal_of(championship) == [{"code": "knockout_won", "given": winner}]


def test_a_walk_over_instead_of_nobody_makes_a_final(championship):
    semi = publish_round(draw_round(championship.pk, seed=2).pk)
    nobody_came(semi, 1)
    key(semi, 2, 40, 40, 40, 40)
    impact = impact_of(semi.tables.get(number=1).pk, (), outcome=Outcome.WALKOVER_A)

    key(semi, 1, outcome=Outcome.WALKOVER_A, reason="One side came after all.")
    final = draw_round(championship.pk, seed=3)

    assert impact.rounds == ()
    assert has_final(final)
    assert len(sides(3)) == 2  # the final, and who lost plays for the third place


def test_a_result_corrected_to_nobody_touches_the_next_round(championship):
    draw_round(championship.pk, seed=2)
    table = Round.objects.get(number=1).tables.get(number=1)

    impact = impact_of(table.pk, (), outcome=Outcome.NEITHER)

    (touched,) = impact.rounds
    assert (touched.number, touched.problem) == (2, None)
