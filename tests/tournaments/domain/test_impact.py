"""What a correction would change is what it changes, and nothing is stored to find out."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import ChampionshipFactory, enter, key
from tests.factories.fixture_f import fixture_f
from tournaments.domain import rounds
from tournaments.domain.impact import CutLine, Impact, Moved, Sums, impact_of
from tournaments.domain.results import key_result
from tournaments.domain.standings import ranking
from tournaments.enums import Kind, Outcome, PointsPer, StageKind
from tournaments.models import Championship, Event, ResultVersion, Stage, Table

pytestmark = pytest.mark.django_db

NUMBERS = {"A": 1, "B": 2, "C": 3, "D": 4}


def order(championship: Championship) -> str:
    letters = {number: letter for letter, number in NUMBERS.items()}
    return "".join(letters[row.number] for row in ranking(championship).rows)


def test_fixture_f_with_points_per_deal_says_which_ranks_move_and_stores_nothing():
    found = fixture_f(points_per=PointsPer.DEAL)
    table = found.rounds[0].tables.get(number=1)
    stored = (Event.objects.count(), ResultVersion.objects.count(), table.version)

    impact = impact_of(table.pk, (40, 30, 37, 50))

    assert impact == Impact(
        table=table.pk,
        version=1,
        deals=(40, 30, 37, 50),
        outcome=Outcome.PLAYED,
        after_round=2,
        moved=(Moved(1, 2, 1), Moved(3, 1, 2), Moved(4, 4, 3), Moved(2, 3, 4)),
        cut=None,
        rounds=(),
        always_shown=True,
        sums=(Sums(1, points=(9, 10), net=(12, 13)), Sums(2, points=(7, 6), net=(-12, -13))),
    )
    table.refresh_from_db()
    assert (Event.objects.count(), ResultVersion.objects.count(), table.version) == stored
    assert order(found.championship) == "CABD"
    key(found.rounds[0], 1, 40, 30, 37, 50, reason="slip read wrongly")
    assert order(Championship.objects.get()) == "ACDB"


def test_a_correction_that_moves_nobody_says_so():
    found = fixture_f()
    table = found.rounds[1].tables.get(number=2)

    impact = impact_of(table.pk, (71, 1, 37, 35))

    assert (impact.changes, impact.always_shown) == (False, False)


def test_the_cut_line_moves_while_nobody_is_fixed():
    found = fixture_f(finalists=2)
    Stage.objects.create(championship=found.championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    table = found.rounds[0].tables.get(number=2)

    impact = impact_of(table.pk, (20, 20, 20, 20))

    assert impact.cut == CutLine(before=(1, 3), after=(4, 1), fixed=False)


def test_finalists_that_are_fixed_stay():
    championship = ChampionshipFactory(rounds=1, finalists=2)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    enter(championship, "A", "B", "C", "D")
    first = played(championship, 1)
    rounds.draw_round(championship.pk, seed=2)

    table = first.tables.get(number=1)
    impact = impact_of(table.pk, tuple(72 - each for each in table.results.get().deals))

    assert impact.cut is not None
    assert impact.cut.fixed
    assert set(impact.cut.before) == set(Stage.objects.get(kind=StageKind.FINAL).qualified)


# Later rounds ----------------------------------------------------------------------------------------------------


def played(championship: Championship, seed: int):
    """A round, drawn, published, and with a different win of side A at every table."""
    round_ = rounds.draw_round(championship.pk, seed=seed)
    rounds.publish_round(round_.pk)
    for table in round_.tables.all():
        key_result(table.pk, (40 + table.number, 40, 36, 36), expected_version=0, answered_yes=True)
    return round_


def field(championship: Championship, size: int) -> None:
    enter(championship, *(f"P{number}" for number in range(size)))


def test_a_published_round_is_named_and_kept():
    championship = ChampionshipFactory(rounds=4)
    field(championship, 8)
    first = played(championship, 1)
    second = played(championship, 2)
    seats = sorted(second.seats.values_list("table__number", "side", "entry__number"))
    table = first.tables.get(number=1)

    impact = impact_of(table.pk, (20, 20, 20, 20))

    [later] = impact.rounds
    assert (later.number, later.is_open, later.redrawn) == (2, False, ())
    moved_then = set(table.seats.values_list("entry__number", flat=True))
    seated = second.tables.filter(seats__entry__number__in=moved_then).values_list("number", flat=True)
    assert set(seated) <= set(later.tables)
    key(first, 1, 20, 20, 20, 20, reason="sides exchanged")
    assert sorted(second.seats.values_list("table__number", "side", "entry__number")) == seats


def test_of_a_proposal_it_is_said_what_its_draw_would_be():
    championship = ChampionshipFactory(rounds=4)
    field(championship, 8)
    first = played(championship, 1)
    rounds.draw_round(championship.pk, seed=5)
    table = first.tables.get(number=4)

    impact = impact_of(table.pk, (20, 20, 20, 20))

    [later] = impact.rounds
    key(first, 4, 20, 20, 20, 20, reason="sides exchanged")
    rounds.undo_draw(championship.rounds.get(number=2).pk)
    anew = rounds.draw_round(championship.pk, seed=5)
    assert later.is_open
    drawn = {
        number: tuple(
            tuple(anew.seats.filter(table__number=number, side=side).values_list("entry__number", flat=True))
            for side in "ab"
        )
        for number in later.tables
    }
    assert {each.number: each.then for each in later.redrawn} == drawn


def test_rounds_that_ask_for_no_standings_are_not_touched():
    championship = ChampionshipFactory(rounds=4)
    championship.stages.update(pairing="lot")
    field(championship, 8)
    first = played(championship, 1)
    played(championship, 2)

    impact = impact_of(first.tables.get(number=1).pk, (20, 20, 20, 20))

    assert impact.rounds == ()


def test_the_next_round_of_a_knock_out_is_touched_by_another_winner_only():
    championship = ChampionshipFactory(rounds=3)
    championship.stages.update(pairing="knockout")
    field(championship, 4)
    first = played(championship, 1)
    rounds.draw_round(championship.pk, seed=1)
    table = first.tables.get(number=1)
    loser = table.seats.get(side="b").entry.number

    same_winner = impact_of(table.pk, (50, 50, 36, 36))
    other_winner = impact_of(table.pk, (20, 20, 36, 36))
    level = impact_of(table.pk, (36, 36, 36, 36))

    assert same_winner.rounds == ()
    assert any(loser in side for each in other_winner.rounds[0].redrawn for side in each.then)
    assert level.rounds[0].problem is not None
    assert level.rounds[0].problem.code == "no_winner"


# The same as really storing it -----------------------------------------------------------------------------------

deal = st.integers(2, 70)
result = st.tuples(deal, deal, deal, deal)


@st.composite
def corrections(draw):
    """Kind, number of tables a round, results of two rounds, and another result of one table."""
    kind = draw(st.sampled_from([Kind.PAIRS, Kind.INDIVIDUALS]))
    tables = draw(st.integers(1, 4))
    results = draw(st.lists(result, min_size=2 * tables, max_size=2 * tables))
    outcome = draw(st.sampled_from(list(Outcome)))
    finished = {Outcome.PLAYED: 4, Outcome.ABANDONED: draw(st.integers(1, 3)), Outcome.NEITHER: 0}
    deals = draw(result)[: finished.get(outcome, draw(st.integers(0, 3)))]
    return kind, tables, results, draw(st.integers(0, 2 * tables - 1)), outcome, deals


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(corrections(), st.sampled_from(PointsPer), st.integers(0, 1000))
def test_what_it_says_is_what_storing_it_does(case, points_per, seed):
    kind, tables, results, which, outcome, deals = case
    championship = ChampionshipFactory(kind=kind, rounds=3, points_per=points_per)
    field(championship, tables * 2 * championship.seats_per_side)
    for number in (1, 2):
        round_ = rounds.draw_round(championship.pk, seed=seed + number)
        rounds.publish_round(round_.pk)
        for table in round_.tables.all():
            numbers = results[(number - 1) * tables + table.number - 1]
            key_result(table.pk, numbers, expected_version=0, answered_yes=True)
    table = Table.objects.order_by("round__number", "number").filter(round__championship=championship)[which]
    before = ranks(championship)

    impact = impact_of(table.pk, deals, outcome=outcome)

    if list(deals) == table.results.get().deals and outcome == Outcome.PLAYED:
        assert not impact.changes
        return
    key_result(table.pk, deals, outcome=outcome, expected_version=1, answered_yes=True, reason="random")
    after = ranks(championship)
    assert [(each.number, each.before, each.after) for each in impact.moved] == [
        (number, before[number], rank) for number, rank in after.items() if before[number] != rank
    ]


def ranks(championship: Championship) -> dict[int, int]:
    return {row.number: row.standing.rank for row in ranking(Championship.objects.get(pk=championship.pk)).rows}
